"""A bot stands in for somebody in every kind of step, and the owner takes the seat back at the next one."""

from __future__ import annotations

from pathlib import Path

import pytest

from gouji_core.public import SECRET_ASKS, Ask
from gouji_core.seats import NOBODY, SEATS
from gouji_protocol.messages import Accepted, Auto, Deadline, Done, Goodbye, TableState, TooLate
from gouji_protocol.words import ByeCode, Presence
from tests.server.cast import Cast, Witness
from tests.server.house import serving
from tests.server.player import Ended
from tests.server.test_twins import RULES, SEED, STEPS

SEATED = sorted(STEPS - {Ask.BEGIN})
"""The kinds of decision that a seat makes."""


async def play_to(cast: Cast, kind: Ask) -> int:
    """Plays until there is a decision of a kind; returns the seat that is to act."""
    while (seat := await cast.turn()) is not None:
        view = cast.people[seat].view
        assert view is not None
        if view.public.pending.kind is kind:
            return seat
        await cast.act(seat)
    raise AssertionError(f"the game ended without {kind}")


async def leave(cast: Cast, seat: int) -> None:
    """Says goodbye; everybody is told that the seat is left."""
    person = cast.people[seat]
    cast.bots.add(seat)
    cast.asleep.add(seat)
    await person.send(Goodbye(ByeCode.BYE))
    with pytest.raises(Ended):
        await person.next()
    await person.close()
    await expect(cast, seat, Presence.LEFT)


async def return_to(cast: Cast, seat: int) -> None:
    """Comes back to a seat that was left."""
    old = cast.people[seat]
    person = await Witness.come(cast.where[seat], token=old.token)
    person.follow(old)
    await person.join(old.table, seat=seat, chat=len(old.story.chat))
    await person.expect(Deadline)
    cast.people[seat] = person
    await expect(cast, seat, Presence.PRESENT)
    cast.asleep.discard(seat)
    cast.bots.discard(seat)


async def expect(cast: Cast, seat: int, presence: Presence) -> None:
    for viewer in (*SEATS, NOBODY):
        if viewer != seat:
            person = cast.people[viewer]
            while person.state is None or person.state.seats[seat].presence is not presence:
                await person.expect(TableState)


async def let_bot(cast: Cast, seat: int, *, on: bool) -> None:
    person = cast.people[seat]
    assert isinstance(await person.ask(Auto(person.number(), person.table, on)), Done)
    await expect(cast, seat, Presence.AUTO if on else Presence.PRESENT)
    (cast.bots.add if on else cast.bots.discard)(seat)


@pytest.mark.parametrize("half", [0, 1])
async def test_a_bot_stands_in_at_every_kind_of_decision(tmp_path: Path, half: int) -> None:
    """In the secret steps the owner stays and lets a bot play, in the others the owner leaves the table."""
    with serving(tmp_path / "data", "--seed", str(SEED), "--limit-create", "") as server:
        for kind in SEATED[half::2]:
            cast = await Cast.meet([server.tcp] * 7, RULES)
            seat = await play_to(cast, kind)
            decision = cast.decision(seat)
            if kind in SECRET_ASKS:
                await let_bot(cast, seat, on=True)
            else:
                await leave(cast, seat)
            while cast.decision(seat - 1) == decision:
                other = await cast.turn()
                assert other is not None
                if cast.decision(other) != decision:
                    break
                # Where one may answer for two, the bot may have done so.
                answer = await cast.people[other].command(cast.choice(other))
                assert isinstance(answer, Accepted | TooLate), answer
            if kind in SECRET_ASKS:
                await let_bot(cast, seat, on=False)
            else:
                await return_to(cast, seat)
            await play_until_acts(cast, seat)
            for person in cast.people:
                await person.close()


async def play_until_acts(cast: Cast, seat: int) -> None:
    """Plays on until a seat has acted for itself, or the round is over."""
    while (actor := await cast.turn()) not in (None, NOBODY):
        await cast.act(actor)
        if actor == seat:
            break
