"""A connection that breaks while a table is opened or joined from the hall, at any byte of the answer.

However much of the answer came: whoever the server has at a table is at it, everybody else is in the hall,
and no seat is left behind where nobody knows of it.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from gouji_client import Client, Profile
from gouji_client.updates import Kind, SeatInfo
from gouji_client.with_asyncio import connect
from gouji_protocol.messages import SeatBrief
from gouji_tui.hall import Come, Open
from gouji_tui.stage import Stage
from tests.e2e.guest import guest
from tests.e2e.process import go
from tests.kit.proxy import PLAIN, Course, Fault, Proxy, Way
from tests.kit.serving import Server, running

DOWN = [(Way.DOWN, after) for after in range(110, 330, 11)]
"""From the list of tables on, until somebody sits at one."""
UP = [(Way.UP, after) for after in range(60, 140, 8)]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


async def tables_of(name: str, client: Client) -> list[str]:
    """Returns the tables at which somebody has a seat, as everybody may see it."""
    return [table.table for table in await client.list_tables() if sits(name, table.seats)]


def sits(name: str, seats: Iterable[SeatInfo | SeatBrief]) -> bool:
    return any(seat.kind is Kind.HUMAN and seat.name == name for seat in seats)


async def break_off(server: Server, way: Way, after: int, want: Come | Open | None) -> None:
    """Wants something, or to sit down with bob, over a connection that is cut meanwhile."""

    def course(number: int) -> Course:
        return Course(Fault.CUT, way, after) if number == 0 else PLAIN

    with Proxy(("127.0.0.1", server.port), course=course) as proxy:
        async with (
            connect(server.tcp, Profile(name="bob")) as bob,
            guest(f"127.0.0.1:{proxy.port}") as ann,
        ):
            wanted = want or Come(await bob.create())
            visit = ann.visit
            await ann.in_hall()
            visit.hall.want(wanted)
            await ann.until(lambda visit: visit.stage is Stage.WAIT or visit.hall.refused)
            while visit.stage is not Stage.WAIT:
                visit.retry()
                await ann.until(lambda visit: visit.stage is Stage.WAIT or visit.hall.refused is None)
                if visit.stage is Stage.HALL and not await tables_of("ann", bob):
                    # It was not done, so it is wanted once more.
                    visit.hall.want(wanted)
                    await ann.until(lambda visit: visit.stage is Stage.WAIT or visit.hall.refused)
            assert await tables_of("ann", bob) == [visit.code]
            assert visit.lobby is not None
            assert visit.lobby.seat >= 0
            code = visit.code
            if code not in bob.tables:
                await bob.watch(code)
            visit.rise()
            while code in bob.tables and (state := bob.table(code).state) and sits("ann", state.seats):
                await bob.changed()
            await ann.until(lambda visit: visit.stage is Stage.HALL)
            bob.close(leave=True)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("want", [Open(), None], ids=["open", "join"])
@pytest.mark.parametrize(
    ("way", "after"),
    # Every sixth cut each time, all of them now and then.
    [
        pytest.param(*cut, marks=[pytest.mark.slow] if number % 6 else [])
        for number, cut in enumerate(DOWN + UP)
    ],
)
def test_whoever_wanted_a_table_sits_there_or_is_in_the_hall(
    server: Server, way: Way, after: int, want: Open | None
) -> None:
    go(lambda: break_off(server, way, after, want))
