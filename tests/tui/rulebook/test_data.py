"""The data files: both languages say the same, about every clause and every option."""

import json
import re
import string
import unicodedata
from pathlib import Path

import pytest

from gouji_core.options import OPTIONS, PRESETS, option_values
from gouji_tui.rulebook.entries import Condition, chapter_of, written
from tests.tui.rulebook.collect import SHIPPED, collected

ROOT = Path(__file__).parents[3]
LAW = (ROOT / "docs/RULES.md").read_text("utf-8")
ZH, EN = written("zh"), written("en")
BOTH = {"zh": ZH, "en": EN}


def law_ids() -> list[str]:
    """Returns every clause of the rules in order; a chapter without clauses is one itself."""
    clauses = re.findall(r"^(R\d+\.\d+) ", LAW, re.MULTILINE)
    chapters = re.findall(r"^## (R\d+) ", LAW, re.MULTILINE)
    whole = [chapter for chapter in chapters if not any(chapter_of(c) == chapter for c in clauses)]
    return sorted([*clauses, *whole], key=lambda name: [int(number) for number in name[1:].split(".")])


def all_conditions(lang: str) -> list[Condition]:
    entries = BOTH[lang].entries
    return [
        *(entry.when for entry in entries),
        *(part.when for entry in entries for part in entry.parts),
        *(example.when for entry in entries for example in entry.examples),
        *(option.when for option in BOTH[lang].options.values()),
    ]


def all_texts(lang: str) -> list[str]:
    book = BOTH[lang]
    return [
        *book.chapters.values(),
        *book.words.values(),
        *(text for preset in book.presets.values() for text in preset),
        *(option.title for option in book.options.values()),
        *(text for option in book.options.values() for text in option.values.values()),
        *(entry.title for entry in book.entries),
        *(part.text for entry in book.entries for part in entry.parts),
        *(example.caption for entry in book.entries for example in entry.examples),
    ]


@pytest.mark.parametrize("lang", BOTH)
def test_every_clause_of_the_rules_is_there_in_order(lang: str) -> None:
    assert [entry.id for entry in BOTH[lang].entries] == law_ids()
    assert list(BOTH[lang].chapters) == list(dict.fromkeys(chapter_of(name) for name in law_ids()))


@pytest.mark.parametrize("number", range(len(EN.entries)), ids=[entry.id for entry in EN.entries])
def test_a_clause_has_the_same_shape_in_both_languages(number: int) -> None:
    zh, en = ZH.entries[number], EN.entries[number]
    assert zh.when == en.when
    assert [part.when for part in zh.parts] == [part.when for part in en.parts]
    assert [part.text[:2] == "- " for part in zh.parts] == [part.text[:2] == "- " for part in en.parts]
    assert [(one.case, one.when) for one in zh.examples] == [(one.case, one.when) for one in en.examples]
    zh_cites, en_cites = ([re.findall(r"R\d+(?:\.\d+)?", p.text) for p in e.parts] for e in (zh, en))
    assert [sorted(cites) for cites in zh_cites] == [sorted(cites) for cites in en_cites]


def test_words_have_the_same_fields_in_both_languages() -> None:
    def fields(text: str) -> set[str | None]:
        return {name for _, name, _, _ in string.Formatter().parse(text) if name}

    assert {code: fields(text) for code, text in ZH.words.items()} == {
        code: fields(text) for code, text in EN.words.items()
    }


@pytest.mark.parametrize("lang", BOTH)
def test_every_preset_option_and_value_is_described(lang: str) -> None:
    book = BOTH[lang]
    assert list(book.presets) == list(PRESETS)
    assert list(book.options) == list(OPTIONS)
    for name, option in book.options.items():
        assert set(option.values) == set(option_values(name) or ["any"]), name
        assert len(set(option.values.values())) == len(option.values), name
    assert {name: option.when for name, option in ZH.options.items()} == {
        name: option.when for name, option in EN.options.items()
    }


def test_every_option_changes_what_the_clauses_say() -> None:
    used: set[str] = set()
    for entry in EN.entries:
        used.update(entry.when.names, *(part.when.names for part in entry.parts))
        used.update(name for name in OPTIONS for part in entry.parts if f"{{{name}}}" in part.text)
    assert sorted(used) == sorted(OPTIONS)


@pytest.mark.parametrize("lang", BOTH)
def test_conditions_name_options_and_values_that_exist(lang: str) -> None:
    for condition in all_conditions(lang):
        for choice in condition.choices:
            for name, allowed in choice.items():
                assert {str(value).lower() if isinstance(value, bool) else value for value in allowed} <= set(
                    option_values(name)
                ), name


@pytest.mark.parametrize("lang", BOTH)
def test_glyphs_have_one_width_in_every_terminal(lang: str) -> None:
    for text in all_texts(lang):
        for letter in text:
            assert unicodedata.east_asian_width(letter) != "A", text
            assert unicodedata.category(letter)[0] != "C", text


def test_chinese_is_punctuated_as_chinese() -> None:
    for entry in ZH.entries:
        for text in (entry.title, *(part.text for part in entry.parts), *(e.caption for e in entry.examples)):
            assert not re.search(r"[,;:?!()]", text), text


def test_the_book_is_written_in_its_own_words() -> None:
    law = " ".join(LAW.split())
    for entry in EN.entries:
        for part in entry.parts:
            for sentence in re.split(r"(?<=[.;]) ", part.text):
                assert len(sentence) < 35 or sentence not in law, f"{entry.id}: {sentence}"


def test_every_english_term_stands_in_the_english_book() -> None:
    text = "\n".join(all_texts("en")).casefold()
    for term, forms in EN.terms.items():
        assert any(re.search(rf"\b{re.escape(form)}\b", text) for form in forms), term
    forms = [form for several in EN.terms.values() for form in several]
    assert len(forms) == len(set(forms))


def test_no_paragraph_is_long() -> None:
    for entry in EN.entries:
        for part in entry.parts:
            assert len(part.text) < 520, entry.id


def test_the_shipped_examples_are_the_rule_cases() -> None:
    assert SHIPPED.read_text("utf-8") == collected()
    shown = {example.case for entry in EN.entries for example in entry.examples}
    assert {case["id"] for case in json.loads(SHIPPED.read_text("utf-8"))} == shown
