"""A table about to be opened: every value of every row can be chosen, and only what can be played."""

import pytest
from msgspec.structs import fields

from gouji_client.updates import TableOptions
from gouji_core.options import OPTIONS, PRESETS, option_values, parse_rules
from gouji_tui.cells import line_width, text_of
from gouji_tui.draft import KEPT, PASSWORD, ROWS, Draft, moved, turned, typed
from gouji_tui.presenter.hall import draft_rows, row_about, row_title, row_value
from gouji_tui.rulebook.options import option_text
from gouji_tui.texts import LANGUAGES, texts_in


def at(name: str, rules: str = "online") -> Draft:
    return Draft(rules, at=ROWS.index(name))


def test_rows_are_all_that_a_table_can_be_told() -> None:
    # How much later spectators see a game is the server's own default.
    kept = {field.name for field in fields(TableOptions)} - {"delay_seconds"}
    assert set(KEPT) == kept
    assert list(ROWS) == ["preset", *KEPT, *OPTIONS]
    for name, values in KEPT.items():
        assert name == PASSWORD or getattr(TableOptions(), name) in values


def test_presets_go_round_and_take_their_options_along() -> None:
    draft, seen = at("preset"), ["online"]
    for _ in PRESETS:
        draft = turned(draft, 1)
        seen.append(draft.rules)
    assert seen == [*PRESETS, "online"]
    assert turned(draft, -1).rules == list(PRESETS)[-1]


@pytest.mark.parametrize("name", [name for name in KEPT if name != PASSWORD])
def test_ways_to_keep_a_table_go_round(name: str) -> None:
    draft, seen = at(name), set[object]()
    for _ in KEPT[name]:
        seen.add(getattr(draft.options, name))
        draft = turned(draft, 1)
    assert seen == set(KEPT[name])
    assert draft.options == TableOptions()
    assert turned(turned(draft, -1), 1) == draft


@pytest.mark.parametrize("name", [name for name in OPTIONS if name != "rounds"])
@pytest.mark.parametrize("preset", PRESETS)
def test_every_value_that_can_be_played_is_reached(name: str, preset: str) -> None:
    draft, seen = at(name, preset), set[str]()
    for _ in option_values(name):
        value = getattr(parse_rules(draft.rules), name)
        seen.add(str(value).lower() if isinstance(value, bool) else value)
        draft = turned(draft, 1)
    playable: set[str] = set()
    for value in option_values(name):
        try:
            parse_rules(f"{preset}+{name}={value}")
        except ValueError:
            continue
        playable.add(value)
    assert seen == playable


def test_what_excludes_a_value_is_named() -> None:
    draft = turned(at("buy_four"), 1)
    assert draft.rules == "online"
    assert draft.clash == ("buy_four", "hold_threes")
    assert (
        turned(at("buy_four", "online+hold_threes=true"), 1).rules == "online+hold_threes=true+buy_four=true"
    )
    assert turned(at("hold_threes", "dagang"), 1).rules == "dagang+hold_threes=true"
    assert moved(draft, 1).clash == ()


def test_rounds_are_counted() -> None:
    assert turned(at("rounds"), 1).rules == "online+rounds=6"
    assert turned(at("rounds", "online+rounds=100"), 1).rules == "online+rounds=1"


def test_a_password_is_typed() -> None:
    draft = at(PASSWORD)
    for letter in "芝麻\0x":
        draft = typed(draft, letter)
    assert draft.options.password == "芝麻x"
    assert typed(draft, "").options.password == "芝麻"
    assert turned(draft, 1) == draft
    for _ in range(200):
        draft = typed(draft, "a")
    assert len(draft.options.password) == 128


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("room", "height"), [(56, 17), (76, 21), (116, 37)])
def test_every_row_is_in_words_and_fits(lang: str, room: int, height: int) -> None:
    texts = texts_in(lang)
    for index, name in enumerate(ROWS):
        draft = Draft("jining", at=index)
        rows = draft_rows(texts, draft, room, height)
        assert len(rows) <= height
        assert all(line_width(row) <= room for row in rows)
        assert row_title(texts, name)
        assert row_value(texts, draft, name)
        assert row_about(texts, draft)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_values_are_words_of_their_own_row(lang: str) -> None:
    texts, draft = texts_in(lang), Draft()
    for name in OPTIONS:
        value = getattr(parse_rules(draft.rules), name)
        assert row_value(texts, draft, name) == option_text(name, value, lang)
    assert row_value(texts, draft, "reserve_seconds") == texts("draft.seconds", seconds=120)
    assert row_value(texts, turned(at("turn_seconds"), -3), "turn_seconds") == texts("draft.unset")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_clash_is_told_in_the_words_of_its_rows(lang: str) -> None:
    texts, clashing = texts_in(lang), turned(at("buy_four"), 1)
    said = "".join(map(text_of, draft_rows(texts, clashing, 200, 40)))
    assert (
        texts("draft.clash", one=row_title(texts, "buy_four"), other=row_title(texts, "hold_threes")) in said
    )
