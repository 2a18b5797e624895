"""What --help says: every option in both languages, nothing more, and examples that can be typed."""

import re
import shlex
from collections.abc import Iterator

import click
import pytest
from click.testing import CliRunner

from gouji_tui.commands import main
from gouji_tui.manual import COMMON, OWN, Manual, page, plain_name
from gouji_tui.texts import LANGUAGES
from gouji_tui.usage import SETTINGS
from gouji_tui.wrapping import width

COMMANDS: dict[str, click.Command] = {"gouji": main, **main.commands}
WORDS = {
    *("usage", "options", "commands", "examples", "any_options", "any_command"),
    *("bounds", "pause", "required", "default", "least", "between"),
}


def context(name: str) -> click.Context:
    helped = SETTINGS["help_option_names"]
    root = click.Context(main, info_name="gouji", help_option_names=helped)
    return root if name == "gouji" else click.Context(COMMANDS[name], root, name, help_option_names=helped)


def options(name: str) -> Iterator[str]:
    for param in COMMANDS[name].get_params(context(name)):
        if isinstance(param, click.Option):
            yield plain_name(param)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_option_is_told_and_nothing_else(lang: str) -> None:
    manual = Manual(lang)
    told = manual.names()
    assert told.pop("page") == WORDS
    common, used = told.pop(COMMON), set[str]()
    assert set(told) == set(COMMANDS)
    for name in COMMANDS:
        wanted = set(options(name))
        own = {text.removesuffix("_default") for text in told[name]} - set(OWN)
        assert wanted - own - common == set(), name
        assert own - wanted == set(), name
        assert manual.about(name)
        assert manual.examples(name)
        used |= wanted - own
    assert common == used


def test_both_languages_have_the_same_texts_and_examples() -> None:
    english, chinese = Manual("en"), Manual("zh")
    assert english.names() == chinese.names()
    for name in COMMANDS:
        assert len(english.more(name)) == len(chinese.more(name))
        for one, other in zip(english.examples(name), chinese.examples(name), strict=True):
            assert one.line == other.line
            assert bool(one.note) == bool(other.note)
            assert not one.note or one.note != other.note
        for option in options(name):
            assert english.option(name, option) != chinese.option(name, option), (name, option)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", COMMANDS)
def test_a_page_fits_and_names_all(name: str, lang: str) -> None:
    manual = Manual(lang)
    lines = list(page(COMMANDS[name], context(name), manual, 80))
    bare = {f"  {example.line}" for example in manual.examples(name) if not example.note}
    assert [line for line in lines if width(line) > 80 and line not in bare] == []
    assert lines[0].startswith(manual.word("usage", words="gouji"))
    for option in options(name):
        assert any(re.match(rf"  (-h, )?--{option}\b", line) for line in lines), option
    assert not any("None" in line for line in lines)
    if lang == "zh":
        told = [line for line in lines if not re.search(r"\bgouji\b", line)]
        assert [line for line in told if re.search("[a-z]{4} [a-z]+ [a-z]+", line)] == []


@pytest.mark.parametrize("name", COMMANDS)
def test_an_example_can_be_typed(name: str) -> None:
    for example in Manual("en").examples(name):
        typed = re.search(r"(?:^|\| |\) )gouji( .*)?$", example.line)
        assert typed, example.line
        words = shlex.split(typed.group(1) or "")
        while words and words[0].startswith("--"):
            assert words.pop(0).removeprefix("--") in set(options("gouji"))
        if words:
            assert words[0] in main.commands
            with context("gouji") as root:
                main.commands[words[0]].make_context(words[0], words[1:], parent=root)


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Usage: gouji play [OPTIONS]"), ("zh", "用法：gouji play [选项]")]
)
def test_help_is_asked_for_before_or_after_the_command(lang: str, said: str) -> None:
    for arguments in (("--lang", lang, "play", "-h"), ("play", "--help", "--lang", lang)):
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 0
        assert done.stdout.startswith(said)
