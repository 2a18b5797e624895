"""Every decision of a round, with keys and with lines: each open act can be done, and is explained."""

import random
from collections.abc import Iterator
from functools import cache

import pytest

from gouji_core.actions import Act, Action, Burn, Head, LayDown, Order, Play, Return, Revolt, act_of
from gouji_core.cards import Cards
from gouji_core.engine import waiting
from gouji_core.legal import acts_open, legal_actions
from gouji_core.options import parse_rules
from gouji_core.public import TABLE_ASKS, Ask
from gouji_core.seats import SEATS
from gouji_core.state import State
from gouji_core.views import view_of
from gouji_tui.cells import text_of
from gouji_tui.game import Game
from gouji_tui.keys import BY_NAME, read_key
from gouji_tui.moves import side_questions
from gouji_tui.presenter.acts import action_text
from gouji_tui.presenter.prompt import keys_line, prompt_rows, question_line
from gouji_tui.rulebook import Book
from gouji_tui.texts import LANGUAGES, texts_in
from gouji_tui.typed import read_action
from tests.kit.games import Moment, ending, play
from tests.tui.tables import NAMED_KEYS, seen, texts_of

ASKS = [ask for ask in Ask if ask not in TABLE_ASKS | {Ask.NOTHING}]
GAMES = [("dagang+rounds=2", 0), ("dagang+rounds=2", 4), ("dagang+rounds=2", 6), ("online+rounds=2", 0)]
EACH = 12
KEYED = {Act.PASS: "p", Act.YIELD: "y", Act.CLAIM: "c", Act.DECLINE: "d"}


