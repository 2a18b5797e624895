import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.contract import GROUNDS, Ground
from tests.kit.proxy import Proxy
from tests.kit.serving import Server, running

__all__ = ["Server"]


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with running(tmp_path_factory.mktemp("server")) as server:
        yield server


@pytest.fixture
def proxy(server: Server) -> Iterator[Proxy]:
    with Proxy(("127.0.0.1", server.port)) as proxy:
        yield proxy


@pytest.fixture(params=GROUNDS)
def ground(request: pytest.FixtureRequest) -> Ground:
    return GROUNDS[request.param]


@pytest.fixture
def nobody_there() -> str:
    """An address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    return f"127.0.0.1:{port}"


@pytest.fixture
def tokens(tmp_path: Path) -> Path:
    return tmp_path / "tokens"
