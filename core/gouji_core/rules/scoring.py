"""The end of a round: places, score, sweep, who is last, the next round's debts (R8.5, R11, R12)."""

from __future__ import annotations

from gouji_core.actions import Act, Action, CallKind, Settle
from gouji_core.errors import Refusal, refuse
from gouji_core.events import ChokeShown, DutyLapsed, RoundOver, RoundScored, Settled, Waiting
from gouji_core.options import Rules
from gouji_core.public import Ask, Debt, DebtKind, Phase, Public, Standing
from gouji_core.rules.places import LAST, free_places, reserved_place
from gouji_core.rules.run import Run
from gouji_core.seats import NOBODY, SEATS, after, federation, opposite
from gouji_core.views import SeatView

_POINTS = {"zero_sum": (2, 1, 0, 0, -1, -2), "positive": (4, 2, 0, 0, -2, -4)}


def end_round(run: Run) -> None:
    """Ends the round: remaining places, score, and what is still to settle or to book."""
    if run.standing.burner:
        run.emit(DutyLapsed(run.standing.burner.seat))
    for choke in run.secret.chokes:
        run.emit(ChokeShown(choke.by, choke.choked))
    standing = run.standing
    left = standing.in_play
    places = _final_places(run.public)
    swept = {federation(seat) for seat in SEATS if places[seat] <= 3}
    is_sweep = len(swept) == 1
    hands = tuple(hand + aside for hand, aside in zip(run.hands, run.secret.aside, strict=True))
    run.emit(RoundScored(places, _score(run.rules, places, is_sweep), is_sweep, hands))
    bottom_two = tuple(seat for seat in SEATS if places[seat] >= LAST - 1)
    if all(left >> seat & 1 for seat in bottom_two) and not _final(run.public):
        run.emit(Waiting(Phase.SETTLE, Ask.SETTLE, bottom_two))
    else:
        book(run)


def _final_places(public: Public) -> tuple[int, ...]:
    """Gives the remaining places by cards in hand, fewest first, and the revolutionary's (R8.5, R9.3)."""
    standing = public.standing
    places = list(standing.places)
    start = standing.last_out if standing.last_out != NOBODY else 0
    order = [*after(start, standing.in_play)]
    if standing.in_play >> start & 1:
        order.append(start)
    order.sort(key=lambda seat: public.counts[seat])
    for seat, place in zip(order, free_places(standing), strict=True):
        places[seat] = place
    if standing.revolted != NOBODY:
        places[standing.revolted] = reserved_place(standing)
    return tuple(places)


def _score(rules: Rules, places: tuple[int, ...], swept: bool) -> tuple[int, int]:
    """Returns what the even and the odd federation score (R12.1, R12.2)."""
    sums = [0, 0]
    for seat in SEATS:
        sums[federation(seat)] += place_points(rules, places[seat]) * (2 if swept else 1)
    if rules.scoring == "positive":
        sums = [max(0, value) for value in sums]
    return sums[0], sums[1]


def place_points(rules: Rules, place: int) -> int:
    """Returns what a place scores before a sweep doubles it (R12.1)."""
    return _POINTS[rules.scoring][place - 1]


def _final(public: Public) -> bool:
    """Tells whether the game ends with this round (R12.3)."""
    rules = public.rules
    return public.setup.round >= rules.rounds or (public.standing.swept and rules.sweep_ends_game)


def book(run: Run) -> None:
    """Books the score and the debts, and ends the round or the game (R11.1, R12.3)."""
    public = run.public
    final = _final(public)
    debts = () if final else debts_of(public.rules, public.standing)
    run.emit(RoundOver(booked(public), debts, final))


def booked(public: Public) -> tuple[int, int]:
    """Returns the totals with the score of the round that has ended."""
    score = public.setup.score or (0, 0)
    return public.setup.totals[0] + score[0], public.setup.totals[1] + score[1]


