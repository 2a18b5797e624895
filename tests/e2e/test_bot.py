"""``gouji bot`` as a process: how bots come in, play, come back and leave."""

import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_client import Profile, parse_address, play
from gouji_client.updates import Presence, TableOptions, TablePhase
from gouji_client.with_asyncio import connect
from gouji_core.public import Phase
from gouji_tui.entry import Entry
from gouji_tui.robots import Crew, Order, Robot
from gouji_tui.texts import texts_in
from tests.e2e.process import NO_CLOCK, Process, go, thread, until
from tests.e2e.terminal import gouji
from tests.kit.serving import Server, running


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


def bots(server: Server, *arguments: str) -> tuple[str, ...]:
    return ("bot", "--connect", server.tcp, "--lang", "en", "--pace", "0", "--level", "novice", *arguments)


def test_six_bots_play_a_game_and_leave(server: Server, tmp_path: Path) -> None:
    with Process(
        tmp_path, *bots(server, "--create", "--seats", "6", "--rules", "online+rounds=1")
    ) as program:
        assert program.end() == (0, "")
    join, *sits = program.said[:7]
    code = re.fullmatch(rf"Join table (\w+) with: gouji play --connect {server.tcp} --table \1", join)
    assert code is not None
    for seat, line in enumerate(sits):
        assert line == f"bot {seat + 1}: seat {seat + 1} at table {code[1]}, level novice"
    total = r"total of seats 1/3/5 -?\d, of seats 2/4/6 -?\d"
    assert re.fullmatch(rf"Round 1 is over: places by seat( \d){{6}}; {total}", program.said[7])
    assert len(program.said) == 8


