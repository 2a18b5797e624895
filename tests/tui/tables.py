"""Games as a client would know them, made from positions of the core without a server."""

from gouji_core.actions import Action, TableAction
from gouji_core.engine import Step, settle, step
from gouji_core.state import State
from gouji_core.views import project, view_of
from gouji_tui.cells import Line, text_of
from gouji_tui.game import Game, Happened, Synced, TableChanged
from gouji_tui.keys import read_key
from gouji_tui.table import LinkState, Person, Presence, TableState
from gouji_tui.texts import texts_in

NAMES = ("Ann", "老王", "Cy", "小明", "Eve", "Fritz the Longnamed")
NAMED_KEYS = {"\r": "enter", "\t": "tab", " ": "space"}


def people(*presences: Presence) -> tuple[Person, ...]:
    """Returns six people, present unless said otherwise."""
    every = (*presences, *(Presence.PRESENT,) * 6)
    return tuple(Person(name, presence) for name, presence in zip(NAMES, every, strict=False))


def seen(
    state: State, seat: int = 0, lang: str = "en", link: LinkState = LinkState.UP, host: int = 0
) -> Game:
    """Returns a position as one seat's client knows it."""
    game = Game(texts_in(lang), state.public.rules, seat)
    game.take(TableChanged(TableState(code="K7QX", people=people(), link=link, host=host)))
    game.take(Synced(view_of(state, seat)))
    return game


def go_on(game: Game, state: State, seat: int, action: Action | TableAction) -> State:
    """Lets a seat act and tells the game of it; returns the new state."""
    result = step(state, seat, action)
    assert isinstance(result, Step), result
    rest = settle(result.state)
    shown = (project(event, game.view.seat) for event in (*result.events, *rest.events))
    events = tuple(event for event in shown if event is not None)
    game.take(Happened(events, view_of(rest.state, game.view.seat)))
    return rest.state


def type_keys(game: Game, keys: str) -> list[Action]:
    """Presses keys one after the other; returns the actions they sent."""
    sent: list[Action] = []
    for key in keys:
        taken = game.key(read_key(NAMED_KEYS.get(key, key), key))
        if taken.action is not None:
            sent.append(taken.action)
    return sent


def texts_of(lines: tuple[Line, ...]) -> list[str]:
    """Returns rows as text without blanks at the end."""
    return [text_of(line).rstrip() for line in lines]
