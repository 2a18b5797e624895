"""A rule case told to a player: the hands, who does what, and what follows from it.

Cards stand as people write them in (R1.4). Seats are numbered from 1, as everywhere on the screen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, cast

from gouji_core.options import Rules
from gouji_core.public import Ask
from gouji_core.seats import SEATS
from gouji_tui.rulebook.entries import cases, written
from gouji_tui.rulebook.replay import Moment, moments

_QUIET = {
    f"did_{act}"
    for act in (
        *("pass", "decline", "yield", "take", "refuse", "claim", "keep"),
        *("call_no", "call_no_after", "call_yu", "call_ming", "show_none", "revolt_no", "dissolve_yes"),
    )
}
"""What says no more than who did it; several in a row are told as one."""
_ORDINARY = {"play", "pass"}


@dataclass(frozen=True, slots=True)
class Told:
    """Is a line of an example: what was done, or what follows from it."""

    text: str
    follows: bool = False


@cache
def start_lines(example: str, rules: Rules, lang: str) -> tuple[str, ...]:
    """Returns where an example starts: everybody's cards first, then what else is known."""
    case = cases()[example]
    return tuple(_Teller(case, rules, lang).start(case["start"]))


@cache
def step_lines(example: str, rules: Rules, lang: str) -> tuple[Told, ...]:
    """Returns what happens in an example, in order."""
    case = cases()[example]
    return tuple(_Teller(case, rules, lang).steps(case["steps"]))


class _Teller:
    def __init__(self, case: Mapping[str, Any], rules: Rules, lang: str) -> None:
        self._words = written(lang).words
        self._case = case
        self._rules = rules
        self._about_opening = bool({"R11.2", "R10.4"} & set(case["clauses"]))
        start = case["start"]
        self._places: dict[str, int] = dict(start.get("places", {}))
        self._opened: set[int] = set(start.get("opened", ()))
        self._top = ""

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
            left = start.get("free_left", 0)
            code = "revolted_free" if left else "revolted"
            yield self.say(code, who=self.seat(start["revolted"]), count=left)
        if start.get("opened") and self._rules.opening:
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
        last = ""
        for one, moment in zip(steps, moments(self._case, self._rules), strict=True):
            code = "" if "expect" in one or moment.refused else self._code(one, moment)
            if quiet and (code != last or one["seat"] in quiet):
                yield Told(self.say(last, who=self._all(quiet)))
                quiet = []
            if code in _QUIET:
                quiet.append(one["seat"])
                last = code
            elif "expect" in one:
                follows = self._words["semicolon"].join(self.follows(one["expect"], moment))
                if follows:
                    yield Told(follows, follows=True)
            else:
                self._top = one.get("cards", self._top)
                yield Told(self._did(one, moment))
        if quiet:
            yield Told(self.say(last, who=self._all(quiet)))

    def _all(self, seats: list[Any]) -> str:
        return self._words["all"] if len(seats) == len(SEATS) else self.seats(seats)

    def _did(self, one: dict[str, Any], moment: Moment) -> str:
        text = self.say(self._code(one, moment), **self._data(one))
        return self.say("refused", what=text, clause=moment.refused) if moment.refused else text

    def _code(self, one: dict[str, Any], moment: Moment) -> str:
        match one["act"]:
            case "call" if one["call"] == "no" and moment.asked is Ask.CALL_AFTER:
                return "did_call_no_after"
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

    def follows(self, expect: dict[str, Any], moment: Moment) -> Iterator[str]:
        yield from self._news(expect)
        yield from self._cards(expect)
        yield from self._tribute(expect)
        yield from self._round(expect)
        yield from self._asked(expect, moment)

    def _news(self, expect: dict[str, Any]) -> Iterator[str]:
        for event in expect.get("events", ()):
            if f"event_{event}" in self._words:
                yield self._words[f"event_{event}"]
        for seat, place in sorted(expect.get("places", {}).items(), key=lambda one: one[1]):
            if self._places.get(seat) != place:
                self._places[seat] = place
                yield f"{self.seat(seat)} {self.say(f'place_{place}')}"
        if "opened" in expect:
            new = [seat for seat in expect["opened"] if seat not in self._opened]
            self._opened.update(new)
            if new:
                yield self.say("opened", who=self.seats(new))
            elif self._about_opening and not expect["opened"]:
                yield self._words["none_opened"]
        for name in ("headless", "choked"):
            if expect.get(name):
                yield self.say(name, who=self.seats(expect[name]))
        if expect.get("burner") is not None:
            yield self.say("duty", who=self.seat(expect["burner"]))
        for name in ("free", "melee"):
            if expect.get(name):
                yield self._words[name]

    def _cards(self, expect: dict[str, Any]) -> Iterator[str]:
        top = expect.get("top")
        if top and top["cards"] != self._top:
            yield self.say("on_table", cards=top["cards"])
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

    def _asked(self, expect: dict[str, Any], moment: Moment) -> Iterator[str]:
        seats = expect.get("to_act") or [int(seat) for seat in expect.get("acts", {})]
        if not seats:
            return
        code = "last_word" if expect.get("last_word") else "lead_next" if moment.leading else "asked"
        yield self.say(code, who=self.seats(seats))
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
