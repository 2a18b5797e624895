"""A visit without a server: the table is a state of the core in this process, fed by hand.

And the screen as text: every row, with a row of letters below it that tell how it looks.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from gouji_client import RequestFailedError
from gouji_client.updates import Failed
from gouji_core.actions import Action, Begin, Pass, Play, Referee, Settle
from gouji_core.cards import parse_cards
from gouji_core.engine import step
from gouji_core.errors import Refusal
from gouji_core.seats import NOBODY
from gouji_core.state import State
from gouji_tui.app import GoujiApp
from gouji_tui.deeds import Deed
from gouji_tui.game import Denied, Update
from gouji_tui.glyphs import ASCII, Glyphs
from gouji_tui.look import UNCHOSEN, Chosen, Look
from gouji_tui.plain import PlainTable
from gouji_tui.plan import Plan
from gouji_tui.stage import Stage
from gouji_tui.texts import Texts, texts_in
from gouji_tui.visit import Visit
from tests.kit.positions import position
from tests.tui.tables import go_on, seen

LAST_TRICK = position("4", "", "5", "99", "", "77", places={"1": 1, "4": 2}, leader=5)
"""A round that its last trick will end, led by seat 5."""


class LocalVisit(Visit):
    """Sits at a position of the core; the test plays everybody else."""

    def __init__(self, state: State, seat: int, texts: Texts) -> None:
        super().__init__(Plan(address="local"), texts)
        self.state = state
        self.seat = seat
        self.sent: list[Action] = []
        self.verdicts: list[Referee] = []
        self.deeds: list[Deed] = []
        self.rounds = 0
        self.recorded = ""
        self.retried = 0

    async def run(self, changed: Callable[[], None]) -> None:
        self._changed = changed
        self.sitting.game = seen(self.state, self.seat, self._texts.lang)
        self._to(Stage.PLAY)
        await self._leaving.wait()
        self._to(Stage.ENDED)

    def send(self, action: Action) -> None:
        self.sent.append(action)
        result = step(self.state, self.seat, action)
        if isinstance(result, Refusal):
            self.tell(Denied(result))
        else:
            self.play(self.seat, action)

    def judge(self, verdict: Referee) -> None:
        self.verdicts.append(verdict)
        self.play(NOBODY, verdict)

    def do(self, deed: Deed) -> None:
        self.deeds.append(deed)

    async def record(self) -> str:
        if not self.recorded:
            raise RequestFailedError(Failed(0, "no_record"))
        return self.recorded

    def play(self, seat: int, action: Action | Referee | Begin) -> None:
        """Lets a seat act, as the server would tell it."""
        assert self.game is not None
        self.state = go_on(self.game, self.state, seat, action)
        self._changed()

    def tell(self, update: Update) -> None:
        assert self.game is not None
        self.game.take(update)
        self._changed()

    def next_round(self) -> None:
        self.rounds += 1

    def retry(self) -> None:
        self.retried += 1


class Table:
    """Is an app at a local visit, with a pilot."""

    def __init__(self, app: GoujiApp, pilot: Pilot[int], visit: LocalVisit) -> None:
        self.app = app
        self.pilot = pilot
        self.visit = visit

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)
        await self.pilot.pause()

    @property
    def text(self) -> str:
        return "\n".join(rows_of(self.app))


@asynccontextmanager
async def at_table(
    state: State,
    seat: int = 0,
    lang: str = "en",
    size: tuple[int, int] = (80, 24),
    glyphs: Glyphs = ASCII,
) -> AsyncGenerator[Table]:
    """Runs the app at a position."""
    app = GoujiApp(Look(lang, glyphs))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        visit = LocalVisit(state, seat, texts_in(lang))
        app.go_to(visit)
        await settled(pilot)
        yield Table(app, pilot, visit)


async def end_round(table: Table) -> None:
    """Plays on from ``LAST_TRICK``, once seat 5 has played its pair, until the round is over."""
    while (asked := table.visit.state.public.pending.seats) and asked != (3,):
        table.visit.play(asked[0], Pass())
    if asked:
        table.visit.play(3, Play(parse_cards("99")))
    table.visit.play(0, Settle(2))
    await settled(table.pilot)


async def settled(pilot: Pilot[int]) -> None:
    """Waits until the screens have come up and drawn themselves."""
    for _ in range(3):
        await pilot.pause()


def rows_of(app: GoujiApp) -> list[str]:
    """Returns the rows of the screen as text."""
    strips = app.screen._compositor.render_strips()
    return ["".join(segment.text for segment in strip).rstrip() for strip in strips]


def dump(app: GoujiApp) -> str:
    """Returns the screen as text, each row with a row of letters that tell its styles, and what they mean."""
    letters: dict[str, str] = {}
    out: list[str] = []
    for strip in app.screen._compositor.render_strips():
        text, looks = "", ""
        for segment in strip:
            style = (
                str(segment.style or "none").replace(" on default", "").replace("default", "").strip()
                or "none"
            )
            letter = "." if style in {"", "none"} else letters.setdefault(style, chr(ord("a") + len(letters)))
            text += segment.text
            looks += letter * segment.cell_length
        out.append(text.rstrip())
        if looks.strip("."):
            out.append("~" + looks.rstrip("."))
    return "\n".join([*out, *(f"{letter} = {style}" for style, letter in letters.items())])


@asynccontextmanager
async def in_lines(
    visit: Visit, said: list[str], lang: str = "en", chosen: Chosen = UNCHOSEN
) -> AsyncGenerator[PlainTable]:
    """Makes a visit in the plain mode; what is told is added to ``said``."""
    table = PlainTable(visit, texts_in(lang), said.append, chosen)
    visiting = asyncio.create_task(visit.run(table.changed))
    await asyncio.sleep(0)
    yield table
    visit.leave()
    await visiting
