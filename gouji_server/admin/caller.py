"""Asks the server that is running; the other end is ``counter``."""

from __future__ import annotations

import socket
from pathlib import Path

import msgspec

from gouji_core.errors import GoujiError
from gouji_server.admin.asks import ANSWERS, ENCODER, Answer, Ask

PATIENCE = 30.0
"""Seconds to wait for an answer."""


class CallError(GoujiError):
    """Says in one line why there is no answer, and what to do."""


def call(path: Path, ask: Ask) -> Answer:
    """Returns what the server says.

    Raises:
        CallError: if it says nothing.
    """
    try:
        line = ENCODER.encode(ask) + b"\n"
    except UnicodeEncodeError as error:
        raise CallError("what is asked is no text in UTF-8") from error
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as sock:
            sock.settimeout(PATIENCE)
            sock.connect(str(path))
            sock.sendall(line)
            line = b"".join(iter(lambda: sock.recv(65536), b""))
    except (FileNotFoundError, ConnectionRefusedError) as error:
        hint = "start it, or say which one with --data or --socket"
        raise CallError(f"no server is running at {path}; {hint}") from error
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CallError(f"cannot ask the server at {path}: {reason}") from error
    try:
        return ANSWERS.decode(line)
    except msgspec.DecodeError as error:
        raise CallError(f"what answers at {path} is no gouji-server, or one of another version") from error
