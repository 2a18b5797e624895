"""What language a command speaks: as its option says, else the settings of the account, else the locale."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_tui.commands import main
from gouji_tui.settings import Settings, settings_file, write_settings

NOWHERE = ("--unix", "nowhere/socket")
COMMANDS = (
    (),
    ("play", "--solo"),
    ("lan", "--on", "nonsense"),
    ("rules", "R7.1"),
    ("rules", "zzz"),
    ("stats", *NOWHERE),
    ("doctor",),
    ("practice",),
    ("practice", "999"),
    ("practice", "1", "--solution"),
    ("practice", "1"),
    ("settings", "bell"),
    ("settings", "bell", "loud"),
    ("glossary", "烧牌"),
    ("glossary", "zzz"),
    ("replay", "K7QX"),
    ("bot", "--create", *NOWHERE),
    ("client", *NOWHERE),
)


def said(*arguments: str) -> str:
    return CliRunner().invoke(main, arguments).output


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An account of its own, whose settings are the file returned."""
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    return settings_file()


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "menu")
def test_a_command_speaks_as_the_settings_say(
    home: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    english, chinese = said("--lang", "en", *command), said("--lang", "zh", *command)
    assert english != chinese
    assert said(*command) == english
    monkeypatch.setenv("LC_ALL", "zh_CN.UTF-8")
    assert said(*command) == chinese
    write_settings(home, Settings(lang="en"))
    assert said(*command) == english
    assert said("--lang", "zh", *command) == chinese
    if command:
        assert said(*command, "--lang", "zh") == chinese


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command) or "menu")
def test_settings_of_no_use_are_told_once(home: Path, command: tuple[str, ...]) -> None:
    home.parent.mkdir()
    home.write_text("lang = ", encoding="utf-8")
    told = CliRunner().invoke(main, command).stderr.splitlines()
    assert [line for line in told if "is not TOML" in line] == told[:1]
    assert str(home) in told[0]


@pytest.mark.parametrize(
    ("settings", "options", "lines"),
    [
        (Settings(), (), "no"),
        (Settings(glyphs="lines"), (), "yes"),
        (Settings(glyphs="lines"), ("--ascii",), "no"),
        (Settings(glyphs="ascii"), (), "no"),
    ],
)
def test_the_doctor_tells_how_it_will_be_drawn(
    home: Path, settings: Settings, options: tuple[str, ...], lines: str
) -> None:
    write_settings(home, settings)
    told = said(*options, "doctor")
    assert f"Gouji draws lines: {lines}" in told
    assert "Gouji draws colours: yes" in told
    assert f"Settings: {home}" in told
    write_settings(home, Settings(colours="off"))
    assert "Gouji draws colours: no" in said("doctor")
