"""The book under rules: what is hidden, what changes, what is found."""

import re

import pytest
from hypothesis import given, settings

from gouji_core.options import OPTIONS, PRESETS, Rules, option_values, parse_rules
from gouji_tui.rulebook import Book, option_text, option_title, options, presets
from gouji_tui.rulebook.entries import chapter_of, written
from tests.tui.rulebook.rules import NAMED, mixes

CITED = re.compile(r"\bR\d+(?:\.\d+)?\b")


def book(text: str, lang: str = "en") -> Book:
    return Book(parse_rules(text), lang)


def ids(text: str) -> set[str]:
    return {clause.id for clause in book(text).clauses()}


def says(text: str, clause: str, lang: str = "en") -> str:
    found = book(text, lang).clause(clause)
    assert found is not None
    return "\n".join(found.parts)


@pytest.mark.parametrize(
    ("rules", "hidden"),
    [
        ("online", {"R3.2", "R3.3", "R6.2", "R6.3", "R10.1", "R10.2", "R10.3", "R10.4", "R13.2", "R13.3"}),
        ("online+opening=false", {"R9.5", "R11.2", "R11.3", "R11.4"}),
        ("online+hold_threes", {"R13.1", "R13.2", "R13.3", "R10.4"}),
        ("dagang", {"R6.1", "R6.3"}),
        ("dagang+hold_threes", {"R6.1", "R6.2", "R13.1", "R13.2", "R13.3"}),
        ("jining", {"R3.2", "R3.4", "R13.1"}),
        ("simple", {"R3.1", "R3.5", "R6.4", "R9.1", "R9.2", "R9.3", "R9.4", "R9.5"}),
        ("simple", {"R11.1", "R11.2", "R11.3", "R11.4", "R11.5", "R11.6", "R11.7"}),
    ],
)
def test_what_options_turn_off_is_hidden(rules: str, hidden: set[str]) -> None:
    assert not ids(rules) & hidden
    assert all(book(rules).is_off(name) and book(rules).needs(name) for name in hidden)
    assert all(not book(rules).is_off(name) for name in ids(rules))


@pytest.mark.parametrize(
    ("rules", "shown"),
    [
        ("online", {"R3.1", "R3.4", "R6.1", "R9.5", "R11.2", "R11.3", "R11.4", "R13.1"}),
        ("online+hold_threes", {"R10.1", "R10.2", "R10.3"}),
        ("online+fours=after_opening", {"R10.4"}),
        ("dagang", {"R6.2", "R13.2", "R13.3"}),
        ("dagang+hold_threes", {"R6.3", "R9.1", "R10.1"}),
        ("jining", {"R3.3", "R10.4"}),
        ("simple", {"R3.2"}),
    ],
)
def test_what_options_turn_on_is_shown(rules: str, shown: set[str]) -> None:
    assert shown <= ids(rules)


def test_a_chapter_without_clauses_is_hidden() -> None:
    assert book("online").chapter("R10") is None
    assert [chapter.id for chapter in book("simple").chapters()] == [
        *("R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R12", "R13", "R14", "R15")
    ]
    chapter = book("jining").chapter("R10")
    assert chapter is not None
    assert [clause.id for clause in chapter.clauses] == ["R10.1", "R10.2", "R10.3", "R10.4"]


