"""What a server's owner does is told in the prompt, in words, in both languages."""

from pathlib import Path

import pytest

from gouji_client.updates import Notice, NoticeKind
from gouji_core.options import parse_rules
from gouji_core.state import new_game
from gouji_tui.cells import text_of
from gouji_tui.notices import note_of
from gouji_tui.presenter.prompt import note_line
from gouji_tui.texts import LANGUAGES
from tests.e2e.test_network import person, server
from tests.server.test_cli import run
from tests.tui.tables import seen

KINDS = (*NoticeKind, "made_up_later")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_notice_is_told_with_what_the_owner_says(kind: str, lang: str) -> None:
    game = seen(new_game(parse_rules("online")), 0, lang)
    game.tell(note_of(Notice(kind, "back at nine", 89_600)))
    line = text_of(note_line(game.scene, game.desk))
    assert "back at nine" in line
    assert ("90" in line) == (kind == NoticeKind.STOPPING)
    assert "note." not in line
    game.tell(note_of(Notice(kind)))
    assert text_of(note_line(game.scene, game.desk)).endswith((".", "。", ":", "：", " "))


def test_players_read_what_the_owner_says(tmp_path: Path) -> None:
    with server(tmp_path) as where, person(where, tmp_path, "ann") as ann:
        ann.until("1 of 6 seats taken")
        ann.press("\r")
        ann.until("Round 1/5")
        for words, shown in (
            (("tell", "Pizza is here"), "The server's owner: Pizza is here"),
            (("pause",), "has stopped all clocks"),
            (("resume",), "The clocks run again"),
        ):
            assert run("admin", "--data", str(tmp_path / "data"), *words).returncode == 0
            ann.until(shown)


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["screen", "lines"])
def test_who_comes_reads_the_message_of_the_day(tmp_path: Path, plain: tuple[str, ...]) -> None:
    with server(tmp_path) as where:
        assert run("admin", "--data", str(tmp_path / "data"), "motd", "Pizza at eight").returncode == 0
        with person(where, tmp_path, "ann", *plain) as ann:
            ann.until("The server's owner: Pizza at eight")
            ann.until("1 of 6 seats taken")


@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["screen", "lines"])
def test_who_comes_back_into_a_game_reads_it_there(tmp_path: Path, plain: tuple[str, ...]) -> None:
    with server(tmp_path) as where:
        with person(where, tmp_path, "ann") as ann:
            ann.until("1 of 6 seats taken")
            ann.press("\r")
            ann.until("call nothing")
        assert run("admin", "--data", str(tmp_path / "data"), "motd", "Pizza at eight").returncode == 0
        with person(where, tmp_path, "ann", *plain) as ann:
            ann.until(lambda text: "call nothing" in text and "The server's owner: Pizza at eight" in text)
