"""The ways to a host, on both drivers: every address is tried, and who is not reached is told by name."""

import socket
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from gouji_client import DisconnectedError, Profile
from gouji_client.routes import Route, routes_of, tls_context
from gouji_protocol.limits import CONNECT_SECONDS
from tests.client.conftest import Server
from tests.client.contract import Ground
from tests.kit.certificates import Certificates, certificates
from tests.server.house import Served, start

V4, V6 = socket.AF_INET, socket.AF_INET6
Found = Sequence[tuple[int, tuple[Any, ...]]]


class Names:
    """What the system says of names of hosts."""

    def __init__(self) -> None:
        self.known: dict[str, Found] = {}

    def look_up(self, host: str, port: int, *_: object, **__: object) -> list[tuple[Any, ...]]:
        if host not in self.known:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
        return [
            (family, socket.SOCK_STREAM, 6, "", (where[0], where[1] or port))
            for family, where in self.known[host]
        ]


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Names:
    names = Names()
    monkeypatch.setattr(socket, "getaddrinfo", names.look_up)
    return names


@pytest.fixture
def silent() -> Iterator[int]:
    """A port at which nobody answers: the queue of its listener is full, so whoever comes is not heard."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        crowd = []
        for _ in range(4):
            sock = socket.socket()
            sock.setblocking(False)
            sock.connect_ex(listener.getsockname())
            crowd.append(sock)
        yield listener.getsockname()[1]
        for sock in crowd:
            sock.close()


def test_families_take_turns_and_the_first_stays_first():
    found = [(V6, ("::1", 1)), (V6, ("::2", 1)), (V6, ("::2", 1)), (V4, ("127.0.0.1", 1))]
    routes = routes_of((family, 1, 6, "", where) for family, where in found)
    assert [str(route) for route in routes] == ["[::1]:1", "127.0.0.1:1", "[::2]:1"]
    assert routes_of([]) == []
    assert str(Route(V6, ("fe80::1%eth0", 9, 0, 2))) == "[fe80::1%eth0]:9"


def test_the_second_address_is_tried_when_the_first_refuses(
    ground: Ground, server: Server, names: Names, nobody_there: str
):
    dead = int(nobody_there.rpartition(":")[2])
    names.known["box"] = [(V4, ("127.0.0.1", dead)), (V4, ("127.0.0.1", server.port))]

    async def scenario(ground: Ground) -> None:
        async with ground.connect("box:1", Profile("ann")) as client:
            await client.ping()

    ground.run(scenario)


def test_an_address_that_is_silent_holds_nobody_up(ground: Ground, server: Server, names: Names, silent: int):
    names.known["box"] = [(V4, ("127.0.0.1", silent)), (V4, ("127.0.0.1", server.port))]

    async def scenario(ground: Ground) -> None:
        async with ground.connect("box:1", Profile("ann")) as client:
            await client.ping()

    before = time.monotonic()
    ground.run(scenario)
    assert time.monotonic() - before < CONNECT_SECONDS / 2


def test_what_was_tried_is_told(ground: Ground, names: Names, nobody_there: str):
    port = int(nobody_there.rpartition(":")[2])
    names.known["box"] = [(V6, ("::1", port)), (V4, ("127.0.0.1", port))]

    async def scenario(ground: Ground) -> None:
        async with ground.connect(f"box:{port}"):
            raise AssertionError("connected to nobody")

    with pytest.raises(DisconnectedError) as caught:
        ground.run(scenario)
    error = caught.value
    assert error.code == "unreachable"
    assert error.data == (
        (f"[::1]:{port}", "connection refused"),
        (f"127.0.0.1:{port}", "connection refused"),
    )
    assert error.text == (
        f"no server answers at box:{port}: "
        f"tried [::1]:{port} (connection refused), 127.0.0.1:{port} (connection refused)"
    )


@pytest.mark.parametrize("host", ["nowhere", "a" * 300, "a..b"])
def test_a_name_that_nobody_has_is_told(ground: Ground, names: Names, host: str):
    async def scenario(ground: Ground) -> None:
        async with ground.connect(host):
            raise AssertionError("connected to nobody")

    with pytest.raises(DisconnectedError, match="there is no host called") as caught:
        ground.run(scenario)
    assert caught.value.code == "unreachable"


def test_ipv6_is_reached_by_its_number(ground: Ground, tmp_path: Path):
    served = start(tmp_path / "data", "--listen", "[::1]:0")
    port = served.tcp[1]

    async def scenario(ground: Ground) -> None:
        async with ground.connect(f"[::1]:{port}", Profile("ann")) as client:
            await client.ping()

    try:
        ground.run(scenario)
    finally:
        served.kill()


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("papers"))


@pytest.fixture(scope="module")
def secure(tmp_path_factory: pytest.TempPathFactory, papers: Certificates) -> Iterator[Served]:
    options = ("--tls-cert", str(papers.chain), "--tls-key", str(papers.key))
    served = start(tmp_path_factory.mktemp("secure") / "data", "--listen", "127.0.0.1:0", *options)
    yield served
    served.kill()


def test_over_tls_people_play_and_come_back(ground: Ground, secure: Served, papers: Certificates):
    where = f"127.0.0.1:{secure.tcp[1]}"
    context = tls_context(papers.ca)

    async def scenario(ground: Ground) -> None:
        async with ground.connect(where, Profile("ann"), tls=context) as client:
            table = await client.create()
            await client.add_bots()
            await client.start()
            decision = await client.my_decision()
            assert decision is not None
            await client.act(decision.actions()[0])
            token, seat = client.token, client.table().state
        async with ground.connect(where, Profile("ann", token), tls=context) as client:
            assert [seated.table for seated in client.welcome.tables] == [table]
            assert seat is not None
            assert await client.join(table) == seat.seat

    ground.run(scenario)


def refused(ground: Ground, where: str, context: Any) -> DisconnectedError:
    async def scenario(ground: Ground) -> None:
        async with ground.connect(where, Profile("ann"), tls=context):
            raise AssertionError("let in")

    with pytest.raises(DisconnectedError) as caught:
        ground.run(scenario)
    return caught.value


def test_a_certificate_of_a_stranger_is_not_trusted(ground: Ground, secure: Served, tmp_path: Path):
    where = f"127.0.0.1:{secure.tcp[1]}"
    for context in (tls_context(), tls_context(certificates(tmp_path).ca)):
        error = refused(ground, where, context)
        assert error.code == "unreachable"
        assert f"the certificate of {where} cannot be trusted" in error.text
        assert dict(error.data)["tls"] == error.text


def test_a_certificate_of_another_host_is_not_trusted(ground: Ground, tmp_path: Path):
    papers = certificates(tmp_path / "papers", "gouji.example")
    options = ("--tls-cert", str(papers.both))
    served = start(tmp_path / "data", "--listen", "127.0.0.1:0", *options)
    try:
        error = refused(ground, f"127.0.0.1:{served.tcp[1]}", tls_context(papers.ca))
    finally:
        served.kill()
    assert "cannot be trusted" in error.text


def test_tls_where_there_is_none_is_told(ground: Ground, server: Server, papers: Certificates):
    error = refused(ground, server.tcp, tls_context(papers.ca))
    assert "does not speak TLS as we do" in error.text


def test_no_tls_where_it_is_asked_for_is_told(ground: Ground, secure: Served):
    error = refused(ground, f"127.0.0.1:{secure.tcp[1]}", None)
    assert error.code == "protocol"
    assert "TLS only" in error.text
    assert error.data == (("tls", "required"),)


def test_who_to_trust_must_be_a_file_with_certificates(tmp_path: Path):
    empty = tmp_path / "empty"
    empty.write_text("")
    for file in (empty, tmp_path / "missing"):
        with pytest.raises(OSError, match=r"NO_CERTIFICATE|No such file"):
            tls_context(file)
