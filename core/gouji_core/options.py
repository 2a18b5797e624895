"""The options of the rules and the presets of R14.

``Rules`` is one value with every option decided; ``parse_rules`` reads ``online+hold_threes`` and
``format_rules`` writes the shortest text that reads back. A new option is added to ``Rules``,
``PRESETS`` and nowhere else.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Literal, get_args, get_type_hints

from gouji_core.errors import NotationError
from gouji_core.values import replace, value

Deck = Literal["full", "short34"]
Gouji = Literal["full", "laotou", "plain"]
JokerOrder = Literal["dominance", "highest"]
MixedJokers = Literal["demote", "own"]
FreeGouji = Literal["gouji", "any"]
OpeningExcludes = Literal["big", "jokers", "jokers_twos"]
OpeningDeadline = Literal["melee", "second"]
CallOverturn = Literal["double", "single"]
FirstLead = Literal["show", "draw", "rotate"]
Fours = Literal["free", "after_opening"]
Choke = Literal["tribute", "last"]
SweepTribute = Literal["none", "opposites"]
Scoring = Literal["zero_sum", "positive"]
Merge = Literal["none", "3", "4", "34"]
Revolution = Literal["open", "automatic", "off"]


@value
class Rules:
    """Holds every option of R14; the defaults are the preset ``online``."""

    preset: str = "online"
    deck: Deck = "full"
    hold_threes: bool = False
    gouji: Gouji = "full"
    joker_order: JokerOrder = "dominance"
    mixed_jokers: MixedJokers = "demote"
    joker_exchange: bool = False
    free_gouji: FreeGouji = "gouji"
    opening: bool = True
    opening_excludes: OpeningExcludes = "big"
    opening_deadline: OpeningDeadline = "melee"
    call_overturn: CallOverturn = "double"
    first_lead: FirstLead = "show"
    fours: Fours = "free"
    buy_four: bool = False
    choke: Choke = "tribute"
    tribute: bool = True
    federation_tribute: bool = True
    return_match: bool = False
    sweep_tribute: SweepTribute = "none"
    scoring: Scoring = "zero_sum"
    sweep_ends_game: bool = True
    lay_down: bool = False
    merge: Merge = "none"
    revolution: Revolution = "open"
    rounds: int = 5

    def __str__(self) -> str:
        return format_rules(self)


PRESETS: dict[str, Rules] = {
    "online": Rules(),
    "dagang": Rules(
        preset="dagang",
        mixed_jokers="own",
        free_gouji="any",
        opening_deadline="second",
        call_overturn="single",
        first_lead="draw",
        federation_tribute=False,
        return_match=True,
        scoring="positive",
        sweep_ends_game=False,
        lay_down=True,
        merge="3",
    ),
    "laotou": Rules(preset="laotou", gouji="laotou", mixed_jokers="own", free_gouji="any", opening=False),
    "dazhong": Rules(
        preset="dazhong",
        deck="short34",
        gouji="laotou",
        mixed_jokers="own",
        free_gouji="any",
        opening=False,
    ),
    "jining": Rules(
        preset="jining",
        deck="short34",
        hold_threes=True,
        mixed_jokers="own",
        joker_exchange=True,
        opening_excludes="jokers",
        fours="after_opening",
        buy_four=True,
        choke="last",
    ),
    "simple": Rules(
        preset="simple",
        gouji="plain",
        joker_order="highest",
        mixed_jokers="own",
        free_gouji="any",
        opening=False,
        tribute=False,
        revolution="off",
    ),
}
"""The presets of R14 with every dash filled in from ``online``."""

MAX_ROUNDS = 100
"""The longest game: an evening's game is five rounds, and a bound keeps scores and records small."""

OPTIONS = tuple(name for name in Rules.__match_args__ if name != "preset")
"""The names of all options, in the order of R14."""


@cache
def _kinds() -> dict[str, Any]:
    return get_type_hints(Rules)


def option_values(name: str) -> tuple[str, ...]:
    """Returns the values an option may have, as text; empty for a number."""
    kind = _kinds()[name]
    if kind is bool:
        return ("true", "false")
    return () if kind is int else get_args(kind)


def parse_rules(text: str) -> Rules:
    """Reads a preset and options on top of it: ``dagang+merge=none+first_lead=show`` (R14).

    Raises:
        NotationError: for an unknown preset, option or value, and for two options that cannot be
            played together (both are named).
    """
    name, *parts = text.strip().split("+")
    base = PRESETS.get(name)
    if base is None:
        raise NotationError(name, "presets", names=", ".join(PRESETS))
    chosen: dict[str, object] = {}
    for part in parts:
        option, _, value = part.strip().partition("=")
        if option not in OPTIONS:
            raise NotationError(part, "options", names=", ".join(OPTIONS))
        if option in chosen:
            raise NotationError(part, "twice", option=option)
        chosen[option] = _value(option, value or "true", part)
    rules = replace(base, **(_follow(base, chosen) | chosen))
    _check(rules, chosen)
    return rules


def _value(option: str, value: str, part: str) -> object:
    kind = _kinds()[option]
    if kind is int:
        plain = value.isascii() and value.isdigit() and len(value) <= len(str(MAX_ROUNDS))
        if not (plain and 1 <= int(value) <= MAX_ROUNDS):
            raise NotationError(part, "rounds", option=option, most=MAX_ROUNDS)
        return int(value)
    if value not in option_values(option):
        raise NotationError(part, "value", option=option, values=", ".join(option_values(option)))
    return value == "true" if kind is bool else value


def _follow(base: Rules, chosen: dict[str, object]) -> dict[str, object]:
    """Returns the defaults that holding threes, or letting them go, changes (R14)."""
    wanted = chosen.get("hold_threes")
    if wanted is True and not base.hold_threes:
        out: dict[str, object] = {"merge": "none", "lay_down": False}
        if base.preset == "dagang":
            out |= {"first_lead": "rotate", "revolution": "automatic"}
        return out
    if wanted is False and base.hold_threes:
        return {"buy_four": False, "choke": "tribute"}
    return {}


def _check(rules: Rules, chosen: dict[str, object]) -> None:
    """Refuses a mix that cannot be played, naming the two options (R14)."""
    clashes = (
        (rules.hold_threes and rules.merge != "none", "merge", "hold_threes"),
        (rules.hold_threes and rules.lay_down, "lay_down", "hold_threes"),
        (rules.fours == "after_opening" and not rules.opening, "fours=after_opening", "opening=false"),
        (
            rules.joker_exchange and rules.joker_order == "highest",
            "joker_exchange",
            "joker_order=highest",
        ),
        (rules.buy_four and not rules.hold_threes, "buy_four", "hold_threes=false"),
        (rules.choke == "last" and not rules.hold_threes, "choke=last", "hold_threes=false"),
    )
    for clash, one, other in clashes:
        if clash:
            raise NotationError(
                "+".join([rules.preset, *(f"{k}={_text(v)}" for k, v in chosen.items())]),
                "clash",
                one=one,
                other=other,
            )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


@cache
def format_rules(rules: Rules) -> str:
    """Writes rules as the preset and what differs from it; ``parse_rules`` reads it back."""
    base = PRESETS[rules.preset]
    parts = [rules.preset]
    if rules.hold_threes != base.hold_threes:
        parts.append(f"hold_threes={_text(rules.hold_threes)}")
        base = replace(base, **_follow(base, {"hold_threes": rules.hold_threes}))
    for name in OPTIONS:
        value = getattr(rules, name)
        if name != "hold_threes" and value != getattr(base, name):
            parts.append(f"{name}={_text(value)}")
    return "+".join(parts)
