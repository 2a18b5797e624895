"""Settings: the file, the options and the documents say the same, and what is wrong is one line."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import click
import pytest

from gouji_server.commands import chosen, main
from gouji_server.config import Address, Config, ConfigError
from gouji_server.configfile import BadFileError, read, written
from gouji_server.kinds import Places, Switch
from gouji_server.settings import SETTINGS
from gouji_server.usage import help_text
from tests.server.describe import DOCUMENT, filled
from tests.server.house import COMMAND
from tests.server.test_cli import run


def config_of(*options: str) -> Config:
    """What a command line makes, without running a server."""
    with main.make_context("gouji-server", list(options)) as context:
        return chosen(context)


def test_the_printed_file_has_every_default_and_says_what_each_is() -> None:
    text = run("--print-config").stdout
    assert list(tomllib.loads(text)) == [setting.name for setting in SETTINGS]
    lines = text.splitlines()
    for setting in SETTINGS:
        line = next(number for number, line in enumerate(lines) if line.startswith(f"{setting.name} = "))
        assert lines[line - 1] == f"# {setting.explained}"


def test_the_printed_file_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text(written(), "utf-8")
    assert config_of("--config", str(file)) == config_of()


def test_what_the_file_chooses_holds_unless_an_option_says_otherwise(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text('bot-pace = 2\nlisten = ["[::1]:5000", "::1"]\ntcp = true\nlog = "x.log"\nseed = 7\n')
    config = config_of("--config", str(file))
    assert config.bot_pace == 2.0
    assert config.listen == (Address("::1", 5000), Address("::1", 4216))
    assert (config.seed, config.window) == (7, 1.5)
    config = config_of(
        *("--config", str(file), "--bot-pace", "3", "--listen", "127.0.0.1", "--no-tcp", "--log", "")
    )
    assert config.bot_pace == 3.0
    assert config.listen == (Address("127.0.0.1"),)
    assert (config.tcp, config.log, config.seed) == (False, None, 7)


def test_paths_in_the_file_begin_where_it_is(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text('data = "games"\nunix = "/run/gouji"\n')
    config = config_of("--config", str(file))
    assert (config.data, config.unix) == (tmp_path / "games", Path("/run/gouji"))
    assert config_of("--config", str(file), "--data", "other").data == Path("other")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bot-pace = 'fast'", ("bot-pace", "a number of seconds from 0 to 60", "'fast'")),
        ("bot-pace = 61", ("bot-pace", "from 0 to 60", "61")),
        ("bot-pace = nan", ("bot-pace", "nan")),
        ("bot-pace = true", ("bot-pace", "true")),
        ("bot_pace = 1", ("bot_pace", "no such setting", "did you mean bot-pace")),
        ("nonsense = 1", ("nonsense", "no such setting; see")),
        ("listen = '::1'", ("listen", "a list of addresses")),
        ("listen = [4216]", ("listen", "a list of addresses", "found a list")),
        ("listen = ['::1', '[::1']", ("listen",)),
        ("metrics = 9216", ("metrics", "ADDR:PORT", "9216")),
        ("tcp = 'no'", ("tcp", "true or false", "'no'")),
        ("connections = 0", ("connections", "a whole number from 1", "0")),
        ("connections = true", ("connections", "true")),
        ("seed = 1.5", ("seed", "a whole number", "1.5")),
        ("unix = 5", ("unix", "a path", "5")),
        ("motd = 5", ("motd", "a text")),
        ("[window]\nleast = 1", ("window", "found a section")),
        ("tcp = maybe", ("no TOML", "line 1")),
    ],
)
def test_a_file_that_is_wrong_is_one_line_that_names_file_key_and_wish(
    tmp_path: Path, text: str, words: tuple[str, ...]
) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text(text)
    with pytest.raises(BadFileError) as caught:
        read(file)
    assert "\n" not in str(caught.value)
    told = f"{caught.value}; see"
    for word in (str(file), *words):
        assert word in told


def test_the_command_says_what_is_wrong_in_the_file_and_makes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "gouji.toml"
    file.write_text("bot-pace = -1\n")
    done = run("--data", str(tmp_path / "d"), "--config", str(file))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        f"gouji-server: {file}: bot-pace: wanted a number of seconds from 0 to 60, found -1;"
        " see gouji-server --print-config\n"
    )
    assert not (tmp_path / "d").exists()


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = run("--config", str(tmp_path / "none.toml"))
    assert (done.returncode, done.stdout) == (1, "")
    assert "none.toml: no such file" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_text_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"\xff\xfe")
    with pytest.raises(BadFileError, match="no text"):
        read(tmp_path / "x")


def test_a_file_that_names_a_missing_position_is_told(tmp_path: Path) -> None:
    (tmp_path / "x").write_text('position = "nowhere.json"')
    with pytest.raises(ConfigError, match=r"nowhere\.json"):
        read(tmp_path / "x")


def test_every_setting_has_an_option_and_help_tells_it() -> None:
    options = {option.name: option for option in main.params if isinstance(option, click.Option)}
    text = help_text("gouji-server")
    for setting in SETTINGS:
        option = options[setting.attribute]
        assert f"--{setting.name}" in option.opts
        assert option.multiple == isinstance(setting, Places)
        assert option.is_flag == isinstance(setting, Switch)
        assert f"--{setting.name} " in text or f"--[no-]{setting.name} " in text
        assert setting.explained.endswith(".")
        assert len(setting.explained) <= 88, "one line, in the file and in the documents"
    assert max(map(len, text.splitlines())) <= 88


def test_help_is_the_same_with_click_and_without_and_loads_little() -> None:
    report = "import atexit, sys; atexit.register(lambda: print('loaded', *sys.modules)); "
    command = (sys.executable, "-S", "-c", report + _paths() + COMMAND[-1])
    done = subprocess.run([*command, "--help"], check=True, capture_output=True, text=True, timeout=30)
    told, _, loaded = done.stdout.rpartition("loaded")
    assert not {"click", "dataclasses", "enum", "pathlib", "re", "typing"} & set(loaded.split())
    assert told == run("-h").stdout == run("--help", "--data", "x").stdout


def _paths() -> str:
    # Without site nothing is loaded that the environment wants loaded at each start.
    return f"sys.path += {sys.path!r}; "


def test_the_document_lists_every_setting() -> None:
    text = DOCUMENT.read_text("utf-8")
    assert filled(text) == text, "write it anew: python -m tests.server.describe"


def test_settings_are_chosen_once(tmp_path: Path) -> None:
    config = Config(tmp_path, window=0.5)
    assert config.but(window=1.0) == Config(tmp_path, window=1.0) != config
    with pytest.raises(AttributeError):
        config.window = 1.0  # type: ignore[misc]
    with pytest.raises(TypeError, match="windou"):
        Config(tmp_path, windou=1.0)
