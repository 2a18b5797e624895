"""A machine's clock that jumps: nothing goes early by it, and no time at a table is measured with it."""

from __future__ import annotations

import ast
import hashlib
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from trio.testing import MockClock

import gouji_server
from gouji_protocol.messages import TableOptions
from gouji_protocol.words import Presence
from gouji_server.days import DAY, LONGEST, Calendar
from gouji_server.identities import Identities
from gouji_server.journal import FILE, open_journal
from gouji_server.rows import IdentityRow, RecordRow, TableClosed, TableRow
from gouji_server.sweep import Keep
from tests.server.house import hosting
from tests.server.player import Player
from tests.server.test_journal import CHARTER
from tests.server.test_journal_sweep import base, swept
from tests.server.test_presence import play_to_turn_of, presence, settle, two

TODAY = 1_800_000_000
YEARS = 50 * 365 * DAY
KEEP = Keep(records=30, strangers=90)


@dataclass
class Machine:
    """The clocks of a machine: what it shows, and the seconds since some moment."""

    shown: float = TODAY
    passed: float = 1000.0

    def calendar(self) -> Calendar:
        return Calendar(lambda: self.shown, lambda: self.passed)

    def wait(self, seconds: float) -> None:
        """Lets time pass while it is on."""
        self.shown += seconds
        self.passed += seconds


def ran(data: Path, machine: Machine) -> int:
    """Lets a server run for no time; returns the date by its calendar."""
    journal = open_journal(data, KEEP, machine.calendar())
    date = journal.calendar.now()
    journal.close()
    return date


@pytest.mark.parametrize("jump", [-YEARS, -3 * 3600, 3 * 3600, YEARS])
def test_while_it_runs_days_pass_as_time_does(tmp_path: Path, jump: float) -> None:
    machine = Machine()
    journal = open_journal(tmp_path, KEEP, machine.calendar())
    machine.shown += jump
    machine.wait(2 * DAY)
    assert journal.calendar.now() == TODAY + 2 * DAY
    journal.close()


@pytest.mark.parametrize(
    ("gap", "counts"),
    [(0, 0), (3 * 3600, 3 * 3600), (LONGEST, LONGEST), (YEARS, LONGEST), (-3 * 3600, 0), (-YEARS, 0)],
)
def test_between_two_runs_they_pass_forward_and_not_many_at_once(
    tmp_path: Path, gap: float, counts: float
) -> None:
    machine = Machine()
    assert ran(tmp_path, machine) == TODAY
    # The other clock may begin anew with the machine.
    machine.shown, machine.passed = machine.shown + gap, 5.0
    assert ran(tmp_path, machine) == TODAY + counts
    machine.shown -= gap
    assert ran(tmp_path, machine) >= TODAY + counts, "a date never goes back"


async def kept_things(data: Path, machine: Machine) -> None:
    """Leaves a journal with a record and somebody who never played, both of the machine's today."""
    journal = open_journal(data, KEEP, machine.calendar())
    journal.start()
    today = journal.calendar.now()
    await journal.write(TableRow("ABCD", CHARTER), RecordRow("ABCD", 1, "gouji record 1\n"))
    await journal.write(TableClosed("ABCD"))
    await journal.write(IdentityRow(1, b"1", None, "anna", today), IdentityRow(2, b"2", None, "bert", today))
    journal.close()


def left(data: Path, machine: Machine) -> tuple[int, int]:
    """How many records and people there are after a run of the server."""
    journal = open_journal(data, KEEP, machine.calendar())
    swept(data, KEEP, journal.calendar)
    journal.close()
    with base(data) as found:
        (records,) = found.execute("SELECT count(*) FROM records").fetchone()
        (people,) = found.execute("SELECT count(*) FROM identities").fetchone()
    return records, people


async def test_a_clock_set_wrong_deletes_nothing(tmp_path: Path) -> None:
    machine = Machine()
    await kept_things(tmp_path, machine)
    machine.shown += YEARS
    assert left(tmp_path, machine) == (1, 2)
    machine.shown -= 2 * YEARS
    assert left(tmp_path, machine) == (1, 2)


async def test_a_box_that_wakes_up_in_1970_forgets_nobody_once_it_is_told_the_time(tmp_path: Path) -> None:
    machine = Machine(shown=60.0)
    await kept_things(tmp_path, machine)
    machine.shown = TODAY
    assert left(tmp_path, machine) == (1, 2)
    for days, wanted in ((20, (1, 2)), (4, (0, 2)), (60, (0, 1))):
        journal = open_journal(tmp_path, KEEP, machine.calendar())
        machine.wait(days * DAY)
        journal.close()
        assert left(tmp_path, machine) == wanted


