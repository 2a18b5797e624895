"""``gouji bot`` and ``gouji client`` as processes: how they come in, play, come back and end."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from gouji_client import Client, Profile, play
from gouji_client.updates import Presence, TableOptions, TablePhase, TableState
from gouji_client.with_asyncio import connect
from tests.kit.serving import Server, running
from tests.kit.test_imports import COMMAND, REPORT, SCREEN

SECONDS = 100
NO_CLOCK = TableOptions(turn_seconds=0)
GOUJI = (sys.executable, "-c", "from gouji_tui.cli import main; main(prog_name='gouji')")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


class Process:
    """Is a ``gouji`` whose stdin and stdout are pipes."""

    def __init__(self, home: Path, *arguments: str, stdin: int = subprocess.PIPE) -> None:
        self.process = subprocess.Popen(
            [*GOUJI, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
            env={**os.environ, "HOME": str(home), "XDG_DATA_HOME": str(home), "LANG": "C.UTF-8"},
        )
        assert self.process.stdout is not None
        self.out = self.process.stdout
        self.said: list[str] = []

    def __enter__(self) -> "Process":
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.communicate()

    def say(self, **request: Any) -> None:
        self.type(json.dumps(request) + "\n")

    def type(self, text: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(text)
        self.process.stdin.flush()

    def until(self, fits: str | Callable[[str], object]) -> str:
        """Reads lines until one fits a pattern or a test; returns it."""
        test = fits if callable(fits) else re.compile(fits).search
        for line in self.out:
            self.said.append(line.rstrip("\n"))
            if test(self.said[-1]):
                return self.said[-1]
        raise AssertionError(f"never came: {fits!r}; {self.said[-3:]} {self.end()}")

    def hear(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Reads objects until one is of a type and has some fields."""
        return json.loads(
            self.until(lambda line: {"type": kind, **fields}.items() <= json.loads(line).items())
        )

    def end(self) -> tuple[int, str]:
        """Ends stdin and reads to the end; returns the exit code and what was said on stderr."""
        out, err = self.process.communicate(timeout=SECONDS)
        self.said += out.splitlines()
        return self.process.returncode, err


def go(scenario: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        async with asyncio.timeout(SECONDS):
            await scenario()

    asyncio.run(main())


async def until(client: Client, fits: Callable[[TableState], object], code: str | None = None) -> TableState:
    """Waits until a table is as wanted."""
    while (state := client.table(code).state) is None or not fits(state):
        await client.changed()
    return state


async def thread(work: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(work)


# gouji client


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
                assert sum(map(len, program.said)) > 200_000

    go(scenario)


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


# gouji bot


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
        assert line == f"bot {seat + 1}: seat {seat} at table {code[1]}, level novice"
    assert re.fullmatch(
        r"Round 1 is over: places by seat( \d){6}; total even -?\d, odd -?\d", program.said[7]
    )
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
                    await until(ann, lambda state: state.phase is TablePhase.PLAYING)
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
        program.until("bot 5: seat 4")
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
                (("--table", code), "the table's password is another one"),
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


def test_as_the_same_persons_bots_find_their_seats(server: Server, tmp_path: Path) -> None:
    wanted = bots(server, "--create", "--seats", "2", "--as", "pair")
    with Process(tmp_path, *wanted) as program:
        code = program.until("Join table").split()[2]
        program.until("^bot 2: seat 1")
        program.process.kill()
    with Process(tmp_path, *wanted) as program:
        assert program.until("^bot 2").startswith(f"bot 2: seat 1 at table {code}")
        program.process.send_signal(signal.SIGINT)
        assert program.end() == (130, "")
