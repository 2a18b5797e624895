"""What every server test gets: connections and servers end when the test is over."""

from collections.abc import AsyncGenerator, Iterator
from pathlib import Path

import pytest

from tests.server import house, player


@pytest.fixture
async def server(tmp_path: Path) -> AsyncGenerator[house.Hosted]:
    """A server in this process, on the machine's own time."""
    async with house.hosting(tmp_path / "data") as hosted:
        yield hosted


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    yield
    while player.DIALED:
        player.DIALED.pop().close()
    while house.STARTED:
        house.STARTED.pop().kill()