def debts_of(rules: Rules, standing: Standing) -> tuple[Debt, ...]:
    """Returns the tributes that a finished round makes, in the order they are paid in (R11)."""
    if not rules.tribute:
        return ()
    if standing.swept:
        return _sweep_debts(standing) if rules.sweep_tribute == "opposites" else ()
    chokes = [Debt(DebtKind.CHOKE, choke.choked, choke.by, 1) for choke in standing.chokes]
    burns = [Debt(DebtKind.BURN, burn.burnt, burn.by, 1) for burn in standing.burns]
    by_place = {place: seat for seat, place in enumerate(standing.places)}
    debts = [
        *sorted(chokes if rules.choke == "tribute" else [], key=lambda debt: debt.giver),
        *sorted(burns, key=lambda debt: debt.giver),
        *(_point_debts(rules, standing) if rules.opening else ()),
        Debt(DebtKind.FALL, by_place[6], by_place[1], 2),
        Debt(DebtKind.FALL, by_place[5], by_place[2], 1),
    ]
    if not rules.federation_tribute:
        debts = [debt for debt in debts if federation(debt.giver) != federation(debt.taker)]
    return tuple(debts)


def _sweep_debts(standing: Standing) -> tuple[Debt, ...]:
    """R11.7: each swept player gives their opposite one."""
    swept = [seat for seat in SEATS if standing.places[seat] > 3]
    return tuple(Debt(DebtKind.SWEEP, seat, opposite(seat), 1) for seat in swept)


def counts_as_opened(rules: Rules, standing: Standing, seat: int) -> bool:
    """Tells whether a seat counts as opened for point tribute (R9.5)."""
    if seat == standing.revolted:
        return rules.revolution == "automatic"
    if opposite(seat) == standing.revolted:
        return rules.opening_deadline != "second" or standing.free_stood >= 3
    return bool(standing.opened >> seat & 1)


def point_count(rules: Rules, *, opened: tuple[bool, bool], calls: tuple[CallKind, CallKind]) -> int:
    """Returns how many cards Y gives X by R11.3; the pairs are (X, Y)."""
    (x_opened, y_opened), (x_call, y_call) = opened, calls
    single = rules.call_overturn == "single"
    count = 0
    if not y_opened:
        count += {CallKind.NO: 1, CallKind.MING: 2, CallKind.YU: 4}[x_call]
    if x_opened:
        if y_call is CallKind.NO:
            count += 0 if single or y_opened else 1
        else:
            count += {CallKind.MING: 4, CallKind.YU: 8}[y_call] // (2 if single else 1)
    return count


def _point_debts(rules: Rules, standing: Standing) -> list[Debt]:
    out: list[Debt] = []
    for giver in SEATS:
        taker = opposite(giver)
        count = point_count(
            rules,
            opened=(
                counts_as_opened(rules, standing, taker),
                counts_as_opened(rules, standing, giver),
            ),
            calls=(standing.calls[taker], standing.calls[giver]),
        )
        if count:
            out.append(Debt(DebtKind.POINT, giver, taker, count))
    return out


# --- settling who is last (R8.5) ---


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns what is open in the settling of the last place."""
    return (Act.SETTLE,) if view.seat in view.public.pending.seats else ()


def actions(view: SeatView) -> list[Action]:
    """Returns either answer: one or the other is last."""
    return [Settle(seat) for seat in view.public.pending.seats] if acts(view) else []


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses who is not one of the two, and a last place that is neither's (R8.5)."""
    seats = view.public.pending.seats
    if view.seat not in seats:
        return refuse("R8.5", "not_yours_to_settle")
    if isinstance(action, Settle) and action.last not in seats:
        return refuse("R8.5", "settle_other", seat=action.last)
    return None


def apply(run: Run, seat: int, action: Action) -> None:
    """Swaps the two places or leaves them, then books the round."""
    if not isinstance(action, Settle):
        raise TypeError(f"{action} is no settling")
    one, other = run.public.pending.seats
    places = list(run.standing.places)
    if places[action.last] != LAST:
        places[one], places[other] = places[other], places[one]
    run.emit(Settled(seat, tuple(places)))
    book(run)
