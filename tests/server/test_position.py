"""Positions: what a server begins its games from, for practice and for tests."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from gouji_core.case_start import read_position
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.views import view_of
from gouji_protocol.messages import Accepted, AddBots, Deadline, Done, Fairness, Snapshot, Start, TableOptions
from gouji_protocol.words import TablePhase
from gouji_server.config import ConfigError
from gouji_server.position import Position, load_position
from tests.server.house import serving
from tests.server.player import Player
from tests.server.test_cli import one_line, run

START = {"hands": ["KK43", "AA56", "665", "AA7", "887", "779"], "leader": 0, "opened": [1]}
CASE = {"id": "practice", "clauses": ["R5.5"], "rules": "online", "start": START, "steps": []}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path, CASE)


def written(folder: Path, data: Any) -> Path:
    path = folder / "position.json"
    path.write_text(json.dumps(data), "utf-8")
    return path


async def begun(where: tuple[str, int], seat: int = 0, **options: Any) -> Player:
    player = await Player.connect(where, "anna")
    table = await player.create("dagang", TableOptions(turn_seconds=options.get("turn", 0)), seat=seat)
    await player.ask(AddBots(1, table, "novice"))
    assert isinstance(await player.ask(Start(2, table)), Done)
    while player.view is None:
        await player.next()
    return player


def wanted(seat: int) -> Any:
    return view_of(read_position(parse_rules("online+rounds=1"), START), seat)


async def test_a_game_begins_from_the_position_and_is_played_to_its_end(tmp_path: Path, file: Path) -> None:
    with serving(tmp_path / "data", "--position", str(file)) as server:
        anna = await begun(server.tcp, turn=100)
        assert anna.view == wanted(0)
        assert anna.state is not None
        assert anna.state.rules == "online+rounds=1", "not what the table was made with"
        (deadline,) = [m for m in anna.heard if isinstance(m, Deadline)]
        assert (deadline.decision, deadline.left > 90_000) == (wanted(0).public.pending.id, True)
        assert len(deadline.reserves) == 6
        assert isinstance(await anna.command("play KK"), Accepted)
        await anna.play()
        over = anna.view
        assert over is not None
        assert sorted(over.public.standing.places) == [1, 2, 3, 4, 5, 6]
        assert over.public.phase is Phase.GAME_OVER
        assert not [m for m in anna.heard if isinstance(m, Fairness)], "nothing was shuffled"
        while anna.state.phase is not TablePhase.OVER:
            await anna.next()
        anna.view = None
        assert isinstance(await anna.ask(Start(3, anna.table)), Done)
        while anna.view is None:
            await anna.next()
        assert anna.view == wanted(0), "a rematch begins there too"


async def test_others_see_no_more_of_a_position_than_of_a_deal(tmp_path: Path, file: Path) -> None:
    with serving(tmp_path / "data", "--position", str(file)) as server:
        host = await Player.connect(server.tcp, "anna")
        will = await Player.connect(server.tcp, "will")
        table = await host.create(seat=4)
        await will.join(table, seat=-2)
        await host.ask(AddBots(1, table, "novice"))
        await host.ask(Start(2, table))
        await will.expect(Snapshot)
        shown = next(m for m in host.heard if isinstance(m, Snapshot))
        told = next(m for m in will.heard if isinstance(m, Snapshot))
        assert "887" in str(shown.view)
        for hand in ("KK43", "AA65", "665", "AA7", "977"):
            assert hand not in str(shown.view)
            assert hand not in str(told.view)


async def test_further_rounds_are_dealt_if_the_rules_say_so(tmp_path: Path) -> None:
    file = written(tmp_path, [{**CASE, "rules": "online+rounds=2+sweep_ends_game=false+opening=false"}])
    with serving(tmp_path / "data", "--position", str(file)) as server:
        anna = await begun(server.tcp)
        await anna.play()
        assert anna.view is not None
        assert anna.view.public.pending.kind is Ask.BEGIN
        assert isinstance(await anna.ask(Start(3, anna.table)), Done)
        await anna.play(lambda p: p.view is not None and p.view.public.phase is Phase.TRICKS)
        assert anna.view.public.setup.round == 2
        assert sum(anna.view.public.counts) == 216
        await anna.play()
        assert anna.view.public.phase is Phase.GAME_OVER


async def test_a_bot_leaves_to_a_person_what_one_of_two_answers(tmp_path: Path) -> None:
    start = {
        "hands": ["97", "A", "85", "", "", ""],
        "leader": 1,
        "places": {"4": 1, "3": 2, "5": 3},
        "opened": [0],
    }
    file = written(tmp_path, {**CASE, "rules": "dagang+merge=none+rounds=2", "start": start})
    with serving(tmp_path / "data", "--position", str(file)) as server:
        anna = await begun(server.tcp)
        while anna.view is None or anna.view.public.pending.kind is not Ask.SETTLE:
            await anna.next()
        assert anna.view.public.pending.seats == (0, 2)
        # A bot needs no time here, so its answer would come before that of a request.
        await anna.ask(Start(3, anna.table))
        assert anna.view.public.pending.kind is Ask.SETTLE
        assert isinstance(await anna.command("settle 0"), Accepted)
        assert anna.view.public.pending.kind is not Ask.SETTLE


@pytest.mark.parametrize("moves", [0, 1])
async def test_a_killed_server_comes_back_to_it_without_the_file(
    tmp_path: Path, file: Path, moves: int
) -> None:
    with serving(tmp_path / "data", "--position", str(file), "--bot-pace", "60") as server:
        before = await begun(server.tcp)
        for _ in range(moves):
            assert isinstance(await before.command("play KK"), Accepted)
        server.kill()
        await before.close()
    file.unlink()  # noqa: ASYNC240 - a test has nothing else to do
    with serving(tmp_path / "data") as server:
        after = await Player.connect(server.tcp, token=before.token)
        await after.join(before.table)
        await after.expect(Snapshot)
        if not moves:
            assert after.view == before.view
        await after.play()
        assert after.view is not None
        assert after.view.public.phase is Phase.GAME_OVER
        assert after.view.public.setup.round == 1


def test_a_start_with_rules_and_a_case_are_the_same(tmp_path: Path, file: Path) -> None:
    case = load_position(file)
    assert case == Position("online+rounds=1", json.dumps(START))
    assert load_position(written(tmp_path, {"rules": "online", **START})) == case
    assert load_position(written(tmp_path, [CASE])) == case
    more = load_position(written(tmp_path, {**CASE, "rules": "online+hold_threes+rounds=7"}))
    assert more.rules == "online+hold_threes=true+rounds=7"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "line 1 is not JSON"),
        ("[]", "one case"),
        (json.dumps([CASE, CASE]), "one case"),
        ("7", "JSON object"),
        ("[" * 100_000, "recursion"),
        (json.dumps(START), "it has no 'rules'"),
        (json.dumps({"rules": "online", "leader": 0}), "it has no 'hands'"),
        (json.dumps({**CASE, "rules": "nonsense"}), "presets"),
        (json.dumps({**CASE, "start": {**START, "leader": 9}}), "a seat from 0 to 5"),
        (json.dumps({**CASE, "start": {**START, "hands": ["K"]}}), "six hands"),
        (json.dumps({**CASE, "start": {**START, "hands": ["", *START["hands"][1:]]}}), "needs a place"),  # type: ignore[index]
        (json.dumps({**CASE, "start": {**START, "hands": 7}}), "not iterable"),
        (json.dumps({**CASE, "start": {**START, "places": [1]}}), "items"),
        (json.dumps({**CASE, "start": {**START, "nonsense": 1}}), "nonsense"),
        (json.dumps({**CASE, "start": {"deal": ["3s"] * 6}}), "deal"),
    ],
)
def test_what_makes_no_sense_is_one_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "position.json"
    path.write_text(text, "utf-8")
    with pytest.raises(ConfigError) as caught:
        load_position(path)
    assert str(path) in str(caught.value)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_command_says_so_and_makes_nothing(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    one_line(run("--data", str(tmp_path / "d"), "--position", str(nowhere)), str(nowhere), "No such file")
    one_line(run("--data", str(tmp_path / "d"), "--position", str(written(tmp_path, []))), "one case")
    binary = tmp_path / "binary"
    binary.write_bytes(b"\xff\xfe")
    one_line(run("--data", str(tmp_path / "d"), "--position", str(binary)), "no text")
    assert not (tmp_path / "d").exists()