def test_bots_join_a_table_and_stay_for_as_many_games_as_said(server: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online+rounds=1", NO_CLOCK)
            with Process(tmp_path, *bots(server, "--table", code, "--seats", "5", "--games", "2")) as program:
                for game in (1, 2):
                    await until(ann, lambda state: all(seat.name for seat in state.seats))
                    await ann.start()
                    await play(ann, lambda decision: decision.actions()[0], games=1)
                    await until(ann, lambda state: state.phase is TablePhase.OVER)
                    assert await thread(lambda: program.until("^Round 1 is over")), game
                assert await thread(program.end) == (0, "")
                await until(ann, lambda state: sum(s.presence is Presence.LEFT for s in state.seats) == 5)

    go(scenario)


def test_bots_that_are_hosts_start_when_the_table_is_full_and_again_while_somebody_is_there(
    server: Server, tmp_path: Path
) -> None:
    async def scenario() -> None:
        wanted = bots(server, "--create", "--seats", "5", "--rules", "online+rounds=1", "--rest", "0")
        with Process(tmp_path, *wanted) as program:
            line = await thread(lambda: program.until("Join table"))
            async with connect(server.tcp, Profile(name="ann")) as ann:
                await ann.join(line.split()[2])
                for _ in range(2):
                    # The table may still be told of as it was; the game itself tells that it has begun.
                    while (view := ann.view()) is None or view.public.phase is Phase.GAME_OVER:
                        await ann.changed()
                    await play(ann, lambda decision: decision.actions()[0], games=1)
                ann.close(leave=True)
            assert await thread(program.end) == (0, "")
            assert sum("is over" in line for line in program.said) >= 2

    go(scenario)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_says_goodbye_for_all_bots(server: Server, tmp_path: Path, number: signal.Signals) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online+rounds=1", NO_CLOCK)
            with Process(tmp_path, *bots(server, "--table", code, "--seats", "5")) as program:
                await until(ann, lambda state: all(seat.name for seat in state.seats))
                await ann.start()
                await until(ann, lambda state: state.phase is TablePhase.PLAYING)
                program.process.send_signal(number)
                assert await thread(program.end) == (128 + number, "")
                await until(ann, lambda state: sum(s.presence is Presence.LEFT for s in state.seats) == 5)

    go(scenario)


def test_bots_come_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        program = Process(tmp_path, *bots(server, "--create", "--seats", "5", "--rules", "online+rounds=1"))
        code = program.until("Join table").split()[2]
        program.until("bot 5: seat 5")
        server.process.kill()
        server.process.wait()
    with program:
        program.until(r"^bot \d: no connection \(.*\); trying again")
        with running(tmp_path, port=server.port) as again:
            for _ in range(5):
                program.until("connected again$")

            async def scenario() -> None:
                async with connect(again.tcp, Profile(name="ann")) as ann:
                    await ann.join(code)
                    await play(ann, lambda decision: decision.actions()[0], games=1)
                    ann.close(leave=True)

            go(scenario)
            program.until("^Round 1 is over")
            assert program.end() == (0, "")


def test_where_bots_cannot_sit_is_one_clear_line(server: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online", TableOptions(password="sesame"))
            for arguments, said in (
                (("--table", "NONE"), "there is no table NONE"),
                (("--table", code), "the table's password is missing or wrong"),
                (
                    ("--table", code, "--password", "sesame", "--seats", "6"),
                    "all seats of the table are taken",
                ),
            ):
                with Process(tmp_path, *bots(server, *arguments)) as program:
                    code_said, line = await thread(program.end)
                assert code_said == 1
                assert said in line
                assert line.count("\n") == 1
                await until(ann, lambda state: sum(seat.name != "" for seat in state.seats) == 1)

    go(scenario)


def test_the_password_of_a_table_comes_from_where_nobody_sees_it(
    server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOUJI_TABLE_PASSWORD", "sesame")

    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online", TableOptions(password="sesame"))
            with Process(tmp_path, *bots(server, "--table", code)) as program:
                await until(ann, lambda state: state.seats[1].name)
                await ann.kick(1)
                await thread(program.end)
            wrong = ("--table", code, "--password", "other")
            with Process(tmp_path, *bots(server, *wrong)) as program:
                assert "the table's password is missing or wrong" in (await thread(program.end))[1]

    go(scenario)
    help_text = subprocess.run(gouji("bot", "--help"), capture_output=True, encoding="utf-8", check=True)
    told = " ".join(help_text.stdout.split())
    assert "all on this machine can read it, in GOUJI_TABLE_PASSWORD only you" in told


def test_a_bot_that_is_sent_away_says_so_and_fails(server: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online", NO_CLOCK)
            with Process(tmp_path, *bots(server, "--table", code)) as program:
                await until(ann, lambda state: state.seats[1].name)
                await ann.kick(1)
                assert await thread(program.end) == (
                    1,
                    "gouji: bot 1: no longer at the table, you were sent away from the table\n",
                )

    go(scenario)


def test_a_bot_that_is_sent_away_before_it_plays_says_so_too(server: Server) -> None:
    said: list[str] = []

    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann, connect(server.tcp) as guest:
            code = await ann.create("online", NO_CLOCK)
            await guest.join(code)
            await ann.kick(1)
            while code in guest.tables:
                await guest.changed()
            entry = Entry(parse_address(server.tcp), name="bot")
            crew = Crew(Order(entry, "novice", 1, code), texts_in("en"), said.append)
            gone = await Robot(crew, guest, 1).work()
            assert gone == "bot 1: no longer at the table, you were sent away from the table"

    go(scenario)
    assert said == []


def test_as_the_same_persons_bots_find_their_seats(server: Server, tmp_path: Path) -> None:
    wanted = bots(server, "--create", "--seats", "2", "--as", "pair")
    with Process(tmp_path, *wanted) as program:
        code = program.until("Join table").split()[2]
        program.until("^bot 2: seat 2")
        program.process.kill()
    with Process(tmp_path, *wanted) as program:
        assert program.until("^bot 2").startswith(f"bot 2: seat 2 at table {code}")
        program.process.send_signal(signal.SIGINT)
        assert program.end() == (130, "")
