"""How far a visit to a table is."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """Names how far a visit is."""

    SERVER = "server"
    CONNECT = "connect"
    PASSWORD = "password"
    """The server wants one; ``knock`` takes it."""
    HALL = "hall"
    """Among the tables of the server; ``hall`` takes which one is wanted."""
    TABLE = "table"
    WAIT = "wait"
    PLAY = "play"
    FAILED = "failed"
    ENDED = "ended"
