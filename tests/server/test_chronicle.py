"""What a record says of steps that come while a secret step is held open for nobody."""

from __future__ import annotations

from random import Random

import pytest

from gouji_core import engine
from gouji_core.action_texts import format_action
from gouji_core.actions import (
    Action,
    Begin,
    Decline,
    Dissolve,
    Play,
    Proceed,
    Referee,
    RefereeAct,
    Report,
    TableAction,
)
from gouji_core.cards import parse_cards
from gouji_core.case_start import read_position
from gouji_core.dealing import deal, shuffled
from gouji_core.errors import Refusal
from gouji_core.legal import legal_actions, side_actions
from gouji_core.options import parse_rules
from gouji_core.public import Ask, Phase
from gouji_core.record import Done, parse_record, replay
from gouji_core.seats import NOBODY
from gouji_core.state import State, new_game
from gouji_core.verify import check_deals
from gouji_core.views import view_of
from gouji_server.chronicle import Chronicle, header, note_of
from gouji_server.happened import happened
from gouji_server.packing import pack_event
from gouji_server.rows import Step


class Played:
    """A game as a table plays it, with its record: secret steps stay open and people talk meanwhile."""

    def __init__(self, rules: str, seed: int) -> None:
        self.random = Random(seed)
        self.rules = parse_rules(rules)
        self.state: State = new_game(self.rules)
        self.chronicle = Chronicle()
        self.text = header(self.rules, ("",) * 6)
        self.seed = b""
        self.late: list[str] = []

    def do(self, seat: int, action: Action | TableAction) -> None:
        done = engine.step(self.state, seat, action)
        assert not isinstance(done, Refusal), (seat, action, done)
        if engine.due(self.state) and not isinstance(action, Proceed):
            self.late.append(type(action).__name__)
        names = {type(event).__name__ for event in done.events}
        told = self.seed if names & {"RoundVoid", "RoundScored", "Dissolved"} else b""
        text = format_action(action) if seat != NOBODY else ""  # type: ignore[arg-type]
        step = Step(seat, text, 0, 0, tuple(map(pack_event, done.events)))
        note = note_of(step, happened(done.events), self.state, done.state, self.seed, told)
        self.text += self.chronicle.part(note)
        self.chronicle.take(note)
        self.state = done.state
        if names & {"RoundBegun", "RoundVoid"}:
            self.seed = self.random.randbytes(8)

    def play(self) -> None:
        """Plays the game to its end, with chatter whenever a window is held open for nobody."""
        while self.state.public.phase is not Phase.GAME_OVER:
            if engine.due(self.state):
                self.chatter()
            self.advance()

    def advance(self) -> None:
        """Does one thing, at random where there is a choice."""
        public = self.state.public
        if engine.due(self.state):
            self.do(NOBODY, Proceed())
        elif public.pending.kind is Ask.BEGIN:
            self.do(NOBODY, Begin())
        elif public.pending.kind is Ask.DEAL:
            self.do(NOBODY, deal(public, shuffled(self.seed, self.rules)))
        else:
            seat = self.random.choice(engine.waiting(self.state))
            self.do(seat, self.random.choice(legal_actions(view_of(self.state, seat))))

    def chatter(self) -> None:
        for seat in range(6):
            for action in side_actions(view_of(self.state, seat)):
                ends = action == Dissolve(True) and seat > 2
                still = not isinstance(engine.step(self.state, seat, action), Refusal)
                if self.random.random() < 0.2 and still and not ends:
                    self.do(seat, action)
        if self.random.random() < 0.3:
            self.do(NOBODY, Referee(RefereeAct.WARN, 2))


@pytest.mark.parametrize(
    "rules", ["online+rounds=1", "dagang+rounds=2+sweep_ends_game=false", "jining+rounds=1"]
)
@pytest.mark.parametrize("seed", range(6))
def test_a_record_plays_although_people_talk_in_held_windows(rules: str, seed: int) -> None:
    game = Played(rules, seed)
    game.play()
    record = parse_record(game.text)
    states = [done.state for _, done in replay(record)]
    assert states[-1].public.standing.places == game.state.public.standing.places
    assert states[-1].public.setup.totals == game.state.public.setup.totals
    assert {check.code for check in check_deals(record)} == {"ok"}
    assert game.late, "nobody talked"
    said = [type(entry.action).__name__ for entry in record.entries if isinstance(entry, Done)]
    assert all(said.count(word) >= game.late.count(word) for word in set(game.late))


def test_a_report_in_a_held_window_stands_before_the_answer_that_ended_it() -> None:
    game = Played("online", 0)
    hands = ["KK4", "AAX5", "665", "AA7", "887", "779"]
    game.state = read_position(game.rules, {"hands": hands, "leader": 0})
    game.do(0, Play(parse_cards("KK")))
    assert engine.waiting(game.state) == (1,)
    game.do(2, Report(3))
    game.do(1, Decline())
    assert engine.due(game.state)
    game.do(1, Report(2))
    game.do(0, Dissolve(True))
    game.do(2, Report(1))
    said = ["0 play KK", "2 report 3", "1 report 2", "2 report 1", "1 decline", "0 dissolve yes"]
    assert game.chronicle.lines == said
