"""How values are declared: their methods are compiled when they are called first, and are what they seem."""

from dataclasses import fields

import pytest

from gouji_core.values import ordered_value, value


@value
class Pair:
    left: int
    right: str = "r"


@ordered_value
class Mark:
    rank: int
    suit: int = 0


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