@pytest.mark.parametrize(
    ("clause", "one", "other"),
    [
        ("R1.2", "online", "online+deck=short34"),
        ("R2.4", "online", "online+mixed_jokers=own"),
        ("R2.6", "online", "online+hold_threes"),
        ("R4.1", "online", "online+gouji=laotou"),
        ("R4.1", "online", "online+gouji=plain"),
        ("R6.1", "online", "online+hold_threes"),
        ("R7.1", "online", "online+hold_threes"),
        ("R7.5", "online", "online+tribute=false"),
        ("R8.3", "online", "online+free_gouji=any"),
        ("R9.1", "dagang+hold_threes", "dagang+hold_threes+revolution=open"),
        ("R9.5", "online", "online+opening_deadline=second"),
        ("R10.2", "online+hold_threes", "online+hold_threes+buy_four"),
        ("R10.3", "online+hold_threes", "online+hold_threes+choke=last"),
        ("R10.4", "jining", "jining+fours=free"),
        ("R11.1", "online", "online+opening=false"),
        ("R11.1", "online", "online+hold_threes"),
        ("R11.2", "online", "online+opening_excludes=jokers"),
        ("R11.2", "online", "online+opening_excludes=jokers_twos"),
        ("R11.2", "online", "online+opening_deadline=second"),
        ("R11.3", "online", "online+call_overturn=single"),
        ("R11.5", "online", "online+federation_tribute=false"),
        ("R11.6", "online", "online+return_match"),
        ("R11.7", "online", "online+sweep_tribute=opposites"),
        ("R12.1", "online", "online+scoring=positive"),
        ("R12.3", "online", "online+rounds=7"),
        ("R12.3", "online", "online+sweep_ends_game=false"),
        ("R13.3", "dagang", "dagang+merge=34"),
        ("R15", "online", "online+first_lead=rotate"),
        ("R15", "dagang", "dagang+lay_down=false"),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_a_clause_says_what_holds(clause: str, one: str, other: str, lang: str) -> None:
    assert says(one, clause, lang) != says(other, clause, lang)


def test_numbers_are_those_of_the_rules() -> None:
    assert "一局打 7 个回合" in says("online+rounds=7", "R12.3", "zh")


@given(rules=mixes)
def test_no_clause_sends_the_reader_to_one_that_is_off(rules: Rules) -> None:
    # The entries, not the book: reading the book tries every example under the rules.
    entries = [entry for entry in written("en").entries if entry.holds(rules)]
    held = {entry.id for entry in entries} | {chapter_of(entry.id) for entry in entries}
    for entry in entries:
        parts = [part.text for part in entry.parts if part.when.holds(rules)]
        assert parts
        for cited in CITED.findall("\n".join(parts)):
            assert cited in held, f"{entry.id} cites {cited} under {rules}"


# Few: that the entries have one shape in both is held by test_data, for every clause.
@settings(max_examples=8)
@given(rules=mixes)
def test_both_languages_show_the_same(rules: Rules) -> None:
    zh, en = Book(rules, "zh"), Book(rules, "en")
    assert [heading.id for heading in zh.contents()] == [heading.id for heading in en.contents()]
    assert [(c.id, len(c.parts), [e.id for e in c.examples]) for c in zh.clauses()] == [
        (c.id, len(c.parts), [e.id for e in c.examples]) for c in en.clauses()
    ]


@pytest.mark.parametrize("text", NAMED)
def test_each_english_term_is_explained_once_on_a_page(text: str) -> None:
    terms = written("en").terms
    shown = "\n".join(
        "\n".join((clause.title, *clause.parts, *(example.caption for example in clause.examples)))
        for clause in book(text).clauses()
    )
    for term, forms in terms.items():
        first = re.search(rf"\b(?:{'|'.join(map(re.escape, forms))})\b \(", shown, re.IGNORECASE)
        assert shown.count(f"({term})") <= 1, term
        if re.search(rf"\b{re.escape(forms[0])}\b(?! tribute)", shown, re.IGNORECASE):
            assert first, term
            assert f"({term})" in shown, term


def test_a_clause_by_itself_explains_its_terms_again() -> None:
    (within,) = (clause for clause in book("online").clauses() if clause.id == "R7.4")
    assert "(烧牌)" not in within.parts[0]
    alone = book("online").clause("R7.4")
    assert alone is not None
    assert alone.title == "Undoing a burn (解烧)"
    assert alone.parts[0].startswith("If the burner (烧牌) is still in and a combo (一手牌)")


def test_options_are_written_as_they_are_typed() -> None:
    assert "dagang+merge=none" in says("online", "R14")


def test_a_possessive_is_explained_after_its_end() -> None:
    assert says("dagang", "R12.2").endswith("A revolutionary's (革命) third place (三科) counts (R9.3).")


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("R5.3", "R5.3"),
        ("r5.3", "R5.3"),
        ("5.3", "R5.3"),
        ("Ｒ５．３", "R5.3"),
        ("R15", "R15"),
        ("接风", "R8.2"),
        ("够死级", "R8.3"),
        ("yield", "R5.4"),
        ("WIND", "R8.2"),
        ("last word", "R5.3"),
        ("串三户", "R12.2"),
        ("sweep", "R12.2"),
        ("烧牌", "R7.1"),
    ],
)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_search_finds(query: str, first: str, lang: str) -> None:
    found = [clause.id for clause in book("online", lang).search(query)]
    if query in {"串三户", "sweep"}:
        assert first in found[:2]
    else:
        assert found[0] == first


def test_a_chapter_is_its_own_clauses_and_no_others() -> None:
    found = [clause.id for clause in book("online").search("R1")]
    assert found == ["R1.1", "R1.2", "R1.3", "R1.4"]
    assert [clause.id for clause in book("online").search("R5.")] == [f"R5.{n}" for n in range(1, 9)]


@pytest.mark.parametrize("query", [f"R{99}", f"R5.{12}", "R10.1", "zzz", "ass", "买三", "", " "])
def test_search_finds_nothing(query: str) -> None:
    assert book("online").search(query) == ()


@pytest.mark.parametrize(
    ("query", "near"),
    [(f"R5.{12}", "R5.1"), ("yeild", "R5.4"), ("burnning", "R7.1"), ("烧成工", "R7.5"), ("接丰", "R8.2")],
)
def test_near_misses_are_suggested(query: str, near: str) -> None:
    assert book("online").search(query) == ()
    assert near in [clause.id for clause in book("online").near(query)]


def test_nothing_is_near_to_nonsense() -> None:
    assert book("online").near("xyzzy") == ()


def test_what_a_clause_that_is_off_needs() -> None:
    assert book("simple").needs("R9") == ("revolution=open", "revolution=automatic + hold_threes=true")
    assert book("online").needs("R13.2") == ("lay_down=true",)
    assert book("online+opening=false+tribute=false").needs("R11.3") == ("opening=true + tribute=true",)


@pytest.mark.parametrize("lang", ["zh", "en"])
def test_presets_and_options_in_words(lang: str) -> None:
    assert [preset.name for preset in presets(lang)] == list(PRESETS)
    assert all(preset.title and preset.text for preset in presets(lang))
    for name in OPTIONS:
        assert option_title(name, lang)
        for value in option_values(name):
            assert option_text(name, value, lang)
    assert option_text("hold_threes", True, lang) == option_text("hold_threes", "true", lang)
    assert "7" in option_text("rounds", 7, lang)


def test_options_that_do_not_matter_are_left_out() -> None:
    def names(text: str) -> set[str]:
        return {option.name for option in options(parse_rules(text), "en")}

    assert names("simple").isdisjoint({"opening_excludes", "call_overturn", "return_match", "choke", "fours"})
    assert {"choke", "buy_four"} <= names("jining")
    assert {"merge", "lay_down"}.isdisjoint(names("jining"))
