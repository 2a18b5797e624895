"""docs/scripting.md: every program in it runs against a real server and says what stands under it."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.client.conftest import Server

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs/scripting.md").read_text("utf-8")
PROGRAMS = re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", TEXT, re.DOTALL)


def test_every_program_has_its_output_under_it():
    assert len(PROGRAMS) == TEXT.count("```python")
    assert len(PROGRAMS) >= 7
    assert {"with_trio", "with_asyncio"} <= set(re.findall(r"with_\w+", "".join(p for p, _ in PROGRAMS)))


@pytest.mark.parametrize(("program", "said"), PROGRAMS, ids=map(str, range(len(PROGRAMS))))
def test_a_program_runs_and_says_what_stands_under_it(program: str, said: str, server: Server):
    assert program.count("127.0.0.1:4216") == 1
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program.replace("127.0.0.1:4216", server.tcp)],
        capture_output=True,
        encoding="utf-8",
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = [line.rstrip() for line in done.stdout.splitlines()]
    wanted = [re.escape(line).replace("…", ".+") for line in said.splitlines()]
    assert len(lines) == len(wanted), done.stdout
    for line, pattern in zip(lines, wanted, strict=True):
        assert re.fullmatch(pattern, line), (line, pattern)


def test_what_the_page_links_to_is_there():
    for target in re.findall(r"\]\(([^)#]+)\)", TEXT):
        assert (ROOT / "docs" / target).exists(), target
