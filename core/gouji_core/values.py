"""How values and words are declared: frozen for the type checker, slotted, quick to make and to hash."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast, dataclass_transform

_T = TypeVar("_T")
_P = ParamSpec("_P")


@dataclass_transform(frozen_default=True)
def value(cls: type[_T]) -> type[_T]:
    """Makes a class a value: a dataclass with slots that nobody may assign to.

    The type checker refuses assignment, at run time nothing does: the guard of a frozen dataclass
    costs four fifths of the time it takes to make one, and a game makes some hundred thousand a second.
    A method is compiled when it is called first: a short command uses few of them, and compiling all was
    most of its start.
    """
    made = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    _promise(cast("type[Any]", made), "__init__", "__eq__", "__hash__")
    setattr(made, "__repr__", _repr)  # noqa: B010 - the checker knows no other way to give a class a method
    return made


@dataclass_transform(frozen_default=True, order_default=True)
def ordered_value(cls: type[_T]) -> type[_T]:
    """Makes a class a value whose instances sort by their fields."""
    made = value(cls)
    _promise(cast("type[Any]", made), "__lt__", "__le__", "__gt__", "__ge__")
    return made


def maker(cls: Callable[_P, _T]) -> Callable[_P, _T]:
    """Returns a function that makes values of a class in four fifths of the time that the class takes.

    For the few values that are made at every step of a game.
    """
    made = cast("type[Any]", cls)
    defaults, arguments = _arguments(made)
    body = "".join(f"\n    self.{field.name} = {field.name}" for field in fields(made))
    space: dict[str, Any] = {"new": partial(object.__new__, made), **defaults}
    exec(f"def make({arguments}):\n    self = new(){body}\n    return self", space)
    return space["make"]


def changer(cls: type[_T], *names: str) -> Callable[..., _T]:
    """Returns a function that copies a value with the named fields changed, faster than ``replace``.

    It takes the old value and the new fields in the order of ``names``. For the few values that are
    changed at every step of a game.

    Raises:
        TypeError: if the class has no field of a name.
    """
    every = [field.name for field in fields(cast("type[Any]", cls))]
    if unknown := set(names).difference(every):
        raise TypeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
    body = "".join(f"\n    self.{name} = {name if name in names else f'old.{name}'}" for name in every)
    space: dict[str, Any] = {"new": partial(object.__new__, cls)}
    exec(f"def change(old, {', '.join(names)}):\n    self = new(){body}\n    return self", space)
    return space["change"]


def _arguments(cls: type[Any]) -> tuple[dict[str, Any], str]:
    """Returns the default values by their names in compiled code, and the arguments of a constructor."""
    given = [field for field in fields(cls) if field.default is not MISSING]
    defaults = {f"default_{field.name}": field.default for field in given}
    names = (f.name + (f"=default_{f.name}" if f in given else "") for f in fields(cls))
    return defaults, ", ".join(names)


def replace(old: _T, **changes: Any) -> _T:
    """Returns a value with some fields changed.

    Raises:
        TypeError: if it has no field of that name.
    """
    key = type(old), *changes
    change = _CHANGERS.get(key)
    if change is None:
        change = _CHANGERS[key] = changer(*key)
    return change(old, *changes.values())


_CHANGERS: dict[tuple[Any, ...], Callable[..., Any]] = {}
"""What copies a value, for each class and fields ever changed, since making that takes thrice as long."""


_SIGNS = {"__eq__": "==", "__lt__": "<", "__le__": "<=", "__gt__": ">", "__ge__": ">="}


def _promise(cls: type[Any], *names: str) -> None:
    """Gives a class methods that make themselves when they are called first."""
    for name in names:
        setattr(cls, name, _made_later(cls, name))


def _made_later(cls: type[Any], name: str) -> Callable[..., Any]:
    def first(*arguments: Any, **named: Any) -> Any:
        method = _method(cls, name)
        setattr(cls, name, method)
        return method(*arguments, **named)

    return first


def _method(cls: type[Any], name: str) -> Callable[..., Any]:
    defaults, arguments = _arguments(cls)
    compared = [field.name for field in fields(cls) if field.compare]
    mine, theirs = (f"({''.join(f'{who}.{name}, ' for name in compared)})" for who in ("self", "other"))
    match name:
        case "__init__":
            body = [f"    self.{field.name} = {field.name}" for field in fields(cls)] or ["    pass"]
            source = [f"def __init__(self, {arguments}):", *body]
        case "__hash__":
            source = ["def __hash__(self):", f"    return hash({mine})"]
        case _:
            source = [
                f"def {name}(self, other):",
                "    if other.__class__ is not self.__class__:",
                "        return NotImplemented",
                f"    return {mine} {_SIGNS[name]} {theirs}",
            ]
    made: dict[str, Any] = {}
    exec("\n".join(source), defaults, made)
    method = made[name]
    method.__qualname__ = f"{cls.__qualname__}.{name}"
    return method


def _repr(self: Any) -> str:
    shown = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({shown})"


class Word(StrEnum):
    """Is an enumeration of words; it hashes as text does, without the call that other enums make."""

    __hash__ = str.__hash__
