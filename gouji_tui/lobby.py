"""The lobby of a table under keys: which of them work now, what they ask of the table, and why others do not.

``press`` is pure, as ``gouji_tui.presses`` is for the game: a key and what the table told give a new desk and
perhaps a deed. A new key is added to ``KEYS``, to ``closed`` and ``_deed``, and to the catalogues
(``lobby.key_<name>``).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from enum import StrEnum

from gouji_client.updates import Kind, Phrase, TableState
from gouji_core.seats import NOBODY, SEATS, federation, opposite
from gouji_tui.deeds import Deed, Do
from gouji_tui.desk import Note

LEVELS = ("regular", "novice")
"""The levels of bots, as a key goes through them."""
PHRASES = tuple(Phrase)

KEYS: dict[str, tuple[str, ...]] = {
    "start": ("enter",),
    "ready": ("r",),
    "fill": ("f",),
    "bot": ("b",),
    "unbot": ("d",),
    "sit": ("s",),
    "federation": ("a",),
    "opposite": ("o",),
    "swap": ("x",),
    "lots": ("l",),
    "kick": ("k",),
    "hand_over": ("h",),
    "chat": ("i", "/"),
    "phrase": ("e",),
    "mute": ("m",),
    "scores": ("t",),
    "rules": ("w",),
    "language": ("f2", "ctrl+l"),
    "leave": ("ctrl+q", "ctrl+c"),
}
"""What keys do in the lobby; the first of each is shown."""
SHOWN = {"start": "Enter", "language": "F2", "leave": "Ctrl+Q"}
_MOVES = {"up": -3, "down": 3, "left": -1, "right": 1, "shift+tab": -1, "tab": 1}
_BY_KEY = {key: name for name, keys in KEYS.items() for key in keys}


class Asking(StrEnum):
    """Names what the lobby asks before it does something."""

    NONE = "none"
    CHAT = "chat"
    PHRASE = "phrase"
    KICK = "kick"
    HAND_OVER = "hand_over"


@dataclass(frozen=True, slots=True)
class Lobby:
    """Is what one does in a lobby: the place at the cursor, the seat marked for a change, a question.

    ``place`` counts the places as they are drawn, ``marked`` is a seat, ``scored`` tells whether there is a
    game to look back at.
    """

    place: int = 4
    marked: int = NOBODY
    asking: Asking = Asking.NONE
    typed: str = ""
    pick: int = 0
    note: Note | None = None
    scored: bool = False


@dataclass(frozen=True, slots=True)
class LobbyStep:
    """Is what a key led to: ``start`` begins the game, ``wish`` is for the app."""

    desk: Lobby
    deed: Deed | None = None
    start: bool = False
    wish: str = ""


PLACES = (4, 3, 2, 5, 0, 1)
"""How far in turn the seat at each place is from one's own: as at the table, oneself at the bottom (R1.1)."""


def seat_at(place: int, me: int) -> int:
    """Returns the seat at a place."""
    return (max(me, 0) + PLACES[place]) % 6


def is_host(state: TableState) -> bool:
    """Tells whether the viewer is the table's host."""
    return state.seat != NOBODY and state.host == state.seat


def closed(desk: Lobby, state: TableState, name: str) -> str:
    """Returns why a key does nothing now, as the code of a message; empty if it works."""
    seat, me = seat_at(desk.place, state.seat), state.seat
    kind = state.seats[seat].kind
    if name in {"start", "fill", "bot", "unbot", "kick", "hand_over", "swap", "lots"} and not is_host(state):
        return "lobby.no_host"
    if name in {"ready", "federation", "opposite"} and me == NOBODY:
        return "lobby.no_seat"
    somebody = kind is Kind.HUMAN and seat != me
    match name:
        case "start":
            return "lobby.no_ready" if late(state) else ""
        case "fill":
            return "" if any(one.kind is Kind.EMPTY for one in state.seats) else "lobby.no_empty"
        case "bot" | "sit":
            return "lobby.no_free" if kind is Kind.HUMAN else ""
        case "unbot":
            return "" if kind is Kind.BOT else "lobby.no_bot"
        case "kick" | "hand_over" | "mute":
            return "" if somebody else "lobby.no_person"
        case "scores":
            return "" if desk.scored else "lobby.no_scores"
        case "federation":
            return _no_federation(state, seat)
        case "opposite":
            there = opposite(seat)
            free = seat != me and there != me and state.seats[there].kind is not Kind.HUMAN
            return "" if free else "lobby.no_opposite"
        case _:
            return ""


def late(state: TableState) -> tuple[int, ...]:
    """Returns who must still say to be ready before the host can start."""
    if not state.options.all_ready:
        return ()
    return tuple(
        seat
        for seat, one in enumerate(state.seats)
        if one.kind is Kind.HUMAN and not one.ready and seat != state.host
    )


