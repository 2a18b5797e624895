"""Whether and with what to answer a combo, to pass, to yield or to claim (R5.2-R5.7, R8.2)."""

from __future__ import annotations

from dataclasses import dataclass

from gouji_bots.advice import Advice, Reason, advise
from gouji_bots.hand import Worth, lead_worth, weigh
from gouji_bots.leads import choke_cost, four_cost
from gouji_bots.table import Table
from gouji_core.actions import Claim, Pass, Play, Yield
from gouji_core.combos import Combo
from gouji_core.legal import legal_combos, refusal
from gouji_core.public import Ask, TopKind, Trick
from gouji_core.seats import federation, mask, next_in

MOST = 80
"""How many answers are weighed; the listing begins with those that cost least."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Is a candidate with what answering with it is worth and the chance that it stands.

    ``saved`` is how many turns the hand needs less without these cards; below nothing they are missed.
    """

    combo: Combo
    value: float
    stands: float
    saved: float = 0.0


def choose_answer(table: Table) -> Advice:
    """Returns the best answer to the top combo with its reason."""
    trick = table.trick
    if trick is None or trick.top is None:
        raise ValueError("there is nothing to answer")
    combos = legal_combos(table.view)[:MOST]
    if not combos:
        return _not_playing(table, trick, Reason.PASS_CANNOT)
    now = weigh(table, table.hand)
    best = _best(table, trick, combos, now, trick.passed)
    if best.value > _stay(table, trick, combos, now) + table.weights.margin:
        return _playing(table, trick, best)
    mine = federation(heir_of(table, trick)) == federation(table.me)
    return _not_playing(table, trick, Reason.PASS_PARTNER if mine else Reason.PASS_SAVE)


def _best(table: Table, trick: Trick, combos: list[Combo], now: Worth, passed: int) -> Answer:
    answers = (value_answer(table, trick, combo, now, passed) for combo in combos)
    return max(answers, key=lambda answer: answer.value)


def value_answer(table: Table, trick: Trick, combo: Combo, now: Worth, passed: int) -> Answer:
    """Weighs answering with a combo against doing nothing; ``passed`` may not answer it any more."""
    rest = table.hand - combo.cards
    stands = table.stand(combo, passed, melee=trick.melee)
    if not rest:
        return Answer(combo, 100.0 + stands, stands)
    then = weigh(table, rest)
    value = now.burden - then.burden + stands * lead_worth(table, then)
    if table.opens(combo):
        value += table.weights.opening * stands
    value -= choke_cost(table, rest, stands) + four_cost(table, combo)
    return Answer(combo, value, stands, now.burden - then.burden)


def _stay(table: Table, trick: Trick, combos: list[Combo], now: Worth) -> float:
    """Returns what not playing now is worth: nothing is lost by a yield but the first word."""
    stay = stay_value(table, trick, now)
    if refusal(table.view, Yield()) is not None:
        return stay
    later = trick.passed | mask(trick.queue[1:])
    last = _best(table, trick, combos, now, later).value
    return max(stay, unasked(table, trick) * last)


def unasked(table: Table, trick: Trick) -> float:
    """Returns the chance that nobody still to be asked plays, so that the last word comes."""
    top = trick.top
    if top is None:
        return 1.0
    out = 1.0
    for seat in trick.queue[1:]:
        out *= 1.0 - table.weights.meddle * table.odds.natural(seat, top.size, max(top.body, 0))
    return out


def stay_value(table: Table, trick: Trick, now: Worth) -> float:
    """Returns what not playing is worth: the lead in a partner's hands, or the cost of an enemy's."""
    keeps = keeping(table, trick)
    heir = heir_of(table, trick)
    if heir == table.me:
        # The wind: nobody beating the bottom gives the lead here for nothing (R8.2).
        return keeps * lead_worth(table, now)
    if federation(heir) == federation(table.me):
        return keeps * table.help(heir)
    return -keeps * table.threat(heir)


def heir_of(table: Table, trick: Trick) -> int:
    """Returns who leads if nobody beats the top combo: its owner, or by the wind the next in play."""
    in_play = table.standing.in_play
    return trick.owner if in_play >> trick.owner & 1 else next_in(trick.owner, in_play)


def keeping(table: Table, trick: Trick) -> float:
    """Returns the chance that the top combo stands if this seat does not play."""
    top = trick.top
    if top is None or trick.kind is TopKind.FREE:
        return 1.0
    out = 1.0
    owner_side = federation(trick.owner)
    for seat in trick.queue[1:]:
        if federation(seat) == owner_side:
            continue
        out *= 1.0 - 0.7 * table.odds.natural(seat, top.size, max(top.body, 0)) * (not top.jokers)
        out *= 1.0 - 0.25 * table.odds.dear(seat, top)
    return out


def _playing(table: Table, trick: Trick, answer: Answer) -> Advice:
    combo = answer.combo
    action = Play(combo.cards)
    if len(combo) == len(table.hand):
        return advise(action, Reason.OUT, cards=combo)
    owner = heir_of(table, trick)
    if federation(owner) != federation(table.me):
        if table.nearness(owner) > 0.5:
            return advise(action, Reason.BLOCK, cards=combo, seat=owner)
        if owner == table.opposite and trick.kind is TopKind.GOUJI:
            return advise(action, Reason.ANSWER_OPPOSITE, cards=combo)
    if answer.stands >= 0.6:
        return advise(action, Reason.ANSWER_WIN, cards=combo, chance=round(100 * answer.stands))
    return advise(action, Reason.ANSWER_CHEAP if answer.saved >= 0 else Reason.ANSWER_WORTH, cards=combo)


def _not_playing(table: Table, trick: Trick, why: Reason) -> Advice:
    """Declines in the way that keeps most rights."""
    if refusal(table.view, Claim()) is None:
        return advise(Claim(), Reason.CLAIM)
    if refusal(table.view, Yield()) is None:
        return advise(Yield(), Reason.YIELD)
    if table.view.public.pending.kind is Ask.LAST_WORD:
        return advise(Pass(), Reason.CLOSE)
    if why is Reason.PASS_PARTNER:
        return advise(Pass(), why, seat=heir_of(table, trick))
    return advise(Pass(), why)
