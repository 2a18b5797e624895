"""A rule case told to a player: the hands, who does what, and what follows from it.

Cards stand as people write them in (R1.4). Seats are numbered from 1, as everywhere on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from gouji_tui.rulebook.entries import written

_QUIET = {"pass", "decline", "yield", "take", "refuse", "claim", "keep"}
"""Acts that say no more than who did them; several in a row are told as one."""
_ORDINARY = {"play", "pass"}
_GONE = ("places", "headless", "opened", "choked")
"""Expectations that only ever grow or say little when nothing is new."""


@dataclass(frozen=True, slots=True)
class Told:
    """Is a line of an example: what was done, or what follows from it."""

    text: str
    follows: bool = False


def start_lines(case: Mapping[str, Any], lang: str) -> tuple[str, ...]:
    """Returns where an example starts: everybody's cards first, then what else is known."""
    return tuple(_Teller(lang).start(case["start"]))


def step_lines(case: Mapping[str, Any], lang: str) -> tuple[Told, ...]:
    """Returns what happens in an example, in order."""
    teller = _Teller(lang)
    start = case["start"]
    teller.known.update({str(seat): place for seat, place in start.get("places", {}).items()})
    teller.opened.update(start.get("opened", ()))
    return tuple(teller.steps(case["steps"]))


