"""The bridge of lines on both libraries, against a real server process."""

import time
from pathlib import Path

import pytest

from gouji_client import Profile, client
from gouji_client.updates import Presence
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.client.program import Program, Told, first_play, run, start
from tests.kit.proxy import Proxy
from tests.kit.serving import running

pytestmark = pytest.mark.timeout(120)


def by_lines(ground: Ground, address: str, script) -> Program:
    """Runs a program over a connection of its own; returns it with all it heard."""
    done: list[Program] = []

    async def scenario(ground: Ground) -> None:
        async with ground.connect(address, Profile(name="lines")) as connected:
            done.append(await run(ground, connected, script))

    ground.run(scenario)
    return done[0]


async def play_to_the_end(program: Program) -> Told:
    """Answers every decision; returns the last state."""
    while True:
        told = await program.hear("decision", "state")
        if told["type"] == "decision":
            program.say(
                do="act", decision=told["decision"], action=first_play(told["legal"]), id=told["decision"]
            )
        elif told["phase"] == "game_over":
            return told


def test_a_whole_round_is_played(ground: Ground, server: Server):
    async def script(program: Program) -> None:
        await start(program, turn_seconds=0)
        last = await play_to_the_end(program)
        assert sorted(last["places"].values()) == [1, 2, 3, 4, 5, 6]
        assert sum(last["total"]) == 0

    program = by_lines(ground, server.tcp, script)
    decisions = [told["decision"] for told in program.of("decision")]
    answers = [told for told in program.heard if told["type"] in ("accepted", "too_late")]
    assert len(decisions) == len(set(decisions)) > 5
    assert [told["id"] for told in answers] == decisions
    assert not program.of("refused")
    assert program.heard[0]["type"] == "connected"
    assert program.heard[-1]["type"] == "disconnected"


def test_a_decision_comes_after_the_state_it_is_about(ground: Ground, server: Server):
    async def script(program: Program) -> None:
        await start(program)
        await play_to_the_end(program)

    told = by_lines(ground, server.tcp, script).heard
    for at, decision in enumerate(told):
        if decision["type"] == "decision":
            state = next(before for before in reversed(told[:at]) if before["type"] == "state")
            assert state["pending"]["id"] == decision["decision"]
            assert state["hand"] == decision["hand"]
            assert state["top"] == decision["top"]
            assert decision["legal"]


def test_the_rules_say_no_with_clause_and_code_and_the_decision_stands(ground: Ground, server: Server):
    async def script(program: Program) -> None:
        await start(program, rules="dagang+rounds=1")
        decision = await program.hear("decision")
        program.say(do="act", action="play XXXXX", decision=decision["decision"], id=1)
        refused = await program.hear("refused")
        assert refused["id"] == 1
        assert refused["clause"].startswith("R")
        assert refused["code"]
        program.say(do="act", action=decision["legal"][0], decision=decision["decision"], id=2)
        assert (await program.hear("accepted", "refused"))["type"] == "accepted"
        program.say(do="act", action=decision["legal"][0], decision=decision["decision"], id=3)
        assert await program.hear("too_late", id=3)

    by_lines(ground, server.tcp, script)


def test_a_line_that_is_no_request_gets_one_error_and_nothing_more(ground: Ground, server: Server):
    bad = [b"{", b"\xff", b"[]", b'{"do":"fly","id":8}', b'{"do":"join"}', b"{" * 20_000]

    async def script(program: Program) -> None:
        for line in bad:
            program.say(line)
        program.say(b"  ")
        program.say(do="ping", id="a\u2028\u0085b")
        assert (await program.hear("done"))["id"] == "a\u2028\u0085b"

    program = by_lines(ground, server.tcp, script)
    answers = [told["type"] for told in program.heard if told["type"] not in ("connected", "disconnected")]
    assert answers == ["error"] * len(bad) + ["done"]
    assert [told.get("id") for told in program.of("error")] == [None, None, None, 8, None, None]


