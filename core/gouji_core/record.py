"""A whole game as text: a header, then one action a line, readable, pasteable and diffable.

    gouji record 1
    rules online
    player 0 Ada
    begin
    commit 5f70…
    deal 2 4 XAs… 3d… … … … …
    0 call no
    2 play KK
    seed 01ab…

``commit`` and ``seed`` belong to the deal between them (``gouji_core.dealing``). Closing a secret step is
not written: replay does it as soon as nobody is waited for. A game that began from a position says so before
its first action, in the words of a rule case: ``start {"hands": ["KK4", ...], "leader": 0}``.
The format is described in ``docs/records.md``, which changes with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from gouji_core.action_texts import format_action, parse_action, parse_seat
from gouji_core.actions import Action, Begin, Deal, Referee, RefereeAct
from gouji_core.cards import Card, format_suited, parse_suited
from gouji_core.engine import Step, settle, step
from gouji_core.errors import NotationError, Refusal
from gouji_core.options import Rules, format_rules, parse_rules
from gouji_core.position import parse_start, restore_position
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_core.values import value

_FIRST = "gouji record 1"
_HEX = re.compile(r"[0-9a-f]{2,128}")


@value
class Done:
    """Is one action of a record: ``seat`` is ``NOBODY`` for the table and its referee."""

    seat: int
    action: Action | Begin | Deal | Referee


@value
class Commit:
    """Is what was published of a seed before the deal."""

    digest: str


@value
class Seed:
    """Is the seed of the last deal, told when its round was over."""

    seed: str


Entry = Done | Commit | Seed


@value
class GameRecord:
    """Is a game from its beginning: the rules, the names of the six players, what was done."""

    rules: Rules
    players: tuple[str, ...] = ("",) * 6
    entries: tuple[Entry, ...] = ()
    start: str = ""
    """The position it began from, as ``Position`` keeps it; empty for a game that began with a deal."""

    @property
    def beginning(self) -> State:
        """The state before the first entry."""
        return restore_position(self.rules, self.start) if self.start else new_game(self.rules)


def format_record(record: GameRecord) -> str:
    """Writes a record; ``parse_record`` reads it back."""
    lines = [_FIRST, f"rules {format_rules(record.rules)}"]
    lines += [f"player {seat} {_one_line(name)}" for seat, name in enumerate(record.players) if name]
    lines += [format_start(record.start)] * bool(record.start)
    lines += map(_format_entry, record.entries)
    return "\n".join(lines) + "\n"


def format_start(start: str) -> str:
    """Writes the line that says from which position a game began."""
    return f"start {start}"


def _one_line(name: str) -> str:
    return " ".join(name.split())


def _format_entry(entry: Entry) -> str:
    match entry:
        case Done(seat, action):
            return _format_done(seat, action)
        case Commit(digest):
            return f"commit {digest}"
        case Seed(seed):
            return f"seed {seed}"


def _format_done(seat: int, action: Action | Begin | Deal | Referee) -> str:
    match action:
        case Begin():
            return "begin"
        case Deal(hands, drawer, fallback):
            return f"deal {drawer} {fallback} " + " ".join(map(_format_hand, hands))
        case Referee(act, against):
            return f"referee {act} {against}"
        case _:
            return f"{seat} {format_action(action)}"


def _format_hand(hand: tuple[Card, ...]) -> str:
    return format_suited(hand) or "-"


def parse_record(text: str) -> GameRecord:
    """Reads a record. Empty lines and lines that begin with ``#`` are passed over.

    Raises:
        NotationError: naming the line that is no line of a record.
    """
    lines = [line.strip() for line in text.splitlines()]
    numbered = [(n, line) for n, line in enumerate(lines, 1) if line and not line.startswith("#")]
    if not numbered or numbered[0][1] != _FIRST:
        raise NotationError(numbered[0][1] if numbered else "", "record", first=repr(_FIRST))
    if len(numbered) < 2 or not numbered[1][1].startswith("rules "):
        raise NotationError(text[:80], "record_rules")
    rules = parse_rules(numbered[1][1].removeprefix("rules "))
    players, entries, start = [""] * 6, list[Entry](), ""
    for number, line in numbered[2:]:
        try:
            word, _, rest = line.partition(" ")
            if word == "player":
                seat, _, name = rest.partition(" ")
                players[parse_seat(seat)] = name
            elif word == "start":
                if start or entries:
                    raise NotationError(line, "record_start")
                start = parse_start(rules, rest)
            else:
                entries.append(_parse_entry(word, rest))
        except NotationError as error:
            raise NotationError(line[:80], "line", error, number=number) from error
    return GameRecord(rules, tuple(players), tuple(entries), start)


def _parse_entry(word: str, rest: str) -> Entry:
    match word:
        case "begin" if not rest:
            return Done(NOBODY, Begin())
        case "deal":
            return Done(NOBODY, _parse_deal(rest))
        case "referee":
            return Done(NOBODY, _parse_referee(rest))
        case "commit" | "seed":
            if not _HEX.fullmatch(rest):
                raise NotationError(rest, "hex", word=word)
            return Commit(rest) if word == "commit" else Seed(rest)
        case _:
            return Done(parse_seat(word), parse_action(rest))


def _parse_referee(rest: str) -> Referee:
    act, _, seat = rest.partition(" ")
    if act not in set(RefereeAct):
        raise NotationError(rest, "referee", acts=", ".join(RefereeAct))
    return Referee(RefereeAct(act), parse_seat(seat))


def _parse_deal(rest: str) -> Deal:
    parts = rest.split()
    if len(parts) != 8:
        raise NotationError(rest, "deal")
    hands = tuple(() if part == "-" else parse_suited(part) for part in parts[2:])
    return Deal(hands, parse_seat(parts[0]), parse_seat(parts[1]))


def replay(record: GameRecord) -> Iterator[tuple[Entry, Step]]:
    """Yields each entry with the events it made and the state after it, secret steps closed.

    Raises:
        NotationError: if the rules refuse an entry.
    """
    state = record.beginning
    for number, entry in enumerate(record.entries, 1):
        if not isinstance(entry, Done):
            yield entry, Step((), state)
            continue
        result = step(state, entry.seat, entry.action)
        if isinstance(result, Refusal):
            text, no = _format_entry(entry)[:80], result
            raise NotationError(text, "refused", number=number, clause=no.clause, refusal=no.code)
        closed = settle(result.state)
        state = closed.state
        yield entry, Step(result.events + closed.events, state)


def final_state(record: GameRecord) -> State:
    """Returns the state a record leads to.

    Raises:
        NotationError: if the rules refuse an entry.
    """
    state = record.beginning
    for _, done in replay(record):
        state = done.state
    return state
