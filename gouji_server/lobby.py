"""The tables of a server: made, found by code, listed, restored, and a task for each.

Requests about one table are only passed on; its own task serves them.
"""

from __future__ import annotations

import secrets
from functools import partial
from typing import TYPE_CHECKING

import msgspec
import trio
from msgspec.structs import replace
from trio import to_thread

from gouji_core.errors import NotationError
from gouji_core.options import format_rules, parse_rules
from gouji_protocol.limits import MAX_PEOPLE, MAX_RECORD, MAX_TABLES
from gouji_protocol.messages import (
    Create,
    Done,
    Failed,
    GetRecord,
    GetStats,
    Leave,
    ListTables,
    Mute,
    Ping,
    Pong,
    Record,
    Seated,
    Tables,
)
from gouji_protocol.words import ANY_SEAT, WATCH, FailCode, Presence, Spectators
from gouji_server import notices
from gouji_server.house import House
from gouji_server.identities import Identity
from gouji_server.journal import JournalError
from gouji_server.letters import Letter
from gouji_server.logs import fault, note
from gouji_server.outbox import Outbox
from gouji_server.rows import (
    Charter,
    History,
    SeatRow,
    TableRow,
    pack,
    unpack_charter,
    unpack_holder,
    unpack_step,
)
from gouji_server.seats import Chair

