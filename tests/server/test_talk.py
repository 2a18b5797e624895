"""What people say: quick phrases, and not to read somebody."""

from __future__ import annotations

from pathlib import Path

import pytest

from gouji_protocol.messages import Chat, ChatLine, Done, Failed, Message, Mute, TableState
from gouji_protocol.words import FailCode, Phrase
from tests.server.house import hosting, serving
from tests.server.player import Player


async def failure(player: Player, request: Message) -> str:
    answer = await player.ask(request)
    assert isinstance(answer, Failed), answer
    return answer.code


def person(player: Player) -> str:
    assert player.welcome is not None
    return player.welcome.identity


@pytest.mark.parametrize("phrase", Phrase)
async def test_a_phrase_travels_as_its_word(tmp_path: Path, phrase: Phrase) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.create()
        assert isinstance(await anna.ask(Chat(1, anna.table, "", phrase.value)), Done)
        line = next(message for message in anna.heard if isinstance(message, ChatLine))
        assert (line.phrase, line.text) == (phrase, phrase.replace("_", " "))
        assert line.person == person(anna)


async def test_an_unknown_phrase_and_no_words_at_all_are_refused(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.create()
        assert await failure(anna, Chat(1, anna.table, "", "burn_now")) == FailCode.PHRASE
        assert await failure(anna, Chat(2, anna.table)) == FailCode.TEXT


def lines(player: Player) -> list[str]:
    return [message.text for message in player.heard if isinstance(message, ChatLine)]


async def test_who_is_muted_is_not_read_now_nor_after_coming_back_nor_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data) as server:
        anna = await Player.connect(server.tcp, "anna")
        code = await anna.create()
        loud = await Player.connect(server.tcp, "loud")
        await loud.join(code)
        will = await Player.connect(server.tcp, "will")
        await will.join(code, seat=-2)
        assert isinstance(await anna.ask(Mute(1, person(loud))), Done)
        assert anna.state is not None
        assert anna.state.muted == (person(loud),)
        for text in ("one", "two"):
            await loud.ask(Chat(loud.number(), code, text))
        await will.ask(Chat(1, code, "three"))
        await anna.expect(ChatLine)
        assert (lines(anna), lines(loud)) == (["three"], ["one", "two"])
        assert lines(will) == ["one", "two", "three"], "the others still read it"
        assert will.state is not None
        assert will.state.muted == (), "whom somebody muted is nobody else's business"
        back = await Player.connect(server.tcp, token=anna.token)
        await back.join(code)
        await back.ask(Chat(1, code, "four"))
        assert lines(back) == ["three", "four"]
        server.kill()
    with serving(data) as server:
        late = await Player.connect(server.tcp, token=anna.token)
        await late.join(code)
        assert late.state is not None
        assert late.state.muted == (person(loud),)
        assert isinstance(await late.ask(Mute(1, person(loud), False)), Done)
        assert late.state.muted == ()
        shout = await Player.connect(server.tcp, token=loud.token)
        await shout.join(code)
        await shout.ask(Chat(1, code, "five"))
        await late.expect(ChatLine)
        assert lines(late) == ["five"]


async def test_whom_one_can_mute(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data") as server:
        anna = await Player.connect(server.tcp, "anna")
        for number, word in enumerate(("", "anna", "99999", "-1", "²", person(anna))):
            assert await failure(anna, Mute(number, word)) == FailCode.NO_PERSON
        others = [await Player.connect(server.tcp) for _ in range(65)]
        for other in others[:64]:
            assert isinstance(await anna.ask(Mute(anna.number(), person(other))), Done)
        assert await failure(anna, Mute(1, person(others[64]))) == FailCode.TOO_MANY
        assert isinstance(await anna.ask(Mute(2, person(others[0]))), Done), (
            "who is muted already may be again"
        )
        await anna.create()
        assert isinstance(anna.state, TableState)
        assert len(anna.state.muted) == 64
