"""The pages: what they look like, that they fit, and what is said when nothing is found."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gouji_core.options import Rules, parse_rules
from gouji_tui.cells import line_width, text_of, width
from gouji_tui.rulebook import Book, found, page, page_lines
from gouji_tui.wrapping import wrapped
from tests.tui.rulebook.collect import GOLDEN, golden
from tests.tui.rulebook.rules import NAMED, mixes

ONLINE = parse_rules("online")


@pytest.mark.parametrize("name", GOLDEN)
def test_a_page_looks_as_it_did(name: str) -> None:
    file = Path(__file__).parent / "golden" / f"{name}.txt"
    assert golden(name) == file.read_text("utf-8")


@pytest.mark.parametrize("text", NAMED)
@pytest.mark.parametrize("lang", ["zh", "en"])
@pytest.mark.parametrize("room", [40, 60, 100])
def test_no_line_is_wider_than_the_terminal(text: str, lang: str, room: int) -> None:
    rules = parse_rules(text)
    for query in (None, "gouji", "花", "zzz", f"R{99}", *(c.id for c in Book(rules, lang).chapters())):
        for line in page_lines(query, rules, lang, room):
            assert line_width(line) <= room, text_of(line)


@settings(max_examples=40)
@given(rules=mixes, query=st.text(max_size=12), lang=st.sampled_from(["zh", "en"]))
def test_any_query_gives_a_page(rules: Rules, query: str, lang: str) -> None:
    shown = page(query, rules, lang, 60)
    assert shown.strip()
    if len(query) < 8:
        assert all(width(line) <= 60 for line in shown.splitlines())


def test_the_contents_name_what_holds_and_nothing_else() -> None:
    shown = page(None, parse_rules("dagang+rounds=3"), "en", 80)
    assert "Rules in force: dagang+rounds=3" in shown
    assert "R13.2" in shown
    assert "R10" not in shown
    assert "rounds=3" in shown
    assert shown == page("  ", parse_rules("dagang+rounds=3"), "en", 80)


def test_r14_explains_presets_and_options() -> None:
    shown = page("R14", parse_rules("jining"), "zh", 80)
    assert "老头够级" in shown
    assert "choke=last" in shown


def test_a_word_in_a_title_is_shown_in_full_and_others_are_listed() -> None:
    shown = page("接风", ONLINE, "zh", 80)
    assert shown.startswith("R8.2  接风\n")
    assert "「接风」还出现在：" in shown
    assert "R5.7  四人乱缠" in shown


def test_a_word_in_many_clauses_is_a_list() -> None:
    shown = page("burn", ONLINE, "en", 80)
    assert shown.startswith('"burn" stands in ')
    assert "Example" not in shown


def test_a_word_that_is_nowhere() -> None:
    shown = page("burnning", ONLINE, "en", 80)
    assert shown.startswith('The rules say nothing about "burnning"')
    assert "R7.1" in shown
    assert not found("burnning", ONLINE, "en")
    assert found("burn", ONLINE, "en")
    assert found(None, ONLINE, "en")


def test_a_clause_that_is_off() -> None:
    shown = page("R13.2", ONLINE, "en", 80)
    assert "R13.2 is not in force under these rules (online). It would need lay_down=true." in shown
    assert "R13.1" in shown
    assert not found("R13.2", ONLINE, "en")


@given(text=st.text("abc 中文。，（）「」R5.3", max_size=60), room=st.integers(8, 40))
def test_wrapping_keeps_the_text_and_the_width(text: str, room: int) -> None:
    lines = list(wrapped(text, room, first="- ", rest="  "))
    assert all(width(line) <= room for line in lines)
    kept = "".join(line[2:] for line in lines)
    assert kept.replace(" ", "") == text.replace(" ", "")


def test_a_chinese_word_in_brackets_is_not_broken() -> None:
    assert list(wrapped("Whoever may burn (烧牌) it", 20)) == ["Whoever may burn", "(烧牌) it"]


def test_no_line_begins_with_what_closes() -> None:
    lines = list(wrapped("这一轮（也就是这一圈），没人再压了。" * 4, 11))
    assert not any(line[0] in "，。）" or line[-1] == "（" for line in lines)
