"""Nobody's bytes depend on what they may not see: every viewer, over whole sessions (DESIGN, 3).

Two games are played alike. Two seats hold other cards in the one than in the other: in the first game one of
them has all the jokers and could burn, in the second the other one; and so with the show and with revolution.
The four others and those who watch are sent the same bytes at the same times, whatever happens meanwhile:
refusals, late commands, chat, records, dropped connections and snapshots on coming back.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import pytest
from trio.testing import MockClock

from gouji_core.actions import Action, Call, CallKind, Deal, Decline, Pass, Play, Revolt, Show
from gouji_core.cards import BIG, SMALL, THREE, TWO, Card, Cards
from gouji_core.dealing import full_deck
from gouji_core.public import Ask, Phase, Public
from gouji_core.seats import NOBODY, SEATS
from gouji_protocol.messages import (
    Accepted,
    Chat,
    Done,
    Failed,
    GetRecord,
    Join,
    ListTables,
    Ping,
    Pong,
    Record,
    Refused,
    Resync,
    Snapshot,
    Tables,
    TableState,
    TooLate,
)
from gouji_protocol.words import WATCH
from gouji_server.dealer import Dealer
from tests.server.cast import Cast, Witness
from tests.server.house import hosting, serving
from tests.server.player import Where

RULES = "online+rounds=1"
WINDOW = 1.5
DECISIONS_SEEN = 160
"""After so many decisions a session has seen enough; the end of a round shows all hands."""

UNLIMITED = {f"limit_{kind}": None for kind in ("play", "chat", "list", "resume", "create")}

COMMON = (5, 6, 7)
"""The ranks of the cards that both seats of the pair hold in both games."""


class Marked(Dealer):
    """Deals prepared hands, whatever the seed; ``first`` draws first and leads if nobody shows."""

    def __init__(self, hands: list[list[Card]], first: int) -> None:
        super().__init__(1)
        self.hands = tuple(map(tuple, hands))
        self.first = first

    def deal(self, public: Public, seed: bytes) -> Deal:
        return Deal(self.hands, drawer=self.first, fallback=self.first)


@dataclass(frozen=True)
class Twins:
    """Two deals that differ in some cards of two seats; ``kept`` is what each of the two holds in both."""

    pair: tuple[int, int]
    deals: tuple[list[list[Card]], list[list[Card]]]
    kept: dict[int, Cards]

    @classmethod
    def drawn(cls, pair: tuple[int, int]) -> Twins:
        """Draws two such deals."""
        rng = random.Random(f"{pair}")
        deck = list(full_deck("full"))
        rng.shuffle(deck)
        by_rank = {rank: [card for card in deck if card.rank == rank] for rank in range(15)}
        power = [*by_rank[SMALL], *by_rank[BIG], *by_rank[TWO][:2], *by_rank[THREE][:3]]
        common = list(chain.from_iterable(by_rank[rank] for rank in COMMON))
        halves = [common[half::2][: 36 - len(power)] for half in (0, 1)]
        taken = {id(card) for card in (*power, *chain(*halves))}
        rest = [card for card in deck if id(card) not in taken]
        plain = [card for card in rest if card.rank not in (THREE, TWO)][: len(power)]
        taken = {id(card) for card in plain}
        rest = [card for card in rest if id(card) not in taken]
        others = iter(rest[seat::4] for seat in range(4))
        hands = [[] if seat in pair else next(others) for seat in SEATS]
        one, other = pair
        deals: list[list[list[Card]]] = []
        for strong, weak in ((one, other), (other, one)):
            dealt = [list(hand) for hand in hands]
            dealt[strong] = halves[pair.index(strong)] + power
            dealt[weak] = halves[pair.index(weak)] + plain
            deals.append(dealt)
        kept = {seat: Cards.of(card.rank for card in halves[half]) for half, seat in enumerate(pair)}
        return cls(pair, (deals[0], deals[1]), kept)

    @property
    def viewers(self) -> tuple[int, ...]:
        """The seats that must not notice."""
        return tuple(seat for seat in SEATS if seat not in self.pair)


@dataclass
class Session(Cast):
    """A cast whose bytes are kept, with all sorts of things going on besides the game."""

    twins: Twins = field(default_factory=lambda: Twins.drawn((0, 1)))
    clock: MockClock = field(default_factory=MockClock)
    bytes: dict[int, bytearray] = field(
        default_factory=lambda: {viewer: bytearray() for viewer in range(-2, 6)}
    )
    """What each viewer was sent, over all its connections; -2 is guests who come and go."""
    asked: dict[Ask, set[int]] = field(default_factory=dict[Ask, set[int]])
    """Who of the pair was asked in secret, by kind of step."""
    done: set[str] = field(default_factory=set[str])
    """What went on besides."""
    busy: int = 0
    """The last decision in which something went on besides."""

    def choice(self, seat: int) -> Action:
        """Lets the pair do as little as can be, and lead only what they hold in both games."""
        view = self.people[seat].view
        assert view is not None
        if seat not in self.twins.pair:
            return super().choice(seat)
        kind = view.public.pending.kind
        if view.public.pending.secret:
            self.asked.setdefault(kind, set()).add(seat)
        match kind:
            case Ask.CALL_BEFORE | Ask.CALL_AFTER:
                return Call(CallKind.NO)
            case Ask.SHOW:
                return Show(())
            case Ask.REVOLUTION:
                return Revolt(yes=False)
            case Ask.BURN:
                return Decline()
            case Ask.LEAD:
                rank = self.twins.kept[seat].ranks()[-1]
                self.twins.kept[seat] -= Cards.of((rank,))
                return Play(Cards.of((rank,)))
            case _:
                return Pass()

    async def table_acts(self) -> None:
        """Lets the time of a secret step pass, after something else in it."""
        view = self.people[0].view
        assert view is not None
        if view.public.pending.secret:
            await self.besides()
            self.clock.jump(WINDOW + 0.01)
        await self.hear(0)

    async def run(self) -> None:
        """Plays on until enough was seen."""
        while (seat := await self.turn()) is not None:
            view = self.people[0].view
            assert view is not None
            # In a secret step nothing may depend on whether somebody was asked, the session's end neither.
            if not view.public.pending.secret:
                if view.public.pending.id > DECISIONS_SEEN:
                    break
                await self.besides()
            await self.act(seat)
        for viewer, person in enumerate(self.people[:-1]):
            await self.keep(viewer, person)
        await self.keep(NOBODY, self.people[NOBODY])

    async def keep(self, viewer: int, person: Witness) -> None:
        """Keeps what a connection was sent, to the last byte."""
        number = person.number()
        await person.send(Ping(number))
        await person.expect(Pong, lambda pong: pong.request == number)
        assert person.welcome is not None
        told = bytes(person.raw).replace(person.table.encode(), b"CODE")
        self.bytes[viewer] += told.replace(person.token.encode(), b"T" * len(person.token))

    async def besides(self) -> None:
        """Lets somebody do something that is no part of the game, once in a decision."""
        decision = self.decision(0)
        if decision == self.busy:
            return
        self.busy = decision
        rng = random.Random(f"besides {decision}")
        viewer = rng.choice((*SEATS, NOBODY, NOBODY))
        quiet = (self._late, self._nonsense, self._talk, self._return, self._come_anew)
        loud = (
            self._try,
            self._ask_anew,
            self._ask_record,
            self._look_around,
            self._bring_guest,
            self._report,
        )
        act = rng.choice(quiet if viewer in self.twins.pair else (*quiet, *loud))
        self.done.add(act.__name__)
        await act(viewer)

    async def _late(self, viewer: int) -> None:
        answer = await self.people[viewer].command("pass", self.decision(viewer) - 1)
        assert isinstance(answer, Failed if viewer == NOBODY else TooLate)

    async def _nonsense(self, viewer: int) -> None:
        assert isinstance(await self.people[viewer].command("fly 77"), Failed)

    async def _talk(self, viewer: int) -> None:
        person = self.people[viewer]
        assert isinstance(await person.ask(Chat(person.number(), person.table, "够级 gouji")), Done)

    async def _return(self, viewer: int) -> None:
        await self.keep(viewer, self.people[viewer])
        await self.drop(viewer)
        await self.back(viewer)

    async def _come_anew(self, viewer: int) -> None:
        await self.keep(viewer, self.people[viewer])
        await self.drop(viewer, harshly=True)
        await self.back(viewer, whole=True)

    async def _try(self, viewer: int) -> None:
        for text in ("burn XXXX", "play 3333333", "revolt yes", "show 3h3h3h3h3h", "settle 1"):
            answer = await self.people[viewer].command(text)
            assert isinstance(answer, Failed if viewer == NOBODY else Refused), (text, answer)

    async def _ask_anew(self, viewer: int) -> None:
        person = self.people[viewer]
        await person.send(Resync(person.number(), person.table))
        await person.expect(Snapshot)

    async def _ask_record(self, viewer: int) -> None:
        person = self.people[viewer]
        await person.send(GetRecord(person.number(), person.table))
        await person.expect(Failed if viewer == NOBODY else Record)

    async def _look_around(self, viewer: int) -> None:
        person = self.people[viewer]
        for seat in self.twins.pair:
            assert isinstance(await person.ask(Join(person.number(), person.table, seat)), Failed)
        await person.send(ListTables(person.number()))
        await person.expect(Tables)

    async def _bring_guest(self, _: int) -> None:
        guest = await Witness.come(self.where[0], "guest")
        await guest.join(self.people[0].table, seat=WATCH)
        await self.keep(-2, guest)
        await guest.die()
        await self.people[0].expect(TableState, lambda state: state.watching == 1)

    async def _report(self, viewer: int) -> None:
        for seat in self.twins.pair:
            answer = await self.people[viewer].command(f"report {seat}")
            assert isinstance(answer, Accepted | Refused | Failed), answer


async def session(data: Path, clock: MockClock, twins: Twins, which: int) -> Session:
    first = twins.viewers[0]
    dealer = Marked(twins.deals[which], first)
    async with hosting(data, clock, dealer, window=WINDOW, **UNLIMITED) as server:
        where: list[Where] = [server.tcp] * 7
        cast = await Session.meet(where, RULES)
        cast.twins, cast.clock = twins, clock
        await cast.run()
    clock.rate = 0
    return cast


@pytest.mark.parametrize("pair", [(1, 3), (0, 4), (2, 5)], ids=str)
async def test_no_viewer_is_sent_a_byte_that_depends_on_others_hands(
    tmp_path: Path, mock_clock: MockClock, pair: tuple[int, int]
) -> None:
    first, second = [
        await session(tmp_path / name, mock_clock, Twins.drawn(pair), which)
        for which, name in enumerate(("first", "second"))
    ]
    for kind in (Ask.SHOW, Ask.REVOLUTION, Ask.BURN):
        assert first.asked.get(kind, set()) != second.asked.get(kind, set()), f"the same are asked to {kind}"
    assert len(first.done) == 11, first.done
    assert first.kinds == second.kinds
    for viewer in (*Twins.drawn(pair).viewers, NOBODY, -2):
        assert first.bytes[viewer], "nothing was sent"
        assert first.bytes[viewer] == second.bytes[viewer], f"viewer {viewer}"
    for seat in pair:
        assert first.bytes[seat] != second.bytes[seat], "the pair hold other cards"


async def test_no_log_tells_a_card_or_a_token(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(data, "--seed", "8") as server:
        cast = await Cast.meet([server.tcp] * 7, "dazhong+rounds=1")
        await cast.play()
        assert server.stop() == 0
    log = Path(f"{data}.log").read_text()  # noqa: ASYNC240 - a test has nothing else to do
    assert "game begun" in log
    for secret in ("play", "pass", *(person.token for person in cast.people)):
        assert secret not in log
    assert Phase.TRICKS not in log
