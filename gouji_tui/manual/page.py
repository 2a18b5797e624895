"""A page of the manual: usage, what the command does, its options or commands, and examples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from gouji_tui.wrapping import width, wrapped

if TYPE_CHECKING:
    from gouji_tui.manual.reading import Manual

_GAP = "  "


def page(command: click.Command, ctx: click.Context, manual: Manual, room: int) -> Iterator[str]:
    """Yields the lines of a command's page, each at most ``room`` cells but for the examples."""
    name, word = command.name or "", manual.word
    options = [param for param in command.get_params(ctx) if isinstance(param, click.Option)]
    yield word("usage", words=" ".join((ctx.command_path, *_usage(command, manual))))
    for paragraph in (manual.about(name), *manual.more(name)):
        yield ""
        yield from wrapped(paragraph, room, first=_GAP, rest=_GAP)
    yield ""
    yield word("options")
    yield from _table(((_spelt(option), _said(option, name, manual)) for option in options), room)
    if isinstance(command, click.Group):
        yield ""
        yield word("commands")
        yield from _table(((each, manual.about(each)) for each in command.list_commands(ctx)), room)
    yield ""
    yield word("examples")
    examples = manual.examples(name)
    column = max((width(example.line) for example in examples if example.note), default=0)
    for example in examples:
        line = example.line + " " * (column - width(example.line) + 3) if example.note else example.line
        yield _GAP + line + example.note


def _usage(command: click.Command, manual: Manual) -> Iterator[str]:
    yield manual.word("any_options")
    if isinstance(command, click.Group):
        yield manual.word("any_command")
    for param in command.params:
        if isinstance(param, click.Argument):
            yield param.metavar or (param.name or "").upper()


def plain_name(option: click.Option) -> str:
    """Returns what an option is called, without its dashes."""
    return max(option.opts, key=len).lstrip("-")


def _spelt(option: click.Option) -> str:
    """Returns an option as it is typed."""
    names = ", ".join(option.opts)
    return names if option.is_flag else f"{names} {option.metavar}"


def _said(option: click.Option, command: str, manual: Manual) -> str:
    """Returns what an option does, within which bounds, and what holds without it."""
    name, word = plain_name(option), manual.word
    said = manual.option(command, name)
    bounds: list[str] = []
    if option.required:
        bounds.append(word("required"))
    match option.type:
        case click.IntRange(min=least, max=None):
            bounds.append(word("least", least=least))
        case click.IntRange(min=least, max=most) | click.FloatRange(min=least, max=most):
            bounds.append(word("between", least=least, most=most))
        case _:
            pass
    default = manual.default(command, name)
    if not default and option.show_default:
        default = str(option.show_default if isinstance(option.show_default, str) else option.default)
    if default:
        bounds.append(word("default", value=default))
    return word("bounds", said=said, bounds=word("pause").join(bounds)) if bounds else said


def _table(rows: Iterable[tuple[str, str]], room: int) -> Iterator[str]:
    """Yields names with what is said of them beside."""
    told = list(rows)
    column = max(width(name) for name, _ in told) + len(_GAP)
    for name, said in told:
        first = _GAP + name + " " * (column - width(name))
        yield from wrapped(said, room, first=first, rest=" " * (column + len(_GAP)))
