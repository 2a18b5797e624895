"""The benchmarks measure what they say; how fast anything is, no test asks."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from click.testing import CliRunner

from bench import codec, command, servers
from bench.jobs import ROOT, Job, JobError, memory
from bench.load import load_of
from bench.measure import (
    Line,
    Pair,
    Spread,
    Verdict,
    alone,
    alternate,
    at_least,
    at_most,
    compared,
    in_turn,
    missing,
    paired,
    percentile,
    short,
)
from bench.playouts import Playout
from bench.rlcard import NoRlcard
from bench.script import script
from bench.seats import NO_CLOCK, seated, start
from bench.settings import QUICK, Settings
from bench.stage import SCREEN, staged
from bench.table import as_json, as_text
from bench.terminal import running
from gouji_core.legal import legal_actions
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.state import new_game


def ratio_of(value: float) -> Pair:
    return paired([value], [1.0])


def test_two_sides_are_measured_in_turn_and_each_is_first_as_often():
    order: list[str] = []

    def run(name: str, figures: list[float]) -> float:
        order.append(name)
        return figures.pop(0)

    ours, other = [3.0, 8.0, 10.0], [1.0, 2.0, 5.0]
    pair = alternate(3, lambda: run("ours", ours), lambda: run("other", other))
    assert order == ["ours", "other", "other", "ours", "ours", "other"]
    assert pair.ours == Spread(8.0, 3.0, 10.0, 3)
    # The ratio is of figures of one round, never of medians from different times.
    assert pair.ratio == Spread(3.0, 2.0, 4.0, 3)


def test_several_are_measured_in_turn():
    counts = iter(range(9))
    runs = [lambda: float(next(counts))] * 3
    assert in_turn(2, *runs) == [[0.0, 5.0], [1.0, 4.0], [2.0, 3.0]]


@pytest.mark.parametrize(
    ("number", "text"),
    [(12_345, "12.3k"), (9876, "9876"), (12.34, "12.3"), (1.234, "1.23"), (0.0123, "0.012"), (3.0, "3")],
)
def test_numbers_have_about_three_digits(number: float, text: str):
    assert short(number) == text


def test_a_percentile_is_one_of_the_values():
    values = list(range(100, 0, -1))
    assert (percentile(values, 0.5), percentile(values, 0.95), percentile(values, 1.0)) == (51, 96, 100)


@pytest.mark.parametrize(
    ("value", "verdict"), [(12.0, Verdict.HOPED), (7.0, Verdict.OK), (5.0, Verdict.OK), (4.9, Verdict.SHORT)]
)
def test_a_budget_from_below(value: float, verdict: Verdict):
    line = compared("E1", "x", ratio_of(value), "/s", must=at_least(5), hoped=at_least(10))
    assert line.verdict is verdict


@pytest.mark.parametrize(
    ("value", "verdict"), [(1.2, Verdict.HOPED), (2.0, Verdict.OK), (2.01, Verdict.SHORT)]
)
def test_a_budget_from_above(value: float, verdict: Verdict):
    line = alone("T1", "x", Spread.of([value]), "B", must=at_most(2, "B"), hoped=at_most(1.5, "B"))
    assert line.verdict is verdict


def test_a_hope_alone_is_never_short():
    assert compared("S1", "x", ratio_of(0.2), "/s", hoped=at_least(0.5)).verdict is Verdict.BELOW


def test_what_is_not_there_has_no_verdict_and_says_why():
    line = missing("B1", "expert over regular", "there is no level expert yet")
    assert line.verdict is Verdict.NONE
    assert "there is no level expert yet" in as_text([line])


def test_the_table_has_a_line_for_each_figure():
    lines = [
        compared("E1", "playouts", ratio_of(6.0), "/s", must=at_least(5)),
        Line("W1", "a play", "29 B", value=0.3, must=at_most(0.65)),
    ]
    head, _, *rows = as_text(lines).splitlines()
    assert head.split() == ["#", "what", "ours", "the", "other", "side", "ratio", "must", "hoped", "today"]
    assert [row.split()[0] for row in rows] == ["E1", "W1"]
    assert all(row.endswith("ok") for row in rows)
    plain = json.loads(as_json(lines))
    assert [(line["row"], line["value"], line["verdict"]) for line in plain["lines"]] == [
        ("E1", 6.0, "ok"),
        ("W1", 0.3, "ok"),
    ]


def test_rows_are_chosen_by_name_or_family_in_the_order_of_the_table():
    assert command.chosen(("w1", "E1")) == ["E1", "W1"]
    assert command.chosen(("B",)) == ["B1", "B2"]
    assert command.chosen(()) == list(command.ROWS)


def test_a_strange_row_is_refused():
    result = CliRunner().invoke(command.main, ["Z9"])
    assert result.exit_code == 2
    assert "no row 'Z9'" in result.output


def test_a_row_that_cannot_be_measured_does_not_end_the_others(monkeypatch: pytest.MonkeyPatch):
    def broken(settings: Settings) -> list[Line]:
        raise JobError("the server answers no more")

    monkeypatch.setitem(command.ROWS, "S1", broken)
    result = CliRunner().invoke(command.main, ["--json", "W1", "S1"])
    assert result.exit_code == 1
    lines = json.loads(result.stdout)["lines"]
    assert [line["row"] for line in lines] == ["W1", "W1", "S1"]
    assert lines[2]["note"] == "JobError: the server answers no more"


def test_without_the_peer_the_row_says_so(monkeypatch: pytest.MonkeyPatch):
    def nowhere() -> Job:
        raise NoRlcard("pip could not install rlcard: no network")

    monkeypatch.setattr("bench.rlcard.start", nowhere)
    result = CliRunner().invoke(command.main, ["--quick", "E2"])
    assert result.exit_code == 0
    assert "peer not available: pip could not install rlcard: no network" in result.stdout


def test_the_script_runs_as_make_runs_it():
    run = [sys.executable, str(ROOT / "bench" / "run.py"), "--json", "W1"]
    done = subprocess.run(run, capture_output=True, text=True, check=True, timeout=60)
    event, snapshot = json.loads(done.stdout)["lines"]
    assert event["verdict"] == snapshot["verdict"] == "ok, hoped"


def test_the_wire_keeps_its_budget():
    assert [line.verdict for line in codec.w1(QUICK)] == [Verdict.HOPED, Verdict.HOPED]


def test_a_playout_chooses_among_every_legal_play():
    game = Playout(random.Random(7), new_game(parse_rules("online")))
    game.round()
    assert game.state.public.pending.kind is Ask.BEGIN
    assert game.steps > 100
    assert game.plays > game.steps
    assert game.dealing > 0


def test_a_helper_answers_and_one_that_ends_is_named():
    with Job([sys.executable, "-m", "bench.playouts"]) as job:
        assert job.ask(seconds=0.01)["steps"] > 0
    with Job([sys.executable, "-c", "raise SystemExit(3)"]) as job, pytest.raises(JobError, match="ended"):
        job.ask(seconds=1)


def test_a_script_is_what_its_players_may_do():
    game = script(60)
    assert len(game.turns) == 60
    assert all(len(turn.seen) == 6 for turn in game.turns)
    counts = [sum(turn.seen) for turn in game.turns]
    assert counts == sorted(counts)
    assert script(60) == game


def test_tables_play_the_script_on_the_real_server():
    with servers.ours() as (server, _), ExitStack() as stack:
        tables = seated(server.port, 2, script(200))
        start(tables)
        load = load_of(stack, tables)
        load.closed(60.0, 20)
        assert len(load.latencies) >= 20
        assert memory(server.pid) > 0
        load.paced(50.0, 0.1)
        assert load.latencies
        assert all(table.idle for table in tables)
        assert min(table.at for table in tables) >= 10


@pytest.mark.parametrize("mode", ["direct", "fast", "outbox"])
def test_a_raw_server_sends_everything_to_all_six(mode: str):
    with servers.raw(mode, "codec") as server, ExitStack() as stack:
        load = load_of(stack, servers.raw_tables(server, 2))
        load.closed(60.0, 40)
        assert len(load.latencies) >= 40


def test_the_screen_shows_the_scripted_table():
    with staged(NO_CLOCK) as stage:
        stage.until_asked()
        assert "beat it or pass" in stage.screen.text
        before = time.perf_counter()
        said = stage.screen.press(b"\x1b[C")
        assert said.first >= before
        assert said.data
        assert stage.turn.seat == SCREEN
        assert stage.act().data


@pytest.mark.parametrize("program", ["curses_hand.py", "textual_hand.py"])
def test_the_other_screens_answer_an_arrow(program: str):
    arrow = b"\x1bOC" if program.startswith("curses") else b"\x1b[C"
    with running([sys.executable, str(Path(ROOT, "bench", "peers", program))]) as screen:
        screen.wait_for("READY")
        assert screen.press(arrow).data


def test_the_snapshot_measured_is_of_a_full_hand_that_is_asked():
    view = codec.first_answer()
    assert (len(view.hand), view.public.phase) == (36, Phase.TRICKS)
    assert legal_actions(view)
