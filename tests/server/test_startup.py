"""A line of nothing but settings is read without click: what click makes of it is what is made of it."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from platformdirs import user_data_path

from gouji_server.commands import main
from gouji_server.config import Address, Config, ConfigError, MisfitError
from gouji_server.kinds import Count, Number, Places, PositionFile, Seconds, Setting, Switch
from gouji_server.kinds import Place as OnePlace
from gouji_server.rates import Pace
from gouji_server.settings import SETTINGS
from gouji_server.startup import check, plain, refusal
from tests.server.house import LOCAL
from tests.server.test_cli import run

GOOD: dict[type[Setting], tuple[str, ...]] = {
    Count: ("64", "4096", "0"),
    Number: ("7", "-7", ""),
    Seconds: ("0", "1.5", "60"),
    OnePlace: (":9216", "127.0.0.1:1", ""),
    Places: ("127.0.0.1", "[::1]:5000", "name:1"),
    Pace: ("2/20", "0", "1.5/9"),
    PositionFile: ("",),
}
"""Words that some setting of a kind takes; all others take texts."""

TEXTS = ("x", "a=b", "", "über\udcff", "two words", "-x", "--")

STRANGE = ("--help", "-h", "--version", "--print-config", "--", "admin", "backup", "--mott", "-x", "=", "nan")
"""What is no setting; no command among them does anything without more words."""


def words_of(setting: Setting) -> st.SearchStrategy[list[str]]:
    """One setting chosen, mostly rightly, attached or not."""
    if isinstance(setting, Switch):
        return st.sampled_from([[f"--{setting.name}"], [f"--no-{setting.name}"]])
    good = st.sampled_from(GOOD.get(type(setting), TEXTS[:4]))
    value = st.one_of(good, good, good, st.sampled_from(TEXTS))
    return value.flatmap(
        lambda text: st.sampled_from([[f"--{setting.name}", text], [f"--{setting.name}={text}"]])
    )


CHOICES = st.lists(st.sampled_from(SETTINGS).flatmap(words_of), max_size=4)
FILES = st.sampled_from(["good.toml", "wrong.toml", "none.toml", ""]).map(lambda name: ["--config", name])
ODD = st.one_of(FILES, st.sampled_from((*STRANGE, "--tcp=x")).map(lambda word: [word]))
LINES = st.tuples(CHOICES, st.lists(ODD, max_size=1), CHOICES).map(
    lambda parts: [word for part in parts for words in part for word in words]
)


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "good.toml").write_text('motd = "from the file"\nlisten = ["::1"]\ndata = "kept"\n')
    (tmp_path / "wrong.toml").write_text("tcp = 5\n")
    return tmp_path


def clicked(words: list[str]) -> Config | str | None:
    """What click makes of a line, or what is wrong with its files; None if it is no line that serves."""
    try:
        found: object = main.main(words, prog_name="gouji-server", standalone_mode=False)
    except click.UsageError:
        return None
    except ConfigError as error:
        return refusal(error)[0]
    return found if isinstance(found, Config) else None


def plainly(words: list[str]) -> Config | str | None:
    """The same without click."""
    try:
        return plain(words)
    except ConfigError as error:
        return refusal(error)[0]


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES)
def test_what_is_read_without_click_is_what_click_reads(files: Path, words: list[str]) -> None:
    found = plainly(words)
    if found is not None:
        assert found == clicked(words)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(LINES)
def test_only_what_click_must_see_is_left_to_it(files: Path, words: list[str]) -> None:
    found = clicked(words)
    # A value that begins as an option does may be one that was forgotten, so click says what it is.
    if found is not None and not {"--", "-x", "-7"} & set(words):
        assert plainly(words) == found


@pytest.mark.parametrize(
    ("words", "chosen"),
    [
        ([], {"data": user_data_path("gouji")}),
        (["--no-announce", "--listen=127.0.0.1:1", "--listen", "::1"], {"announce": False}),
        (["--window", "0", "--window", "2"], {"window": 2.0}),
        (["--no-tcp", "--unix", "s", "--tcp"], {"tcp": True, "unix": Path("s")}),
        (["--motd=a=b", "--config", "good.toml"], {"motd": "a=b", "listen": (Address("::1"),)}),
        (["--config=wrong.toml", "--config=good.toml"], {"motd": "from the file", "data": Path("kept")}),
        (["--data=", "--seed", ""], {"seed": None}),
    ],
)
def test_lines_that_need_no_click(files: Path, words: list[str], chosen: dict[str, object]) -> None:
    config = plain(words)
    assert config is not None
    assert config == clicked(words)
    assert vars(config).items() >= chosen.items()


@pytest.mark.parametrize(
    "words",
    [
        ["--help"],
        ["--no-window"],
        ["--tcp=yes"],
        ["--listen", "127.0.0.1:x"],
        ["--data"],
        ["--seed", "-7"],
        ["--config", "wrong.toml", "--help"],
        ["records"],
        ["--data", "d", "admin"],
        [""],
    ],
    ids=" ".join,
)
def test_lines_that_are_left_to_click(files: Path, words: list[str]) -> None:
    assert plain(words) is None


@pytest.mark.parametrize(
    ("option", "text", "code", "said"),
    [
        ("--config", "tcp = 5", 2, "tcp: wanted true or false, found 5; see gouji-server --print-config"),
        ("--config", "tcp = false", 2, "--no-tcp and --listen exclude each other; see gouji-server --help"),
        ("--config", "passwrd-file = 'x'", 2, "did you mean password-file; see gouji-server --print-config"),
        ("--position", "{}", 1, "it has no 'rules'"),
    ],
)
def test_a_file_that_can_be_read_once_is_refused_for_what_is_in_it(
    tmp_path: Path, option: str, text: str, code: int, said: str
) -> None:
    done = run(
        *("--data", str(tmp_path / "d"), *LOCAL, option, "/dev/fd/3"),
        before=("sh", "-c", 'printf "%s" "$0" | "$@" 3<&0 </dev/null', text),
    )
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr.endswith(f"{said}\n")
    assert not (tmp_path / "d").exists()


def test_a_shell_is_told_what_completes_a_line() -> None:
    done = run(before=("env", "_GOUJI_SERVER_COMPLETE=bash_source"))
    assert done.returncode == 0
    assert "complete" in done.stdout


def test_without_a_stdin_there_is_no_parent_to_watch(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = plain(["--parent-watch"])
    assert config is not None
    check(config)
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(MisfitError, match="stdin"):
        check(config)


@pytest.mark.parametrize(
    "words",
    [
        ["--no-tcp"],
        ["--no-tcp", "--unix", "s", "--tls-key", "k"],
        ["--no-tcp", "--unix", "s", "--listen", "::1"],
    ],
)
def test_what_does_not_fit_is_refused(files: Path, words: list[str]) -> None:
    config = plain(words)
    assert config is not None
    with pytest.raises(MisfitError, match="--no-tcp"):
        check(config)


def test_a_server_that_nobody_listens_to_serves(tmp_path: Path) -> None:
    """Its stdout is closed from the start, as some ways to start a service have it."""
    done = run(
        *("--data", str(tmp_path / "d"), *LOCAL, "--log", str(tmp_path / "log"), "--parent-watch"),
        before=("sh", "-c", 'exec "$@" >&-', "sh"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert '"ready"' in (tmp_path / "log").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "code"), [(["--help"], 0), (["--version"], 0), (["--nope"], 2), (["--no-tcp"], 2)]
)
def test_where_nobody_reads_the_code_still_tells_how_it_ended(words: list[str], code: int) -> None:
    done = run(*words, before=("sh", "-c", 'exec "$@" >&- 2>&-', "sh"))
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")
