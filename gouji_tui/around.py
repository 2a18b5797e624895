"""What a table tells of itself, read into what the client keeps around a game."""

from __future__ import annotations

from gouji_client import Client
from gouji_client.updates import Disconnected, Mirror, Output, SeatInfo
from gouji_tui.cells import clean
from gouji_tui.table import Evening, LinkState, Person, Presence, Score, TableState
from gouji_tui.talk import Became


def table_of(
    client: Client, mirror: Mirror, old: TableState, output: Output | None = None, code: str = ""
) -> TableState:
    """Returns the table around the game as it is now; ``old`` is as it was."""
    state = mirror.state
    if state is None:
        return old
    people = tuple(person_of(seat, mirror.told_at, state.muted) for seat in state.seats)
    clock = mirror.clock
    pending = mirror.view.public.pending if mirror.view is not None else None
    until = reserve = None
    if clock is not None and pending is not None and clock.decision == pending.id:
        until = clock.until
        seats = [seat for seat in pending.seats if seat < len(clock.reserves)]
        reserve = clock.reserves[seats[0]] if len(seats) == 1 else None
    retry_at = old.retry_at
    if isinstance(output, Disconnected):
        retry_at = None if output.retry_in is None else client.now() + output.retry_in
    evening = state.evening
    return TableState(
        code=code,
        people=people,
        deadline=until,
        reserve=reserve,
        link=LinkState.UP if client.online else LinkState.RETRYING,
        retry_at=retry_at,
        where=old.where,
        host=state.host,
        evening=Evening(
            evening.games,
            evening.rounds,
            tuple(Score(clean(one.name), one.points) for one in evening.people),
        ),
        memory=state.options.memory,
        hands=tuple(mirror.hands.items()),
    )


def person_of(seat: SeatInfo, told_at: float, muted: tuple[str, ...] = ()) -> Person:
    """Returns who sits on a seat; ``told_at`` is when its countdown began."""
    return Person(
        clean(seat.name),
        _presence(seat.kind, seat.presence),
        told_at + seat.countdown / 1000 if seat.countdown >= 0 else None,
        seat.missed,
        seat.person,
        bool(seat.person) and seat.person in muted,
    )


def changes(old: tuple[Person, ...], new: tuple[Person, ...], now: float) -> tuple[Became, ...]:
    """Returns what became of the people of a table since it was told last."""
    was = {person.id: (seat, person) for seat, person in enumerate(old) if person.id}
    are = {person.id: (seat, person) for seat, person in enumerate(new) if person.id}
    if not was:
        return ()
    out: list[Became] = []
    for person, (seat, after) in are.items():
        before = was.get(person)
        if before is None:
            out.append(Became(seat, after.name, after.presence, fresh=True))
        elif before[1].presence is not after.presence:
            seconds = -1 if after.until is None else max(0, round(after.until - now))
            out.append(Became(seat, after.name, after.presence, seconds, after.missed))
    gone = (found for person, found in was.items() if person not in are)
    out += [Became(seat, before.name, Presence.LEFT) for seat, before in gone]
    return tuple(out)


def _presence(kind: str, presence: str) -> Presence:
    if kind == "empty":
        return Presence.EMPTY
    if kind == "bot":
        return Presence.BOT
    try:
        return Presence(presence)
    except ValueError:
        return Presence.PRESENT
