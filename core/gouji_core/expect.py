"""What a rule case may expect of a game, read off its state and its events."""

from __future__ import annotations

from typing import Any

from gouji_core import events as e
from gouji_core.cards import Cards, parse_cards
from gouji_core.engine import waiting
from gouji_core.legal import acts_open, legal_combos
from gouji_core.public import Ask, DebtKind, Phase, Public, TopKind
from gouji_core.rules.scoring import booked, debts_of
from gouji_core.seats import NOBODY, SEATS, seats_in
from gouji_core.state import State
from gouji_core.views import view_of

_NAMES: dict[type, str] = {
    e.Burned: "burn",
    e.BurnUndone: "burn_undone",
    e.BurnDone: "burn_done",
    e.BurnFailed: "burn_failed",
    e.Opened: "opened",
    e.Headless: "headless",
    e.Claimed: "claim",
    e.Wind: "wind",
    e.FreeGouji: "free_gouji",
    e.MeleeBegun: "melee",
    e.Choked: "choked",
    e.Revolted: "revolt",
    e.RoundVoid: "void",
    e.Reported: "report",
    e.Bought: "bought",
}
_AFTER = (Phase.SETTLE, Phase.ROUND_OVER, Phase.GAME_OVER)


def seen(public: Public) -> dict[str, Any]:
    """Returns what everybody may know of a game, by the names of expectations, as JSON values."""
    trick, standing, setup = public.trick, public.standing, public.setup
    in_trick = public.phase is Phase.TRICKS and trick is not None
    over = public.phase in _AFTER
    settling = public.phase is Phase.SETTLE
    top = trick.top if trick and in_trick else None
    return {
        "phase": public.phase.value,
        "top": {"seat": trick.owner, "cards": str(top)} if trick and top else None,
        "last_word": public.pending.kind is Ask.LAST_WORD,
        "places": {str(seat): place for seat, place in enumerate(standing.places) if place},
        "opened": list(seats_in(standing.opened)),
        "headless": list(seats_in(standing.headless)) if in_trick else [],
        "passed": list(seats_in(trick.passed)) if trick and in_trick and not trick.melee else [],
        "burner": standing.burner.seat if standing.burner and not over else None,
        "free": bool(trick and top and trick.kind is TopKind.FREE),
        "melee": bool(trick and trick.melee),
        "debts": [
            {"kind": debt.kind.value, "from": debt.giver, "to": debt.taker, "count": debt.count}
            for debt in (debts_of(public.rules, standing) if settling else setup.debts)
        ],
        "tributes": [
            {"kind": paid.kind.value, "from": paid.giver, "to": paid.taker, "cards": str(paid.cards)}
            for paid in setup.tributes
        ],
        "leader": setup.leader if setup.leader != NOBODY else None,
        "score": list(setup.score) if setup.score is not None else None,
        "total": list(booked(public) if settling else setup.totals),
    }


def observe(state: State, events: list[e.Event], wanted: dict[str, Any]) -> dict[str, Any]:
    """Returns everything an expectation may name, as JSON values; ``wanted`` says which seats it asks of."""
    public = state.public
    views = [view_of(state, seat) for seat in SEATS]
    to_act = sorted(waiting(state))
    return {
        **seen(public),
        "to_act": to_act,
        "acts": {str(seat): [act.value for act in acts_open(views[seat])] for seat in to_act},
        "legal": {seat: [str(c) for c in legal_combos(views[int(seat)])] for seat in wanted.get("legal", ())},
        "legal_count": {seat: len(legal_combos(views[int(seat)])) for seat in wanted.get("legal_count", ())},
        "hands": {seat: str(state.hands[int(seat)]) for seat in wanted.get("hands", ())},
        "counts": {seat: len(state.hands[int(seat)]) for seat in wanted.get("counts", ())},
        "choked": sorted(choke.choked for choke in (*public.standing.chokes, *state.secret.chokes)),
        "events": sorted({name for event in events if (name := _name_of(event))}),
    }


def _name_of(event: e.Event) -> str | None:
    if isinstance(event, e.RoundScored):
        return "sweep" if event.swept else None
    return _NAMES.get(type(event))


def same(key: str, wanted: Any, seen: Any) -> bool:
    """Tells whether what was seen is what was wanted; order counts only where the rules give one."""
    match key:
        case "legal":
            return set(seen) == set(wanted) and all(_combos(seen[s]) == _combos(wanted[s]) for s in wanted)
        case "events":
            return set(wanted) <= set(seen)
        case "top":
            return _top(seen) == _top(wanted)
        case "hands":
            return {s: _cards(t) for s, t in seen.items()} == {s: _cards(t) for s, t in wanted.items()}
        case "tributes":
            return [_paid(one) for one in seen] == [_paid(one) for one in wanted]
        case _:
            return seen == wanted


def _cards(text: str) -> Cards:
    return parse_cards(text)


def _combos(texts: list[str]) -> list[str]:
    return sorted(str(_cards(text)) for text in texts)


def _top(top: dict[str, Any] | None) -> tuple[int, Cards] | None:
    return (top["seat"], _cards(top["cards"])) if top else None


def _paid(one: dict[str, Any]) -> tuple[Any, ...]:
    return DebtKind(one["kind"]), one["from"], one["to"], _cards(one["cards"])
