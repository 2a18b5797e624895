"""What the owner's questions do to a running server."""

from __future__ import annotations

from typing import assert_never

import msgspec
import trio

from gouji_protocol.limits import NOTICE_CELLS
from gouji_protocol.messages import Goodbye, Notice
from gouji_protocol.texts import clean_text
from gouji_protocol.words import ByeCode, NoticeKind
from gouji_server.admin.asks import (
    ASKS,
    ENCODER,
    Answer,
    Ask,
    Ban,
    Drain,
    Kick,
    Motd,
    Pause,
    ShowAll,
    Shutdown,
    Silence,
    Tell,
    Where,
)
from gouji_server.admin.counter import MAX_LINE
from gouji_server.admin.ending import Ending
from gouji_server.admin.overview import overview
from gouji_server.house import House
from gouji_server.identities import Identity
from gouji_server.journal import JournalError
from gouji_server.lobby import Lobby
from gouji_server.logs import fault, note
from gouji_server.outbox import encoded
from gouji_server.reception import Reception
from gouji_server.rows import Sanction, SanctionEnded, SanctionRow

DONE = {Sanction.BAN: "banned", Sanction.SILENCE: "muted"}
"""What somebody is to whom that was done."""


class _Impossible(Exception):  # noqa: N818 - it is the answer
    """Says why something cannot be done."""


