"""Where a rule case starts: a position in trick play, or a round about to be dealt.

A position can also be played out: it is an ordinary state of the engine.
"""

from __future__ import annotations

from typing import Any

from gouji_core.action_texts import parse_seat
from gouji_core.actions import CallKind, Deal
from gouji_core.cards import NO_CARDS, Cards, parse_cards, parse_suited
from gouji_core.errors import NotationError
from gouji_core.options import Rules
from gouji_core.public import (
    Ask,
    Burner,
    BurnWon,
    ChokeMade,
    Pending,
    Phase,
    Public,
    Setup,
    Standing,
)
from gouji_core.rules.places import one_federation_left
from gouji_core.rules.run import run_on
from gouji_core.rules.scoring import debts_of
from gouji_core.rules.tricks import begin_trick
from gouji_core.seats import ALL, NOBODY, SEATS, mask, next_seat, opposite
from gouji_core.state import Secret, State
from gouji_core.values import replace, value


@value
class Start:
    """Is a state to start from and the deals to come; ``begin`` tells that a round is to begin."""

    state: State
    deals: tuple[Deal, ...] = ()
    begin: bool = False


def read_start(rules: Rules, data: dict[str, Any]) -> Start:
    """Reads the start of a case.

    Raises:
        NotationError: if it makes no sense; the message says why.
    """
    return _read_round(rules, data) if "deal" in data else Start(read_position(rules, data))


def _seat(value: Any) -> int:
    return parse_seat(str(value))


def _number(value: Any, allowed: range) -> int:
    # JSON's true and 1.0 are equal to 1, but no number of anything.
    if type(value) is not int or value not in allowed:
        raise NotationError(str(value), "number", least=allowed[0], most=allowed[-1])
    return value


def _check_known(data: dict[str, Any], known: str) -> None:
    unknown = sorted(set(data) - set(known.split()))
    if unknown:
        raise NotationError(unknown[0], "start", names=known)


def read_position(rules: Rules, data: dict[str, Any]) -> State:
    """Reads a position in trick play: its leader is about to lead.

    Raises:
        NotationError: if it makes no sense.
    """
    _check_known(data, "hands leader places opened revolted free_left calls burner")
    hands = tuple(parse_cards(text) for text in data["hands"])
    if len(hands) != 6:
        raise NotationError(str(data["hands"]), "six_hands")
    standing = _standing(data)
    leader = _seat(data["leader"])
    _check_position(hands, standing, leader)
    counts = tuple(map(len, hands))
    setup = Setup(round=1, leader=leader, drawer=leader)
    pending = Pending(1, Ask.NOTHING)
    public = Public(rules, Phase.TRICKS, setup, standing, None, counts, pending)
    run = run_on(State(public, hands, Secret()))
    begin_trick(run, leader)
    return run.state


def _standing(data: dict[str, Any]) -> Standing:
    places = [0] * 6
    for seat, place in data.get("places", {}).items():
        if place in places:
            raise NotationError(str(place), "places")
        places[_seat(seat)] = _number(place, range(1, 7))
    revolted = _seat(data["revolted"]) if "revolted" in data else NOBODY
    in_play = mask(seat for seat in SEATS if not places[seat] and seat != revolted)
    free = _number(data.get("free_left", 0), range(4))
    if free and revolted == NOBODY:
        raise NotationError(str(free), "free_left")
    burner = data.get("burner")
    return Standing(
        places=tuple(places),
        in_play=in_play,
        opened=mask(_seat(seat) for seat in data.get("opened", ())),
        calls=_calls(data.get("calls", {})),
        revolted=revolted,
        free_left=free,
        burner=Burner(_seat(burner["seat"]), _seat(burner["burnt"])) if burner else None,
    )


def _calls(data: dict[str, str]) -> tuple[CallKind, ...]:
    calls = [CallKind.NO] * 6
    for seat, call in data.items():
        calls[_seat(seat)] = CallKind(call)
    return tuple(calls)


def _check_position(hands: tuple[Cards, ...], standing: Standing, leader: int) -> None:
    for seat in SEATS:
        if standing.in_play >> seat & 1 and not hands[seat]:
            raise NotationError(f"seat {seat}", "empty_hand")
        if not standing.in_play >> seat & 1 and hands[seat]:
            raise NotationError(f"seat {seat}", "out")
    if not standing.in_play >> leader & 1:
        raise NotationError(f"leader {leader}", "leader")
    if standing.burner and standing.burner.seat != leader:
        raise NotationError(f"burner {standing.burner.seat}", "burner")
    if one_federation_left(standing):
        raise NotationError("places", "federations")
    if (
        standing.revolted != NOBODY
        and standing.free_left
        and not standing.in_play >> opposite(standing.revolted) & 1
    ):
        raise NotationError("free_left", "opposite")


def _read_round(rules: Rules, data: dict[str, Any]) -> Start:
    _check_known(data, "deal draw_first previous random deals")
    previous = data.get("previous")
    setup, standing = Setup(), Standing()
    drawer = 0
    if previous is not None:
        setup, standing = _previous(rules, previous)
        drawer = _drawer_after(rules, setup, standing)
    drawer = _seat(data.get("draw_first", drawer))
    seats = [_seat(seat) for seat in data.get("random", ())]
    deals: list[Deal] = []
    for index, hands in enumerate([data["deal"], *data.get("deals", ())]):
        cards = tuple(parse_suited(text) for text in hands)
        if len(cards) != 6 or not all(cards):
            raise NotationError(str(hands), "full_hands")
        deals.append(Deal(cards, drawer, seats[index] if index < len(seats) else drawer))
    phase = Phase.NEW if previous is None else Phase.ROUND_OVER
    public = Public(rules, phase, setup, standing, None, (0,) * 6, Pending(1, Ask.BEGIN))
    return Start(State(public, (NO_CARDS,) * 6, Secret()), tuple(deals), begin=True)


def _drawer_after(rules: Rules, setup: Setup, standing: Standing) -> int:
    """Returns who draws first after a round, where the rules say so without a cut (R6.2, R6.3)."""
    if rules.first_lead == "draw" and not standing.swept:
        return standing.places.index(6) if 6 in standing.places else 0
    if rules.first_lead == "rotate" and setup.drawer != NOBODY:
        return next_seat(setup.drawer)
    return 0


def _previous(rules: Rules, data: dict[str, Any]) -> tuple[Setup, Standing]:
    _check_known(data, "places opened calls burns chokes revolted swept round free_stood drawer")
    places = [0] * 6
    for seat, place in data["places"].items():
        places[_seat(seat)] = place
    if sorted(places) != [1, 2, 3, 4, 5, 6]:
        raise NotationError(str(data["places"]), "before")
    standing = Standing(
        places=tuple(places),
        in_play=ALL,
        opened=mask(_seat(seat) for seat in data.get("opened", ())),
        calls=_calls(data.get("calls", {})),
        revolted=_seat(data["revolted"]) if "revolted" in data else NOBODY,
        free_stood=int(data.get("free_stood", 0)),
        burns=tuple(BurnWon(_seat(burn["by"]), _seat(burn["burnt"])) for burn in data.get("burns", ())),
        chokes=tuple(
            ChokeMade(_seat(choke["by"]), _seat(choke["choked"])) for choke in data.get("chokes", ())
        ),
        swept=bool(data.get("swept", False)),
    )
    setup = Setup(
        round=int(data.get("round", 1)),
        drawer=_seat(data["drawer"]) if "drawer" in data else NOBODY,
        debts=debts_of(rules, standing),
    )
    return setup, replace(standing)