@cache
def moments() -> dict[Ask, list[tuple[State, int]]]:
    """Returns positions of whole games by what is asked in them, with a seat that is waited for."""
    found: dict[Ask, list[tuple[State, int]]] = {ask: [] for ask in ASKS}
    whole = [play(parse_rules(rules), random.Random(seed)) for rules, seed in GAMES]
    # Hands dealt by chance burn seldom; late ones with many jokers do.
    late = [_late(random.Random(seed)) for seed in range(20)]
    for moves in (*whole, *late):
        for state, *_ in moves:
            kind, asked = state.public.pending.kind, waiting(state)
            if kind in found and asked:
                found[kind].append((state, asked[0]))
    return {ask: (some[:: len(some) // EACH + 1] if some else []) for ask, some in found.items()}


def _late(rng: random.Random) -> Iterator[Moment]:
    rules = parse_rules("online+rounds=1")
    return play(rules, rng, ending(rules, rng))


def asked(ask: Ask, lang: str = "en") -> Iterator[Game]:
    assert moments()[ask], f"nobody was asked: {ask}"
    for state, seat in moments()[ask]:
        yield seen(state, seat, lang)


def rank_keys(cards: object) -> str:
    return str(cards).replace("T", "0").lower().replace("x", "") + "".join(c for c in str(cards) if c in "xX")


def keys_of(game: Game, action: Action) -> str:
    """Returns the keys that do an action."""
    match action:
        case Order(order):
            rest = list(range(len(game.moves.parts)))
            if not rest:
                return str(game.moves.choices.index(action) + 1)
            keys = ""
            for number in order[:-1]:
                keys += "\t" * rest.index(number) + "\r"
                rest.remove(number)
            return keys
        case _ if action in game.moves.choices:
            return "\t" * game.moves.choices.index(action) + "\r"
        case Play(cards) | Burn(cards) | Return(cards):
            return rank_keys(cards) + "\r"
        case LayDown(combos):
            return "".join(rank_keys(cards) + "v" for cards in combos) + "\r"
        case _:
            return KEYED[act_of(action)]


def line_of(game: Game, action: Action) -> str:
    """Returns the line of the plain mode that does an action."""
    match action:
        case Order(order) if game.moves.parts:
            return " ".join(str(number + 1) for number in order)
        case _ if action in game.moves.choices:
            return str(game.moves.choices.index(action) + 1)
        case Play(cards) | Burn(cards) | Return(cards):
            return str(cards)
        case LayDown(combos):
            return "lay " + " ".join(map(str, combos))
        case _:
            return KEYED[act_of(action)]


def sent(game: Game, keys: str) -> list[Action]:
    """Presses keys; returns what they sent."""
    steps = [game.key(read_key(NAMED_KEYS.get(key, key), key)) for key in keys]
    return [step.action for step in steps if step.action is not None]


def examples(game: Game) -> dict[Act, list[Action]]:
    """Returns some actions of each act that is open: the first, the last and one between."""
    out: dict[Act, list[Action]] = {}
    for action in legal_actions(game.view):
        out.setdefault(act_of(action), []).append(action)
    return {act: [some[0], some[len(some) // 2], some[-1]] for act, some in out.items()}


@pytest.mark.parametrize("ask", ASKS)
def test_each_open_act_is_done_by_keys_and_by_a_line(ask: Ask) -> None:
    for game in asked(ask):
        some = examples(game)
        assert set(some) == set(acts_open(game.view))
        for action in (action for actions in some.values() for action in actions):
            fresh = seen_again(game)
            assert sent(fresh, keys_of(fresh, action)) == [action], action
            assert read_action(game, line_of(game, action)) == action


def seen_again(game: Game) -> Game:
    """Returns the same position without anything on the desk."""
    fresh = Game(game.texts, game.view.public.rules, game.view.seat)
    fresh.view, fresh.moves, fresh.table = game.view, game.moves, game.table
    return fresh


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ask", ASKS)
def test_the_prompt_offers_a_key_for_each_open_act(ask: Ask, lang: str) -> None:
    for game in asked(ask, lang):
        keys = text_of(keys_line(game.scene))
        rows = "\n".join(texts_of(prompt_rows(game.scene, game.desk, 400)))
        for act in acts_open(game.view):
            match act:
                case Act.PASS | Act.YIELD | Act.CLAIM | Act.DECLINE:
                    assert f"{BY_NAME[str(act)].shown} " in keys
                case Act.PLAY | Act.BURN | Act.RETURN:
                    assert f"Enter {game.texts(f'keys.{act}')}" in keys
                case Act.LAY_DOWN:
                    assert f"v {game.texts('act.lay_down')}" in keys
                case Act.ORDER:
                    assert "1]" in rows
                case _:
                    labels = [
                        action_text(game.scene, action)
                        for action in game.moves.choices[:9]
                        if act_of(action) is act
                    ]
                    assert labels
                    assert all(label in rows for label in labels)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("ask", ASKS)
def test_what_is_asked_or_waited_for_is_said_and_opens_a_clause_that_stands(ask: Ask, lang: str) -> None:
    said = set[str]()
    for state, seat in moments()[ask]:
        for viewer in (seat, *(other for other in SEATS if other not in waiting(state))):
            game = seen(state, viewer, lang)
            line = text_of(question_line(game.scene, game.desk))
            assert line
            assert "{" not in line
            assert line not in {f"ask.{ask}", f"wait.{ask}"}
            said.add(line)
            book = Book(game.view.public.rules, lang)
            names = {heading.id for heading in book.contents()}
            assert game.key(read_key("w", "w")).wish.value == "rules"
            assert game.clause in names, game.clause
    assert len(said) > 1


@pytest.mark.parametrize("ask", ASKS)
def test_advice_is_done_by_enter_and_says_why(ask: Ask) -> None:
    for lang in LANGUAGES:
        texts = texts_in(lang)
        for game in asked(ask, lang):
            advised = game.hint()
            assert advised is not None
            assert game.desk.note is not None
            assert texts(f"hint.{dict(game.desk.note.data)['hint']}") != ""
            assert sent(game, "\r") == [advised]


@pytest.mark.parametrize("ask", [Ask.CALL_BEFORE, Ask.TRIBUTE, Ask.LEAD, Ask.BURN])
def test_counts_and_the_end_of_the_game_are_asked_for_at_any_time(ask: Ask) -> None:
    for game in asked(ask):
        for index, action in enumerate(side_questions(game.view)):
            fresh = seen_again(game)
            assert sent(fresh, "r" + "\t" * index + "\r") == [action]
            assert read_action(game, f"r{index + 1}") == action


def test_walking_through_answers_covers_what_may_be_returned() -> None:
    for game in asked(Ask.RETURN):
        walked = list[Cards]()
        for _ in game.moves.answers:
            sent(game, "\t")
            walked.append(game.desk.chosen)
        assert [Return(cards) for cards in walked] == legal_actions(game.view)


def test_a_hand_laid_down_part_by_part_can_be_taken_back() -> None:
    state, seat = next(
        (state, seat)
        for state, seat in moments()[Ask.LEAD]
        if Act.LAY_DOWN in acts_open(view_of(state, seat)) and len(set(view_of(state, seat).hand.ranks())) > 2
    )
    game = seen(state, seat)
    (first, second, *_) = next(a for a in legal_actions(game.view) if isinstance(a, LayDown)).combos
    assert isinstance(first, Cards)
    sent(game, rank_keys(first) + "v")
    assert game.desk.laid == (first,)
    assert game.desk.free(game.view.hand) == game.view.hand - first
    assert sent(game, "\r") == []
    sent(game, rank_keys(second) + "v")
    assert game.desk.laid == (first, second)
    sent(game, "u")
    assert (game.desk.laid, game.desk.chosen) == ((first,), second)
    game.key(read_key("escape", "\x1b"))
    assert (game.desk.laid, bool(game.desk.chosen)) == ((), False)


@pytest.mark.parametrize(("ask", "final"), [(Ask.REVOLUTION, Revolt(True)), (Ask.HEAD, Head(False))])
def test_what_cannot_be_undone_is_asked_once_more_where_that_is_wanted(ask: Ask, final: Action) -> None:
    for game in asked(ask):
        key = str(game.moves.choices.index(final) + 1)
        assert sent(seen_again(game), key) == [final]
        careful = seen_again(game)
        careful.confirm = True
        assert sent(careful, key) == []
        assert careful.desk.asks_if_sure
        assert sent(careful, "\t" + key) == []
        assert sent(careful, key) == [final]
