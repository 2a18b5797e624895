"""The ``gouji`` command: everything a person starts, by name; each command imports only what it runs.

Exit codes: 0 done, 1 the thing asked for failed (one line on stderr says what and what to do), 2 wrong usage.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Any

import click

_SETTINGS = {"help_option_names": ["-h", "--help"]}
_LANG = click.option(
    "--lang", type=click.Choice(["zh", "en"]), help="Language; the locale decides without it."
)
_ASCII = click.option("--ascii", "ascii_only", is_flag=True, help="Draw with plain letters only, no lines.")
_PLAIN = click.option("--plain", is_flag=True, help="Lines and numbered choices instead of a screen.")


@dataclass(frozen=True, slots=True)
class Ways:
    """Is how to show things, as options before or after the command say."""

    lang: str | None = None
    ascii_only: bool = False
    plain: bool = False

    def also(self, lang: str | None, ascii_only: bool, plain: bool) -> Ways:
        """Returns these with what was said after the command."""
        return Ways(lang or self.lang, ascii_only or self.ascii_only, plain or self.plain)


class WrongUsageError(click.UsageError):
    """Says in one line what was wrong with the options."""

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(f"gouji: {self.format_message()}", err=True, file=file)


@click.group(
    invoke_without_command=True,
    context_settings=_SETTINGS,
    epilog="""\b
Examples:
  gouji                          the menu
  gouji play --solo              a game with five bots, at once
  gouji --plain play --solo      the same as lines, for pipes and screen readers
  gouji play --connect box.lan   a table on a server
""",
)
@click.version_option(package_name="gouji")
@_LANG
@_ASCII
@_PLAIN
@click.pass_context
def main(context: click.Context, lang: str | None, ascii_only: bool, plain: bool) -> None:
    """Play Gouji, the six-player card game; without a command the menu opens."""
    context.obj = Ways(lang, ascii_only, plain)
    if context.invoked_subcommand is not None:
        return
    from gouji_tui.launch import start_menu

    _finish(start_menu(context.obj.lang, ascii_only=ascii_only, plain=plain))


@main.command(
    context_settings=_SETTINGS,
    epilog="""\b
Examples:
  gouji play --solo
  gouji play --solo --rules dagang+rounds=1 --lang zh
  gouji play --connect box.lan:4216 --table ABCD
  gouji play --unix /run/gouji/socket --plain
""",
)
@click.option("--solo", is_flag=True, help="A private server and five bots, gone when you leave.")
@click.option("--connect", metavar="HOST[:PORT]", help="A server on the network.")
@click.option("--unix", type=click.Path(path_type=Path), metavar="PATH", help="A server on this machine.")
@click.option("--table", metavar="CODE", help="Join this table; without it you open one.")
@click.option(
    "--rules", metavar="R", default="online", show_default=True, help="A preset and options on top."
)
@click.option("--seed", type=int, metavar="N", help="With --solo: the same cards each time, for practice.")
@click.option(
    "--pace", type=click.FloatRange(0, 60), metavar="SECONDS", help="With --solo: how long bots take."
)
@click.option(
    "--window", type=click.FloatRange(0, 60), metavar="SECONDS", help="With --solo: the burn window."
)
@_LANG
@_ASCII
@_PLAIN
@click.pass_obj
def play(
    ways: Ways,
    solo: bool,
    connect: str | None,
    unix: Path | None,
    table: str | None,
    rules: str,
    seed: int | None,
    pace: float | None,
    window: float | None,
    lang: str | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Play at a table: alone with five bots, or on a server."""
    from gouji_core.errors import NotationError
    from gouji_core.options import format_rules, parse_rules

    if sum((solo, connect is not None, unix is not None)) > 1:
        raise WrongUsageError("--solo, --connect and --unix exclude each other")
    if solo and table:
        raise WrongUsageError("--table is for a table on a server, not for --solo")
    if not solo and (seed is not None or pace is not None or window is not None):
        raise WrongUsageError("--seed, --pace and --window are for --solo")
    try:
        rules = format_rules(parse_rules(rules))
    except NotationError as error:
        raise WrongUsageError(f"--rules: {error}") from error
    from gouji_tui.launch import start_play

    ways = ways.also(lang, ascii_only, plain)
    _finish(
        start_play(
            ways.lang,
            ascii_only=ways.ascii_only,
            plain=ways.plain,
            solo=solo or (connect is None and unix is None),
            connect=connect,
            unix=unix,
            table=table or "",
            rules=rules,
            seed=seed,
            pace=pace,
            window=window,
        )
    )


