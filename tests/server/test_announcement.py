"""The announcement on the network, on the loopback interface: a real server is found, changes and goes."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from zeroconf import ServiceInfo

from gouji_client.address import TcpAddress
from gouji_client.lan import MOST_TABLES, LanBrowser, LanServer, server_of
from gouji_protocol.discovery import LAN_SERVICE
from gouji_server import announcement as module
from gouji_server.announcement import Announcement, announce, announcement_of
from gouji_server.config import Address
from gouji_server.listeners import Listener, open_tcp
from gouji_server.password import Password
from tests.server.house import serving

HERE = "127.0.0.1"


class Watch:
    """Is a browser and the wait for what it shows of one port; other tests announce at the same time."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._changed = threading.Condition()
        self.browser = LanBrowser(self._ring, interfaces=[HERE])

    def _ring(self) -> None:
        with self._changed:
            self._changed.notify_all()

    @property
    def servers(self) -> tuple[LanServer, ...]:
        return tuple(found for found in self.browser.servers if found.address.port == self._port)

    async def until(self, such: Callable[[tuple[LanServer, ...]], bool]) -> tuple[LanServer, ...]:
        return await trio.to_thread.run_sync(self._wait, such)

    def _wait(self, such: Callable[[tuple[LanServer, ...]], bool]) -> tuple[LanServer, ...]:
        with self._changed:
            assert self._changed.wait_for(lambda: such(self.servers), 30), self.servers
        return self.servers


async def test_a_server_is_found_and_goes(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("secret")
    options = ("--announce-on", HERE, "--password-file", str(password))
    with serving(tmp_path / "data", *options) as server:
        port = server.tcp[1]
        watch = Watch(port)
        with watch.browser:
            (found,) = await watch.until(lambda servers: len(servers) == 1)
            assert found.address == TcpAddress(HERE, port)
            assert (found.tables, found.password, found.tls) == (0, True, False)
            assert found.name.endswith(str(port))
            server.process.terminate()
            await watch.until(lambda servers: not servers)
        assert server.process.wait(10) == 0


async def test_the_number_of_tables_is_kept_up_to_date_and_a_taken_name_gets_a_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "UPDATE", 0.01)
    tables, stop = 1, trio.Event()
    one = Announcement(4217, (HERE,), everywhere=False, password=False, tls=True)
    two = replace(one, tls=False)
    watch = Watch(4217)
    with watch.browser:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(announce, one, lambda: tables, stop)
            await watch.until(lambda servers: len(servers) == 1)
            nursery.start_soon(announce, two, lambda: 5, stop)
            both = await watch.until(lambda servers: len(servers) == 2)
            assert [(found.tables, found.tls) for found in both] == [(1, True), (5, False)]
            assert both[1].name == f"{both[0].name}-2"
            tables = 3
            await watch.until(lambda servers: servers[0].tables == 3)
            stop.set()
        await watch.until(lambda servers: not servers)


async def test_a_network_without_multicast_costs_only_the_announcement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError("no such device")

    monkeypatch.setattr("zeroconf.Zeroconf", refuse)
    lost = Announcement(4216, (HERE,), everywhere=False, password=False, tls=False)
    with trio.fail_after(30):
        await announce(lost, lambda: 0, trio.Event())


def told(*listeners: Listener, only: str = "") -> Announcement | None:
    return announcement_of(list(listeners), only)


def test_what_only_this_machine_reaches_is_not_announced(tmp_path: Path) -> None:
    (local,) = open_tcp(Address(HERE, 0))
    unix = Listener(local.socket, "unix", tmp_path / "s")
    with local.socket:
        assert told(local) is None
        assert told(unix) is None
        assert told() is None
        port = local.socket.getsockname()[1]
        assert told(unix, local, only=HERE) == Announcement(port, (HERE,), False, False, False)
        assert told(local, only="192.0.2.1") is None
        asked = told(replace(local, password=Password("x")), only=HERE)
        assert asked is not None
        assert (asked.password, asked.name.endswith(str(port))) == (True, True)


def test_listening_everywhere_is_announced_by_the_addresses_others_reach(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_addresses", lambda: ["192.0.2.5", "2001:db8::5"])
    four, six = open_tcp(Address("0.0.0.0", 0)) + open_tcp(Address("::", 0))
    with four.socket, six.socket:
        port = four.socket.getsockname()[1]
        assert told(four) == Announcement(port, ("192.0.2.5",), True, False, False)
        assert told(six) == Announcement(six.socket.getsockname()[1], ("2001:db8::5",), True, False, False)
        assert told(four, only="192.0.2.9") == Announcement(port, ("192.0.2.9",), False, False, False)


def info(
    name: str = "box", port: int = 4216, addresses: tuple[str, ...] = (HERE,), **texts: str
) -> ServiceInfo:
    return ServiceInfo(
        LAN_SERVICE,
        f"{name}.{LAN_SERVICE}",
        port=port,
        properties=texts,
        parsed_addresses=list(addresses),
        server="box.local.",
    )


@pytest.mark.parametrize(
    ("announced", "server"),
    [
        (
            info(tables="2", password="1", tls="1"),
            LanServer("box", TcpAddress(HERE, 4216), 2, password=True, tls=True),
        ),
        (info("够级" * 10), LanServer("够级" * 8, TcpAddress(HERE, 4216))),
        (info("\u202e\u200b"), LanServer("127.0.0.1:4216", TcpAddress(HERE, 4216))),
        (info(tables="-1", password="yes"), LanServer("box", TcpAddress(HERE, 4216))),
        (info(tables="99999999"), LanServer("box", TcpAddress(HERE, 4216), MOST_TABLES)),
        (info(tables="9" * 50), LanServer("box", TcpAddress(HERE, 4216))),
        (info(addresses=("2001:db8::5", "192.0.2.5")), LanServer("box", TcpAddress("192.0.2.5", 4216))),
        (info(addresses=("2001:db8::5",)), LanServer("box", TcpAddress("2001:db8::5", 4216))),
        (info(addresses=()), None),
        (info(port=0), None),
    ],
)
def test_an_announcement_is_read_with_care(announced: ServiceInfo, server: LanServer | None) -> None:
    assert server_of(announced) == server


def test_the_name_is_that_of_the_machine() -> None:
    told = Announcement(4216, (HERE,), everywhere=False, password=False, tls=False)
    assert told.name == socket.gethostname().partition(".")[0][:40]
