"""A table for the real screen: five scripted people and ``gouji play`` in a terminal as the sixth."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from bench import servers
from bench.jobs import JobError
from bench.script import Script, Turn, script
from bench.seats import NUMBER, Person
from bench.terminal import SETTLED, Said, Terminal, gouji, running
from gouji_core.actions import Action, Decline, Pass
from gouji_core.legal import legal_actions
from gouji_core.public import Ask
from gouji_core.views import SeatView
from gouji_protocol.messages import Accepted, Command, Create, Done, Join, Start, TableOptions, Welcome

RULES = "online+rounds=1+first_lead=rotate+revolution=off+opening=false"
"""Rules that go from the deal straight to the first lead."""

SCREEN = 5
"""The seat of the screen."""

TURNS = 400
KEYS = {"pass": b"p", "decline": b"d"}
"""What the person at the screen does, and by which key."""


def _meek(view: SeatView) -> Action | None:
    """Returns what the seat of the screen does: it never plays unless it must."""
    if view.seat != SCREEN:
        return None
    actions = legal_actions(view)
    return next((action for action in actions if isinstance(action, Pass | Decline)), actions[0])


@dataclass(slots=True)
class Stage:
    """Is the table with its screen, and how far the script is."""

    code: str
    people: list[Person]
    screen: Terminal
    script: Script
    at: int = 0

    @property
    def turn(self) -> Turn:
        return self.script.turns[self.at]

    def act(self, quiet: float = 0.15) -> Said:
        """Has the next action done by whose turn it is; returns what the screen was sent about it."""
        turn = self.turn
        self.at += 1
        if turn.seat == SCREEN:
            key = KEYS.get(turn.action)
            if key is None:
                raise JobError(f"the screen would have to {turn.action}")
            return self.screen.press(key, quiet)
        person = self.people[turn.seat]
        person.send(Command(NUMBER + self.at, self.code, turn.decision, turn.action))
        person.expect(Accepted)
        return self.screen.listen(quiet, begin=1.0)

    @property
    def goes_on(self) -> bool:
        """Whether the script has another turn that the screen can take part in."""
        return self.at < len(self.script.turns) and (self.turn.seat != SCREEN or self.turn.action in KEYS)

    def until_asked(self) -> None:
        """Plays until the screen is asked to answer a combo."""
        while self.goes_on:
            if self.turn.seat == SCREEN and self.turn.ask is Ask.ANSWER:
                return
            self.act()
        raise JobError("the screen is never asked")


@contextmanager
def staged(options: TableOptions) -> Generator[Stage]:
    """Sets the table: when it is given the cards are dealt and the screen shows them."""
    with servers.ours() as (server, _):
        people = [Person(server.port) for _ in range(SCREEN)]
        try:
            for person in people:
                person.hello()
                person.expect(Welcome)
            people[0].send(Create(1, RULES, options))
            code = people[0].expect(Done).table
            for seat, person in enumerate(people[1:], 1):
                person.send(Join(1, code, seat))
                person.expect(Done)
            command = ["play", "--connect", f"127.0.0.1:{server.port}", "--table", code, "--lang", "en"]
            with running(gouji(*command)) as screen:
                screen.wait_for(code)
                _begin(people[0], code)
                screen.listen(SETTLED, begin=5.0)
                yield Stage(code, people, screen, script(TURNS, rules=RULES, choose=_meek))
        finally:
            for person in people:
                person.close()


def _begin(host: Person, code: str) -> None:
    host.send(Start(2, code))
    host.expect(Done)
