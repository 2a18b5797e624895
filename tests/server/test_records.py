"""Records: a game's text for those who played it, and nothing of the round that goes on."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from gouji_client import with_trio
from gouji_client.client import Client
from gouji_core.cards import format_suited
from gouji_core.events import RoundOver
from gouji_core.plain import decode_event
from gouji_core.public import Phase
from gouji_core.record import Commit, Seed, final_state, format_record, parse_record, replay
from gouji_core.verify import check_deals
from gouji_protocol.limits import MAX_RECORD
from gouji_protocol.messages import (
    AddBots,
    Events,
    Failed,
    GetRecord,
    Leave,
    Record,
    Start,
)
from gouji_protocol.messages import Done as Answered
from gouji_protocol.session import Profile
from gouji_protocol.words import FailCode, TablePhase
from gouji_server.rows import RecordRow
from tests.server.house import LOCAL, QUICK, hosting, serving
from tests.server.house import start as begin
from tests.server.player import Player, full_table

TWO_ROUNDS = "online+rounds=2+sweep_ends_game=false"


async def with_bots(where: tuple[str, int], rules: str = TWO_ROUNDS) -> Player:
    player = await Player.connect(where, "anna")
    table = await player.create(rules)
    await player.ask(AddBots(player.number(), table, "novice"))
    await start(player)
    return player


async def start(player: Player) -> None:
    assert isinstance(await player.ask(Start(player.number(), player.table)), Answered)


async def asked(player: Player, table: str = "", game: int = -1, begin: int = 0) -> Record | Failed:
    number = player.number()
    await player.send(GetRecord(number, table or player.table, game, begin))
    while True:
        message = await player.next()
        if isinstance(message, Record | Failed) and message.request == number:
            return message


async def text_of(player: Player, game: int = -1) -> str:
    answer = await asked(player, game=game)
    assert isinstance(answer, Record), answer
    assert answer.left == 0
    return answer.text


async def failure(player: Player, table: str = "", game: int = -1) -> str:
    answer = await asked(player, table, game)
    assert isinstance(answer, Failed), answer
    return answer.code


def over(player: Player) -> bool:
    return player.view is not None and player.view.public.phase is Phase.GAME_OVER


def second_round(player: Player) -> bool:
    public = player.view.public if player.view else None
    return public is not None and public.setup.round == 2 and public.phase is Phase.TRICKS


async def test_a_game_can_be_played_again_from_its_record(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "3") as server:
        anna = await with_bots(server.tcp)
        await anna.play()
        await start(anna)
        await anna.play(over)
        text = await text_of(anna)
        record = parse_record(text)
        assert format_record(record) == text
        assert record.players == ("anna", *(f"bot {seat}" for seat in range(2, 7)))
        assert anna.view is not None
        assert final_state(record).public == anna.view.public
        checks = check_deals(record)
        assert [check.code for check in checks] == ["ok", "ok"]
        kinds = [type(entry) for entry in record.entries]
        assert kinds.index(Commit) < kinds.index(Seed)
        played = [event for _, done in replay(record) for event in done.events]
        told = [decode_event(plain) for m in anna.heard if isinstance(m, Events) for plain in m.events]
        scores = [[event for event in events if isinstance(event, RoundOver)] for events in (played, told)]
        assert scores[0] == scores[1]
        assert len(scores[0]) == 2


@pytest.mark.parametrize("rules", ["dagang", "jining", "online+hold_threes", "dazhong"])
async def test_a_record_of_other_rules_holds_calls_shows_and_tribute(tmp_path: Path, rules: str) -> None:
    with serving(tmp_path / "data", "--seed", "8") as server:
        anna = await with_bots(server.tcp, f"{rules}+rounds=2+sweep_ends_game=false")
        await anna.play()
        await start(anna)
        await anna.play(over)
        record = parse_record(await text_of(anna))
        assert anna.view is not None
        assert final_state(record).public == anna.view.public
        assert {check.code for check in check_deals(record)} == {"ok"}


async def test_nothing_of_a_running_round_is_in_it(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", limit_resume=None) as server:
        people = await full_table(server.tcp, TWO_ROUNDS)
        anna = people[0]
        header = await text_of(anna)
        assert parse_record(header).entries == ()
        async with trio.open_nursery() as nursery:
            for person in people[1:]:
                nursery.start_soon(person.play)
            await anna.play(lambda p: p.over, each=lambda: same_record(anna, header))
        first = await text_of(anna)
        assert first != header
        await start(anna)
        async with trio.open_nursery() as nursery:
            for person in people[1:]:
                nursery.start_soon(person.play, lambda p: False)
            await anna.play(second_round)
            for _ in range(10):
                await anna.play(lambda p: p.waited_for)
                await anna.play_once()
                await same_record(anna, first)
            nursery.cancel_scope.cancel()
        for person in people:
            assert person.view is not None
            assert person.view.public.setup.round == 2
            assert format_suited(person.view.dealt) not in first


async def same_record(player: Player, text: str) -> None:
    assert await text_of(player) == text


async def test_votes_and_reports_between_rounds_are_kept(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "3") as server:
        anna = await with_bots(server.tcp)
        await anna.play()
        before = await text_of(anna)
        bert = await Player.connect(server.tcp, "bert")
        await bert.join(anna.table, seat=1)
        while bert.view is None:
            await bert.next()
        assert type(await anna.command("dissolve yes", 0)).__name__ == "Accepted"
        assert type(await bert.command("dissolve no", 0)).__name__ == "Accepted"
        assert await text_of(anna) == before
        await start(anna)
        await anna.play(lambda p: p.view is not None and p.view.public.setup.round == 2)
        assert await text_of(anna) == before + "0 dissolve yes\n1 dissolve no\n"
        assert parse_record(await text_of(bert)).players[1] == "bot 2", "as it was when the game began"


async def test_a_game_that_all_end_is_kept_to_that_point(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "3") as server:
        anna = await with_bots(server.tcp)
        await anna.play(lambda p: p.waited_for and p.seq > 30)
        await anna.command("dissolve yes", 0)
        while not over(anna):
            await anna.next()
        record = parse_record(await text_of(anna))
        assert anna.view is not None
        assert final_state(record).public == anna.view.public
        assert [check.code for check in check_deals(record)] == ["ok"]


async def test_a_killed_server_writes_the_same_record(tmp_path: Path) -> None:
    whole = await played(tmp_path / "whole", set())
    assert await played(tmp_path / "killed", {1, 2, 3, 8, 20, 21, 40, 55}) == whole
    assert len(check_deals(parse_record(whole))) == 2


async def played(data: Path, kills: set[int]) -> str:
    """Returns the record of a game whose server was killed after some of our moves."""
    served = begin(data, *LOCAL, *QUICK, "--seed", "4")
    anna = await with_bots(served.tcp)
    moves = 0
    while True:
        await anna.play(lambda p: p.waited_for or p.over)
        if over(anna):
            break
        if anna.over:
            await start(anna)
            await anna.play(lambda p: p.view is not None and p.view.public.setup.round == 2)
            continue
        await anna.play_once()
        moves += 1
        if moves in kills:
            served.kill()
            await anna.close()
            served = begin(data, *LOCAL, *QUICK, "--seed", "4")
            anna = await back(served.tcp, anna)
    assert not kills or moves > max(kills)
    return await text_of(anna)


async def back(where: tuple[str, int], before: Player) -> Player:
    after = await Player.connect(where, token=before.token)
    await after.join(before.table)
    while after.view is None:
        await after.next()
    return after


async def test_who_may_have_it(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        table = await anna.create("online+rounds=1")
        will = await Player.connect(server.tcp, "will")
        bert = await Player.connect(server.tcp, "bert")
        guest = await Player.connect(server.tcp, "guest")
        await guest.join(table)
        await guest.ask(Leave(1, table))
        await bert.join(table, seat=3)
        assert await failure(anna) == FailCode.NO_RECORD, "there was no game yet"
        await will.join(table, seat=-2)
        await anna.ask(AddBots(1, table, "novice"))
        await start(anna)
        await bert.ask(Leave(2, table))
        await anna.play(over)
        text = await text_of(anna)
        assert await text_of(bert) == text, "a former player"
        for stranger in (will, guest):
            assert await failure(stranger, table) == FailCode.NO_SEAT
        assert await failure(anna, "ZZZZ") == FailCode.NO_TABLE
        assert await failure(anna, game=0) == FailCode.NO_RECORD
        assert await failure(anna, game=2) == FailCode.NO_RECORD
        while anna.state is None or anna.state.phase is not TablePhase.OVER:
            await anna.next()
        await start(anna)
        assert await text_of(anna, game=1) == text
        newest = await asked(anna)
        assert isinstance(newest, Record)
        assert newest.game == 2
        for person in (anna, will):
            await person.ask(Leave(3, table))
        assert await failure(anna, "K7QX") == FailCode.NO_TABLE
        closed = await asked(anna, table.lower(), game=1)
        assert isinstance(closed, Record)
        assert closed.text == text, "the table is closed, its games are not forgotten"


async def test_who_takes_a_seat_later_may_have_it_as_well(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--seed", "3") as server:
        anna = await with_bots(server.tcp)
        await anna.play()
        bert = await Player.connect(server.tcp, "bert")
        assert await failure(bert, anna.table) == FailCode.NO_SEAT
        await bert.join(anna.table, seat=1)
        await bert.ask(Leave(1, anna.table))
        assert await text_of(bert) == await text_of(anna)


async def test_a_long_record_comes_in_parts(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await with_bots(server.tcp, "online+rounds=1")
        header = await text_of(anna)
        more = "# 够级\n" * (MAX_RECORD // 3)
        await server.journal.write(RecordRow(anna.table, 1, more))
        first = await asked(anna)
        assert isinstance(first, Record)
        assert (len(first.text), first.left) == (MAX_RECORD, len(header + more) - MAX_RECORD)
        assert isinstance(rest := await asked(anna, game=1, begin=MAX_RECORD), Record)
        assert await asked(anna, begin=10**9) == Record(anna._next, anna.table, 1, "", 0)
        assert first.text + rest.text == (header + more)[: 2 * MAX_RECORD]
        host, port = server.tcp
        async with with_trio.connect(f"{host}:{port}", Profile("anna", anna.token)) as client:
            assert isinstance(client, Client)
            assert await client.record(anna.table) == header + more


def positioned(folder: Path, rules: str = "online") -> tuple[str, str]:
    file = folder / "position.json"
    file.write_text(f'{{"rules": "{rules}", {START[1:]}', "utf-8")
    return "--position", str(file)


START = '{"hands": ["KK43", "AA56", "665", "AA7", "887", "779"], "leader": 0, "opened": [1]}'


async def test_a_game_from_a_position_has_one_that_begins_there(tmp_path: Path) -> None:
    with serving(tmp_path / "data", *positioned(tmp_path), "--limit-resume", "") as server:
        anna = await with_bots(server.tcp)
        await anna.play(lambda p: p.waited_for)
        header = await text_of(anna)
        assert START not in header, "all hands"
        assert "start" not in header
        await anna.play(over, each=lambda: short_record(anna, header))
        text = await text_of(anna)
        assert text.startswith(f"{header}start {START}\n0 ")
        record = parse_record(text)
        assert format_record(record) == text
        assert anna.view is not None
        assert final_state(record).public == anna.view.public
        while anna.state is None or anna.state.phase is not TablePhase.OVER:
            await anna.next()
        await start(anna)
        await anna.play(over)
        again = await asked(anna)
        assert isinstance(again, Record)
        assert again.game == 2
        assert f"start {START}\n0 " in again.text, "the rematch begins there, too"


async def short_record(player: Player, header: str) -> None:
    text = await text_of(player)
    assert over(player) or text == header


async def test_the_rounds_after_a_position_are_in_its_record(tmp_path: Path) -> None:
    rules = "online+rounds=2+sweep_ends_game=false+opening=false"
    with serving(tmp_path / "data", *positioned(tmp_path, rules), "--seed", "3") as server:
        anna = await with_bots(server.tcp)
        await anna.play()
        first = await text_of(anna)
        assert parse_record(first).start == START
        await start(anna)
        await anna.play(over)
        text = await text_of(anna)
        assert text.startswith(first)
        assert text.count("start ") == 1
        record = parse_record(text)
        assert anna.view is not None
        assert final_state(record).public == anna.view.public
        assert [check.code for check in check_deals(record)] == ["ok"]


async def test_a_killed_server_writes_the_same_record_of_a_position(tmp_path: Path) -> None:
    texts: list[str] = []
    for kills in ((), (0, 1)):
        folder = tmp_path / str(len(kills))
        folder.mkdir()
        served = begin(folder / "data", *LOCAL, *QUICK, "--seed", "4", *positioned(folder))
        anna = await with_bots(served.tcp)
        for _ in kills:
            served.kill()
            await anna.close()
            served = begin(folder / "data", *LOCAL, *QUICK, "--seed", "4")
            anna = await back(served.tcp, anna)
            await anna.play(lambda p: p.waited_for or p.over)
            await anna.play_once()
        await anna.play(over)
        texts.append(await text_of(anna))
    assert texts[0] == texts[1]
    assert parse_record(texts[0]).start == START
