"""T5: commands that draw nothing must not cost what drawing costs."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from functools import partial
from pathlib import Path

from bench.jobs import JobError
from bench.measure import Line, at_most, compared, in_turn, paired
from bench.settings import Settings

CASE = {
    "id": "a-pair-beats-a-pair",
    "clauses": ["R3.1"],
    "rules": "online",
    "start": {"hands": ["QQ4", "KK5", "34", "34", "34", "34"], "leader": 0},
    "steps": [
        {"seat": 0, "act": "play", "cards": "QQ"},
        {"seat": 1, "act": "play", "cards": "KK"},
        {"expect": {"top": {"seat": 1, "cards": "KK"}}},
    ],
}


def t5(settings: Settings) -> list[Line]:
    """Wall time of whole commands, beside a Python that does nothing."""
    here = Path(sys.executable).parent
    with tempfile.TemporaryDirectory(prefix="gouji-bench-") as folder:
        cases = Path(folder) / "case.json"
        cases.write_text(json.dumps([CASE]), "utf-8")
        commands = {
            "gouji --version": [str(here / "gouji"), "--version"],
            "gouji cases FILE": [str(here / "gouji"), "cases", str(cases)],
            "gouji-server --help": [str(here / "gouji-server"), "--help"],
        }
        bare = [sys.executable, "-c", "pass"]
        for command in (*commands.values(), bare):
            _wall(command)
        runs = [partial(_wall, command) for command in (*commands.values(), bare)]
        *ours, least = in_turn(settings.rounds * 4, *runs)
    note = "the other side is python -c pass"
    return [
        compared("T5", name, paired(walls, least), "ms", must=at_most(3), note=note)
        for name, walls in zip(commands, ours, strict=True)
    ]


def _wall(command: list[str]) -> float:
    """Returns the milliseconds a command takes."""
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    taken = (time.perf_counter() - began) * 1e3
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise JobError(f"{Path(command[0]).name} {command[1]} ends with {done.returncode}: {said}")
    return taken


ROWS = {"T5": t5}