@main.command(
    context_settings=_SETTINGS,
    epilog="""\b
Examples:
  gouji cases tests/cases
  gouji cases my-ruling.json --json
""",
)
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH...")
@click.option("--json", "as_json", is_flag=True, help="One JSON object per case instead of lines.")
def cases(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run rule cases: positions, actions and what must follow."""
    from gouji_tui.casefiles import CaseFileError, run_paths

    passed = failed = 0
    try:
        for result in run_paths(paths):
            passed, failed = passed + result.passed, failed + (not result.passed)
            if as_json:
                click.echo(result.as_json())
            elif not result.passed:
                click.echo(str(result.result))
    except CaseFileError as error:
        raise click.ClickException(str(error)) from error
    if not as_json:
        click.echo(f"{passed} passed, {failed} failed")
    if failed:
        raise SystemExit(1)


@main.command(
    context_settings=_SETTINGS,
    epilog="""\b
Examples:
  gouji sim --rounds 100
  gouji sim --rules dagang --rounds 50 --seed 7 --bots regular,novice,regular,novice,regular,novice
""",
)
@click.option(
    "--rules", metavar="R", default="online", show_default=True, help="A preset and options on top."
)
@click.option(
    "--rounds", type=click.IntRange(1), metavar="N", default=20, show_default=True, help="How many."
)
@click.option(
    "--seed", type=int, metavar="S", default=1, show_default=True, help="Decides every card and choice."
)
@click.option(
    "--bots",
    metavar="LEVEL,...",
    default="regular,novice",
    show_default=True,
    help="Levels of the six seats in order; fewer are repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object instead of a table.")
def sim(rules: str, rounds: int, seed: int, bots: str, as_json: bool) -> None:
    """Let bots play each other without a network and count places and scores."""
    import time

    from gouji_bots.bot import LEVELS
    from gouji_bots.sim import SimError, simulate
    from gouji_bots.simtable import format_json, format_text
    from gouji_core.errors import NotationError
    from gouji_core.options import parse_rules

    levels = [level.strip() for level in bots.split(",")]
    strange = [level for level in levels if level not in LEVELS]
    if strange:
        raise WrongUsageError(f"--bots: no level {strange[0]!r}; the levels are {', '.join(LEVELS)}")
    if 6 % len(levels):
        raise WrongUsageError("--bots: give 1, 2, 3 or 6 levels")
    try:
        chosen = parse_rules(rules)
    except NotationError as error:
        raise WrongUsageError(f"--rules: {error}") from error
    try:
        result = simulate(chosen, rounds=rounds, seed=seed, levels=(levels * 6)[:6], clock=time.perf_counter)
    except SimError as error:
        raise click.ClickException(str(error)) from error
    click.echo(format_json(result) if as_json else format_text(result), nl=as_json)


@main.command(
    context_settings=_SETTINGS,
    epilog="""\b
Examples:
  gouji rules                    the contents
  gouji rules R7.1               a clause
  gouji rules 烧牌 --lang zh     everything about a word
  gouji rules R10 --rules jining
""",
)
@click.argument("query", required=False, metavar="[CLAUSE|WORD]")
@click.option("--rules", metavar="R", default="online", show_default=True, help="The rules to read it under.")
@_LANG
@click.pass_obj
def rules(ways: Ways, query: str | None, rules: str, lang: str | None) -> None:
    """Read the rule book: every clause as it stands under the rules chosen."""
    import shutil

    from gouji_core.errors import NotationError
    from gouji_core.options import parse_rules
    from gouji_tui.rulebook import found, page
    from gouji_tui.texts import own_language

    try:
        chosen = parse_rules(rules)
    except NotationError as error:
        raise WrongUsageError(f"--rules: {error}") from error
    tongue = lang or ways.lang or own_language()
    click.echo(page(query, chosen, tongue, min(shutil.get_terminal_size().columns, 100)))
    if not found(query, chosen, tongue):
        raise SystemExit(1)


@main.command(
    context_settings=_SETTINGS,
    epilog="""\b
Example:
  gouji doctor
""",
)
@_LANG
@click.pass_obj
def doctor(ways: Ways, lang: str | None) -> None:
    """Tell what this terminal can do and how Gouji would draw on it."""
    from gouji_tui.doctor import examine

    chosen = replace(ways, lang=lang or ways.lang)
    for line in examine(chosen.lang):
        click.echo(line)


def _finish(outcome: tuple[int, str]) -> None:
    """Ends with an exit code, saying on stderr in one line what went wrong."""
    code, message = outcome
    if message:
        click.echo(f"gouji: {message}", err=True)
    if code:
        raise SystemExit(code)
