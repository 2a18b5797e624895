"""Programs need nothing of the protocol package: what updates and mirrors are made of has a name here."""

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, get_args, get_type_hints

import msgspec

from gouji_client import updates


def made_of(kind: Any, met: set[Any]) -> Iterator[type]:
    """Gives every class of the protocol that a value of some type may hold."""
    if kind in met:
        return
    met.add(kind)
    for part in get_args(kind):
        yield from made_of(part, met)
    if not isinstance(kind, type) or not kind.__module__.startswith("gouji_protocol"):
        return
    if is_dataclass(kind):
        yield kind
        hints = get_type_hints(kind)
        for field in fields(kind):
            yield from made_of(hints[field.name], met)
    elif issubclass(kind, msgspec.Struct):
        yield kind
        for hint in get_type_hints(kind).values():
            yield from made_of(hint, met)
    elif issubclass(kind, Enum):
        yield kind


def test_everything_in_an_update_can_be_named():
    met: set[Any] = set()
    kinds = {*made_of(updates.Output, met), *made_of(updates.Mirror, met)}
    missing = {kind.__name__ for kind in kinds} - set(updates.__all__) - {"Held"}
    assert not missing
    assert {"ViewChanged", "TableState", "SeatInfo", "Presence"} <= {kind.__name__ for kind in kinds}
