"""The wire with faults does what it says: tests that stand on it are only as good as that."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from tests.kit.proxy import PLAIN, Course, Fault, Proxy, Way, drawn


class Echo:
    """Sends back what it gets; remembers what it got and how each connection ended."""

    def __init__(self) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.where: tuple[str, int] = self.listener.getsockname()
        self.got = b""
        self.ended = ""
        self.over = threading.Event()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with suppress(OSError):
            end, _ = self.listener.accept()
            with end:
                try:
                    while data := end.recv(100):
                        self.got += data
                        end.sendall(data)
                    self.ended = "closed"
                except ConnectionResetError:
                    self.ended = "reset"
            self.over.set()


@pytest.fixture
def echo() -> Iterator[Echo]:
    echo = Echo()
    yield echo
    echo.listener.close()


def talk(
    echo: Echo, course: Course, said: bytes = b"hello world"
) -> tuple[socket.socket, Proxy, threading.Event]:
    struck = threading.Event()
    proxy = Proxy(echo.where, course=lambda _: course, struck=lambda _: struck.set())
    client = socket.create_connection(proxy.tcp, 5)
    client.sendall(b"hello world")
    return client, proxy, struck


def heard(client: socket.socket, patience: float = 5) -> tuple[bytes, str]:
    """What arrives until the end, and what end that is."""
    data = b""
    client.settimeout(patience)
    try:
        while part := client.recv(100):
            data += part
    except ConnectionResetError:
        return data, "reset"
    except TimeoutError:
        return data, "silence"
    return data, "closed"


@pytest.mark.parametrize("chunk", [1, 3, 1000])
def test_without_a_fault_everything_arrives(echo: Echo, chunk: int) -> None:
    client, proxy, _ = talk(echo, Course(chunk=chunk, delay=0.001))
    with proxy, client:
        data = b""
        while len(data) < 11:
            data += client.recv(100)
    assert data == echo.got == b"hello world"
    assert echo.over.wait(5)
    assert (proxy.accepted, proxy.strikes) == (1, 0)


@pytest.mark.parametrize("way", Way)
def test_a_cut_comes_after_just_so_many_bytes_and_both_ends_are_told(echo: Echo, way: Way) -> None:
    client, proxy, struck = talk(echo, Course(Fault.CUT, way, 5))
    with proxy, client:
        assert struck.wait(5)
        data, _ = heard(client)
        assert echo.over.wait(5)
    assert (echo.got if way is Way.UP else data) == b"hello"


@pytest.mark.parametrize("way", Way)
def test_a_reset_is_one_for_both_ends(echo: Echo, way: Way) -> None:
    client, proxy, struck = talk(echo, Course(Fault.RESET, way, 5))
    with proxy, client:
        assert struck.wait(5)
        assert heard(client)[1] == "reset"
        assert echo.over.wait(5)
    assert echo.ended == "reset"


def test_what_is_lost_on_the_way_up_never_arrives_and_nobody_is_told(echo: Echo) -> None:
    client, proxy, struck = talk(echo, Course(Fault.LOSS, Way.UP, 5))
    with proxy:
        with client:
            assert struck.wait(5)
            assert client.recv(100) == b"hello", "the other way goes on"
            client.sendall(b"!")
        assert not echo.over.wait(0.05), "not even the end arrives"
        assert echo.got == b"hello"


def test_what_is_lost_on_the_way_down_is_not_heard_while_the_server_hears_all(echo: Echo) -> None:
    client, proxy, struck = talk(echo, Course(Fault.LOSS, Way.DOWN, 5))
    with proxy, client:
        assert struck.wait(5)
        client.sendall(b"!")
        assert heard(client, 0.05)[1] == "silence"
        client.shutdown(socket.SHUT_WR)
        assert echo.over.wait(5)
    assert echo.got == b"hello world!"


def test_half_open_the_server_hears_nothing_any_more(echo: Echo) -> None:
    client, proxy, struck = talk(echo, Course(Fault.HALF_OPEN, Way.UP, 5))
    with proxy:
        with client:
            assert struck.wait(5)
            heard(client)
        assert not echo.over.wait(0.05)
        assert echo.got == b"hello"
    assert echo.over.wait(5), "until the wire is taken down"


def test_half_open_the_client_hears_nothing_any_more(echo: Echo) -> None:
    client, proxy, struck = talk(echo, Course(Fault.HALF_OPEN, Way.DOWN, 5))
    with proxy, client:
        assert struck.wait(5)
        assert echo.over.wait(5)
        assert heard(client, 0.05)[1] == "silence"


def test_a_seed_draws_the_same_courses_again() -> None:
    one, two, other = (drawn(seed, Fault.CUT) for seed in ("a", "a", "b"))
    courses = [one(number) for number in range(6)]
    assert courses == [two(number) for number in range(6)]
    assert courses != [other(number) for number in range(6)]
    assert one(6) == PLAIN


def test_bytes_may_be_made_into_others(echo: Echo) -> None:
    def rewrite(way: Way):
        return bytes.upper if way is Way.UP else bytes.title

    with Proxy(echo.where, rewrite=rewrite) as proxy, socket.create_connection(proxy.tcp, 5) as client:
        client.sendall(b"abc")
        assert client.recv(100) == b"Abc"
        assert echo.got == b"ABC"


def test_a_wire_carries_on_to_wherever_the_server_is_now(echo: Echo) -> None:
    with Proxy(("127.0.0.1", 9)) as proxy:
        proxy.server = echo.where
        with socket.create_connection(proxy.tcp, 5) as client:
            client.sendall(b"here")
            assert client.recv(100) == b"here"
            proxy.cut()
            assert heard(client)[0] == b""
        assert echo.over.wait(5)