class _Teller:
    def __init__(self, lang: str) -> None:
        self._words = written(lang).words
        self.known: dict[str, int] = {}
        self.opened: set[int] = set()

    def say(self, code: str, **data: object) -> str:
        return self._words[code].format(**data)

    def seat(self, seat: object) -> str:
        return self.say("seat", number=int(str(seat)) + 1)

    def seats(self, seats: list[Any] | tuple[Any, ...]) -> str:
        if len(seats) == 1:
            return self.seat(seats[0])
        return self.say("seats", numbers=self._words["comma"].join(str(int(str(s)) + 1) for s in seats))

    def join(self, parts: list[str]) -> str:
        return self._words["comma"].join(parts)

    # --- the start ---

    def start(self, start: dict[str, Any]) -> Iterator[str]:
        hands = start.get("hands") or [_spaced(hand) for hand in start["deal"]]
        places = {int(seat): place for seat, place in start.get("places", {}).items()}
        for seat, hand in enumerate(hands):
            gone = self.say(f"place_{places[seat]}") if seat in places else self._words["sits_out"]
            yield f"{self.seat(seat)} {hand or gone}"
        if "burner" in start:
            burner = start["burner"]
            yield self.say("burning", who=self.seat(burner["seat"]), whom=self.seat(burner["burnt"]))
        if "revolted" in start:
            yield self.say("revolted", who=self.seat(start["revolted"]), count=start.get("free_left", 0))
        if start.get("opened"):
            yield self.say("opened", who=self.seats(start["opened"]))
        yield from self._calls(start.get("calls", {}))
        if "previous" in start:
            yield from self._previous(start["previous"])
        if "draw_first" in start:
            yield self.say("drawer", who=self.seat(start["draw_first"]))
        if "leader" in start:
            yield self.say("leads", who=self.seat(start["leader"]))

    def _calls(self, calls: dict[str, str]) -> Iterator[str]:
        for seat, call in calls.items():
            yield self.say("called", who=self.seat(seat), call=self._words[f"call_{call}"])

    def _previous(self, previous: dict[str, Any]) -> Iterator[str]:
        order = sorted((place, seat) for seat, place in previous.get("places", {}).items())
        if order:
            places = self.join([f"{self.say(f'place_{place}')} {self.seat(seat)}" for place, seat in order])
            yield self.say("before", what=places)
        if previous.get("opened"):
            yield self.say("before", what=self.say("opened", who=self.seats(previous["opened"])))
        for what in self._calls(previous.get("calls", {})):
            yield self.say("before", what=what)
        for burn in previous.get("burns", ()):
            what = self.say("burnt_out", who=self.seat(burn["by"]), whom=self.seat(burn["burnt"]))
            yield self.say("before", what=what)
        for choke in previous.get("chokes", ()):
            what = self.say("choked_by", who=self.seat(choke["by"]), whom=self.seat(choke["choked"]))
            yield self.say("before", what=what)

    # --- the steps ---

    def steps(self, steps: list[dict[str, Any]]) -> Iterator[Told]:
        quiet: list[Any] = []
        act = ""
        for one in steps:
            if quiet and (one.get("act") != act or "refused" in one):
                yield Told(self.say(f"did_{act}", who=self.seats(quiet)))
                quiet = []
            if "expect" in one:
                follows = self.join_clauses(list(self.follows(one["expect"])))
                if follows:
                    yield Told(follows, follows=True)
            elif one["act"] in _QUIET and "refused" not in one:
                quiet.append(one["seat"])
                act = one["act"]
            else:
                yield Told(self._did(one))
        if quiet:
            yield Told(self.say(f"did_{act}", who=self.seats(quiet)))

    def join_clauses(self, parts: list[str]) -> str:
        return self._words["semicolon"].join(parts)

    def _did(self, one: dict[str, Any]) -> str:
        text = self.say(self._code(one), **self._data(one))
        return self.say("refused", what=text, clause=one["refused"]) if "refused" in one else text

    def _code(self, one: dict[str, Any]) -> str:
        match one["act"]:
            case "call":
                return f"did_call_{one['call']}"
            case "revolt" | "dissolve" as act:
                return f"did_{act}_{'yes' if one['yes'] else 'no'}"
            case "head":
                return f"did_head_{'keep' if one['keep'] else 'none'}"
            case "show" if not one["cards"]:
                return "did_show_none"
            case "merge" if not one["ranks"]:
                return "did_merge_none"
            case act:
                return f"did_{act}"

    def _data(self, one: dict[str, Any]) -> dict[str, object]:
        data: dict[str, object] = {"who": self.seat(one["seat"])}
        if "cards" in one:
            data["cards"] = _spaced(one["cards"]) if one["act"] == "show" else one["cards"]
        if "ranks" in one:
            data["ranks"] = self.join(list(one["ranks"]))
        for name in ("of", "last"):
            if name in one:
                data["whom"] = self.seat(one[name])
        if "combos" in one:
            data["cards"] = " ".join(one["combos"])
        if "order" in one:
            data["order"] = self.join([str(number + 1) for number in one["order"]])
        return data

    # --- what follows ---

    def follows(self, expect: dict[str, Any]) -> Iterator[str]:
        yield from self._news(expect)
        yield from self._cards(expect)
        yield from self._tribute(expect)
        yield from self._round(expect)
        yield from self._asked(expect)

    def _news(self, expect: dict[str, Any]) -> Iterator[str]:
        for event in expect.get("events", ()):
            if f"event_{event}" in self._words:
                yield self._words[f"event_{event}"]
        for seat, place in sorted(expect.get("places", {}).items(), key=lambda one: one[1]):
            if self.known.get(seat) != place:
                self.known[seat] = place
                yield f"{self.seat(seat)} {self.say(f'place_{place}')}"
        if "opened" in expect:
            new = [seat for seat in expect["opened"] if seat not in self.opened]
            self.opened.update(new)
            if new or not expect["opened"]:
                yield self.say("opened", who=self.seats(new)) if new else self._words["none_opened"]
        for name in ("headless", "choked"):
            if expect.get(name):
                yield self.say(name, who=self.seats(expect[name]))
        if expect.get("burner") is not None:
            yield self.say("duty", who=self.seat(expect["burner"]))
        for name in ("free", "melee"):
            if expect.get(name):
                yield self._words[name]

    def _cards(self, expect: dict[str, Any]) -> Iterator[str]:
        for seat, combos in expect.get("legal", {}).items():
            yield self.say("legal" if combos else "no_legal", who=self.seat(seat), cards=self.join(combos))
        for seat, count in expect.get("legal_count", {}).items():
            yield self.say("legal_count", who=self.seat(seat), count=count)
        for seat, hand in expect.get("hands", {}).items():
            yield self.say("holds", who=self.seat(seat), cards=hand)
        for seat, count in expect.get("counts", {}).items():
            if count:
                yield self.say("counts", who=self.seat(seat), count=count)

    def _tribute(self, expect: dict[str, Any]) -> Iterator[str]:
        for one in expect.get("tributes", ()):
            yield self.say("given", **self._pair(one), cards=one["cards"])
        for one in expect.get("debts", ()):
            yield self.say("owes", **self._pair(one), count=one["count"])
        if expect.get("debts") == []:
            yield self._words["no_debts"]

    def _pair(self, one: dict[str, Any]) -> dict[str, object]:
        return {
            "kind": self._words[f"kind_{one['kind']}"],
            "who": self.seat(one["from"]),
            "whom": self.seat(one["to"]),
        }

    def _round(self, expect: dict[str, Any]) -> Iterator[str]:
        if expect.get("leader") is not None:
            yield self.say("first", who=self.seat(expect["leader"]))
        for name in ("score", "total"):
            if expect.get(name):
                even, odd = cast("list[int]", expect[name])
                yield self.say(name, even=_signed(even), odd=_signed(odd))
        if f"phase_{expect.get('phase')}" in self._words:
            yield self._words[f"phase_{expect['phase']}"]

    def _asked(self, expect: dict[str, Any]) -> Iterator[str]:
        seats = expect.get("to_act") or [int(seat) for seat in expect.get("acts", {})]
        if not seats:
            return
        if expect.get("last_word"):
            yield self.say("last_word", who=self.seats(seats))
            return
        if "top" in expect and expect["top"] is None and expect.get("phase", "tricks") == "tricks":
            yield self.say("lead_next", who=self.seats(seats))
            return
        yield self.say("asked", who=self.seats(seats))
        for seat, acts in expect.get("acts", {}).items():
            special = [self._words[f"act_{act}"] for act in acts if act not in _ORDINARY]
            if special and f"phase_{expect.get('phase')}" not in self._words:
                yield self.say("may", who=self.seat(seat), acts=self.join(special))


def _spaced(cards: str) -> str:
    """Returns cards with suits apart from each other: ``3h 3d x``."""
    out = ""
    for letter in cards:
        out += letter if letter in "shdc" else f" {letter}"
    return out.strip()


def _signed(number: int) -> str:
    return f"{number:+d}" if number else "0"
