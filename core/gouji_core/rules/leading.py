"""Who leads the first trick, 上班: showing, drawing or in rotation (R6)."""

from __future__ import annotations

from collections import Counter

from gouji_core.actions import Act, Action, Show, Unreadable
from gouji_core.cards import FOUR, RED, SUITS, THREE, Card, bag
from gouji_core.errors import Refusal, refuse
from gouji_core.events import Declared, LeaderChosen, Shown, StepClosed, Waiting
from gouji_core.options import Rules
from gouji_core.public import Ask, Phase
from gouji_core.rules.run import Run
from gouji_core.seats import NOBODY, SEATS, mask
from gouji_core.views import SeatView

_PAIR = 2


def begin(run: Run) -> bool:
    """Opens the showing, or finds the leader without asking; tells whether the step is open."""
    rules, setup = run.rules, run.public.setup
    dealt = run.secret.dealt
    match rules.first_lead:
        case "show":
            asked = mask(seat for seat in SEATS if _best_suits(dealt[seat], show_rank(rules)))
            run.emit(Waiting(Phase.SHOW, Ask.SHOW, (), asked))
            return True
        case "draw":
            leader, shown = drawn_leader(dealt, setup.drawer) if setup.recut else (setup.drawer, ())
            if shown:
                run.emit(Shown(leader, shown))
            run.emit(LeaderChosen(leader))
        case "rotate":
            run.emit(LeaderChosen(setup.drawer))
    return False


def show_rank(rules: Rules) -> int:
    """Returns the rank that is shown: 3, or 4 with held threes (R6.1)."""
    return FOUR if rules.hold_threes else THREE


def _best_suits(cards: tuple[Card, ...], rank: int) -> dict[str, int]:
    """Returns the suits of which a hand has two or more cards of a rank, and how many."""
    counted = Counter(card.suit for card in cards if card.rank == rank)
    return {suit: number for suit, number in counted.items() if suit and number >= _PAIR}


def drawn_leader(dealt: tuple[tuple[Card, ...], ...], drawer: int) -> tuple[int, tuple[Card, ...]]:
    """Returns who gains the first lead while cards are drawn, and the 3s that show it (R6.2)."""
    threes: tuple[Counter[str], ...] = tuple(Counter() for _ in SEATS)
    leader, shown = NOBODY, ()
    for index in range(max(map(len, dealt))):
        for turn in range(6):
            seat = (drawer + turn) % 6
            if index >= len(dealt[seat]) or dealt[seat][index].rank != THREE:
                continue
            mine = threes[seat]
            mine[dealt[seat][index].suit] += 1
            if leader == NOBODY:
                pair = _first_pair(mine)
                if pair:
                    leader, shown = seat, pair
            elif seat != leader and max(mine.values()) > max(_PAIR, *threes[leader].values()):
                suit = max(mine, key=lambda name: mine[name])
                leader, shown = seat, (Card(THREE, suit),) * mine[suit]
    return (leader, shown) if leader != NOBODY else (drawer, ())


def _first_pair(mine: Counter[str]) -> tuple[Card, ...]:
    """Returns two 3s of one colour, if there are."""
    for colour in (RED, "".join(suit for suit in SUITS if suit not in RED)):
        pair = [Card(THREE, suit) for suit in colour for _ in range(mine[suit])]
        if len(pair) >= _PAIR:
            return tuple(pair[:_PAIR])
    return ()


def acts(view: SeatView) -> tuple[Act, ...]:
    """Returns whether the seat may show."""
    return (Act.SHOW,) if view.asked else ()


def actions(view: SeatView) -> list[Action]:
    """Returns showing nothing and every number of cards of every suit that may be shown."""
    if not view.asked:
        return []
    rank = show_rank(view.public.rules)
    groups = sorted(_best_suits(view.dealt, rank).items(), key=lambda item: SUITS.index(item[0]))
    shows = [Show((Card(rank, suit),) * n) for suit, most in groups for n in range(_PAIR, most + 1)]
    return [Show(()), *shows]


def refusal(view: SeatView, action: Action) -> Refusal | None:
    """Refuses who cannot show, a second answer, and cards that are no showing (R6.1)."""
    if view.answer is not None:
        return refuse("R15", "answered")
    if not view.asked:
        return refuse("R6.1", "nothing_to_show")
    if not isinstance(action, Show) or action in actions(view):
        return None
    if isinstance(action.cards, Unreadable):
        return refuse("R1.4", "unreadable", cards=action.cards.text)
    if not bag(view.dealt).holds(bag(action.cards)):
        return refuse("R2.1", "not_held", cards=bag(action.cards))
    return refuse("R6.1", "bad_show", rank=Card(show_rank(view.public.rules)))


def apply(run: Run, seat: int, action: Action) -> None:
    """Notes what is shown until the step closes."""
    run.emit(Declared(seat, action))


def proceed(run: Run) -> None:
    """Closes the showing: most cards lead, then who showed first, else chance decides (R6.1)."""
    secret = run.secret
    shows = [
        (seat, action.cards)
        for seat, action in secret.answers
        if isinstance(action, Show) and not isinstance(action.cards, Unreadable) and action.cards
    ]
    run.emit(StepClosed())
    for seat, cards in shows:
        run.emit(Shown(seat, cards))
    best = max(shows, key=lambda show: len(show[1]), default=None)
    run.emit(LeaderChosen(best[0] if best else secret.fallback))
