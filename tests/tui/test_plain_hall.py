"""A table opened by a line: every way to keep it has a word, in both languages."""

import asyncio

import pytest

from gouji_client.updates import Spectators, TableOptions
from gouji_tui.draft import KEPT
from gouji_tui.hall import Hall, LookAgain, Open
from gouji_tui.plain_hall import PlainHall
from gouji_tui.texts import texts_in

ALL = TableOptions(
    private=True,
    password="Sesam＝Öl",
    bots="novice",
    turn_seconds=45,
    reserve_seconds=0,
    grace_seconds=90,
    spectators=Spectators.DELAYED,
    all_ready=True,
    memory=False,
    open_hands=True,
)
ENGLISH = "private nomemory openhands allready turn=45 reserve=0 grace=90 bots=novice watch=delayed"
CHINESE = "私桌 不记牌 看联邦 等准备 每手=45 备用=0 掉线=90 电脑=novice 旁观=delayed"


def typed(line: str) -> tuple[object, list[str]]:
    """Types a line; returns what is wanted then, and what was said."""
    said: list[str] = []

    async def run() -> object:
        hall = Hall()
        PlainHall(hall, texts_in("en"), said.append).line(line, line)
        return await hall.wanted() if not said else None

    return asyncio.run(run()), said


@pytest.mark.parametrize("words", [f"{ENGLISH} password=Sesam＝Öl", f"{CHINESE} 密码=Sesam＝Öl"])
def test_everything_can_be_said(words: str) -> None:
    assert typed(f"new dagang+rounds=3 {words}") == (Open("dagang+rounds=3", ALL), [])
    usual = TableOptions()
    assert all(getattr(ALL, name) != getattr(usual, name) for name in KEPT)


@pytest.mark.parametrize("line", ["new", "开桌", "NEW online", "new ONLINE"])
def test_what_is_not_said_is_as_usual(line: str) -> None:
    assert typed(line) == (Open("online", TableOptions()), [])


def test_words_of_an_input_method_are_read() -> None:
    assert typed("new ｔｕｒｎ＝３０ 密码＝芝麻")[0] == Open(
        "online", TableOptions(turn_seconds=30, password="芝麻")
    )


@pytest.mark.parametrize(
    ("word", "wanted"),
    [
        ("turn=soon", "turn=60"),
        ("turn=", "turn=60"),
        ("grace=-1", "grace=60"),
        ("reserve=9999999", "reserve=60"),
        ("watch=me", "watch=public|delayed|none"),
        ("bots=genius", "bots=regular|novice"),
        ("mars", "the presets are"),
        ("online+rounds=0", "rounds is a number"),
        ("tur=1", "the presets are"),
    ],
)
def test_what_is_wrong_is_one_line_and_opens_nothing(word: str, wanted: str) -> None:
    want, (said,) = typed(f"new private {word}")
    assert want is None
    assert word.split("+")[-1] in said
    assert wanted in said


def test_an_empty_line_looks_again() -> None:
    assert typed("")[0] == LookAgain()
