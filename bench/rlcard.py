"""rlcard, the peer of the core: an environment of its own, made at first use and ignored by git."""

from __future__ import annotations

import subprocess
import sys

from bench.jobs import PEERS, SCRATCH, Job

HOME = SCRATCH / "rlcard"
PYTHON = HOME / "bin" / "python"
MINUTES = 5


class NoRlcard(Exception):  # noqa: N818 - that it cannot be installed here is no error of ours
    """Says in one line why rlcard is not there."""


def prepared() -> None:
    """Makes the environment unless it is there.

    Raises:
        NoRlcard: if it cannot be installed.
    """
    mark = HOME / "complete"
    if mark.exists() and PYTHON.exists():
        return
    print("bench: installing rlcard into .bench/rlcard (once)", file=sys.stderr, flush=True)
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    # What rlcard says it needs is a whole learning framework; the game alone needs these two.
    steps = (
        [sys.executable, "-m", "venv", "--clear", str(HOME)],
        [*install, "numpy", "termcolor"],
        [*install, "--no-deps", "rlcard"],
    )
    for step in steps:
        try:
            subprocess.run(step, check=True, capture_output=True, text=True, timeout=60 * MINUTES)
        except subprocess.CalledProcessError as error:
            said = str(error.stderr).strip().splitlines() or ["no reason given"]
            raise NoRlcard(f"pip could not install rlcard: {said[-1][:200]}") from None
        except (OSError, subprocess.TimeoutExpired) as error:
            raise NoRlcard(f"rlcard could not be installed: {error}") from None
    mark.touch()


def start() -> Job:
    """Starts the peer's playouts.

    Raises:
        NoRlcard: if rlcard cannot be installed.
    """
    prepared()
    return Job([str(PYTHON), str(PEERS / "rlcard_playouts.py")])
