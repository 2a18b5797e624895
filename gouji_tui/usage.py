"""What all commands of ``gouji`` share: their common options, and errors of one line.

What help says of them all lies in ``gouji_tui.manual``, under the name of the command and of the option.
Exit codes: 0 done, 1 the thing asked for failed (one line on stderr says what and what to do), 2 wrong usage.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from math import isnan
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import click

from gouji_tui.misuse import WrongUsageError, no_such, note_language, spoken, telling

if TYPE_CHECKING:
    from gouji_core.options import Rules
    from gouji_tui.texts import Texts

SETTINGS = {"help_option_names": ["-h", "--help"]}
LANG = click.option("--lang", type=click.Choice(["zh", "en"]), metavar="zh|en")
ASCII = click.option("--ascii", "ascii_only", is_flag=True)
TUTOR = click.option("--tutor", is_flag=True)
PLAIN = click.option("--plain", is_flag=True)
CONNECT = click.option("--connect", metavar="HOST[:PORT]")
UNIX = click.option("--unix", type=click.Path(path_type=Path), metavar="PATH")


def with_door(run: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options of how to enter a server, as one value ``door``."""

    @click.option("--password-file", type=click.Path(path_type=Path), metavar="FILE")
    @click.option("--tls", is_flag=True)
    @click.option("--ca", type=click.Path(path_type=Path), metavar="FILE")
    @wraps(run)
    def entering(*args: Any, password_file: Path | None, tls: bool, ca: Path | None, **rest: Any) -> None:
        from gouji_tui.door import door_of, says_tls, without_tls
        from gouji_tui.told import ToldError

        if (connect := rest.get("connect")) is not None:
            tls, rest["connect"] = tls or says_tls(connect), without_tls(connect)
        try:
            door = door_of(password_file, tls=tls, ca=ca)
        except ToldError as error:
            raise FailedError(error.text(spoken(click.get_current_context()))) from error
        run(*args, door=door, **rest)

    return entering


class Seconds(click.FloatRange):
    """Is a time in seconds within bounds; what is no number passes any bound and so is refused first."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Reads the time."""
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail("no number", param, ctx)
        return seconds


@dataclass(frozen=True, slots=True)
class Ways:
    """Is how to show things, as options before or after the command say."""

    lang: str | None = None
    ascii_only: bool = False
    plain: bool = False

    def also(self, lang: str | None = None, ascii_only: bool = False, plain: bool = False) -> Ways:
        """Returns these with what was said after the command."""
        return Ways(lang or self.lang, ascii_only or self.ascii_only, plain or self.plain)

    def texts(self, lang: str | None = None) -> Texts:
        """Returns the catalogue to speak from: as an option says, else the settings, else the locale."""
        from gouji_tui.look import own_choice, speak

        return speak(lang or self.lang, own_choice())


class FailedError(click.ClickException):
    """Says in one line what failed."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"gouji: {self.format_message()}", err=True, file=file)


class Command(click.Command):
    """Is a command whose help is a page of the manual."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the options; words that nothing is to be done with are wrong usage."""
        ctx.allow_extra_args = True
        with telling(ctx):
            rest = super().parse_args(ctx, args)
        if rest and not ctx.resilient_parsing:
            raise WrongUsageError("usage.extra", ctx, words=" ".join(rest))
        return rest

    def get_help(self, ctx: click.Context) -> str:
        """Returns the page of the manual in the language spoken."""
        return page_of(self, ctx)


class Commands(click.Group):
    """Is a group of commands that tell help and wrong usage in the language spoken."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Reads the group's own options, after what language all is to be told in."""
        note_language(ctx, args)
        with telling(ctx):
            return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Finds the command that is asked for."""
        if self.get_command(ctx, args[0]) is None:
            from difflib import get_close_matches

            like = get_close_matches(args[0], self.commands)
            raise no_such("command", args[0], like, ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Runs what is asked for."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as stop:
            raise FailedError(spoken(ctx)("error.stopped")) from stop

    def get_help(self, ctx: click.Context) -> str:
        """Returns the page of the manual in the language spoken."""
        return page_of(self, ctx)


def page_of(command: click.Command, ctx: click.Context) -> str:
    """Returns what help says of a command."""
    import shutil

    from gouji_tui.manual import Manual, page

    width = min(shutil.get_terminal_size().columns, 80)
    return "\n".join(page(command, ctx, Manual(spoken(ctx).lang), width))


def command(run: Callable[..., None]) -> Command:
    """Makes a command of a function."""
    return click.command(cls=Command, context_settings=SETTINGS)(run)


def rules_of(text: str) -> Rules:
    """Reads what ``--rules`` says."""
    from gouji_core.errors import NotationError
    from gouji_core.options import parse_rules

    try:
        return parse_rules(text)
    except NotationError as error:
        raise WrongUsageError("usage.unread", name="--rules", text=repr(error.text), wanted=error) from error


def ended(outcome: tuple[int, str]) -> None:
    """Ends with an exit code, saying on stderr in one line what went wrong."""
    code, message = outcome
    if message:
        click.echo(f"gouji: {message}", err=True)
    if code:
        raise SystemExit(code)
