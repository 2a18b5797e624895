"""``gouji client`` as a process: how it comes in, does what lines ask, comes back and ends."""

import asyncio
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from gouji_client import Profile, play
from gouji_client.updates import Presence, TablePhase
from gouji_client.with_asyncio import connect
from tests.e2e.process import GOUJI, NO_CLOCK, SECONDS, Process, go, thread, until
from tests.kit.serving import Server, running
from tests.kit.test_imports import COMMAND, REPORT, SCREEN

PIPE = 65_536
"""How many bytes a pipe holds that nobody reads."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


def test_a_pipe_of_requests_is_done_and_then_goodbye_is_said(server: Server, tmp_path: Path) -> None:
    with Process(tmp_path, "client", "--connect", server.tcp, "--name", "ann") as program:
        program.type(
            '{"do":"create","id":1}\nnonsense\n\n{"do":"chat","text":"\u4f60\u597d"}\n{"do":"ping","id":"last"}'
        )
        assert program.end() == (0, "")
    told = [json.loads(line) for line in program.said]
    assert [one["type"] for one in told if one["type"] in ("done", "error")] == [
        "done",
        "error",
        "done",
        "done",
    ]
    assert [one.get("id") for one in told if one["type"] == "done"] == [1, None, "last"]
    assert told[0]["type"] == "connected"
    assert told[-1] == {"type": "bye"}
    # Letters stay letters.
    assert any("\u4f60\u597d" in line for line in program.said)


@pytest.mark.parametrize("way", ["end", "bye", "SIGINT", "SIGTERM", "SIGHUP"])
def test_every_end_gives_the_seat_to_a_bot(server: Server, tmp_path: Path, way: str) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online+rounds=1", NO_CLOCK)
            with Process(tmp_path, "client", "--connect", server.tcp) as program:
                program.say(do="join", table=code, seat=3)
                await thread(lambda: program.hear("done"))
                await ann.add_bots("novice")
                await ann.start()
                await thread(lambda: program.hear("state"))
                match way:
                    case "end":
                        code_wanted = 0
                    case "bye":
                        program.say(do="bye")
                        code_wanted = 0
                    case _:
                        program.process.send_signal(signal.Signals[way])
                        code_wanted = 128 + signal.Signals[way]
                # A signal or a bye must be enough: stdin stays open until the program has ended.
                ended = await thread(program.end if way == "end" else program.process.wait)
                assert ended == ((0, "") if way == "end" else code_wanted)
                await until(ann, lambda state: state.seats[3].presence is Presence.LEFT)

    go(scenario)


def test_a_reader_that_went_away_ends_it(server: Server, tmp_path: Path) -> None:
    with Process(tmp_path, "client", "--unix", server.unix.removeprefix("unix:")) as program:
        program.hear("connected")
        program.out.close()
        program.say(do="ping")
        assert program.process.wait(SECONDS) == 1
        assert program.process.stderr is not None
        assert program.process.stderr.read() == ""


def test_who_does_not_read_hears_the_end_all_the_same(server: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online+rounds=2", NO_CLOCK)
            with Process(tmp_path, "client", "--connect", server.tcp) as program:
                program.say(do="join", table=code)
                await thread(lambda: program.hear("done"))
                program.say(do="auto", on=True)
                await ann.add_bots("novice")
                await ann.start()
                program.say(do="auto", on=True)
                await ann.auto(True)
                # Far more is told than a pipe holds, and nobody reads; the game does not mind.
                await until(ann, lambda state: state.phase is TablePhase.OVER)
                last = await thread(lambda: program.hear("state", phase="game_over"))
                assert sorted(last["places"].values()) == [1, 2, 3, 4, 5, 6]
                assert await thread(program.end) == (0, "")
                assert sum(map(len, program.said)) > 2 * PIPE

    go(scenario)


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-"])
def test_closed_ends_are_ends_and_no_connection_gets_their_numbers(server: Server, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f'exec "$0" "$@" {closed}', *GOUJI, "client", "--connect", server.tcp],
        input=b'{"do":"ping"}\n',
        capture_output=True,
        check=False,
        timeout=SECONDS,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_full_disk_is_one_clear_line(server: Server) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*GOUJI, "client", "--connect", server.tcp, "--lang", "en"],
            stdin=subprocess.DEVNULL,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
            timeout=SECONDS,
        )
    assert done.returncode == 1
    assert done.stderr == b"gouji: stdout cannot be written: the disk is full\n"


def test_a_line_too_long_is_one_error_and_no_more(server: Server, tmp_path: Path) -> None:
    with Process(tmp_path, "client", "--connect", server.tcp) as program:
        program.type("[" * 300_000 + '\n{"do":"ping"}\n')
        assert program.end() == (0, "")
    kinds = [json.loads(line)["type"] for line in program.said]
    assert kinds.count("error") == 1
    assert kinds.count("done") == 1


def test_with_stay_a_spectator_sees_the_game_to_its_end(server: Server, tmp_path: Path) -> None:
    async def scenario() -> None:
        async with connect(server.tcp, Profile(name="ann")) as ann:
            code = await ann.create("online+rounds=1", NO_CLOCK)
            await ann.add_bots("novice")
            with Process(tmp_path, "client", "--connect", server.tcp, "--stay") as program:
                program.say(do="watch", table=code)
                ending = asyncio.create_task(thread(program.end))
                await until(ann, lambda state: state.watching)
                await ann.start()
                await play(ann, lambda decision: decision.actions()[0], games=1)
                assert await ending == (0, "")
                assert any('"phase":"game_over"' in line for line in program.said)

    go(scenario)


def test_as_the_same_person_a_killed_program_finds_its_seat(server: Server, tmp_path: Path) -> None:
    where = ("client", "--connect", server.tcp, "--as", "mine")
    with Process(tmp_path, *where) as program:
        program.say(do="create")
        made = program.hear("done")
        program.process.kill()
    with Process(tmp_path, *where) as program:
        assert program.hear("connected")["tables"] == [{"table": made["table"], "seat": 0}]
    with Process(tmp_path, "client", "--connect", server.tcp) as program:
        assert program.hear("connected")["tables"] == []


def test_a_server_that_restarts_is_found_again_by_itself(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        program = Process(tmp_path, "client", "--connect", server.tcp)
        program.say(do="create")
        code = program.hear("done")["table"]
        server.process.kill()
        server.process.wait()
    with program:
        assert program.hear("disconnected")["retry_in"] is not None
        with running(tmp_path, port=server.port):
            assert program.hear("connected", again=True)["tables"] == [{"table": code, "seat": 0}]
            program.say(do="look")
            assert program.hear("table")["table"] == code
            assert program.end() == (0, "")


def test_the_end_of_input_ends_it_also_without_a_server(tmp_path: Path) -> None:
    with running(tmp_path) as server:
        program = Process(tmp_path, "client", "--connect", server.tcp)
        program.say(do="create", rules="online+rounds=1")
        program.say(do="add_bots")
        program.say(do="start")
        decision = program.hear("decision")
        server.process.kill()
        server.process.wait()
    with program:
        program.hear("disconnected")
        # It would wait for the server to come back.
        program.say(do="act", action=decision["legal"][0])
        assert program.end() == (0, "")


@pytest.mark.parametrize("command", [("client",), ("bot", "--create")])
def test_no_server_is_one_clear_line(tmp_path: Path, command: tuple[str, ...]) -> None:
    with Process(tmp_path, *command, "--connect", "127.0.0.1:1", "--lang", "en") as program:
        code, said = program.end()
    assert code == 1
    assert said.startswith("gouji: no server answers at 127.0.0.1:1")
    assert said.count("\n") == 1
    assert program.said == []


def test_nothing_of_the_screen_is_loaded(server: Server, tmp_path: Path) -> None:
    for arguments in (
        ("client", "--connect", server.tcp),
        (
            "bot",
            "--connect",
            server.tcp,
            "--create",
            "--seats",
            "6",
            "--rules",
            "online+rounds=1",
            "--pace",
            "0",
        ),
    ):
        done = subprocess.run(
            [sys.executable, "-c", COMMAND + REPORT, "gouji", *arguments],
            input='{"do":"tables"}\n',
            capture_output=True,
            encoding="utf-8",
            check=False,
            timeout=SECONDS,
        )
        assert done.returncode == 0, done.stderr
        loaded = set(done.stdout.rpartition("loaded: ")[2].split())
        assert "gouji_client" in loaded
        assert not loaded & SCREEN
