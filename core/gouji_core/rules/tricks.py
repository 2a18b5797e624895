"""A trick from lead to close: effects of a played combo, who is asked, who leads next (R5, R8.2-R8.4)."""

from __future__ import annotations

from gouji_core.beating import is_dead, is_gouji
from gouji_core.cards import FOUR, THREE
from gouji_core.combos import Combo
from gouji_core.events import (
    Asked,
    Burned,
    Choked,
    ChokedOut,
    ChokeShown,
    DutyBegun,
    FreeGouji,
    FreeStood,
    Headless,
    MeleeBegun,
    Opened,
    OpeningForfeited,
    PlanEnded,
    Played,
    TrickBegun,
    TrickClosed,
    WentOut,
    Wind,
)
from gouji_core.options import Rules
from gouji_core.public import Public, Standing, TopKind, Trick
from gouji_core.rules import burning
from gouji_core.rules.places import (
    SECOND,
    announce_headless,
    free_places,
    one_federation_left,
    place_taken,
)
from gouji_core.rules.run import Run
from gouji_core.rules.scoring import end_round
from gouji_core.seats import AFTER, OPPOSITE, after, next_in, opposite

_ORDINARY, _GOUJI, _FREE = TopKind.ORDINARY, TopKind.GOUJI, TopKind.FREE

MELEE_AT = 4
"""A trick that starts with so many players or fewer is a melee (R5.7)."""


def begin_trick(run: Run, leader: int) -> None:
    """Lets a player lead, or what comes instead: a failed burn, the next combo of a hand laid down."""
    melee = run.public.standing.in_play.bit_count() <= MELEE_AT
    if melee:
        burning.lapse_duty(run)
        trick = run.public.trick
        if trick is None or not trick.melee:
            run.emit(MeleeBegun())
    burnt = burning.fail_burn(run, leader)
    if burnt is not None:
        # Before the melee at least five were in play, so both federations still are.
        in_play = run.standing.in_play
        begin_trick(run, burnt if in_play >> burnt & 1 else next_in(burnt, in_play))
        return
    run.emit(TrickBegun(leader, melee))
    lead_plan(run)


def lead_plan(run: Run) -> None:
    """Leads the next combo of a hand laid down, if there is one; its owner leads till its end (R13.2)."""
    plan = run.public.standing.plan
    if plan:
        lay(run, plan.seat, plan.combos[0])


def lay(run: Run, seat: int, combo: Combo, *, burn: bool = False) -> None:
    """Lays a combo on the table with all its effects, in the order of R5.8."""
    if not burn and _lay_plainly(run, seat, combo):
        return
    before, standing, rules = run.trick, run.standing, run.rules
    run.emit(Burned(seat, combo) if burn else Played(seat, combo))
    if before.top is not None and (standing.burner or standing.plan or rules.hold_threes):
        _beaten(run, before.owner, seat)
    if burn:
        run.emit(DutyBegun(seat, before.owner))
    if rules.fours == "after_opening":
        _forfeit_opening(run, seat, combo)
    if standing.free_left or before.bottom:
        _free_gouji(run, before, seat, combo)
    if not run.hands[seat].packed:
        _go_out(run, seat)
    if run.standing.in_play != standing.in_play and one_federation_left(run.standing):
        _stand(run)
        end_round(run)
    elif combo.big and is_dead(rules, combo):
        close(run)
    else:
        _ask(run, seat, combo)


def _lay_plainly(run: Run, seat: int, combo: Combo) -> bool:
    """Lays a combo whose one effect is that others are asked, like most; tells whether it was such."""
    public = run.public
    trick, standing, rules = public.trick or run.trick, public.standing, public.rules
    if (
        standing.burner
        or standing.plan
        or trick.bottom
        or combo.big
        or combo.size == public.counts[seat]
        or rules.hold_threes
        or rules.fours == "after_opening"
    ):
        return False
    kind = _top_kind(rules, standing, trick, seat, combo)
    queue = _answerers(standing, trick, seat)
    if kind is not _ORDINARY or not queue:
        return False
    run.play_and_ask(Played(seat, combo), Asked(kind, queue))
    return True


def _beaten(run: Run, owner: int, by: int) -> None:
    """Undoes burn and plan of whose combo was beaten, and chokes who has only 3s left (R7.4, R10.3)."""
    plan = run.standing.plan
    if plan and plan.seat == owner:
        run.emit(PlanEnded(owner))
    burning.undo_burn(run, owner)
    hand = run.hand(owner)
    if run.rules.hold_threes and hand and hand == hand.only(THREE):
        run.emit(Choked(by, owner))
        if run.rules.choke == "last":
            run.emit(ChokedOut(owner, free_places(run.standing)[-1], hand))
            show_choke(run, owner)
            announce_headless(run, owner)


def show_choke(run: Run, seat: int) -> None:
    """Tells everybody of a choke (R10.3)."""
    for choke in run.secret.chokes:
        if choke.choked == seat:
            run.emit(ChokeShown(choke.by, seat))


def _forfeit_opening(run: Run, seat: int, combo: Combo) -> None:
    """A 4 played before opening gives up opening (R10.4)."""
    if combo.body != FOUR:
        return
    if not (run.standing.opened | run.standing.forfeited) >> seat & 1:
        run.emit(OpeningForfeited(seat))


