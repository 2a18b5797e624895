"""A visit without a screen: somebody in the hall of a server and at its tables, and what becomes of them."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from gouji_bots import hint
from gouji_tui.hall import Want
from gouji_tui.plan import LISTED, Plan
from gouji_tui.stage import Stage
from gouji_tui.texts import texts_in
from gouji_tui.visit import Visit


class Guest:
    """Is somebody of a name at a server."""

    def __init__(self, address: str, name: str) -> None:
        self.visit = Visit(Plan(address=address, table=LISTED, person=name), texts_in("en"))
        self._changed = asyncio.Event()
        self._done = 0

    async def run(self) -> None:
        """Makes the visit."""
        await self.visit.run(self._changed.set)

    async def until(self, fits: Callable[[Visit], object]) -> None:
        """Waits until the visit is as wanted."""
        while not fits(self.visit):
            await self._changed.wait()
            self._changed.clear()

    async def in_hall(self) -> None:
        """Waits until the tables are there to be seen."""
        await self.until(lambda visit: visit.stage is Stage.HALL and visit.hall.looked)

    async def go(self, want: Want) -> bool:
        """Wants something in the hall; returns whether it led to a table."""
        self.visit.hall.want(want)
        await self.until(lambda visit: self.seated or visit.hall.refused)
        return self.seated

    @property
    def seated(self) -> bool:
        """Whether this is at a table that is known."""
        return self.visit.stage in (Stage.WAIT, Stage.PLAY) and self.visit.lobby is not None

    async def back(self) -> None:
        """Leaves the table for the hall."""
        self.visit.rise()
        await self.until(lambda visit: visit.stage is Stage.HALL)

    async def play(self, until: Callable[[Visit], object]) -> None:
        """Does what the hint says, each time it is asked, until something is so."""

        def asked(visit: Visit) -> bool:
            game = visit.game
            return game is not None and game.moves.waited and game.view.public.pending.id != self._done

        while True:
            await self.until(lambda visit: until(visit) or asked(visit))
            game = self.visit.game
            if game is None or until(self.visit):
                return
            self._done = game.view.public.pending.id
            action = hint(game.view).action
            assert action is not None
            self.visit.send(action)


@asynccontextmanager
async def guest(address: str, name: str = "ann") -> AsyncGenerator[Guest]:
    """Makes a visit to the hall of a server, and leaves at the end."""
    one = Guest(address, name)
    visiting = asyncio.create_task(one.run())
    try:
        yield one
    finally:
        one.visit.leave()
        await visiting
