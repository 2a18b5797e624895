"""Why a text cannot be read, told in the language spoken."""

import asyncio
import re
from pathlib import Path

import pytest

from gouji_client.address import AddressError
from gouji_core.errors import NotationError
from gouji_core.wanted import WANTED
from gouji_tui.hall import Hall
from gouji_tui.notation import unread, wanted
from gouji_tui.plain_hall import PlainHall
from gouji_tui.replay.film import RecordError, read_record
from gouji_tui.texts import LANGUAGES, texts_in

ENGLISH = re.compile(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}")
"""Three words behind each other: prose, not notation."""


def test_the_catalogues_have_a_sentence_for_each_code_with_the_same_fields() -> None:
    english, chinese = texts_in("en"), texts_in("zh")
    for code, sentence in WANTED.items():
        fields = tuple(sorted(set(re.findall(r"\{(\w+)", sentence))))
        assert english.fields(f"notation.{code}") == chinese.fields(f"notation.{code}") == fields
        assert not ENGLISH.search(chinese(f"notation.{code}")), code


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_error_in_another_is_told_within_it(lang: str) -> None:
    texts = texts_in(lang)
    error = NotationError("9 play K", "line", NotationError("9", "seat"), number=4)
    assert wanted(error, texts) == texts("notation.line", number=4, reason=texts("notation.seat"))
    assert "'9 play K'" in unread(error, texts)


def test_what_the_catalogue_does_not_know_is_told_in_english() -> None:
    assert wanted(AddressError("x", "host"), texts_in("zh")) == "the name or number of a host"


@pytest.mark.parametrize(
    "text", ["new nonsense", "new online+rounds=0", "new online+nothing=1", "new online+hold_threes=perhaps"]
)
def test_rules_that_cannot_be_are_refused_in_chinese_lines(text: str) -> None:
    async def test() -> None:
        said: list[str] = []
        PlainHall(Hall(), texts_in("zh"), said.append).line(text, text)
        (line,) = said
        assert not ENGLISH.search(line)

    asyncio.run(test())


@pytest.mark.parametrize("text", ["", "gouji record 1\nrules online\n9 play K\n", "\xff"])
def test_what_is_no_record_is_told_in_the_language(text: str, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(text.encode("latin-1"))
    told: list[str] = []
    for lang in ("en", "zh"):
        with pytest.raises(RecordError) as caught:
            read_record(file, texts_in(lang))
        told.append(str(caught.value).removeprefix(str(file)))
    assert told[0] != told[1]
    assert not ENGLISH.search(told[1])
