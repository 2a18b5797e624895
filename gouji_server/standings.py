"""What people have played on this server: the record of each and the table of all, read from the journal.

Who has finished no round yet is not in the table. Bots are nowhere in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import add

from msgspec.structs import replace

from gouji_protocol.messages import PlayerStats, Stats
from gouji_server.archive import Archive, held_stats
from gouji_server.identities import Identity
from gouji_server.rows import StatsRow

PAGE = 100
"""How many players one answer has; the longest of them fit a message."""

_COLUMNS = (
    "stats.identity, identities.name, games, rounds, first, second, third, fourth, fifth, sixth,"
    " sweeps, burns, opened, points"
)
_FROM = "FROM stats JOIN identities ON identities.id = stats.identity"


@dataclass(frozen=True, slots=True)
class Standings:
    """Is the records of people in one journal."""

    archive: Archive

    def read(self, request: int, person: Identity, start: int, sits: Sequence[str] = ()) -> Stats:
        """Returns what somebody is told: their own record, and players from a place in the table on.

        Their own has what is held back from others at the tables at which they sit.

        Raises:
            ArchiveError: if the journal cannot be read.
        """
        with self.archive.reading() as base:
            whose = f"SELECT {_COLUMNS} {_FROM} WHERE stats.identity = ?"
            own = base.execute(whose, (person.id,)).fetchone()
            # Of equal points, fewer rounds are more.
            page = f"SELECT {_COLUMNS} {_FROM} ORDER BY points DESC, rounds, stats.identity LIMIT ? OFFSET ?"
            found = [_stats(row) for row in base.execute(page, (PAGE, start))]
            (count,) = base.execute(f"SELECT count(*) {_FROM}").fetchone()
            held = [row for code in sits for row in held_stats(base, code)]
        left = max(0, count - start - len(found))
        mine = PlayerStats(str(person.id), person.name) if own is None else _stats(own)
        for row in held:
            mine = _sum(mine, row) if row.identity == person.id else mine
        return Stats(request, mine, tuple(found), left)


def _stats(row: tuple[int | str, ...]) -> PlayerStats:
    person, name, games, rounds, *rest = row
    numbers = [int(number) for number in rest]
    return PlayerStats(str(person), str(name), int(games), int(rounds), tuple(numbers[:6]), *numbers[6:])


def _sum(one: PlayerStats, more: StatsRow) -> PlayerStats:
    return replace(
        one,
        games=one.games + more.games,
        rounds=one.rounds + more.rounds,
        places=tuple(map(add, one.places, more.places)),
        sweeps=one.sweeps + more.sweeps,
        burns=one.burns + more.burns,
        opened=one.opened + more.opened,
        points=one.points + more.points,
    )
