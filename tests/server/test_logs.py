"""The log: what is written, and that nothing of what people hold, type or come in with ever is."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from gouji_protocol.messages import AddBots, Chat, Create, Join, Notice, Start, TableOptions
from gouji_server.admin.asks import Motd, Tell
from gouji_server.archive import Archive
from gouji_server.journal import FILE
from gouji_server.logs import fault, note, open_log, warn
from tests.server.house import Hosted, hosting
from tests.server.owner import told
from tests.server.player import Player

RULES = "online+opening=false"
SECRETS = ("chat-secret", "table-secret", "owner-secret", "motd-secret", "action-secret", "name-secret")


@pytest.fixture
def everything(tmp_path: Path) -> Iterator[Path]:
    """A log of all that any part of the program says at any level."""
    path = tmp_path / "log"
    open_log(path)
    ours, root = logging.getLogger("gouji_server"), logging.getLogger()
    (handler,) = ours.handlers
    levels = ours.level, root.level
    for logger in (ours, root):
        logger.setLevel(logging.DEBUG)
    root.addHandler(handler)
    yield path
    root.removeHandler(handler)
    ours.setLevel(levels[0])
    root.setLevel(levels[1])
    ours.handlers.clear()
    handler.close()


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


async def round_of_six(server: Hosted) -> tuple[list[Player], list[str]]:
    """Six people play a round and do everything that is refused; gives them and what they held."""
    options = TableOptions(turn_seconds=0, password="table-secret")
    people = [await Player.connect(server.tcp, f"p{seat}") for seat in range(6)]
    host = people[0]
    table = await host.create(RULES, options)
    for person in people[1:]:
        await person.join(table, password="table-secret")
    await host.ask(Start(host.number(), table))
    hands: list[str] = []
    for person in people:
        while person.view is None or not person.view.hand:
            await person.next()
        hands.append(str(person.view.hand))
    await told(server.admin, Tell("owner-secret"))
    await told(server.admin, Motd("motd-secret"))
    await host.expect(Notice)
    await host.ask(Chat(host.number(), table, "chat-secret"))
    await host.ask(Join(host.number(), "action-secret"))
    await host.ask(Create(host.number(), "action-secret"))
    await host.ask(AddBots(host.number(), table, "action-secret"))
    for text in ("action-secret", "play XXXX", f"play {hands[0]}"[:250]):
        await host.command(text)
    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(person.play)
    return people, hands


async def test_a_whole_round_leaves_nothing_of_it_in_the_log(tmp_path: Path, everything: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        people, hands = await round_of_six(server)
        garbage = await Player.dial(server.tcp)
        await garbage.stream.send_all(b"GET /chat-secret HTTP/1.1\r\n\r\n" * 50)
        await garbage.stream.receive_some()
        stranger = await Player.dial(server.tcp)
        await stranger.hello("name-secret", "no-such-token")
        await stranger.next()
    said = {line["event"] for line in lines(everything)}
    text = str(lines(everything))
    assert {"table made", "game begun", "connection broke the protocol", "admin"} <= said
    for secret in (*SECRETS, *hands, "no-such-token", *(person.token for person in people)):
        assert secret not in text
    record = Archive(tmp_path / "data" / FILE).find(people[0].table)
    assert record is not None
    plays = re.findall(r"play \S+", record.text)
    assert len(plays) > 20
    assert not [play for play in plays if play in text]


def test_an_exception_tells_where_and_what_kind_but_not_what_was_said(everything: Path) -> None:
    try:
        try:
            raise ValueError("the hand is KK5")
        except ValueError as error:
            raise RuntimeError("he typed sesame") from error
    except RuntimeError:
        fault("table failed", table="K7QX")
    (line,) = lines(everything)
    assert line["event"] == "table failed"
    assert line["table"] == "K7QX"
    assert isinstance(line["trace"], list)
    assert line["trace"][1] == "ValueError"
    assert line["trace"][-1] == "RuntimeError"
    assert line["trace"][0].startswith("test_logs.py:")
    assert "KK5" not in str(line)
    assert "sesame" not in str(line)


@pytest.mark.parametrize("error", [OSError(28, "No space left"), sqlite3.OperationalError("disk is full")])
def test_what_the_system_says_is_told(everything: Path, error: Exception) -> None:
    try:
        raise error
    except (OSError, sqlite3.Error):
        fault("journal failed")
    (line,) = lines(everything)
    assert isinstance(line["trace"], list)
    assert line["trace"][-1] == f"{type(error).__name__}: {error}"


def test_each_line_is_an_object_with_time_level_event_and_fields(everything: Path) -> None:
    note("ready", listeners=["tcp"])
    warn("accept failed", reason="够级\n")
    first, second = lines(everything)
    assert (first["level"], first["event"], first["listeners"]) == ("info", "ready", ["tcp"])
    assert (second["level"], second["reason"]) == ("warning", "够级\n")
    assert str(first["time"]).endswith("+00:00")