def test_what_cannot_be_done_here_fails_and_breaks_nothing(ground: Ground, server: Server):
    async def script(program: Program) -> None:
        for code, request in {
            "no_table": {"do": "act", "action": "pass"},
            "no_table ": {"do": "chat", "text": "x"},
            "no_table  ": {"do": "join", "table": "NONE"},
            "rules": {"do": "create", "rules": "nonsense"},
            "invalid": {"do": "create", "rules": "r" * 9000},
            "invalid ": {"do": "create", "options": {"turn_seconds": -5}},
            "invalid  ": {"do": "join", "table": "NONE", "seat": 77},
        }.items():
            program.say(**request)
            assert (await program.hear("failed"))["code"] == code.strip(), request
        program.say(do="create")
        await program.hear("done")
        program.say(do="act", action="pass", id="early")
        assert (await program.hear("failed"))["code"] == "not_now"

    by_lines(ground, server.tcp, script)


def test_a_lost_connection_is_told_and_everything_is_told_anew(ground: Ground, proxy: Proxy):
    async def script(program: Program) -> None:
        code = await start(program, turn_seconds=0)
        before = await program.hear("decision")
        proxy.cut()
        assert (await program.hear("disconnected"))["retry_in"] is not None
        assert (await program.hear("connected"))["again"]
        program.say(do="look")
        again = await program.hear("decision")
        assert again == before
        program.say(do="act", action=again["legal"][0], decision=again["decision"])
        assert await program.hear("accepted")
        assert program.client.table(code).seq > 0

    by_lines(ground, f"127.0.0.1:{proxy.port}", script)


def test_who_does_not_read_is_told_what_was_missed_and_all_anew(
    ground: Ground, server: Server, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(client, "UPDATES_KEPT", 8)

    async def script(program: Program) -> None:
        connected = program.client
        code = await start(program, turn_seconds=0)
        await program.hear("state")
        program.reads = False
        await connected.auto(True, code)
        while connected.dropped < 50:
            await connected.changed()
        program.read_on()
        missed = await program.hear("missed")
        assert missed["count"] >= 50
        assert [(await program.hear())["type"] for _ in range(2)] == ["table", "state"]
        last = await program.hear("state", phase="game_over")
        assert sorted(last["places"].values()) == [1, 2, 3, 4, 5, 6]

    by_lines(ground, server.tcp, script)


def test_whoever_stays_lets_a_bot_play_until_the_game_is_over(ground: Ground, server: Server):
    async def script(program: Program) -> None:
        await start(program, turn_seconds=0)
        await program.hear("decision")
        program.end()
        await program.bridge.stay()
        state = program.client.table().state
        assert state is not None
        assert state.seats[state.seat].presence is Presence.AUTO
        await program.hear("state", phase="game_over")

    by_lines(ground, server.tcp, script)


def test_a_spectator_sees_no_hand_and_is_asked_nothing(ground: Ground, server: Server):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online+rounds=1")
            await ann.add_bots("novice")

            async def script(program: Program) -> None:
                program.say(do="watch", table=code)
                assert (await program.hear("table"))["seat"] == -1
                await ann.start()
                await ann.auto(True)
                last = await program.hear("state", phase="game_over")
                assert last["seat"] == -1
                assert not program.of("decision")
                assert {told["hand"] for told in program.of("state")} == {""}

            async with ground.connect(server.tcp, Profile(name="eve")) as eve:
                await run(ground, eve, script)

    ground.run(scenario)


def test_who_asks_too_much_waits_and_is_not_refused(ground: Ground, tmp_path: Path):
    async def script(program: Program) -> None:
        for number in range(3):
            program.say(do="ping", id=number)
        for number in range(3):
            assert (await program.hear("done", "failed", do="ping"))["id"] == number
        await start(program, turn_seconds=0)
        for _ in range(2):
            decision = await program.hear("decision")
            program.say(do="act", decision=decision["decision"], action=decision["legal"][0])
            assert (await program.hear("accepted", "failed"))["type"] == "accepted"

    with running(tmp_path, "--limit-play", "1/3", "--limit-list", "4/1") as server:
        began = time.monotonic()
        program = by_lines(ground, server.tcp, script)
    assert not program.of("failed")
    # Two pings and one action had to wait a second each, the least that a server says.
    assert time.monotonic() - began > 3