if TYPE_CHECKING:
    from gouji_server.table import Table

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""What codes are made of: nothing that is mistaken for another sign."""
CODE_LENGTH = 4


class Lobby:
    """Is all open tables by their code."""

    def __init__(self, house: House, nursery: trio.Nursery) -> None:
        self.tables: dict[str, Table] = {}
        self._house = house
        self._nursery = nursery
        self._codes: set[str] = set()
        self._asleep: dict[str, list[bytes]] = {}
        """Tables whose game is still to be read back, with its packed steps."""

    async def serve(self, letter: Letter) -> None:
        """Serves a message, or passes it on to its table."""
        match letter.message:
            case Ping(request):
                letter.link.tell(Pong(request))
            case ListTables(request):
                letter.link.tell(self._list(request))
            case Create():
                await self._create(letter.link, letter.sender, letter.message)
            case GetRecord():
                await self._record(letter.link, letter.sender, letter.message)
            case GetStats():
                await self._stats(letter.link, letter.sender, letter.message)
            case Mute():
                await self._mute(letter.link, letter.sender, letter.message)
            case message:
                self.pass_on(letter, message.table)

    def pass_on(self, letter: Letter, name: str) -> None:
        """Passes a message on to the table of that name."""
        code = name.upper()
        self._awaken(code)
        table = self.tables.get(code)
        if table is None:
            letter.link.tell(Failed(letter.number, FailCode.NO_TABLE))
        else:
            table.post(letter)

    @property
    def listed(self) -> int:
        """How many tables anybody may find in the list."""
        return sum(not table.charter.options.private for table in self.tables.values())

    def seats_of(self, person: Identity) -> tuple[Seated, ...]:
        """Returns where somebody has a seat and has not given it up."""
        found = ((table, table.chair_of(person)) for table in self.tables.values())
        return tuple(Seated(table.code, chair.seat) for table, chair in found if chair and chair.owned)

    def detach(self, link: Outbox) -> None:
        """Takes note that a connection is gone."""
        for table in tuple(self.tables.values()):
            table.detach(link)

    def leave_all(self, link: Outbox, person: Identity) -> None:
        """Gives up every seat, and every host's right, of somebody who said goodbye."""
        for table in tuple(self.tables.values()):
            chair = table.chair_of(person)
            if (chair is not None and chair.owned) or table.charter.host == person.id:
                table.audience.parting.add(link)
                table.post(Letter(link, person, Leave(0, table.code)))

    def wait_no_more(self, person: Identity) -> None:
        """Lets no seat or host's right of somebody who is away wait for them any more."""
        # Only a server with tables needs it, and has loaded it by then.
        from gouji_server import keeping

        for table in self.tables.values():
            chair = table.chair_of(person)
            if chair is not None and chair.presence is Presence.LOST:
                chair.lose(trio.current_time())
            keeping.wait_no_more(table, person.id)
            table.wake()

    @property
    def under_way(self) -> bool:
        """Whether a round is being played and somebody is there; all else can wait for a restart."""
        return any(table.attended and not table.between for table in self.tables.values())

    def _list(self, request: int) -> Tables:
        shown = [
            notices.info_of(table) for table in self.tables.values() if not table.charter.options.private
        ]
        return Tables(request, tuple(shown[-MAX_TABLES:]))

    async def _record(self, link: Outbox, person: Identity, request: GetRecord) -> None:
        code = request.table.upper()
        number = request.request
        self._awaken(code)
        table = self.tables.get(code)
        seated = table is not None and table.chair_of(person) is not None
        # Imported by the first who asks.
        from gouji_server.archive import Archive, ArchiveError

        archive = Archive(self._house.journal.path)
        try:
            known = seated or await to_thread.run_sync(archive.is_player, code, person.id)
            find = partial(archive.find, code, request.game, shown=not seated)
            kept = await to_thread.run_sync(find) if known else None
        except ArchiveError:
            fault("archive failed", table=code)
            link.tell(Failed(number, FailCode.STORAGE))
            return
        if kept is not None:
            text = kept.text[request.start :]
            part = text[:MAX_RECORD]
            link.tell(Record(number, code, kept.game, part, len(text) - len(part)))
        elif known:
            link.tell(Failed(number, FailCode.NO_RECORD))
        else:
            link.tell(Failed(number, FailCode.NO_SEAT if code in self._codes else FailCode.NO_TABLE))

    async def _stats(self, link: Outbox, person: Identity, request: GetStats) -> None:
        # Imported by the first who asks.
        from gouji_server.archive import Archive, ArchiveError
        from gouji_server.standings import Standings

        standings = Standings(Archive(self._house.journal.path))
        sits = [table.code for table in self.tables.values() if table.chair_of(person) is not None]
        read = partial(standings.read, request.request, person, request.start, sits)
        try:
            link.tell(await to_thread.run_sync(read))
        except ArchiveError:
            fault("archive failed")
            link.tell(Failed(request.request, FailCode.STORAGE))

    async def _mute(self, link: Outbox, person: Identity, request: Mute) -> None:
        people, word = self._house.identities, request.person
        other = people.known(int(word)) if word.isascii() and word.isdigit() else None
        failed = None
        if other is None or other.id == person.id:
            failed = FailCode.NO_PERSON
        elif request.on and len(people.muted_by(person.id) - {other.id}) >= MAX_PEOPLE:
            failed = FailCode.TOO_MANY
        else:
            try:
                await people.mute(person.id, other.id, request.on)
            except JournalError:
                fault("journal failed")
                failed = FailCode.STORAGE
        if failed is not None:
            link.tell(Failed(request.request, failed))
            return
        for table in self.tables.values():
            notices.tell_one(table, link)
        link.tell(Done(request.request))

    async def _create(self, link: Outbox, person: Identity, request: Create) -> None:
        if self._house.office.draining or self._house.journal.failing:
            code = FailCode.SHUTTING_DOWN if self._house.office.draining else FailCode.STORAGE
            link.tell(Failed(request.request, code))
            return
        most = self._house.config.tables_each
        mine = [
            table for table in self.tables.values() if table.charter.host == person.id and not table.closed
        ]
        if len(mine) >= most:
            link.tell(Failed(request.request, FailCode.MANY_TABLES, (("most", str(most)),)))
            return
        charter = self._charter(person, request)
        if isinstance(charter, Failed):
            link.tell(charter)
            return
        code = self._new_code()
        table = _open(code, charter, self._house)
        rows: list[TableRow | SeatRow] = [TableRow(code, pack(charter))]
        chair = None
        if request.seat != WATCH:
            chair = Chair(max(request.seat, 0) if request.seat != ANY_SEAT else 0)
            chair.take(person, link)
            rows.append(SeatRow(code, chair.seat, pack(chair.holder())))
            table.chairs[chair.seat] = chair
        try:
            await self._house.journal.write(*rows)
        except JournalError:
            fault("journal failed", table=code)
            link.tell(Failed(request.request, FailCode.STORAGE))
            return
        note("table made", table=code, rules=charter.rules)
        self.tables[code] = table
        seat = -1 if chair is None else chair.seat
        table.audience.add(link, seat, person.id)
        link.tell(Done(request.request, code, seat))
        notices.tell_all(table, link, since=0, chat=0)
        if not link.open:
            table.detach(link)
        self._nursery.start_soon(self._keep, table)

    def _charter(self, person: Identity, request: Create) -> Charter | Failed:
        from gouji_server.botseat import is_level
        from gouji_server.desk import hidden

        number, options = request.request, request.options
        position = self._house.config.position
        try:
            rules = format_rules(parse_rules(request.rules if position is None else position.rules))
        except NotationError as error:
            return Failed(number, FailCode.RULES, (("wanted", error.wanted[:500]),))
        if not is_level(options.bots):
            return Failed(number, FailCode.LEVEL)
        if options.spectators is Spectators.UNKNOWN:
            return Failed(number, FailCode.INVALID)
        kept = replace(options, password=hidden(options.password))
        return Charter(rules, kept, person.id, position="" if position is None else position.start)

    def _new_code(self) -> str:
        while True:
            code = "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
            if code not in self._codes:
                self._codes.add(code)
                return code

    async def _keep(self, table: Table) -> None:
        await table.run()
        self.tables.pop(table.code, None)

    def restore(self, history: History) -> None:
        """Opens every table that the journal knows; their games are read back one after the other.

        A table that somebody asks for is read at once; one that cannot be read stays as it is on the disk.
        """
        self._codes |= history.codes
        self._house.identities.restore_mutes(history.mutes)
        for row in history.tables:
            try:
                table = _open(row.code, unpack_charter(row.charter), self._house)
            except (NotationError, msgspec.MsgspecError):
                fault("table not restored", table=row.code)
                continue
            # Whoever was host by watching has as long to come back as who had a seat.
            table.host_until = trio.current_time() + table.times.grace
            self.tables[row.code] = table
        for row in history.seats:
            if row.code in self.tables:
                _seat(self.tables[row.code], row)
        self._asleep = {code: [] for code in self.tables}
        for row in self._house.journal.steps():
            if row.code in self.tables and row.game == self.tables[row.code].charter.game:
                if row.marked:
                    self._asleep[row.code].clear()
                self._asleep[row.code].append(row.step)
        if self._asleep:
            note("tables known", tables=len(self._asleep))
            self._nursery.start_soon(self._wake_all)

    async def _wake_all(self) -> None:
        for code in tuple(self._asleep):
            self._awaken(code)
            await trio.lowlevel.checkpoint()
        note("tables restored", tables=len(self.tables))

    def _awaken(self, code: str) -> None:
        """Reads a table's game back and lets it go on."""
        steps = self._asleep.pop(code, None)
        if steps is None:
            return
        table = self.tables[code]
        from gouji_server import revival

        try:
            revival.restore_game(table, map(unpack_step, steps))
        except Exception:
            # What is wrong with one table's history must not keep the others from being played.
            fault("table not restored", table=code)
            del self.tables[code]
            return
        self._nursery.start_soon(self._keep, table)


def _open(code: str, charter: Charter, house: House) -> Table:
    """Makes a table."""
    # Imported by the first table: an idle server on a small box does without the rules and all that plays.
    from gouji_server.table import Table

    return Table(code, charter, house)


def _seat(table: Table, row: SeatRow) -> None:
    from gouji_server import revival

    revival.restore_seat(table, row.seat, unpack_holder(row.holder))
