"""``gouji bot`` and ``gouji client``: what they say and how they end when they are called wrongly."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_client import Profile, RequestFailedError, TcpAddress, UnixAddress
from gouji_client.updates import Failed
from gouji_tui.commands import main
from gouji_tui.entry import Entry, option_of, why_not
from gouji_tui.texts import LANGUAGES, texts_in


def run(*arguments: str) -> tuple[int, str, str]:
    done = CliRunner().invoke(main, arguments)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize("command", ["bot", "client"])
def test_help_has_examples(command: str) -> None:
    code, said, _ = run(command, "--help")
    assert code == 0
    assert "Examples:" in said
    assert f"gouji {command} --connect box.lan" in said
    assert f"  {command} " in run("--help")[1]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("client",), "say where the server is"),
        (("client", "--connect", "box", "--unix", "s"), "say where the server is"),
        (("client", "--connect", "a:b:c d"), "cannot read the address a:b:c d: write HOST"),
        (("client", "--unix", "x" * 300), "a Unix socket has a path of at most"),
        (("client", "--connect", "box", "extra"), "nothing is expected at 'extra'"),
        (("bot", "--connect", "box"), "--table CODE to join a table, or --create"),
        (("bot", "--connect", "box", "--table", "ABCD", "--create"), "--table CODE to join a table"),
        (("bot", "--create"), "say where the server is"),
        (("bot", "--connect", "box", "--create", "--level", "genius"), "the levels are novice, regular"),
        (("bot", "--connect", "box", "--create", "--seats", "7"), "--seats"),
        (("bot", "--connect", "box", "--create", "--rules", "x"), "the presets are"),
        (("bot", "--connect", "box", "--table", "ABCD", "--rules", "online"), "--rules is for --create"),
        (("bot", "--connect", "box", "--create", "--password", "x"), "--password is for --table"),
        (("bot", "--connect", "box", "--create", "--pace", "nan"), "--pace is a number from 0 to 60"),
    ],
)
def test_wrong_usage_is_one_clear_line(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.startswith("gouji: ")
    assert err.endswith(f"; see gouji {arguments[0]} --help\n")
    assert err.count("\n") == 1


def test_a_program_is_a_guest_and_numbered_where_there_are_more(tmp_path: Path) -> None:
    entry = Entry(UnixAddress(str(tmp_path / "s")), "bot")
    assert entry.profile() == Profile(name="bot", features=("guest",))
    assert entry.profile(2).name == "bot 2"


def test_the_way_to_a_server_is_told_as_options() -> None:
    assert option_of(TcpAddress("::1", 5000)) == "--connect [::1]:5000"
    assert option_of(UnixAddress("/run/gouji/socket")) == "--unix /run/gouji/socket"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_a_server_refuses_is_told_in_words(lang: str) -> None:
    texts, address = texts_in(lang), TcpAddress("box")
    for code in ("table_full", "password", "barred"):
        said = why_not(RequestFailedError(Failed(0, code)), address, texts)
        assert texts(f"fail.{code}") in said
        assert "box:4216" in said
    assert "NONE" in why_not(RequestFailedError(Failed(0, "no_table")), address, texts, "NONE")
