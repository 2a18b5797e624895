"""How values and words are declared: frozen for the type checker, slotted, quick to make and to hash."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from functools import partial
from typing import Any, ParamSpec, TypeVar, cast, dataclass_transform

_T = TypeVar("_T")
_P = ParamSpec("_P")


def derived() -> Any:
    """Declares a field that follows from others: it is neither compared nor shown."""
    return _DERIVED


@dataclass_transform(frozen_default=True, field_specifiers=(derived,))
def value(cls: type[_T]) -> type[_T]:
    """Makes a class a value: a dataclass with slots that nobody may assign to.

    The type checker refuses assignment, at run time nothing does: the guard of a frozen dataclass
    costs four fifths of the time it takes to make one, and a game makes some hundred thousand a second.
    A method is compiled when it is called first, and ``dataclasses`` is loaded when it is asked about a
    value: a short command needs few methods and never asks, and both were most of its start.

    A value has no subclasses, for they would not have its fields.
    """
    space: dict[str, Any] = dict(vars(cls))
    names = tuple(name for name, kind in cls.__annotations__.items() if "ClassVar" not in str(kind))
    given = {name: space.pop(name) for name in names if name in space}
    del space["__dict__"], space["__weakref__"]
    space |= {
        "__qualname__": cls.__qualname__,
        "__slots__": names,
        "__match_args__": names,
        "__compared__": tuple(name for name in names if given.get(name) is not _DERIVED),
        "__defaults__": {name: default for name, default in given.items() if default is not _DERIVED},
        "__init_subclass__": _refuse_subclass,
        "__repr__": _repr,
        **_PROMISED,
        **_KNOWN,
    }
    return cast("type[_T]", type(cls.__name__, cls.__bases__, space))


@dataclass_transform(frozen_default=True, order_default=True, field_specifiers=(derived,))
def ordered_value(cls: type[_T]) -> type[_T]:
    """Makes a class a value whose instances sort by their fields."""
    made = value(cls)
    for name in ("__lt__", "__le__", "__gt__", "__ge__"):
        setattr(made, name, _promised(name))
    return made


def names_of(kind: Any) -> tuple[str, ...] | None:
    """Returns the names of a value's fields in their order, None for a type that is no value."""
    return kind.__match_args__ if hasattr(kind, "__compared__") else None


def maker(cls: Callable[_P, _T]) -> Callable[_P, _T]:
    """Returns a function that makes values of a class in four fifths of the time that the class takes.

    For the few values that are made at every step of a game.
    """
    made = cast("type[Any]", cls)
    defaults, arguments = _arguments(made)
    body = "".join(f"\n    self.{name} = {name}" for name in made.__match_args__)
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
    every = cast("type[Any]", cls).__match_args__
    if unknown := set(names).difference(every):
        raise TypeError(f"{cls.__name__} has no {', '.join(sorted(unknown))}")
    body = "".join(f"\n    self.{name} = {name if name in names else f'old.{name}'}" for name in every)
    space: dict[str, Any] = {"new": partial(object.__new__, cls)}
    exec(f"def change(old, {', '.join(names)}):\n    self = new(){body}\n    return self", space)
    return space["change"]


def _arguments(cls: type[Any]) -> tuple[dict[str, Any], str]:
    """Returns the default values by their names in compiled code, and the arguments of a constructor."""
    given: dict[str, Any] = cls.__defaults__
    arguments = (name + (f"=default_{name}" if name in given else "") for name in cls.__match_args__)
    return {f"default_{name}": default for name, default in given.items()}, ", ".join(arguments)


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


def _promised(name: str) -> Callable[..., Any]:
    """Returns a method that makes itself when it is called first."""

    def first(self: Any, *arguments: Any, **named: Any) -> Any:
        cls = cast("type[Any]", type(self))
        method = _method(cls, name)
        setattr(cls, name, method)
        return method(self, *arguments, **named)

    return first


_PROMISED = {name: _promised(name) for name in ("__init__", "__eq__", "__hash__")}


def _method(cls: type[Any], name: str) -> Callable[..., Any]:
    defaults, arguments = _arguments(cls)
    mine, theirs = (
        f"({''.join(f'{who}.{name}, ' for name in cls.__compared__)})" for who in ("self", "other")
    )
    match name:
        case "__init__":
            body = [f"    self.{name} = {name}" for name in cls.__match_args__] or ["    pass"]
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
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__compared__)
    return f"{type(self).__qualname__}({shown})"


_DERIVED: Any = object()


def _refuse_subclass(cls: type[Any]) -> None:
    raise TypeError(f"{cls.__qualname__}: a value has no subclasses")


class _Known:
    """Is a part of what ``dataclasses`` knows a class by; all parts are made when one is looked at first."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, _: object, cls: type[Any]) -> Any:
        from dataclasses import dataclass, field

        names: tuple[str, ...] = cls.__match_args__
        hidden = {name: field(compare=False, repr=False) for name in names if name not in cls.__compared__}
        kinds = {name: cls.__annotations__[name] for name in names}
        space = {"__annotations__": kinds, **cls.__defaults__, **hidden}
        like = dataclass(init=False, repr=False, eq=False)(type(cls.__name__, (), space))
        for name in _KNOWN:
            setattr(cls, name, vars(like)[name])
        return vars(like)[self._name]


_KNOWN = {name: _Known(name) for name in ("__dataclass_fields__", "__dataclass_params__")}


class Word(StrEnum):
    """Is an enumeration of words; it hashes as text does, without the call that other enums make."""

    __hash__ = str.__hash__
