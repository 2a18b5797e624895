"""The commands that try the rules without people: rule cases, and bots among themselves."""

from __future__ import annotations

from pathlib import Path

import click

from gouji_tui.usage import SETTINGS, FailedError, WrongUsageError, rules_of


@click.command(
    context_settings=SETTINGS,
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
    from gouji_tui.casefiles import CaseFileError, Tally

    tally = Tally()
    try:
        for line in tally.lines(paths, as_json=as_json):
            click.echo(line)
    except CaseFileError as error:
        raise FailedError(str(error)) from error
    if tally.failed:
        raise SystemExit(1)


@click.command(
    context_settings=SETTINGS,
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

    levels = [level.strip() for level in bots.split(",")]
    strange = [level for level in levels if level not in LEVELS]
    if strange:
        raise WrongUsageError(f"--bots: no level {strange[0]!r}; the levels are {', '.join(LEVELS)}")
    if 6 % len(levels):
        raise WrongUsageError("--bots: give 1, 2, 3 or 6 levels")
    chosen = rules_of(rules)
    try:
        result = simulate(chosen, rounds=rounds, seed=seed, levels=(levels * 6)[:6], clock=time.perf_counter)
    except SimError as error:
        raise FailedError(str(error)) from error
    click.echo(format_json(result) if as_json else format_text(result), nl=as_json)