async def test_what_is_of_the_future_is_old_in_the_end(tmp_path: Path) -> None:
    machine = Machine(shown=TODAY + YEARS)
    await kept_things(tmp_path, machine)
    with base(tmp_path) as found:
        # As a server left it that went by the machine's clock.
        found.execute("DELETE FROM meta WHERE name = 'calendar'")
    machine.shown = TODAY
    assert left(tmp_path, machine) == (1, 2)
    journal = open_journal(tmp_path, KEEP, machine.calendar())
    machine.wait(91 * DAY)
    journal.close()
    assert left(tmp_path, machine) == (0, 1)


async def test_a_journal_without_a_date_has_that_of_what_is_in_it(tmp_path: Path) -> None:
    machine = Machine()
    await kept_things(tmp_path, machine)
    with base(tmp_path) as found:
        found.execute("DELETE FROM meta WHERE name = 'calendar'")
    machine.shown += YEARS
    assert left(tmp_path, machine) == (1, 2)
    assert ran(tmp_path, machine) == TODAY + LONGEST


async def test_who_came_while_a_clock_was_ahead_is_seen_again(tmp_path: Path) -> None:
    machine = Machine()
    journal = open_journal(tmp_path, KEEP, machine.calendar())
    journal.start()
    secret = hashlib.sha256(b"token").digest()
    people = Identities(journal, [IdentityRow(1, secret, None, "anna", TODAY + YEARS)])
    await people.by_token("token", "anna")
    (row,) = journal.load().identities
    assert row.seen == TODAY
    journal.close()


def test_a_calendar_that_cannot_be_read_begins_anew(tmp_path: Path) -> None:
    machine = Machine()
    ran(tmp_path, machine)
    with base(tmp_path) as found:
        found.execute("UPDATE meta SET value = 'some day' WHERE name = 'calendar'")
    assert ran(tmp_path, machine) == TODAY
    assert (tmp_path / FILE).exists()


@pytest.mark.parametrize("jump", [-36_000.0, 36_000.0])
async def test_turns_and_countdowns_do_not_notice(
    tmp_path: Path, mock_clock: MockClock, monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    true = time.time
    options = TableOptions(turn_seconds=20, reserve_seconds=30, bots="novice")
    async with two(tmp_path, mock_clock, options) as (_, anna, bert):
        await play_to_turn_of(bert, anna)
        assert bert.view is not None
        decision = bert.view.public.pending.id
        monkeypatch.setattr(time, "time", lambda: true() + jump)
        mock_clock.jump(49.9)
        await settle(bert, anna)
        assert bert.view.public.pending.id == decision
        mock_clock.jump(0.2)
        await settle(bert, anna)
        assert bert.view.public.pending.id > decision
        await bert.close()
        await settle(anna)
        monkeypatch.setattr(time, "time", lambda: true() - jump)
        mock_clock.jump(59)
        await settle(anna)
        assert presence(anna, 3) is Presence.LOST
        table, token = anna.table, anna.token
    monkeypatch.setattr(time, "time", lambda: true() + 3 * jump)
    mock_clock.rate = 0
    async with hosting(tmp_path / "data", mock_clock) as server:
        back = await Player.connect(server.tcp, token=token)
        await back.join(table)
        for _ in range(59):
            # Not at one go, which would be a server that was late.
            mock_clock.jump(1)
            await settle(back)
        assert presence(back, 3) is Presence.LOST, "who was away has the whole time again"
        mock_clock.jump(1.1)
        await settle(back)
        assert presence(back, 3) is Presence.BOT


def test_nothing_else_asks_the_machine_for_the_date() -> None:
    folder = Path(gouji_server.__file__).parent
    asks = {
        str(path.relative_to(folder))
        for path in folder.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if is_of_the_machine(node)
    }
    # A date for the log, a certificate's days, and journals from before there was a calendar.
    assert asks == {"days.py", "logs.py", "listeners.py", "schema.py"}


def is_of_the_machine(node: ast.AST) -> bool:
    """Whether a piece of a program asks for the date."""
    match node:
        case ast.Attribute(value, "now" | "utcnow" | "today" | "fromtimestamp"):
            return "date" in ast.unparse(value)
        case ast.Attribute(ast.Name("time"), "time" | "time_ns" | "localtime" | "gmtime"):
            return True
        case ast.Constant(str(text)):
            return "'now'" in text or "CURRENT_TIME" in text
        case _:
            return False
