"""The command line of the benchmarks."""

from __future__ import annotations

import sys
import time
from dataclasses import replace

import click

from bench import bots, codec, core, crowd, process, server, tui
from bench.measure import Line, missing
from bench.settings import QUICK, Settings
from bench.table import as_json, as_text

ROWS = {**core.ROWS, **codec.ROWS, **server.ROWS, **crowd.ROWS, **tui.ROWS, **process.ROWS, **bots.ROWS}
FAMILIES = sorted({name[0] for name in ROWS})


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("rows", nargs=-1, metavar="[ROW]...")
@click.option("--json", "json_too", is_flag=True, help="One JSON object instead of the table.")
@click.option("--quick", is_flag=True, help="A short look: fewer rounds, less certain figures.")
@click.option(
    "--games", type=click.IntRange(2), metavar="N", help="Pairs of games in each match of bots (B1)."
)
def main(rows: tuple[str, ...], json_too: bool, quick: bool, games: int | None) -> None:
    """Measure Gouji against its budgets. ROW is one like E1 or a family like T; all without."""
    settings = QUICK if quick else Settings()
    if games is not None:
        settings = replace(settings, games=games)
    lines: list[Line] = []
    failed = False
    for row in chosen(rows):
        print(f"bench: {row} ...", end=" ", file=sys.stderr, flush=True)
        began = time.monotonic()
        try:
            lines += ROWS[row](settings)
        except Exception as error:
            # Whatever it is, the other rows are still worth measuring.
            failed = True
            lines.append(missing(row, "could not be measured", f"{type(error).__name__}: {error}"))
        print(f"{time.monotonic() - began:.0f} s", file=sys.stderr, flush=True)
    click.echo(as_json(lines) if json_too else as_text(lines))
    if failed:
        raise SystemExit(1)


def chosen(rows: tuple[str, ...]) -> list[str]:
    """Returns the rows that were asked for, in the order of the table."""
    wanted = [name.upper() for name in rows]
    strange = [name for name in wanted if name not in ROWS and name not in FAMILIES]
    if strange:
        raise click.UsageError(f"no row {strange[0]!r}; there are {', '.join(ROWS)}")
    return [row for row in ROWS if not wanted or row in wanted or row[0] in wanted]
