"""What to say to somebody who speaks another protocol: in theirs, so that it is read."""

from __future__ import annotations

NOTE = "This is a server of Gouji, a card game for the terminal. To play here: gouji play --connect HOST:PORT"

_HTTP = (b"GET ", b"HEAD", b"POST", b"PUT ", b"OPTI", b"DELE", b"PATC", b"CONN", b"TRAC", b"PRI ")

_TLS_HANDSHAKE = b"\x16\x03"
_TLS_REFUSAL = b"\x15\x03\x03\x00\x02\x02\x28"
"""A fatal alert: handshake failure."""


def is_tls(first: bytes) -> bool:
    """Tells whether these are the first bytes of a TLS client."""
    return _TLS_HANDSHAKE.startswith(first[:2]) if first else False


def last_words(first: bytes) -> bytes | None:
    """Returns what to answer to the first bytes of a stranger, None if there is no way but our own."""
    if first.startswith(_HTTP):
        body = NOTE + "\n"
        head = (
            "HTTP/1.1 400 Bad Request",
            "Content-Type: text/plain; charset=utf-8",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        return "\r\n".join((*head, "", body)).encode("ascii")
    if first.startswith(_TLS_HANDSHAKE):
        return _TLS_REFUSAL
    if len(first) >= 4 and all(byte in b"\t\r\n" or 0x20 <= byte < 0x7F for byte in first):
        return f"{NOTE}\r\n".encode("ascii")
    return None
