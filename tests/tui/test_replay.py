"""Replays: a film of a record and how it is told, without a screen."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from gouji_core.actions import Act, act_of
from gouji_core.dealing import commitment
from gouji_core.events import TrickBegun
from gouji_core.record import Commit, Done, GameRecord, Seed, final_state, format_record
from gouji_core.seats import NOBODY
from gouji_tui.cells import line_width, text_of
from gouji_tui.replay.film import Film, RecordError, film_of, read_record
from gouji_tui.replay.lines import tell, verify
from gouji_tui.replay.story import Story
from gouji_tui.texts import LANGUAGES, texts_in
from tests.kit.records import played, played_on

RECORD = replace(played("online", 1), players=("Ann", "老王", "Cy", "小\x1b[31m明", "[b]Eve[/b]", ""))
FILM = Film(RECORD)
NOWHERE = Path("game.txt")


def test_a_film_has_a_moment_for_each_entry_and_ends_where_the_record_does() -> None:
    assert FILM.last == len(RECORD.entries)
    assert [moment.entry for moment in FILM.moments[1:]] == list(RECORD.entries)
    assert FILM.moments[-1].state == final_state(RECORD)
    for earlier, later in zip(FILM.moments, FILM.moments[1:], strict=False):
        assert later.before is earlier.state


def test_tricks_and_rounds_are_found_forward_and_back() -> None:
    starts = [at for at, moment in enumerate(FILM.moments) if has_trick(moment)]
    at, found = 0, list[int]()
    while (at := FILM.next_trick(at)) != FILM.last:
        found.append(at)
    assert found == starts
    at, found = FILM.last, []
    while at := FILM.previous_trick(at):
        found.append(at)
    assert found[::-1] == starts
    second = FILM.next_round(FILM.next_round(0))
    assert (FILM.moments[second].round, FILM.moments[second - 1].round) == (2, 1)
    assert FILM.previous_round(second + 3) == second
    assert FILM.next_round(second) == FILM.last
    assert FILM.previous_round(0) == 0


def has_trick(moment: object) -> bool:
    return any(isinstance(event, TrickBegun) for event in getattr(moment, "events", ()))


def test_a_trick_is_found_by_its_number_in_the_round_at_hand() -> None:
    second = FILM.next_round(FILM.next_round(0))
    there = FILM.trick(second, 3)
    assert there is not None
    assert (FILM.moments[there].round, FILM.moments[there].trick) == (2, 3)
    first = FILM.trick(second - 1, 3)
    assert first is not None
    assert FILM.moments[first].round == 1
    assert FILM.trick(second, 999) is None
    assert FILM.trick(0, 1) is None


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("preset", ["online", "dagang", "jining", "online+hold_threes"])
def test_every_step_is_told_in_sentences(lang: str, preset: str) -> None:
    film = Film(played(preset, 3))
    story = Story(film, texts_in(lang))
    for at, moment in enumerate(film.moments):
        said = [text_of(entry.line) for entry in story.told(at)]
        assert said, moment.entry
        assert all(said), moment.entry
        assert not any(re.search(r"\b[a-z]+\.[a-z_]+\b", line) for line in said), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_tell_all_hands_at_each_trick_and_nobody_is_we(lang: str) -> None:
    texts = texts_in(lang)
    lines = list(tell(FILM, texts))
    tricks = sum(map(has_trick, FILM.moments))
    heads = [
        number
        for number, line in enumerate(lines)
        if line in {texts("replay.hands", round=r, trick=t) for r in (1, 2) for t in range(1, 200)}
    ]
    assert len(heads) == tricks
    first = FILM.next_trick(0)
    counts = [int(line.split()[1]) for line in lines[heads[0] + 1 : heads[0] + 4]]
    assert counts == list(FILM.moments[first].state.public.counts[:3])
    assert sorted(set(re.findall(r"^ *(\d+) ", "\n".join(lines), re.MULTILINE)), key=int)[-1] == str(
        FILM.last
    )
    for word in ("ours", "theirs", "我方", "对方", "{"):
        assert not any(word in line for line in lines)
    assert not any("\x1b" in line for line in lines)
    assert any("[b]Eve[/b]" in line for line in lines)


def test_what_is_secret_at_the_table_is_told_in_a_replay() -> None:
    story = Story(FILM, texts_in("en"))
    declined = [
        at
        for at, moment in enumerate(FILM.moments)
        if isinstance(moment.entry, Done)
        and moment.entry.seat != NOBODY
        and act_of(moment.entry.action) is Act.SHOW  # type: ignore[arg-type]
    ]
    assert declined
    for at in declined:
        assert "show" in text_of(story.step_line(at))
        assert story.clause(at) == "R6.1"


def test_the_log_reaches_the_step_and_no_further() -> None:
    story = Story(FILM, texts_in("en"))
    at = FILM.next_trick(FILM.next_trick(0))
    for there in range(at, at + 30):
        rows = story.log_rows(there, 60, 5)
        assert 0 < len(rows) <= 5
        assert all(line_width(row) <= 60 for row in rows)
        last = text_of(story.told(there)[-1].line)
        assert "".join(map(text_of, rows)).replace(" ", "").find(last.replace(" ", "")) >= 0
    assert story.log_rows(at, 60, 0) == ()


def test_open_hands_fit_in_the_smallest_window() -> None:
    story = Story(FILM, texts_in("en"))
    for moment in FILM.moments[:: FILM.last // 12]:
        rows = story.hand_rows(moment.state, 60)
        assert [line_width(row) for row in rows] == [60] * 12
        assert not any(".." in text_of(row) for row in rows[1::2])


CHANGES = {
    "ok": RECORD,
    "unproven": replace(RECORD, entries=tuple(e for e in RECORD.entries if not isinstance(e, Seed))),
    "broken": replace(
        RECORD, entries=tuple(Seed("00" * 32) if isinstance(e, Seed) else e for e in RECORD.entries)
    ),
    "other_cards": replace(
        RECORD,
        entries=tuple(
            Seed("07" * 32)
            if isinstance(e, Seed)
            else Commit(commitment(b"\7" * 32))
            if isinstance(e, Commit)
            else e
            for e in RECORD.entries
        ),
    ),
}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("code", CHANGES)
def test_what_a_record_proves_is_said_of_each_deal(lang: str, code: str) -> None:
    texts = texts_in(lang)
    lines, wrong = verify(CHANGES[code], NOWHERE, texts)
    assert lines == [texts(f"replay.deal_{code}", number=number) for number in (1, 2)]
    assert wrong == (2 if code in {"broken", "other_cards"} else 0)


POSITIONED = Film(played_on("online+rounds=1", 3)[0])


def test_a_film_from_a_position_begins_in_its_trick() -> None:
    first = POSITIONED.moments[0]
    assert (first.round, first.trick, first.entry) == (1, 1, None)
    assert first.state == POSITIONED.record.beginning
    assert POSITIONED.trick(POSITIONED.last, 1) == 0
    second = POSITIONED.next_trick(0)
    assert POSITIONED.moments[second].trick == 2
    assert POSITIONED.previous_trick(second) == 0
    assert POSITIONED.next_round(0) == POSITIONED.last


@pytest.mark.parametrize("lang", LANGUAGES)
def test_lines_tell_the_hands_of_a_position_first(lang: str) -> None:
    texts = texts_in(lang)
    lines = list(tell(POSITIONED, texts))
    assert lines[0].split(maxsplit=1) == ["0", texts("replay.position", rules=texts("preset.online"))]
    assert lines[1:3] == ["", texts("replay.hands", round=1, trick=1)]
    for line, count in zip(lines[3:9], POSITIONED.moments[0].state.public.counts, strict=True):
        assert f"  {count}  " in line
    assert lines.count(texts("replay.hands", round=1, trick=1)) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_position_has_no_shuffle_to_check(lang: str) -> None:
    texts = texts_in(lang)
    assert verify(POSITIONED.record, NOWHERE, texts) == ([texts("replay.not_dealt")], 0)
    longer, _ = played_on("online+rounds=2+sweep_ends_game=false", 3)
    said = [texts("replay.not_dealt"), texts("replay.deal_unproven", number=1)]
    assert verify(longer, NOWHERE, texts) == (said, 0)


def test_a_record_without_deals_proves_nothing() -> None:
    lines, wrong = verify(GameRecord(RECORD.rules), NOWHERE, texts_in("en"))
    assert (lines, wrong) == (["Nothing was dealt in this record."], 0)


def test_a_refused_entry_is_one_line_with_the_file() -> None:
    at = next(n for n, e in enumerate(RECORD.entries) if isinstance(e, Done) and act_name(e) == "play")
    cheat = replace(RECORD, entries=(*RECORD.entries[:at], RECORD.entries[at], *RECORD.entries[at:]))
    for made in (film_of, verify):
        with pytest.raises(RecordError) as caught:
            made(cheat, NOWHERE, texts_in("en"))
        assert str(caught.value).startswith("game.txt: ")
        assert "is refused by R" in str(caught.value)
        assert "\n" not in str(caught.value)


def act_name(entry: Done) -> str:
    return str(act_of(entry.action)) if entry.seat != NOBODY else ""  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "begins with"),
        (b"gouji record 2\n", "begins with"),
        (b"gouji record 1\nrules nonsense\n", "presets"),
        (b"gouji record 1\nrules online\nbegin\n9 play K\n", "line 4"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_what_is_no_record_is_one_line(tmp_path: Path, content: bytes, said: str) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(content)
    with pytest.raises(RecordError) as caught:
        read_record(file, texts_in("en"))
    assert said in str(caught.value)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_record_with_a_mark_and_other_line_ends_is_read(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    text = format_record(RECORD).replace("\n", "\r\n")
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert read_record(file, texts_in("en")).entries == RECORD.entries
