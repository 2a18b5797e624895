"""Prints the table of budgets with today's figures; ``make bench ARGS="E1 W1"`` measures some rows."""

import sys
from pathlib import Path

# Run as a file, Python knows only this folder; the package is the one above it.
sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.command import main

if __name__ == "__main__":
    main()
