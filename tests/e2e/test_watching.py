"""Somebody watches a table of a real server, from its lobby to its next round."""

import re
from pathlib import Path

import pytest

from tests.e2e.terminal import Terminal, gouji
from tests.e2e.test_network import person, server

WATCHING = {"en": "You are watching", "zh": "你在旁观"}
SIDE = {"en": "seats 1/3/5", "zh": "1/3/5号位"}
LEAVE = {"en": "Stop watching?", "zh": "不看了吗"}
NEXT = {"en": "Round 2/2", "zh": "第2/2回合"}


def flat(text: str) -> str:
    """Returns a screen without blanks, for pyte puts one after every wide letter."""
    return re.sub(r"[ \n]", "", text)


def watcher(where: tuple[str, ...], home: Path, lang: str, columns: int, rows: int) -> Terminal:
    environment = {"HOME": str(home), "XDG_DATA_HOME": str(home), "USER": "eve", "LOGNAME": "eve"}
    command = gouji("play", *where, "--lang", lang, "--table", "list")
    return Terminal(command, columns=columns, rows=rows, environment=environment)


@pytest.mark.parametrize(("lang", "columns", "rows"), [("en", 80, 24), ("zh", 60, 20)])
def test_a_table_is_watched(tmp_path: Path, lang: str, columns: int, rows: int) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann", "--rules", "online+rounds=2") as ann:
        code = re.search(r"Table (\w+):", ann.until("1 of 6 seats taken"))
        assert code is not None
        with watcher(where, tmp_path / "eve", lang, columns, rows) as eve:
            eve.until(code[1])
            eve.press("v")
            ann.until("1 watching")
            ann.press("\r")
            eve.until(lambda text: flat(WATCHING[lang]) in flat(text))
            eve.press("t\r")
            eve.settle()
            eve.until(lambda _: eve.whole)
            assert "[X]" not in eve.text
            assert "+1" not in eve.text
            eve.press("\x11")
            eve.until(lambda text: flat(LEAVE[lang]) in flat(text))
            eve.press("k")
            eve.until(lambda text: flat(WATCHING[lang]) in flat(text))
            ann.press("z")
            eve.until(lambda text: flat(SIDE[lang]) in flat(text))
            eve.press("\r")
            ann.until("is over")
            ann.press("\r")
            eve.until(lambda text: flat(NEXT[lang]) in flat(text) or flat(SIDE[lang]) in flat(text))
