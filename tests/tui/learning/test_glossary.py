"""The glossary: complete, with clauses that exist, found by any spelling, by command and in the app."""

import asyncio
import re
import unicodedata

import pytest
from click.testing import CliRunner

from gouji_core.options import PRESETS, parse_rules
from gouji_tui.app import GoujiApp
from gouji_tui.commands import main
from gouji_tui.learning.glossary import glossary, look_up, word_lines
from gouji_tui.learning.glossary_page import GlossaryPage
from gouji_tui.look import Look
from gouji_tui.presenter import log
from gouji_tui.rulebook.book import Book
from gouji_tui.screens.rules import RulesPage
from gouji_tui.texts import LANGUAGES, texts_in
from tests.tui.local import rows_of, settled

EVERYDAY = """
    第 开始 完毕 用 向 给 买 一张 收下 的 不收 要还 不要 还给 两家 这个 重来 退出 过 让 作废 烧的是 了 作罢 被
    出 只能烧 还有 次 只剩四人以内 排好 收回 剩下的牌 张 本回合 我方 对方 是 总分 本局结束 提议 不同意 贡
    房主 警告 取消 应牌 退出本 参加 禁止 判为 六人同意 免了 进 赢
"""
"""What the log says around the words of the table."""


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.stdout, done.stderr


def test_there_are_enough_words_and_each_is_there_once() -> None:
    words = [word.zh for word in glossary()]
    assert len(words) >= 60
    assert len(set(words)) == len(words)
    assert len({word.en for word in glossary()}) == len(words)


def test_every_clause_is_in_the_rule_book() -> None:
    rules = [
        *PRESETS.values(),
        parse_rules("online+hold_threes"),
        parse_rules("dagang+sweep_tribute=opposites"),
    ]
    there = {heading.id for chosen in rules for heading in Book(chosen, "en").contents()}
    assert [word.zh for word in glossary() if word.clause not in there] == []


def test_every_word_is_told_in_both_languages_and_said_aloud() -> None:
    for word in glossary():
        assert re.search("[一-鿿]", word.zh)
        assert set(word.says) == set(LANGUAGES)
        assert word.says["en"].isascii(), word.zh
        assert word.says["en"].endswith("."), word.zh
        assert word.says["zh"].endswith("。"), word.zh
        assert len(word.pinyin.split()) == len(word.zh), word.zh
        assert [letter for letter in word.says["zh"] if unicodedata.east_asian_width(letter) == "A"] == []
        toned = [
            any(map(unicodedata.combining, unicodedata.normalize("NFD", part)))
            for part in word.pinyin.split()
        ]
        assert all(toned), word.pinyin


def test_the_log_says_nothing_that_the_glossary_does_not_tell() -> None:
    texts = texts_in("zh")
    codes = {code for code, _ in (*log._WORDS.values(), *log._FLOW.values())}
    codes |= {code for code in texts if code.partition(".")[0] in {"place", "call", "debt"}} | {"log.swept"}
    known = sorted({word.zh for word in glossary()} | set(EVERYDAY.split()), key=len, reverse=True)
    strange: dict[str, str] = {}
    for code in codes:
        said = re.sub(r"\{\w+\}|[^一-鿿]", " ", texts(code, **dict.fromkeys(texts.fields(code), " ")))
        for word in known:
            said = said.replace(word, " ")
        if said.strip():
            strange[code] = said.strip()
    assert strange == {}


@pytest.mark.parametrize("query", ["烧牌", "shāo pái", "shaopai", "SHAO PAI", "burning", "Burning"])
def test_a_word_is_found_by_any_spelling(query: str) -> None:
    assert [word.zh for word in look_up(query)] == ["烧牌"]


def test_a_part_of_a_word_finds_all_that_hold_it() -> None:
    assert {word.zh for word in look_up("贡")} >= {"进贡", "还贡", "烧贡", "点贡"}
    assert look_up("") == glossary()
    assert look_up("zzz") == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_command_tells_words(lang: str) -> None:
    code, said, _ = run("glossary", "--lang", lang)
    assert code == 0
    for word in glossary():
        assert f"{word.zh}  {word.pinyin}  {word.en}  {word.clause}" in said
    code, said, _ = run("glossary", "jie", "feng", "--lang", lang)
    assert (code, len(said.splitlines())) == (0, 2)
    assert look_up("接风")[0].says[lang] in said
    code, said, wrong = run("glossary", "zzz", "--lang", lang)
    assert (code, said) == (1, "")
    assert "zzz" in wrong


def test_no_line_is_longer_than_its_room() -> None:
    for lang in LANGUAGES:
        for line in word_lines(glossary(), lang, 60):
            assert (
                sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for s in line for c in s.text) <= 60
            )


def test_the_glossary_opens_beside_the_rule_book_and_is_searched() -> None:
    async def test() -> None:
        app = GoujiApp(Look())
        async with app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            app.open_rules()
            await settled(pilot)
            await pilot.press("tab")
            await settled(pilot)
            assert shown(app) is GlossaryPage
            assert f"{len(glossary())} of {len(glossary())}" in rows_of(app)[0]
            await pilot.press(*"mian", "backspace", "backspace")
            await settled(pilot)
            assert rows_of(app)[-1].strip().startswith("Search: mi_")
            await pilot.press("enter", *"jiefeng", "f2")
            await settled(pilot)
            rows = rows_of(app)
            assert [row for row in rows if row.startswith("接风  jiē fēng")] != []
            assert "上家的底牌没有人压" in "".join(rows)
            await pilot.press("escape")
            await settled(pilot)
            assert shown(app) is RulesPage

    asyncio.run(test())


def shown(app: GoujiApp) -> type:
    return type(app.screen)
