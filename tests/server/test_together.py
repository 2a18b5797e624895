"""Several answer one decision at the same moment: each gets a result, and what is done is done once."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio

from gouji_core.action_texts import format_action
from gouji_core.public import Ask
from gouji_core.seats import SEATS
from gouji_protocol.messages import Accepted, Command, Failed, Refused, TooLate
from tests.server.cast import Cast
from tests.server.house import serving
from tests.server.test_stand_in import play_to
from tests.server.test_twins import RULES, SEED

Result = Accepted | Refused | TooLate | Failed

TOGETHER = (Ask.CALL_BEFORE, Ask.SHOW, Ask.CALL_AFTER, Ask.REVOLUTION, Ask.BURN, Ask.SETTLE, Ask.ORDER)
"""The decisions that several may answer, or nobody knows who."""


@pytest.mark.parametrize("kind", TOGETHER)
async def test_all_six_answer_at_once_and_each_is_told_what_became_of_it(tmp_path: Path, kind: Ask) -> None:
    with serving(tmp_path / "data", "--seed", str(SEED)) as server:
        cast = await Cast.meet([server.tcp] * 7, RULES)
        seat = await play_to(cast, kind)
        decision = cast.decision(seat)
        texts = {who: text_of(cast, who, seat) for who in SEATS}
        asked = {who for who in SEATS if cast.people[who].waited_for}
        results: dict[int, list[Result]] = {who: [] for who in SEATS}
        async with trio.open_nursery() as nursery:
            for who in SEATS:
                nursery.start_soon(answer_twice, cast, who, decision, texts[who], results[who])
        done = {who for who, (first, _) in results.items() if isinstance(first, Accepted)}
        assert done, "somebody answered"
        assert done <= asked
        if kind in (Ask.SETTLE, Ask.ORDER):
            assert len(done) == 1, "one answers for both"
        for who, (first, again) in results.items():
            assert first == again, "the same command gets the same answer"
            assert who in done or isinstance(first, Refused | TooLate), first
        await cast.play()


def text_of(cast: Cast, who: int, seat: int) -> str:
    """What a seat does, if it is asked; else what the one that is asked does."""
    return format_action(cast.choice(who if cast.people[who].waited_for else seat))


async def answer_twice(cast: Cast, who: int, decision: int, text: str, results: list[Result]) -> None:
    """Sends one command twice in a row."""
    person = cast.people[who]
    command = Command(person.number(), person.table, decision, text)
    await person.stream.send_all(person.wire.send(command) * 2)
    results += [await person.answer(command.command), await person.answer(command.command)]
