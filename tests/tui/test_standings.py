"""``gouji stats``: who played what on a server, in columns in both languages and as JSON."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import trio

from gouji_client import Profile, UnixAddress, with_trio
from gouji_client.tokens import TokenStore
from gouji_client.updates import PlayerStats, TableOptions
from gouji_tui.cells import width
from gouji_tui.standings import table
from gouji_tui.texts import texts_in
from tests.e2e.terminal import gouji
from tests.server.house import serving

ANN = PlayerStats("7", "ann", 3, 9, (4, 1, 1, 1, 1, 1), 2, 1, 8, -12)
AN = PlayerStats("8", "安安\x1b[31m", 1, 4, (0, 0, 0, 0, 2, 2), 0, 0, 1, 105)


def test_columns_stand_under_their_heads_in_both_languages():
    for lang in ("en", "zh"):
        lines = table(ANN, [AN, ANN], texts_in(lang))
        assert len({width(line) for line in lines}) == 1
        assert "*2  ann" in lines[2]
        assert "\x1b" not in lines[1]
    assert " ".join(lines[0].split()) == "姓名 得分 局 回合 头科 二科 三科 四科 二落 大落 串三户 烧牌 开点"
    assert " ".join(lines[2].split()) == "*2 ann -12 3 9 4 1 1 1 1 1 2 1 8"


def test_who_is_not_among_the_best_stands_below_and_a_stranger_nowhere():
    lines = table(ANN, [AN], texts_in("en"))
    assert lines[-1].split()[:2] == ["*", "ann"]
    assert len(table(PlayerStats("9", "new"), [AN], texts_in("en"))) == 2


def test_without_players_it_says_so():
    assert table(ANN, [], texts_in("en")) == ["Nobody has finished a round on this server yet."]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Path]]:
    """A server on which ann has played a round, and the home of ann."""
    folder = tmp_path_factory.mktemp("stats")
    socket, home = folder / "s", folder / "home"
    address = UnixAddress(str(socket))

    async def play() -> None:
        async with with_trio.connect(address, Profile(name="ann", features=("guest",))) as client:
            TokenStore(home / "gouji" / "tokens").save(address, client.token, "ann")
            await client.create("online+rounds=1", TableOptions(turn_seconds=0))
            await client.add_bots("novice")
            await client.start()
            while (decision := await client.my_decision()) is not None:
                await client.act(decision.actions()[0])

    with serving(folder / "data", "--no-tcp", "--unix", str(socket)):
        trio.run(play)
        yield socket, home


def run(played: tuple[Path, Path], *arguments: str) -> tuple[int, str, str]:
    environment = {**os.environ, "XDG_DATA_HOME": str(played[1])}
    done = subprocess.run(
        gouji("stats", *arguments), env=environment, capture_output=True, encoding="utf-8", timeout=60
    )
    return done.returncode, done.stdout, done.stderr


def test_the_command_asks_a_server(played: tuple[Path, Path]):
    code, out, _ = run(played, "--unix", str(played[0]), "--as", "ann", "--lang", "en")
    assert code == 0
    head, row = out.splitlines()
    assert head.split()[:2] == ["Name", "Points"]
    assert row.split()[:2] == ["*1", "ann"]
    code, out, _ = run(played, "--unix", str(played[0]), "--as", "ann", "--json", "--top", "1")
    assert code == 0
    told = json.loads(out)
    assert told["own"] == told["players"][0]
    assert (told["own"]["rounds"], sum(told["own"]["places"])) == (1, 1)


def test_where_there_is_no_server_it_is_one_line(tmp_path: Path):
    code, out, complaint = run((tmp_path, tmp_path), "--unix", str(tmp_path / "none"), "--lang", "en")
    assert (code, out) == (1, "")
    assert complaint.startswith("gouji: ")
    assert len(complaint.splitlines()) == 1
    code, _, complaint = run((tmp_path, tmp_path))
    assert code == 2
    assert "--connect" in complaint
