"""TLS on the server: the same game behind a certificate, and a plain answer for who does not speak it."""

from __future__ import annotations

import socket
import ssl
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from gouji_client.routes import tls_context
from gouji_protocol.frames import frame
from gouji_protocol.messages import (
    AddBots,
    ChatLine,
    Done,
    Failed,
    Goodbye,
    Hello,
    Ping,
    Pong,
    Resync,
    Start,
    Welcome,
)
from gouji_protocol.words import ByeCode
from gouji_server.config import ConfigError
from gouji_server.outbox import Outbox, encoded
from gouji_server.tls import SecureSocket, server_context
from tests.kit.certificates import Certificates, certificates
from tests.server.house import hosting, serving
from tests.server.player import NO_CLOCK, Ended, Player

RECORD = 16 * 1024
"""The most bytes of one record of TLS."""


@pytest.fixture(scope="module")
def papers(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return certificates(tmp_path_factory.mktemp("papers"))


@pytest.fixture
def options(papers: Certificates) -> tuple[str, ...]:
    return ("--tls-cert", str(papers.chain), "--tls-key", str(papers.key))


async def dial(where: tuple[str, int], papers: Certificates) -> Player:
    player = await Player.dial(where)
    plain = player.stream
    secure = trio.SSLStream(plain, tls_context(papers.ca), server_hostname=where[0], https_compatible=True)
    await secure.do_handshake()
    player.stream = secure  # type: ignore[assignment]
    return player


async def connect(where: tuple[str, int], papers: Certificates, name: str, token: str = "") -> Player:
    player = await dial(where, papers)
    await player.hello(name, token)
    player.welcome = await player.expect(Welcome)
    return player


async def test_six_people_play_a_round_over_tls(
    tmp_path: Path, papers: Certificates, options: tuple[str, ...]
) -> None:
    with serving(tmp_path / "data", "--seed", "3", *options) as server:
        assert f"join with: gouji play --connect 127.0.0.1:{server.tcp[1]} --tls" in server.lines
        people = [await connect(server.tcp, papers, f"p{seat}") for seat in range(6)]
        table = await people[0].create(options=NO_CLOCK)
        for person in people[1:]:
            await person.join(table)
        await people[0].ask(Start(people[0].number(), table))
        for person in people:
            while person.view is None:
                await person.next()
        async with trio.open_nursery() as nursery:
            for person in people:
                nursery.start_soon(person.play)
        assert all(person.over for person in people)


async def test_over_tls_much_comes_whole_in_any_pieces(
    tmp_path: Path, papers: Certificates, options: tuple[str, ...]
) -> None:
    """More than sockets take at once, read late, and asked for by bytes that come one a record."""
    unlimited = ("--limit-play", "", "--limit-list", "", "--send-bytes", "4000000")
    with serving(tmp_path / "data", *unlimited, *options) as server:
        anna = await connect(server.tcp, papers, "anna")
        table = await anna.create()
        await anna.ask(AddBots(1, table, "novice"))
        await anna.ask(Start(2, table))
        while anna.view is None:
            await anna.next()
        for byte in anna.wire.send(Ping(77)):
            await anna.stream.send_all(bytes([byte]))
        await anna.expect(Pong, lambda pong: pong.request == 77)
        asked = b"".join(anna.wire.send(Resync(number, table)) for number in range(1000, 1400))
        await anna.stream.send_all(asked)
        done = 0
        while done < 400:
            message = await anna.next()
            done += isinstance(message, Done | Failed) and message.request >= 1000
        # As long as one record may be, to the byte, and nothing behind it.
        one = anna.wire.send(Ping(99_999))
        full, rest = divmod(RECORD, len(one))
        pings = [anna.wire.send(Ping(number)) for number in range(100_000, 100_000 + full)]
        await anna.stream.send_all(b"".join(pings) + one[:rest])
        await anna.expect(Pong, lambda pong: pong.request == 100_000 + full - 1)


@asynccontextmanager
async def outbox_over_tls(papers: Certificates) -> AsyncGenerator[tuple[Outbox, Far]]:
    """An outbox whose TLS goes through a pair of sockets with little room."""
    near, far = socket.socketpair()
    for end in (near, far):
        end.setblocking(False)
    secure = SecureSocket(near, server_context(papers.chain, papers.key))
    context = tls_context(papers.ca)
    reader = Far(context.wrap_socket(far, server_hostname="localhost", do_handshake_on_connect=False))
    async with trio.open_nursery() as nursery:
        nursery.start_soon(reader.handshake)
        await secure.handshake()
        outbox = Outbox(secure, nursery, limit=10 * 1024 * 1024, patience=10, ended=lambda: None)
        yield outbox, reader
        outbox.drop()
    secure.close()
    reader.socket.close()


class Far:
    """The other end of a TLS connection, without blocking."""

    def __init__(self, sock: ssl.SSLSocket) -> None:
        self.socket = sock
        self.got = bytearray()

    async def handshake(self) -> None:
        while True:
            try:
                return self.socket.do_handshake()
            except ssl.SSLWantReadError:
                await trio.lowlevel.wait_readable(self.socket)

    async def read(self, until: Callable[[bytes], bool]) -> None:
        while not until(bytes(self.got)):
            try:
                self.got += self.socket.recv(65_536)
            except ssl.SSLWantReadError:
                await trio.lowlevel.wait_readable(self.socket)


async def test_what_waited_behind_tls_arrives_whole_and_in_order(papers: Certificates) -> None:
    async with outbox_over_tls(papers) as (outbox, far):
        lines = [encoded(ChatLine("T", number, 0, "anna", "够级" * 90)) for number in range(2000)]
        for line in lines:
            outbox.send(line)
        assert outbox.waiting
        await far.read(lambda got: len(got) >= sum(map(len, lines)))
        assert bytes(far.got) == b"".join(lines)
        assert outbox.waiting == 0


async def test_the_goodbye_to_a_slow_reader_over_tls_can_be_read(papers: Certificates) -> None:
    async with outbox_over_tls(papers) as (outbox, far):
        line = encoded(ChatLine("T", 1, 0, "anna", "够级" * 90))
        while not outbox.waiting:
            outbox.send(line)
        for _ in range(10):
            outbox.send(line)
        last = encoded(Goodbye(ByeCode.SLOW, "you did not read what the server sent"))
        outbox.finish(last)
        await far.read(lambda got: got.endswith(last))
        whole, rest = divmod(len(far.got) - len(last), len(line))
        assert rest == 0, "what was under way is finished"
        assert bytes(far.got) == line * whole + last


PLAIN = {
    "http": (b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", b"HTTP/1.1 400 Bad Request\r\n"),
    "ssh": (b"SSH-2.0-OpenSSH_9.2\r\n", b"This is a server of Gouji"),
    "garbage": (b"\x01\x02\x03\x04garbage", b"\x00\x00\x00"),
    "half of tls": (b"\x16\x03\x01\xff\xff" + b"x" * 100, b"\x15\x03"),
}


@pytest.mark.parametrize(("first", "answer"), PLAIN.values(), ids=PLAIN)
async def test_who_speaks_no_tls_is_told_and_nobody_notices(
    tmp_path: Path, papers: Certificates, options: tuple[str, ...], first: bytes, answer: bytes
) -> None:
    with serving(tmp_path / "data", *options) as server:
        anna = await connect(server.tcp, papers, "anna")
        stranger = (await Player.dial(server.tcp)).stream
        await stranger.send_all(first)
        said = b"".join([part async for part in stranger])
        assert said.startswith(answer)
        await anna.send(Ping(1))
        assert await anna.expect(Pong) == Pong(1)


async def test_a_plain_client_is_told_in_its_protocol(
    tmp_path: Path, papers: Certificates, options: tuple[str, ...]
) -> None:
    unix = tmp_path / "s"
    with serving(tmp_path / "data", "--unix", str(unix), *options) as server:
        plain = await Player.dial(server.tcp)
        await plain.send(Hello(1, 1))
        bye = await plain.expect(Goodbye)
        assert (bye.code, bye.data) == (ByeCode.PROTOCOL, (("tls", "required"),))
        # A Unix socket goes over no network.
        await Player.connect(unix, "anna")


async def test_garbage_inside_tls_ends_only_its_connection(
    tmp_path: Path, papers: Certificates, options: tuple[str, ...]
) -> None:
    with serving(tmp_path / "data", *options) as server:
        anna = await connect(server.tcp, papers, "anna")
        stranger = await dial(server.tcp, papers)
        await stranger.stream.send_all(frame(b"\xc1", 100))
        assert (await stranger.expect(Goodbye)).code == ByeCode.PROTOCOL
        rude = await dial(server.tcp, papers)
        # Below TLS: what arrives is no record of the conversation.
        secure: object = rude.stream
        assert isinstance(secure, trio.SSLStream)
        await secure.transport_stream.send_all(b"\x17\x03\x03\x00\x20" + b"x" * 32)
        with pytest.raises((Ended, trio.BrokenResourceError)):
            await rude.next()
        await anna.send(Ping(1))
        assert await anna.expect(Pong) == Pong(1)


@asynccontextmanager
async def secure_house(
    tmp_path: Path, papers: Certificates, clock: MockClock
) -> AsyncGenerator[tuple[str, int]]:
    async with hosting(
        tmp_path / "data", clock, tls_cert=papers.chain, tls_key=papers.key, hello_time=10.0
    ) as server:
        yield server.tcp


@pytest.mark.parametrize("first", [b"", b"\x16\x03\x01"])
async def test_who_does_not_finish_the_greeting_is_cut(
    tmp_path: Path, papers: Certificates, mock_clock: MockClock, first: bytes
) -> None:
    async with secure_house(tmp_path, papers, mock_clock) as where:
        mute = (await Player.dial(where)).stream
        await mute.send_all(first)
        await trio.testing.wait_all_tasks_blocked(0.01)
        mock_clock.jump(10.1)
        with trio.fail_after(1000):
            assert await mute.receive_some() == b""


def test_a_certificate_must_be_one(tmp_path: Path, papers: Certificates) -> None:
    assert isinstance(server_context(papers.both, None), ssl.SSLContext)
    locked = tmp_path / "locked.pem"
    locked.write_text("-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n")
    for chain, key, wrong in (
        (papers.chain, None, "wanted a certificate and its key"),
        (papers.chain, papers.ca, "wanted a certificate and its key"),
        (papers.chain, locked, "wanted a certificate and its key"),
        (papers.key, papers.key, "wanted a certificate and its key"),
        (tmp_path / "missing", None, "no such file"),
        (papers.chain, tmp_path / "missing", "no such file"),
    ):
        with pytest.raises(ConfigError, match=wrong):
            server_context(chain, key)


async def test_old_versions_of_tls_are_refused(
    tmp_path: Path, papers: Certificates, options: tuple[str, ...]
) -> None:
    with serving(tmp_path / "data", *options) as server:
        old = tls_context(papers.ca)
        old.set_ciphers("DEFAULT:@SECLEVEL=0")
        for bound in ("minimum_version", "maximum_version"):
            with pytest.warns(DeprecationWarning, match="TLSv1_1 is deprecated"):
                setattr(old, bound, ssl.TLSVersion.TLSv1_1)
        stream = trio.SSLStream((await Player.dial(server.tcp)).stream, old, server_hostname="127.0.0.1")
        with pytest.raises(trio.BrokenResourceError):
            await stream.do_handshake()


def test_a_key_alone_is_refused(tmp_path: Path, papers: Certificates) -> None:
    with pytest.raises(AssertionError, match="--tls-cert"), serving(tmp_path, "--tls-key", str(papers.key)):
        raise AssertionError("it started")


OLD, FAR = datetime(2020, 2, 3, tzinfo=UTC), datetime(2990, 2, 3, tzinfo=UTC)


@pytest.mark.parametrize(
    ("since", "until", "said"),
    [
        (None, OLD, "is out of date since Feb  3 00:00:00 2020 GMT"),
        (FAR, datetime(2999, 1, 1, tzinfo=UTC), "is valid from Feb  3 00:00:00 2990 GMT on"),
        (None, None, ""),
    ],
)
@pytest.mark.parametrize("whole", [False, True])
def test_a_certificate_that_is_not_valid_now_is_told_at_the_start(
    tmp_path: Path, since: datetime | None, until: datetime | None, said: str, whole: bool
) -> None:
    made = certificates(tmp_path / "papers", since=since, until=until)
    chosen = (
        ("--tls-cert", str(made.both))
        if whole
        else ("--tls-cert", str(made.chain), "--tls-key", str(made.key))
    )
    with serving(tmp_path / "data", *chosen) as server:
        assert server.lines[-1] == "ready"
        server.stop()
        assert server.process.stderr is not None
        told = server.process.stderr.read()
    log = (tmp_path / "data.log").read_text("utf-8")
    assert ("certificate" in log) == bool(said)
    if said:
        assert told == f"gouji-server: the certificate {chosen[1]} {said}; clients will not trust it\n"
        assert said in log
    else:
        assert told == ""