class Deeds:
    """Does what the owner asks, each at once and whole."""

    def __init__(
        self, house: House, lobby: Lobby, reception: Reception, nursery: trio.Nursery, stop: trio.Event
    ) -> None:
        self._house = house
        self._lobby = lobby
        self._reception = reception
        self._ending = Ending(nursery, stop, reception.tell_all, lambda: lobby.under_way)

    async def answer(self, line: bytes, user: int | None) -> bytes:
        """Does what a line asks and returns the line that says what was done, or why not."""
        return ENCODER.encode(await self._answer(line, user))

    async def _answer(self, line: bytes, user: int | None) -> Answer:
        if not line.endswith(b"\n") or len(line) > MAX_LINE:
            return Answer(error="one line of JSON is wanted")
        try:
            ask = ASKS.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            return Answer(error=f"this server does not understand the question: {error}")
        note("admin", ask=type(ask).__name__, user=user)
        try:
            return await self._do(ask)
        except _Impossible as reason:
            return Answer(error=str(reason))
        except JournalError:
            fault("journal failed")
            return Answer(error="the journal cannot be written, so nothing was done; see the log")

    async def _do(self, ask: Ask) -> Answer:
        match ask:
            case ShowAll():
                return overview(self._house, self._lobby, self._reception)
            case Where():
                path = str(self._house.journal.path)
                return Answer((path,), {"journal": path})
            case Tell():
                return self._tell(ask)
            case Motd(text):
                self._house.office.motd = said = _fit(text)
                if said:
                    # Who came before it was set reads it too.
                    self._reception.tell_all(Notice(NoticeKind.TELL, said))
                return Answer(("the message of the day is set until the server stops",))
            case Silence():
                return await self._silence(ask)
            case Kick(person, text):
                return self._kick(self._person(person), ByeCode.KICKED, text)
            case Ban():
                return await self._ban(ask)
            case Pause():
                return self._pause(ask)
            case Drain():
                return self._drain(ask)
            case Shutdown():
                return self._shutdown(ask)
            case _:
                assert_never(ask)

    def _tell(self, ask: Tell) -> Answer:
        text = _fit(ask.text)
        if not text:
            raise _Impossible("there is nothing to tell")
        if not ask.table:
            self._reception.tell_all(Notice(NoticeKind.TELL, text))
            return _counted("told", len(self._reception.present))
        table = self._lobby.tables.get(ask.table.upper())
        if table is None:
            raise _Impossible(f"there is no table {ask.table}; gouji-server admin list shows all")
        data = encoded(Notice(NoticeKind.TELL, text, table=table.code))
        links = tuple(table.audience.viewers)
        for link in links:
            link.send(data)
        return _counted("told", len(links))

    async def _silence(self, ask: Silence) -> Answer:
        person = self._person(ask.person)
        await self._sanction(person, Sanction.SILENCE, self._house.office.silenced, ask.on)
        end = f"can say nothing until: gouji-server admin unmute {person.id}" if ask.on else "can speak again"
        return _about(person, end)

    async def _ban(self, ask: Ban) -> Answer:
        person = self._person(ask.person)
        await self._sanction(person, Sanction.BAN, self._house.office.banned, ask.on)
        if not ask.on:
            return _about(person, "may come again")
        if person.id in self._reception.present:
            self._kick(person, ByeCode.BANNED, ask.text)
        else:
            self._lobby.wait_no_more(person)
        return _about(person, f"is not let in until: gouji-server admin unban {person.id}")

    async def _sanction(self, person: Identity, kind: Sanction, found: set[int], on: bool) -> None:
        if on == (person.id in found):
            raise _Impossible(f"{_named(person)} {'is already' if on else 'is not'} {DONE[kind]}")
        row = SanctionRow if on else SanctionEnded
        await self._house.journal.write(row(person.id, kind))
        note("sanction" if on else "sanction ended", person=person.id, kind=kind.value)
        (found.add if on else found.discard)(person.id)

    def _kick(self, person: Identity, code: ByeCode, text: str) -> Answer:
        connection = self._reception.present.get(person.id)
        if connection is None:
            raise _Impossible(f"{_named(person)} is not here")
        note("sent away", person=person.id, code=code.value)
        connection.outbox.close(Goodbye(code, _fit(text) or "the owner of the server sent you away"))
        # Now that they say nothing more, a table hears this however much of theirs it has not taken yet.
        self._lobby.leave_all(connection.outbox, person)
        return _about(person, "was sent away; bots play their seats")

    def _pause(self, ask: Pause) -> Answer:
        office, tables = self._house.office, tuple(self._lobby.tables.values())
        if office.paused == ask.on:
            raise _Impossible("it is paused already" if ask.on else "it is not paused")
        office.paused = ask.on
        self._reception.tell_all(Notice(NoticeKind.PAUSED if ask.on else NoticeKind.RESUMED, _fit(ask.text)))
        if ask.on:
            self._house.standstill.begin(tables)
            return Answer(("all clocks stand still until: gouji-server admin resume",))
        if self._house.still is not None:
            return Answer(("the clocks run again as soon as the disk takes something",))
        self._house.standstill.end(tables)
        return Answer(("the clocks run again",))

    def _drain(self, ask: Drain) -> Answer:
        office = self._house.office
        if office.draining == ask.on:
            raise _Impossible("it is draining already" if ask.on else "it is not draining")
        if not ask.on:
            self._ending.cancel()
            self._stay(ask.text)
            return Answer(("tables, games and rounds begin again",))
        office.draining = True
        self._reception.tell_all(Notice(NoticeKind.DRAINING, _fit(ask.text)))
        self._ending.when_idle()
        return Answer(("nothing new begins; the server stops when no round is under way",))

    def _shutdown(self, ask: Shutdown) -> Answer:
        if not ask.on:
            if not self._ending.cancel():
                raise _Impossible("nothing was to stop it")
            self._stay(ask.text)
            return Answer(("the server goes on",))
        if not 0 <= ask.seconds <= 86_400:
            raise _Impossible("a number of seconds from 0 to 86400 is wanted")
        self._ending.after(ask.seconds, _fit(ask.text))
        return Answer((f"the server stops in {ask.seconds:g} s",))

    def _stay(self, text: str) -> None:
        self._house.office.draining = False
        self._reception.tell_all(Notice(NoticeKind.STAYING, _fit(text)))
        # A table that was not to begin a round waits for nothing else.
        for table in tuple(self._lobby.tables.values()):
            table.wake()

    def _person(self, text: str) -> Identity:
        found = self._house.identities.named(text)
        here = [person for person in found if person.id in self._reception.present]
        match here or found:
            case []:
                raise _Impossible(f"nobody here was ever called {text!r}")
            case [person]:
                return person
            case several:
                numbers = ", ".join(str(person.id) for person in several[:9])
                raise _Impossible(f"several are called {text!r}; say which by number: {numbers}")


def _fit(text: str) -> str:
    return clean_text(text, NOTICE_CELLS)


def _named(person: Identity) -> str:
    return f"{person.name} ({person.id})"


def _about(person: Identity, what: str) -> Answer:
    return Answer((f"{_named(person)} {what}",), {"person": person.id, "name": person.name})


def _counted(what: str, people: int) -> Answer:
    return Answer((f"{what} {people} {'person' if people == 1 else 'people'}",), {"people": people})
