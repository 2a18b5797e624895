"""Wrong usage of the command line, in one line in the language spoken: what is wrong, and which help to read.

What click finds wrong comes here as its exceptions and is put into our own words; what the commands find
wrong is a ``WrongUsageError`` from the start.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import IO, Any

import click

from gouji_tui.texts import LANGUAGES, Texts, texts_in
from gouji_tui.told import told

_SAID = "gouji_tui.lang"
"""Where a context keeps which language the command line asks for."""


class WrongUsageError(click.UsageError):
    """Says what was wrong with the options: a message of the catalogues and its fields."""

    def __init__(self, code: str, ctx: click.Context | None = None, /, **data: object) -> None:
        super().__init__(code, ctx)
        self.code = code
        self.data = data

    def show(self, file: IO[Any] | None = None) -> None:
        """Tells it on stderr, in one line."""
        texts = spoken(self.ctx)
        command = self.ctx.command_path if self.ctx is not None else "gouji"
        said = " ".join(told(self.code, self.data, texts).split())
        click.echo(f"gouji: {texts('usage.see', said=said, command=command)}", err=True, file=file)


def note_language(ctx: click.Context, arguments: Sequence[str]) -> None:
    """Notes which language a command line asks for, wherever it does: what is wrong may stand before that."""
    said = ""
    for word, after in pairwise((*arguments, "")):
        name, equals, value = word.partition("=")
        if name == "--lang":
            said = value if equals else after
    ctx.meta[_SAID] = said if said in LANGUAGES else ""


def spoken(ctx: click.Context | None) -> Texts:
    """Returns the catalogue to speak from: as the command line asks, else the settings, else the locale."""
    said = ctx.meta.get(_SAID, "") if ctx is not None else ""
    if not said:
        from gouji_tui.settings import read_settings, settings_file

        said = read_settings(settings_file())[0].language
    return texts_in(said)


@contextmanager
def telling(ctx: click.Context) -> Generator[None]:
    """Puts what click finds wrong while it reads a command line into words of ours."""
    try:
        yield
    except WrongUsageError:
        raise
    except click.UsageError as error:
        raise _in_our_words(error, ctx) from error


def _in_our_words(error: click.UsageError, ctx: click.Context) -> WrongUsageError:
    """Returns what click found wrong; what it may find one day is told in its own words."""
    match error:
        case click.NoSuchOption():
            return no_such("option", error.option_name, error.possibilities or (), ctx)
        case click.MissingParameter(param=click.Parameter() as param):
            kind = "argument" if isinstance(param, click.Argument) else "option"
            return WrongUsageError(f"usage.missing_{kind}", ctx, name=_name(param))
        case click.BadOptionUsage():
            # The only other mistake of this kind is a value behind what takes none.
            wanted = "value_for_flag" if _is_flag(error.option_name, ctx) else "no_value"
            return WrongUsageError(f"usage.{wanted}", ctx, name=error.option_name)
        case click.BadParameter(param=click.Parameter() as param):
            return _bad_value(param, error, ctx)
        case _:
            return WrongUsageError("usage.other", ctx, said=error.format_message().rstrip("."))


def no_such(kind: str, name: str, like: Sequence[str], ctx: click.Context) -> WrongUsageError:
    """Returns that there is no option or command of a name, and which ones may have been meant."""
    if like:
        return WrongUsageError(f"usage.no_{kind}_like", ctx, name=name, like=tuple(like))
    return WrongUsageError(f"usage.no_{kind}", ctx, name=name)


def _bad_value(param: click.Parameter, error: click.UsageError, ctx: click.Context) -> WrongUsageError:
    name = _name(param)
    match param.type:
        case click.Choice(choices=choices):
            return WrongUsageError("usage.choice", ctx, name=name, words=tuple(map(str, choices)))
        case click.IntRange(min=least, max=None):
            return WrongUsageError("usage.whole_from", ctx, name=name, least=least)
        case click.IntRange(min=least, max=most):
            return WrongUsageError("usage.whole_between", ctx, name=name, least=least, most=most)
        case click.FloatRange(min=least, max=most):
            return WrongUsageError("usage.number_between", ctx, name=name, least=least, most=most)
        case kind if kind is click.INT:
            return WrongUsageError("usage.whole", ctx, name=name)
        case _:
            return WrongUsageError("usage.other", ctx, said=error.format_message().rstrip("."))


def _name(param: click.Parameter) -> str:
    """Returns what people call a parameter."""
    return max(param.opts, key=len) if isinstance(param, click.Option) else param.metavar or param.name or ""


def _is_flag(name: str, ctx: click.Context) -> bool:
    options = (param for param in ctx.command.get_params(ctx) if isinstance(param, click.Option))
    return any(option.is_flag and name in option.opts for option in options)
