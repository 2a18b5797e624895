"""TLS on the server's side, behind the same few calls as a plain socket.

``SecureSocket`` is what connections and outboxes use in place of a socket: it never blocks, and says
``BlockingIOError`` like one. Plain TCP does not pass through here at all and so costs nothing more.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
from pathlib import Path

import trio

from gouji_server.config import ConfigError
from gouji_server.strangers import is_tls

_AT_ANY_TIME = 0x200000
"""X509_V_FLAG_NO_CHECK_TIME of OpenSSL, for which Python has no name."""


class PlainTalkError(Exception):
    """Says that the other side does not speak TLS; ``first`` is how it began."""

    def __init__(self, first: bytes) -> None:
        super().__init__(first)
        self.first = first


def server_context(certificate: Path, key: Path | None) -> ssl.SSLContext:
    """Reads a certificate.

    Raises:
        ConfigError: if it, or its key, is none or cannot be read.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.options |= ssl.OP_NO_RENEGOTIATION
    try:
        # A key with a passphrase would have the server ask for it on the terminal.
        context.load_cert_chain(certificate, key, password=b"")
    except ssl.SSLError as error:
        where = f"{certificate} and {key}" if key is not None else str(certificate)
        raise ConfigError(
            f"cannot use {where} for TLS: wanted a certificate and its key, without a passphrase, in PEM"
        ) from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ConfigError(f"cannot read the certificate {certificate} or its key: {reason}") from error
    return context


def untimely(certificate: Path, context: ssl.SSLContext, now: float) -> str:
    """Returns why clients will not trust a certificate now, empty if it is valid or cannot be told."""
    shown = _shown(certificate, context)
    since, until = str(shown.get("notBefore", "")), str(shown.get("notAfter", ""))
    if until and now > ssl.cert_time_to_seconds(until):
        wrong = f"is out of date since {until}"
    elif since and now < ssl.cert_time_to_seconds(since):
        wrong = f"is valid from {since} on"
    else:
        return ""
    return f"the certificate {certificate} {wrong}; clients will not trust it"


def _shown(certificate: Path, context: ssl.SSLContext) -> dict[str, object]:
    """Returns what a certificate says, as a client sees it that trusts just this one and at any time."""
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname = False
    client.verify_flags = ssl.VerifyFlags(ssl.VERIFY_X509_PARTIAL_CHAIN | _AT_ANY_TIME)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    try:
        client.load_verify_locations(certificate)
        near = client.wrap_bio(back, there)
        far = context.wrap_bio(there, back, server_side=True)
        for end in (near, far, near):
            with contextlib.suppress(ssl.SSLWantReadError):
                end.do_handshake()
        return {**(near.getpeercert() or {})}
    except (OSError, ValueError):
        # Whatever else may be the matter with it, is between it and its clients.
        return {}


class SecureSocket:
    """Is a TLS connection; before anything else comes ``handshake``."""

    __slots__ = ("_ready", "_socket")

    def __init__(self, plain: socket.socket, context: ssl.SSLContext) -> None:
        """Takes a socket over.

        Raises:
            OSError: if the other side is gone already.
        """
        self._socket = context.wrap_socket(plain, server_side=True, do_handshake_on_connect=False)
        self._ready = False

    async def handshake(self) -> None:
        """Greets the other side in TLS.

        Raises:
            PlainTalkError: if it does not begin like TLS.
            OSError: if it is gone, or they cannot agree.
        """
        await trio.lowlevel.wait_readable(self._socket)
        first = socket.socket.recv(self._socket, 8, socket.MSG_PEEK)
        if first and not is_tls(first):
            raise PlainTalkError(first)
        while not self._ready:
            try:
                self._socket.do_handshake()
                self._ready = True
            except ssl.SSLWantReadError:
                await trio.lowlevel.wait_readable(self._socket)
            except ssl.SSLWantWriteError:
                await trio.lowlevel.wait_writable(self._socket)

    def fileno(self) -> int:
        return self._socket.fileno()

    def send(self, data: bytes | memoryview, /) -> int:
        if not self._ready:
            raise ConnectionError("nothing can be said before the handshake")
        try:
            return self._socket.send(data)
        except (ssl.SSLWantWriteError, ssl.SSLWantReadError):
            raise BlockingIOError from None

    def recv(self, size: int, /) -> bytes:
        try:
            return self._socket.recv(size)
        except (ssl.SSLWantReadError, ssl.SSLWantWriteError):
            raise BlockingIOError from None

    def answer_plainly(self, data: bytes) -> None:
        """Says something to somebody who speaks no TLS."""
        with contextlib.suppress(OSError):
            socket.socket.send(self._socket, data)

    def shutdown(self, how: int, /) -> None:
        if self._ready:
            # Says goodbye in TLS; what the other side answers does not matter any more.
            with contextlib.suppress(OSError, ValueError):
                self._socket.unwrap()
        self._ready = False
        self._socket.shutdown(how)

    def close(self) -> None:
        self._socket.close()
