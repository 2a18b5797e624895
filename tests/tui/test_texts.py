"""The catalogues hold every message in both languages, and nothing that nobody says."""

import ast
import re
import unicodedata
from pathlib import Path

import pytest

import gouji_tui
from gouji_bots import LEVELS, Reason
from gouji_core.actions import Act, CallKind, RefereeAct
from gouji_core.options import PRESETS
from gouji_core.public import TABLE_ASKS, Ask, DebtKind, Phase
from gouji_core.wanted import WANTED
from gouji_protocol.outputs import LinkCode
from gouji_protocol.words import ByeCode, FailCode, Phrase, RemoveCode
from gouji_tui.desk import Question
from gouji_tui.draft import KEPT, PRESET
from gouji_tui.finality import Final
from gouji_tui.keys import ACTIONS, MOVABLE
from gouji_tui.lobby import KEYS
from gouji_tui.presenter.scene import Relation
from gouji_tui.presenter.sieve import Sieve
from gouji_tui.settings import CHOICES
from gouji_tui.system import NAMES
from gouji_tui.table import LinkState, Presence
from gouji_tui.texts import LANGUAGES, own_language, texts_in

ROOM = Path(gouji_tui.__file__).parent
CORE = ROOM.parent / "core" / "gouji_core"
MADE_UP = {
    "relation": Relation,
    "act": Act,
    "phase": Phase,
    "wait": Ask,
    "hint": Reason,
    "debt": DebtKind,
    "preset": PRESETS,
    "place": "123456",
    "suit": "shdc",
    "link": [state for state in LinkState if state is not LinkState.UP],
    "call": [kind for kind in CallKind if kind is not CallKind.NO],
    "ask": [kind for kind in Ask if kind not in TABLE_ASKS | {Ask.NOTHING}],
    "turn": ["burn", "revolution", "show"],
    "did": ["pass", "yield", "claim"],
    "talk": [Presence.LOST, Presence.AUTO, Presence.BOT, Presence.LEFT, Presence.PRESENT],
    "level": LEVELS,
    "phrase": Phrase,
    "lobby": [*(f"key_{name}" for name in KEYS), "sure_kick", "sure_hand_over"],
    "settings": [
        *(f"{name}_{word}" for name, words in CHOICES.items() for word in words),
        *(name for name in CHOICES),
        *(f"{name}_about" for name in (*CHOICES, "keymap", "doctor")),
    ],
    "movable": MOVABLE,
    "notation": WANTED,
    "logpage": Sieve,
    "note": [f"pace_{word}" for word in CHOICES["pace"]],
    "draft": [
        PRESET,
        *KEPT,
        *(f"{name}_about" for name in KEPT),
        *(f"spectators_{word}" for word in KEPT["spectators"]),
    ],
    "presence": [Presence.LOST, Presence.AUTO, Presence.BOT, Presence.LEFT],
    "choice": [
        *("call_no", "call_yu", "call_ming", "play", "burn", "return", "object"),
        *(f"referee_{act}" for act in RefereeAct),
    ],
    "score": [f"by_{kind}" for kind in (DebtKind.CHOKE, DebtKind.BURN, DebtKind.SWEEP)],
    "sure": [f"{final.partition('.')[2]}_why" for final in Final],
    "fail": FailCode,
    "bye": ByeCode,
    "removed": RemoveCode,
    "line": LinkCode,
    "errno": NAMES,
    "solo": ["no_home", "no_pipe", "silent", "ended", "no_socket"],
    "usage": [
        *(f"no_{kind}{like}" for kind in ("option", "command") for like in ("", "_like")),
        *(f"missing_{kind}" for kind in ("argument", "option")),
        *("no_value", "value_for_flag"),
    ],
    "log": [f"referee_{act}" for act in RefereeAct],
    "openlog": [code.partition(".")[2] for code in texts_in("en") if code.startswith("openlog.")],
    "replay": ["deal_ok", "deal_unproven", "deal_broken", "deal_other_cards"],
    "prompt": [
        *(f"question_{question}" for question in Question if question is not Question.NONE),
        *(f"link_{state}" for state in LinkState if state is not LinkState.UP),
    ],
    "help": [*(action.name for action in ACTIONS), *(f"game_{number}" for number in range(1, 6))],
}
"""The messages whose codes are put together: by what in which section."""


def literals() -> set[str]:
    """Returns every text constant of the room's code."""
    found: set[str] = set()
    for file in ROOM.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        made_up = {
            id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values
        }
        found |= {
            node.value
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in made_up
        }
    return found


def doctor_codes() -> set[str]:
    source = (ROOM / "doctor.py").read_text(encoding="utf-8")
    return {f"doctor.{name}" for name in re.findall(r'found\(\s*"(\w+)"', source)}


def refusal_codes() -> set[str]:
    """Returns the code of every refusal that the core makes."""
    codes: set[str] = set()
    for file in CORE.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse" and len(node.args) > 1:
                code = node.args[1]
                assert isinstance(code, ast.Constant), f"{file}:{node.lineno}: a code that cannot be read"
                codes.add(str(code.value))
    return codes


def wanted() -> set[str]:
    codes = {f"refusal.{code}" for code in refusal_codes()} | doctor_codes()
    for section, names in MADE_UP.items():
        codes |= {f"{section}.{name}" for name in names}
    return codes


def test_the_core_makes_refusals_that_are_found() -> None:
    assert {"not_asked", "does_not_beat", "has_passed"} <= refusal_codes()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_is_missing(lang: str) -> None:
    texts = texts_in(lang)
    sections = {code.partition(".")[0] for code in texts}
    said = {
        text
        for text in literals()
        if re.fullmatch(r"[a-z]+\.(?!toml|json)\w+", text) and text.partition(".")[0] in sections
    }
    assert sorted(code for code in wanted() | said if code not in texts) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_message_is_unused(lang: str) -> None:
    assert sorted(set(texts_in(lang)) - wanted() - literals()) == []


def test_both_languages_say_the_same_with_the_same_fields() -> None:
    english, chinese = texts_in("en"), texts_in("zh")
    assert set(english) == set(chinese)
    assert {code: english.fields(code) for code in english} == {
        code: chinese.fields(code) for code in chinese
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_replay_says_in_other_words_only_what_the_log_says(lang: str) -> None:
    texts = texts_in(lang)
    told = texts.instead("log", "openlog")
    others = {code.replace("openlog.", "log.") for code in texts if code.startswith("openlog.")}
    assert others
    assert others < set(texts)
    changed = {code for code in texts if told(code) != texts(code)}
    assert "log.scored" in changed
    assert changed <= others


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_letter_has_a_doubtful_width(lang: str) -> None:
    texts = texts_in(lang)
    for code in texts:
        said = texts(code)
        assert [letter for letter in said if unicodedata.east_asian_width(letter) == "A"] == [], code


def test_chinese_is_not_english() -> None:
    english, chinese = texts_in("en"), texts_in("zh")
    same = {
        code for code in english if english(code) == chinese(code) and re.search("[a-z]{3}", english(code))
    }
    assert same == set()


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LC_ALL": "C.UTF-8", "LANG": "zh_CN.UTF-8"}, "en"),
        ({"LC_ALL": "", "LC_MESSAGES": "zh_TW", "LANG": "C"}, "zh"),
        ({}, "en"),
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], lang: str) -> None:
    assert own_language(environment) == lang
