"""The commands that try the rules without people: rule cases, and bots among themselves."""

from __future__ import annotations

import click

from gouji_tui.misuse import WrongUsageError
from gouji_tui.usage import FailedError, Ways, command, rules_of


@command
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--json", "as_json", is_flag=True)
@click.pass_obj
def cases(ways: Ways, paths: tuple[str, ...], as_json: bool) -> None:
    """Run rule cases: positions, actions and what must follow."""
    from gouji_tui.casefiles import CaseFileError, Tally

    tally = Tally()
    try:
        for line in tally.lines(paths, as_json=as_json):
            click.echo(line)
    except CaseFileError as error:
        raise FailedError(error.text(ways.texts())) from error
    if tally.failed:
        raise SystemExit(1)


@command
@click.option("--rules", metavar="R", default="online", show_default=True)
@click.option("--rounds", type=click.IntRange(1), metavar="N", default=20, show_default=True)
@click.option("--seed", type=int, metavar="S", default=1, show_default=True)
@click.option(
    "--bots",
    metavar="LEVEL,...",
    default="regular,novice",
    show_default=True,
)
@click.option("--json", "as_json", is_flag=True)
@click.pass_obj
def sim(ways: Ways, rules: str, rounds: int, seed: int, bots: str, as_json: bool) -> None:
    """Let bots play each other without a network and count places and scores."""
    import time

    from gouji_bots.bot import LEVELS
    from gouji_bots.sim import SimError, simulate
    from gouji_bots.simjson import format_json
    from gouji_tui.simtable import sim_lines

    levels = [level.strip() for level in bots.split(",")]
    strange = [level for level in levels if level not in LEVELS]
    if strange:
        raise WrongUsageError("usage.no_level", name="--bots", level=strange[0], levels=LEVELS)
    if 6 % len(levels):
        raise WrongUsageError("usage.how_many_levels")
    chosen = rules_of(rules)
    try:
        result = simulate(chosen, rounds=rounds, seed=seed, levels=(levels * 6)[:6], clock=time.perf_counter)
    except SimError as error:
        raise FailedError(str(error)) from error
    for line in [format_json(result)] if as_json else sim_lines(result, ways.texts()):
        click.echo(line)
