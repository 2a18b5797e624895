import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.client.contract import GROUNDS, Ground
from tests.kit.proxy import Proxy


@dataclass(frozen=True)
class Server:
    """Is a ``gouji-server`` process of this test run."""

    port: int
    unix: str

    @property
    def tcp(self) -> str:
        return f"127.0.0.1:{self.port}"


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("server")
    unix = str(folder / "s")
    process = subprocess.Popen(
        [
            Path(sys.executable).with_name("gouji-server"),
            *("--listen", "127.0.0.1:0", "--unix", unix, "--data", str(folder / "data")),
            *("--log", str(folder / "log"), "--window", "0", "--bot-pace", "0", "--round-pause", "0"),
        ],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    with process:
        assert process.stdout is not None
        port = 0
        for line in process.stdout:
            if line.startswith("listening on tcp 127.0.0.1:"):
                port = int(line.rsplit(":", 1)[1])
            if line.strip() == "ready":
                break
        try:
            assert port, "the server did not say where it listens"
            yield Server(port, f"unix:{unix}")
        finally:
            process.terminate()
        assert process.wait(20) == 0


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
