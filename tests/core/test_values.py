"""How values are declared: their methods are compiled when they are called first, and are what they seem."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import asdict, fields, is_dataclass, replace
from pprint import pformat
from typing import ClassVar

import pytest

from gouji_core.values import derived, names_of, ordered_value, value


@value
class Pair:
    left: int
    right: str = "r"


@ordered_value
class Mark:
    rank: int
    suit: int = 0


@value
class Square:
    side: int
    area: int = derived()

    corners: ClassVar[int] = 4


def test_a_method_makes_itself_when_it_is_called_first() -> None:
    before = {name: vars(Pair)[name] for name in ("__init__", "__eq__", "__hash__")}
    one, other = Pair(1), Pair(left=1, right="r")
    assert one == other
    assert hash(one) == hash(other) == hash((1, "r"))
    after = {name: vars(Pair)[name] for name in before}
    assert all(before[name] is not after[name] for name in before)
    assert [method.__qualname__ for method in after.values()] == [f"Pair.{name}" for name in before]
    assert (Pair(2) == one, Pair(2) != one, one == (1, "r")) == (False, True, False)
    assert vars(Pair)["__init__"] is after["__init__"]


def test_what_is_wrong_is_wrong_from_the_first_call_on() -> None:
    @value
    class Fresh:
        left: int

    for _ in range(2):
        with pytest.raises(TypeError, match="left"):
            Fresh()  # type: ignore[call-arg]
        with pytest.raises(TypeError, match="right"):
            Fresh(1, right=2)  # type: ignore[call-arg]
    assert [field.name for field in fields(Fresh)] == ["left"]


def test_marks_sort_by_their_fields() -> None:
    marks = [Mark(2), Mark(1, 1), Mark(1)]
    assert sorted(marks) == [Mark(1), Mark(1, 1), Mark(2)]
    assert (Mark(1) < Mark(2), Mark(1) <= Mark(1), Mark(2) > Mark(1), Mark(1) >= Mark(2)) == (
        True,
        True,
        True,
        False,
    )
    with pytest.raises(TypeError):
        sorted([Mark(1), 1])


def test_what_follows_from_others_tells_no_two_apart() -> None:
    one, other = Square(2, 4), Square(2, 5)
    assert (one == other, hash(one) == hash(other), repr(one)) == (True, True, "Square(side=2)")
    assert (one.area, other.area) == (4, 5)
    with pytest.raises(TypeError, match="area"):
        Square(2)  # type: ignore[call-arg]


def test_a_value_is_a_dataclass_to_whoever_asks() -> None:
    assert is_dataclass(Square)
    assert [(field.name, field.compare) for field in fields(Square)] == [("side", True), ("area", False)]
    assert replace(Square(2, 4), area=5).area == 5
    assert asdict(Pair(1)) == {"left": 1, "right": "r"}
    assert (names_of(Square), names_of(int)) == (("side", "area"), None)
    assert Square.corners == 4
    long = Pair(1, "r" * 80)
    assert pformat(long) == repr(long)
    match Pair(1, "s"):
        case Pair(left, right):
            assert (left, right) == (1, "s")


def test_a_value_has_room_for_its_fields_alone() -> None:
    with pytest.raises(AttributeError):
        Pair(1).middle = 2  # type: ignore[attr-defined]


def test_a_value_has_no_subclasses() -> None:
    with pytest.raises(TypeError, match="Triple: a value has no subclasses"):
        type("Triple", (Pair,), {})


def test_the_rules_are_loaded_without_what_only_describes_classes() -> None:
    loaded = "import sys, gouji_core.cases; print(*{'dataclasses', 'inspect', 'pathlib'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
