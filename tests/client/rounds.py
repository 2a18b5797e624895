"""Rounds that a client plays, by itself or beside bots."""

from random import Random

from gouji_client import Client
from gouji_core.public import Ask
from gouji_protocol.messages import Accepted, TableOptions, TooLate
from gouji_protocol.words import Kind


def round_is_over(client: Client) -> bool:
    view = client.view()
    return view is not None and view.public.setup.round > 0 and view.public.pending.kind is Ask.BEGIN


def full(client: Client) -> bool:
    state = client.table().state
    return state is not None and all(info.kind is not Kind.EMPTY for info in state.seats)


async def play_round(client: Client, random: Random, moves: int = 10_000) -> int:
    """Plays at random until a round is over or so many moves are made; returns how many were."""
    made = 0
    while made < moves and not round_is_over(client):
        decision = await client.my_decision()
        if decision is None:
            break
        answer = await client.act(random.choice(decision.actions()))
        assert isinstance(answer, Accepted | TooLate), answer
        made += isinstance(answer, Accepted)
    return made


async def with_bots(client: Client, rules: str = "online+rounds=1") -> str:
    code = await client.create(rules, TableOptions(turn_seconds=0))
    await client.add_bots("novice")
    await client.start()
    return code
