"""What a connection and its outbox need of a socket: a plain one has it, and ``tls`` looks like one."""

from __future__ import annotations

from typing import Protocol


class Line(Protocol):
    """Is a stream of bytes that never blocks: what cannot be done now raises ``BlockingIOError``."""

    def fileno(self) -> int: ...

    def send(self, data: bytes | memoryview, /) -> int: ...

    def recv(self, size: int, /) -> bytes: ...

    def shutdown(self, how: int, /) -> None: ...

    def close(self) -> None: ...
