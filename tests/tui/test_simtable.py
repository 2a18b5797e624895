"""A simulation told as a table: in English and Chinese as written down, its columns one below the other."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_bots.sim import simulate
from gouji_core.options import parse_rules
from gouji_tui.commands import main
from gouji_tui.simtable import sim_lines
from gouji_tui.texts import LANGUAGES, texts_in
from gouji_tui.wrapping import width
from tests.bots.test_sim import LEVELS, TwoSeconds


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_table_reads_as_written_down(lang: str) -> None:
    result = simulate(parse_rules("online"), rounds=6, seed=3, levels=LEVELS, clock=TwoSeconds())
    golden = Path(__file__).with_name(f"sim-table.{lang}.txt").read_text(encoding="utf-8")
    lines = list(sim_lines(result, texts_in(lang)))
    assert lines == golden.splitlines()
    rows = [line for line in lines[4:-2] if line]
    assert {width(row) for row in rows} == {62 + 10}


def test_without_a_clock_there_is_no_speed_to_tell() -> None:
    result = simulate(parse_rules("online"), rounds=1, seed=3, levels=["novice"] * 6)
    assert "- rounds/s, - actions/s" in list(sim_lines(result, texts_in("en")))


def test_the_command_tells_it_in_the_language_spoken() -> None:
    done = CliRunner().invoke(main, ("--lang", "zh", "sim", "--rounds", "1", "--bots", "novice"))
    assert done.exit_code == 0
    assert done.stdout.startswith("打法 online  种子 1\n1 局 1 回合")
