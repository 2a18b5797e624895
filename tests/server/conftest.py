"""What every server test gets: connections and servers end when the test is over."""

from collections.abc import Iterator

import pytest

from tests.server import house, player


@pytest.fixture(autouse=True)
def hang_up() -> Iterator[None]:
    yield
    while player.DIALED:
        player.DIALED.pop().close()
    while house.STARTED:
        house.STARTED.pop().kill()
