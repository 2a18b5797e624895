"""Records of random games, from a deal as a server would write them, or from a late position."""

from __future__ import annotations

import json
import random

from gouji_core.actions import Begin, Proceed
from gouji_core.case_start import read_position
from gouji_core.dealing import commitment, deal, shuffled
from gouji_core.engine import Step, settle, step
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.record import Commit, Done, Entry, GameRecord, Seed, format_record, parse_record
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from tests.kit.games import late_start, next_move, play


def played(preset: str, seed: int) -> GameRecord:
    """Returns a whole random game with commitments before the deals and seeds after the rounds."""
    rules, rng = parse_rules(f"{preset}+rounds=2"), random.Random(seed)
    state, entries, secret = new_game(rules), list[Entry](), b""
    while state.public.phase is not Phase.GAME_OVER:
        kind = state.public.pending.kind
        if kind is Ask.BEGIN:
            if secret:
                entries.append(Seed(secret.hex()))
            seat, action, secret = NOBODY, Begin(), rng.randbytes(32)
        elif kind is Ask.DEAL:
            entries.append(Commit(commitment(secret)))
            seat, action = NOBODY, deal(state.public, shuffled(secret, rules))
        else:
            seat, action = next_move(state, rng)
        result = step(state, seat, action)
        assert isinstance(result, Step)
        state = result.state
        if not isinstance(action, Proceed):
            entries.append(Done(seat, action))
    entries.append(Seed(secret.hex()))
    return parse_record(format_record(GameRecord(rules, entries=tuple(entries))))


def played_on(mix: str, seed: int) -> tuple[GameRecord, list[State]]:
    """Returns a game played on from a late position, and the state after each of its entries."""
    rules, rng = parse_rules(mix), random.Random(seed)
    start = late_start(rules, rng)
    entries, states = list[Entry](), list[State]()
    for _, seat, action, done in play(rules, rng, read_position(rules, start)):
        if not isinstance(action, Proceed):
            entries.append(Done(seat, action))
            states.append(settle(done.state).state)
    names = ("Ada", "", "王 五", "", "", "Fritz")
    return GameRecord(rules, names, tuple(entries), json.dumps(start)), states
