"""``gouji-server admin``: one command for each thing that a running server may be asked.

Exit codes: 0 it is done, 1 it is not (one line on stderr says why), 2 wrong usage.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from gouji_protocol.limits import MAX_TEXT
from gouji_server.admin import SOCKET
from gouji_server.admin.asks import (
    Answer,
    Ask,
    Ban,
    Drain,
    Kick,
    Motd,
    Pause,
    ShowAll,
    Shutdown,
    Silence,
    Tell,
    Where,
)
from gouji_server.admin.caller import CallError, call
from gouji_server.admin.exporting import export_to
from gouji_server.archive import Archive, ArchiveError
from gouji_server.commands import NAMES, chosen

EPILOG = """\b
Examples:
  gouji-server admin list                        who is where
  gouji-server admin tell "A break at nine"      a word to everybody
  gouji-server admin shutdown --in 60            the end in a minute
  gouji-server admin --data ./games list --json  another server, for a program
"""


def _examples(*lines: str) -> dict[str, Any]:
    shown = "\n".join(f"  gouji-server admin {line}" for line in lines)
    return {"epilog": f"\b\nExamples:\n{shown}", "context_settings": NAMES}


class _Said(click.ParamType[str]):
    """Is a text that people can be told."""

    name = "text"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Reads the text."""
        text = str(value)
        if len(text) > MAX_TEXT:
            self.fail(f"wanted a text of at most {MAX_TEXT} characters", param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            self.fail("wanted a text in UTF-8", param, ctx)
        return text


SAID = _Said()
JSON = click.option("--json", "as_json", is_flag=True, help="Answer with JSON, for programs.")
PERSON = click.argument("person", metavar="PERSON")
REASON = click.option("--reason", metavar="TEXT", type=SAID, default="", help="What they are told.")


@click.group(epilog=EPILOG, context_settings=NAMES, no_args_is_help=False)
@click.option("--data", metavar="DIR", help="The data directory of the server; or give it before admin.")
@click.option("--socket", "path", metavar="PATH", help="Its admin socket, if that is somewhere else.")
@click.pass_context
def admin(context: click.Context, data: str | None, path: str | None) -> None:
    """Ask or tell the server that is running on this machine.

    For the user who runs it, and root. A PERSON is somebody's number, as list tells it, or their name.
    """
    config = chosen(context, data=data, admin_socket=path)
    context.obj = (config.admin_socket or config.data / SOCKET, config.data)


@admin.command("list", **_examples("list", "list --json"))
@JSON
@click.pass_context
def show(context: click.Context, as_json: bool) -> None:
    """Show all tables and everybody who is connected."""
    _do(context, ShowAll(), as_json)


@admin.command(**_examples('tell "A break at nine"', 'tell --table K7QX "One round more"'))
@click.option("--table", metavar="CODE", help="Only at this table.")
@click.argument("text", type=SAID)
@JSON
@click.pass_context
def tell(context: click.Context, table: str | None, text: str, as_json: bool) -> None:
    """Say something to everybody, or at one table."""
    if table == "":
        raise click.BadParameter("wanted the code of a table", context, param_hint="'--table'")
    _do(context, Tell(text, table or ""), as_json)


@admin.command(**_examples("mute anna", "mute 17"))
@PERSON
@JSON
@click.pass_context
def mute(context: click.Context, person: str, as_json: bool) -> None:
    """Let somebody say nothing any more.

    That holds at every table, also after a restart. Quick phrases count as saying something.
    """
    _do(context, Silence(person), as_json)


@admin.command(**_examples("unmute anna"))
@PERSON
@JSON
@click.pass_context
def unmute(context: click.Context, person: str, as_json: bool) -> None:
    """Let somebody speak again."""
    _do(context, Silence(person, on=False), as_json)


@admin.command(**_examples("kick anna", 'kick 17 --reason "Come back tomorrow"'))
@PERSON
@REASON
@JSON
@click.pass_context
def kick(context: click.Context, person: str, reason: str, as_json: bool) -> None:
    """Send somebody away; bots play their seats. They may come back."""
    _do(context, Kick(person, reason), as_json)


@admin.command(**_examples("ban anna", 'ban 17 --reason "Enough"'))
@PERSON
@REASON
@JSON
@click.pass_context
def ban(context: click.Context, person: str, reason: str, as_json: bool) -> None:
    """Send somebody away and let them in no more.

    That holds after a restart too. A ban is of who somebody is here: over TCP a new client is somebody new,
    and only a password keeps strangers out.
    """
    _do(context, Ban(person, reason), as_json)


@admin.command(**_examples("unban anna"))
@PERSON
@JSON
@click.pass_context
def unban(context: click.Context, person: str, as_json: bool) -> None:
    """Let somebody in again."""
    _do(context, Ban(person, on=False), as_json)


@admin.command(**_examples("pause", 'pause --reason "Pizza is here"'))
@REASON
@JSON
@click.pass_context
def pause(context: click.Context, reason: str, as_json: bool) -> None:
    """Stop all clocks.

    Nothing is played and no game begins until resume or a restart. Talking is possible.
    """
    _do(context, Pause(reason), as_json)


@admin.command(**_examples("resume"))
@REASON
@JSON
@click.pass_context
def resume(context: click.Context, reason: str, as_json: bool) -> None:
    """Let the clocks run on from where they stood."""
    _do(context, Pause(reason, on=False), as_json)


@admin.command(**_examples("drain", "drain --cancel"))
@click.option("--cancel", is_flag=True, help="Let everything begin again.")
@REASON
@JSON
@click.pass_context
def drain(context: click.Context, cancel: bool, reason: str, as_json: bool) -> None:
    """Stop once no round is under way; nothing new begins.

    Games are kept: they go on with the next round when the server is back.
    """
    _do(context, Drain(reason, on=not cancel), as_json)


@admin.command(**_examples('motd "Tables with 3s on Fridays"', 'motd ""'))
@click.argument("text", type=SAID)
@JSON
@click.pass_context
def motd(context: click.Context, text: str, as_json: bool) -> None:
    """Set the message of the day.

    Everybody reads it at once, and on coming. It holds until the server stops; the setting motd sets it
    for good.
    """
    _do(context, Motd(text), as_json)


@admin.command(**_examples("shutdown", "shutdown --in 300", "shutdown --cancel"))
@click.option(
    "--in",
    "seconds",
    type=click.FloatRange(0, 86_400),
    default=0,
    metavar="SECONDS",
    help="Not before that time; everybody is told now and again.",
)
@click.option("--cancel", is_flag=True, help="Go on after all.")
@REASON
@JSON
@click.pass_context
def shutdown(context: click.Context, seconds: float, cancel: bool, reason: str, as_json: bool) -> None:
    """Stop the server, as SIGTERM does.

    Seats and games are kept for when it is back.
    """
    _do(context, Shutdown(seconds, reason, on=not cancel), as_json)


@admin.command(**_examples("export ./records", "export games.tar.gz", "export - | tar t"))
@click.argument("target", metavar="DIR|FILE.tar|FILE.tar.gz|-")
@JSON
@click.pass_context
def export(context: click.Context, target: str, as_json: bool) -> None:
    """Write the records of all games.

    A file for each in a directory, or all in a tar archive; - is such an archive on stdout. Of a game that
    goes on there are the rounds that are over. It works without a running server too.
    """
    path, data = context.obj
    try:
        answer = call(path, Where())
    except CallError:
        from gouji_server.journal import FILE

        journal = data / FILE
    else:
        journal = Path(_done(answer).data["journal"])
    try:
        count = export_to(Archive(journal), target)
    except ArchiveError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise click.ClickException(f"cannot write {target}: {reason}") from error
    if target != "-":
        click.echo(json.dumps({"games": count}) if as_json else f"wrote {count} games to {target}")


def _do(context: click.Context, ask: Ask, as_json: bool) -> None:
    path, _ = context.obj
    try:
        answer = call(path, ask)
    except CallError as error:
        raise click.ClickException(str(error)) from error
    done = _done(answer)
    if as_json:
        click.echo(json.dumps(done.data or {"done": True}, ensure_ascii=False))
    else:
        click.echo("\n".join(done.lines))


def _done(answer: Answer) -> Answer:
    """Returns an answer that says that something was done.

    Raises:
        ClickException: if it says why not.
    """
    if answer.error:
        raise click.ClickException(answer.error)
    return answer
