"""What all commands of ``gouji`` share: their common options, and errors of one line.

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

if TYPE_CHECKING:
    from gouji_core.options import Rules
    from gouji_tui.texts import Texts

SETTINGS = {"help_option_names": ["-h", "--help"]}
LANG = click.option(
    "--lang",
    type=click.Choice(["zh", "en"]),
    help="Language; without it your settings decide, or the locale.",
)
ASCII = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain letters only, no lines.")
TUTOR = click.option("--tutor", is_flag=True, help="Explain each kind of decision when it first comes up.")
PLAIN = click.option("--plain", is_flag=True, help="Lines and numbered choices instead of a screen.")


def with_door(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options of how to enter a server, as one value ``door``."""

    @click.option(
        "--password-file",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="The server's password; else GOUJI_PASSWORD has it, and gouji play asks you.",
    )
    @click.option("--tls", is_flag=True, help="Speak TLS with the server, as tls:// before HOST does.")
    @click.option(
        "--ca",
        type=click.Path(path_type=Path),
        metavar="FILE",
        help="Speak TLS and trust the certificates in this file, not those of the system.",
    )
    @wraps(command)
    def entering(*args: Any, password_file: Path | None, tls: bool, ca: Path | None, **rest: Any) -> None:
        from gouji_tui.door import DoorError, door_of, says_tls, without_tls

        if (connect := rest.get("connect")) is not None:
            tls, rest["connect"] = tls or says_tls(connect), without_tls(connect)
        try:
            door = door_of(password_file, tls=tls, ca=ca)
        except DoorError as error:
            raise FailedError(str(error)) from error
        command(*args, door=door, **rest)

    return entering


class Seconds(click.FloatRange):
    """Is a time in seconds within bounds; what is no number passes any bound and so is refused first."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Reads the time."""
        seconds = float(super().convert(value, param, ctx))
        if isnan(seconds):
            self.fail("a number of seconds is wanted", param, ctx)
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


class WrongUsageError(click.UsageError):
    """Says in one line what was wrong with the options, and which command tells them."""

    command = ""

    def show(self, file: IO[Any] | None = None) -> None:
        path = self.command or (self.ctx.command_path if self.ctx is not None else "gouji")
        click.echo(f"gouji: {_one_line(self.format_message())}; see {path} --help", err=True, file=file)


class FailedError(click.ClickException):
    """Says in one line what failed."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"gouji: {self.format_message()}", err=True, file=file)


class Commands(click.Group):
    """Is a group of commands that tell wrong usage in one line."""

    def make_context(
        self,
        info_name: str | None,
        args: list[str],
        parent: click.Context | None = None,
        **extra: Any,
    ) -> click.Context:
        """Reads the group's own options."""
        try:
            return super().make_context(info_name, args, parent, **extra)
        except click.UsageError as error:
            raise _short(error, "") from error

    def invoke(self, ctx: click.Context) -> Any:
        """Reads a command's options and runs it."""
        try:
            return super().invoke(ctx)
        except click.UsageError as error:
            command = ctx.invoked_subcommand
            raise _short(error, f"{ctx.command_path} {command}" if command else "") from error


def _short(error: click.UsageError, command: str) -> WrongUsageError:
    short = (
        error if isinstance(error, WrongUsageError) else WrongUsageError(error.format_message(), error.ctx)
    )
    short.command = command
    return short


def _one_line(message: str) -> str:
    """Returns a message without breaks, the way the lines of this program begin and end."""
    line = " ".join(message.split()).removesuffix(".")
    return line if line[1:2].isupper() else line[:1].lower() + line[1:]


def rules_of(text: str) -> Rules:
    """Reads what ``--rules`` says."""
    from gouji_core.errors import NotationError
    from gouji_core.options import parse_rules

    try:
        return parse_rules(text)
    except NotationError as error:
        raise WrongUsageError(f"--rules: {error}") from error


def ended(outcome: tuple[int, str]) -> None:
    """Ends with an exit code, saying on stderr in one line what went wrong."""
    code, message = outcome
    if message:
        click.echo(f"gouji: {message}", err=True)
    if code:
        raise SystemExit(code)
