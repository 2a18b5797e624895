"""A table that is about to be opened: its rules and how it is kept, each a row with values to go through.

A new way to keep a table is added to ``KEPT`` and to the catalogues (``draft.<name>`` and
``draft.<name>_about``).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, replace
from typing import Any

from gouji_client.updates import Spectators, TableOptions
from gouji_core.errors import NotationError
from gouji_core.options import MAX_ROUNDS, OPTIONS, PRESETS, format_rules, option_values, parse_rules
from gouji_tui.door import LONGEST_PASSWORD
from gouji_tui.letters import is_letter

KEPT: dict[str, tuple[Any, ...]] = {
    "private": (False, True),
    "password": (),
    "turn_seconds": (0, 20, 30, 60, 90, 120, 300),
    "reserve_seconds": (0, 60, 120, 300, 600),
    "grace_seconds": (20, 60, 120, 300, 600),
    "bots": ("regular", "novice"),
    "spectators": (Spectators.PUBLIC, Spectators.DELAYED, Spectators.NONE),
    "all_ready": (False, True),
    "memory": (True, False),
    "open_hands": (False, True),
}
"""How a table is kept, by the names of ``TableOptions``, with the values that keys go through."""

PRESET, PASSWORD = "preset", "password"
ROWS = (PRESET, *KEPT, *OPTIONS)
"""Everything that is decided about a table, in the order in which it is shown."""


@dataclass(frozen=True, slots=True)
class Draft:
    """Is what was decided so far; ``at`` is the row at the cursor.

    ``kept`` is how the table is kept, as far as it is not as every table, by the names of ``TableOptions``.
    ``clash`` names the two options of the rules that cannot be played together (R14), where a value was not
    taken for that.
    """

    rules: str = "online"
    kept: tuple[tuple[str, Any], ...] = ()
    at: int = 0
    clash: tuple[str, ...] = ()

    @property
    def options(self) -> TableOptions:
        """How the table is to be kept."""
        return TableOptions(**dict(self.kept))

    @property
    def row(self) -> str:
        """The name of the row at the cursor."""
        return ROWS[self.at]


def moved(draft: Draft, by: int) -> Draft:
    """Returns the draft with the cursor on another row."""
    return replace(draft, at=(draft.at + by) % len(ROWS), clash=())


def turned(draft: Draft, way: int) -> Draft:
    """Returns the draft with the next value (``way`` 1) or the one before (-1) in the row at the cursor."""
    name = draft.row
    if name == PRESET:
        names = tuple(PRESETS)
        preset = draft.rules.partition("+")[0]
        return replace(draft, rules=_next(names, preset, way))
    if name == PASSWORD:
        return draft
    if name in KEPT:
        return _keep(draft, name, _next(KEPT[name], getattr(draft.options, name), way))
    return _option(draft, name, way)


def typed(draft: Draft, letter: str) -> Draft:
    """Returns the draft with one more letter of the password, or with an empty one without the last."""
    password = draft.options.password
    if not letter:
        password = password[:-1]
    elif is_letter(letter) and len(password) < LONGEST_PASSWORD:
        password = unicodedata.normalize("NFC", password + letter)
    return _keep(draft, PASSWORD, password)


def _keep(draft: Draft, name: str, value: Any) -> Draft:
    options, usual = TableOptions(**{**dict(draft.kept), name: value}), TableOptions()
    kept = ((name, getattr(options, name)) for name in KEPT)
    return replace(draft, kept=tuple(pair for pair in kept if pair[1] != getattr(usual, pair[0])))


def _next(values: tuple[Any, ...], value: object, way: int) -> Any:
    at = values.index(value) if value in values else 0
    return values[(at + way) % len(values)]


def _option(draft: Draft, name: str, way: int) -> Draft:
    """Goes through the values of an option of the rules, past those that what was chosen excludes."""
    rules = parse_rules(draft.rules)
    now = getattr(rules, name)
    text = str(now).lower() if isinstance(now, bool) else str(now)
    values = option_values(name) or tuple(map(str, range(1, MAX_ROUNDS + 1)))
    preset, *parts = draft.rules.split("+")
    chosen = dict(part.split("=") for part in parts)
    clash: tuple[str, ...] = ()
    for _ in range(len(values) - 1):
        text = _next(values, text, way)
        mix = "+".join((preset, *(f"{option}={word}" for option, word in {**chosen, name: text}.items())))
        try:
            changed = parse_rules(mix)
        except NotationError as error:
            if error.code == "clash" and not clash:
                clash = tuple(part.partition("=")[0] for _, part in error.data)
            continue
        return replace(draft, rules=format_rules(changed), clash=())
    return replace(draft, clash=clash)