def _no_federation(state: TableState, seat: int) -> str:
    if federation(seat) == federation(state.seat):
        return "lobby.no_other_side"
    free = (one for one in SEATS if federation(one) == federation(seat))
    return "" if any(state.seats[one].kind is not Kind.HUMAN for one in free) else "lobby.side_full"


def open_keys(desk: Lobby, state: TableState) -> tuple[str, ...]:
    """Returns the names of the keys that work now."""
    return tuple(name for name in KEYS if not closed(desk, state, name))


def key_name(key: str, character: str | None) -> str:
    """Returns what a key is called here: its letter, also a full-width one, else Textual's name."""
    typed = unicodedata.normalize("NFKC", character) if character else ""
    return typed.lower() if len(typed) == 1 and typed.isprintable() and typed != " " else key


def press(desk: Lobby, state: TableState, key: str) -> LobbyStep:
    """Returns what a key does; ``key`` is as ``key_name`` gives it. Chat is typed elsewhere."""
    desk = replace(desk, note=None)
    match desk.asking:
        case Asking.NONE:
            return _unasked(desk, state, key)
        case Asking.PHRASE:
            return _phrase(desk, key)
        case _:
            sure = replace(desk, asking=Asking.NONE)
            if key not in {"y", "enter"}:
                return LobbyStep(sure)
            do = Do.KICK if desk.asking is Asking.KICK else Do.HAND_OVER
            return LobbyStep(sure, Deed(do, seat_at(desk.place, state.seat)))


def _unasked(desk: Lobby, state: TableState, key: str) -> LobbyStep:
    if key in _MOVES:
        return LobbyStep(replace(desk, place=(desk.place + _MOVES[key]) % 6))
    if key in {"1", "2", "3", "4", "5", "6"}:
        place = next(place for place in SEATS if seat_at(place, state.seat) == int(key) - 1)
        return LobbyStep(replace(desk, place=place))
    if key == "escape":
        return LobbyStep(replace(desk, marked=NOBODY))
    return do(desk, state, _BY_KEY.get(key, ""))


def do(desk: Lobby, state: TableState, name: str) -> LobbyStep:
    """Does what a key of this name does, or notes why not."""
    why = closed(desk, state, name)
    if why:
        return LobbyStep(replace(desk, note=Note(why, (("names", _names(state, late(state))),))))
    match name:
        case "":
            return LobbyStep(desk)
        case "start":
            return LobbyStep(desk, start=True)
        case "chat":
            return LobbyStep(replace(desk, asking=Asking.CHAT, typed=""))
        case "phrase":
            return LobbyStep(replace(desk, asking=Asking.PHRASE, pick=0))
        case "kick" | "hand_over":
            return LobbyStep(replace(desk, asking=Asking(name)))
        case "swap" if desk.marked == NOBODY:
            marked = seat_at(desk.place, state.seat)
            return LobbyStep(replace(desk, marked=marked, note=Note("lobby.marked")))
        case "rules" | "language" | "scores" | "leave":
            return LobbyStep(desk, wish=name)
        case _:
            return LobbyStep(replace(desk, marked=NOBODY), _deed(desk, state, name))


def _deed(desk: Lobby, state: TableState, name: str) -> Deed:
    seat = seat_at(desk.place, state.seat)
    here = state.seats[seat]
    match name:
        case "ready":
            return Deed(Do.NOT_READY if state.seats[state.seat].ready else Do.READY)
        case "bot":
            level = LEVELS.index(here.level) + 1 if here.kind is Kind.BOT and here.level in LEVELS else 0
            return Deed(Do.BOT, seat, text=LEVELS[level % len(LEVELS)])
        case "unbot":
            return Deed(Do.BOT, seat)
        case "swap":
            return Deed(Do.SWAP, desk.marked, seat)
        case "mute":
            return Deed(Do.HEAR if here.person in state.muted else Do.MUTE, text=here.person)
        case _:
            return Deed(Do(name), seat)


def _phrase(desk: Lobby, key: str) -> LobbyStep:
    pick, chosen = phrase_picked(desk.pick, key)
    if chosen is None:
        return LobbyStep(replace(desk, pick=pick))
    done = replace(desk, asking=Asking.NONE)
    return LobbyStep(done, Deed(Do.SAY, text=chosen) if chosen else None)


def phrase_picked(pick: int, key: str) -> tuple[int, str | None]:
    """Moves among the quick phrases; returns the one picked, None if none yet, empty for going back."""
    last = len(PHRASES) - 1
    match key:
        case "down" | "right" | "tab":
            return min(pick + 1, last), None
        case "up" | "left" | "shift+tab":
            return max(pick - 1, 0), None
        case "enter":
            return pick, PHRASES[pick]
        case _:
            first = pick // 9 * 9
            index = first + int(key) - 1 if key in "123456789" and key else -1
            return pick, PHRASES[index] if first <= index <= last else ""


def _names(state: TableState, seats: tuple[int, ...]) -> str:
    return ", ".join(state.seats[seat].name for seat in seats)