def _free_gouji(run: Run, before: Trick, seat: int, combo: Combo) -> None:
    """Tells of a free gouji, 够死级 (R8.3, R9.4)."""
    standing, rules = run.standing, run.rules
    gouji = is_gouji(rules, combo)
    if gouji and not before.melee and standing.free_left and opposite(seat) == standing.revolted:
        run.emit(FreeGouji(seat, standing.free_left - 1))
        if standing.free_left == 1:
            run.emit(Headless(seat))
        return
    if before.bottom and not before.melee and before.owner == opposite(seat):
        covered = before.kind is _GOUJI
        early = standing.places[before.owner] <= SECOND
        if covered or (gouji and early and rules.free_gouji == "any"):
            run.emit(FreeGouji(seat, -1))


def _go_out(run: Run, seat: int) -> None:
    run.emit(WentOut(seat, free_places(run.standing)[0]))
    burning.finish_burn(run, seat)
    show_choke(run, seat)
    announce_headless(run, seat)


def _ask(run: Run, owner: int, combo: Combo) -> None:
    """Asks whom R5.3, R5.5 or R5.7 names about the top combo, or closes the trick."""
    trick, standing = run.trick, run.standing
    kind = _top_kind(run.rules, standing, trick, owner, combo)
    if kind is _ORDINARY:
        _ask_queue(run, kind, _answerers(standing, trick, owner))
    elif not burning.open_window(run, kind):
        after_window(run)


def _top_kind(rules: Rules, standing: Standing, trick: Trick, owner: int, combo: Combo) -> TopKind:
    """Returns what kind a combo on top is; in a melee and without a head it is ordinary (R5.7, R4.2)."""
    if trick.melee:
        return _ORDINARY
    if trick.kind is _FREE:
        return _FREE
    if not is_gouji(rules, combo):
        return _ORDINARY
    if trick.bottom:
        covered = standing.places[owner] <= SECOND and standing.in_play >> opposite(owner) & 1
        return _GOUJI if covered else _ORDINARY
    return _GOUJI if standing.headed(owner) else _ORDINARY


def _answerers(standing: Standing, trick: Trick, owner: int) -> tuple[int, ...]:
    """Returns who is asked about an ordinary combo, in order; in a melee no pass is noted (R5.3, R5.7)."""
    return AFTER[owner][standing.in_play & (~trick.passed | 1 << OPPOSITE[owner])]


def after_window(run: Run) -> None:
    """Goes on when nobody burnt: a gouji combo is asked about, a free one closes (R5.5)."""
    trick, standing = run.trick, run.standing
    if trick.kind is _FREE:
        close(run)
        return
    bits = standing.in_play & (standing.headless & ~trick.passed | 1 << opposite(trick.owner))
    _ask_queue(run, TopKind.GOUJI, after(trick.owner, bits))


def _ask_queue(run: Run, kind: TopKind, queue: tuple[int, ...]) -> None:
    if queue:
        run.emit(Asked(kind, queue))
    else:
        close(run)


def after_decline(run: Run) -> None:
    """Goes on after a pass, yield or claim: the next in the queue, the last word, or the close (R5.3)."""
    trick = run.public.trick or run.trick
    if trick.queue:
        return
    across = OPPOSITE[trick.owner]
    if (
        trick.kind is _ORDINARY
        and not trick.melee
        and run.standing.in_play >> across & 1
        and across not in (trick.last_asked, trick.claimed)
    ):
        run.emit(Asked(_ORDINARY, (across,), True))
    else:
        close(run)


def close(run: Run) -> None:
    """Closes the trick; the owner of the top combo leads, or by the wind the next player (R5.1, R8.2)."""
    leader = run.trick.owner
    run.emit(TrickClosed(leader, OPPOSITE[leader]))
    _stand(run)
    in_play = run.public.standing.in_play
    if not in_play >> leader & 1:
        leader = next_in(leader, in_play)
        run.emit(Wind(leader))
    begin_trick(run, leader)


def _stand(run: Run) -> None:
    """Lets the top combo of an old-rules trick stand: its owner may open (R11.2, R9.5)."""
    public = run.public
    trick, standing, rules = run.trick, public.standing, public.rules
    owner = trick.owner
    if trick.top is None or trick.melee or not is_gouji(rules, trick.top):
        return
    in_time = rules.opening_deadline == "melee" or not place_taken(standing, SECOND)
    if trick.kind is _FREE and opposite(owner) == standing.revolted and not place_taken(standing, SECOND):
        run.emit(FreeStood(owner))
    if not rules.opening or (standing.opened | standing.forfeited) >> owner & 1 or not in_time:
        return
    if rules.opening_deadline == "second" and 1 in (standing.places[owner], standing.places[opposite(owner)]):
        return
    headed = standing.in_play >> opposite(owner) & 1 if trick.bottom else standing.headed(owner)
    if headed and not _excluded(public, trick.top):
        run.emit(Opened(owner))


def _excluded(public: Public, combo: Combo) -> bool:
    """Tells whether a combo never opens (R11.2)."""
    match public.rules.opening_excludes:
        case "big":
            return combo.big > 0
        case "jokers":
            return combo.jokers > 0 or combo.size == 1
        case "jokers_twos":
            return combo.jokers > 0 or combo.money > 0
