"""Who started a private server: the lines on its stdin set the pace of bots, its end ends the server."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from gouji_core.seats import NOBODY
from gouji_protocol.messages import AddBots, Done, Events, Start
from gouji_server.parent import pace_in
from tests.server.house import serving
from tests.server.player import Player

SLOW = "60"
"""Seconds that a bot takes, many times as long as the whole test may."""


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        (b"pace 0", 0.0),
        (b"pace 2.5\r", 2.5),
        (b"pace 61", None),
        (b"pace -1", None),
        (b"pace nan", None),
        (b"pace", None),
        (b"stop 1", None),
        (b"\xff\xfe", None),
    ],
)
def test_a_line_sets_the_pace_or_nothing(line: bytes, seconds: float | None) -> None:
    assert pace_in(line) == seconds


async def test_a_line_lets_the_bot_that_thinks_act_at_once(tmp_path: Path) -> None:
    options = ("--parent-watch", "--bot-pace", SLOW)
    with serving(tmp_path / "data", *options) as server, trio.fail_after(30):
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create("dazhong+rounds=1")
        assert isinstance(await anna.ask(AddBots(anna.number(), table, "novice")), Done)
        assert isinstance(await anna.ask(Start(anna.number(), table)), Done)
        while not bot_thinks(anna):
            await (anna.play_once() if anna.waited_for else anna.next())
        seen = anna.seq
        assert server.process.stdin is not None
        # Half a line is no line yet, and what is none changes nothing.
        for part in ("faster!\npa", "ce 0\n"):
            server.process.stdin.write(part)
            server.process.stdin.flush()
        await anna.expect(Events, lambda events: anna.seq > seen)
        await anna.play()
        assert anna.over


def bot_thinks(player: Player) -> bool:
    """Tells whether the table waits for a bot where all see it."""
    if player.view is None:
        return False
    pending = player.view.public.pending
    return not pending.secret and bool(set(pending.seats) - {player.seat, NOBODY})
