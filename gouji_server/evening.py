"""What a round adds: to the running score of its table, and to the records of those who played it.

Both are written with the step that ends the round, so they are never ahead of the game nor behind it.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from gouji_core.events import Dissolved, Event, RoundOver
from gouji_core.public import Phase, Public
from gouji_core.seats import federation
from gouji_protocol.limits import MAX_PEOPLE
from gouji_protocol.messages import Evening, Tally
from gouji_server.rows import StatsRow
from gouji_server.seats import Chair

_BOOKED = frozenset({RoundOver, Dissolved})
"""The events that add something."""


def booked(
    evening: Evening, chairs: Sequence[Chair], before: Public, after: Public, kinds: frozenset[type[Event]]
) -> tuple[Evening, tuple[StatsRow, ...]]:
    """Returns the evening after events of some kinds, and what they add to people's records."""
    if _BOOKED.isdisjoint(kinds):
        return evening, ()
    rounds, dissolved = RoundOver in kinds, Dissolved in kinds
    # A game that was dissolved before its first round had ended was none.
    played = before.setup.round > 1 or before.phase is Phase.ROUND_OVER
    games = int(after.phase is Phase.GAME_OVER and (rounds or (dissolved and played)))
    people = [chair for chair in chairs if chair.owned]
    if not rounds:
        rows = tuple(StatsRow(chair.owner, games) for chair in people) if games else ()
        return (replace(evening, games=evening.games + games) if games else evening), rows
    score = after.setup.score or (0, 0)
    evening = Evening(
        evening.games + games,
        evening.rounds + 1,
        (evening.totals[0] + score[0], evening.totals[1] + score[1]),
        _tallies(evening.people, people, score),
    )
    return evening, tuple(_record(chair, after, score, games) for chair in people)


def _tallies(known: tuple[Tally, ...], people: Sequence[Chair], score: tuple[int, int]) -> tuple[Tally, ...]:
    tallies = {tally.person: tally for tally in known}
    for chair in people:
        person = str(chair.owner)
        old = tallies.get(person)
        points = (0 if old is None else old.points) + score[federation(chair.seat)]
        tallies[person] = Tally(person, chair.name, points)
    here = {str(chair.owner) for chair in people}
    gone = [person for person in tallies if person not in here]
    for person in gone[: max(0, len(tallies) - MAX_PEOPLE)]:
        del tallies[person]
    return tuple(tallies.values())


def _record(chair: Chair, public: Public, score: tuple[int, int], games: int) -> StatsRow:
    standing, seat = public.standing, chair.seat
    place = standing.places[seat]
    first = next(other for other, at in enumerate(standing.places) if at == 1)
    return StatsRow(
        chair.owner,
        games,
        1,
        tuple(int(place == at) for at in range(1, 7)),
        int(standing.swept and federation(first) == federation(seat)),
        sum(burn.by == seat for burn in standing.burns),
        standing.opened >> seat & 1,
        score[federation(seat)],
    )
