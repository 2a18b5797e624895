"""Who people are: the holder of a token, or a user of this machine on a Unix socket.

A token is made once, told once and kept only as a hash. A seat belongs to an identity, never to a
connection or a name.
"""

from __future__ import annotations

import hashlib
import pwd
import secrets
import socket
import struct
from contextlib import suppress
from dataclasses import dataclass

import trio
from msgspec.structs import replace

from gouji_protocol.limits import NAME_CELLS
from gouji_protocol.texts import clean_text
from gouji_server.days import DAY
from gouji_server.journal import Journal, JournalError
from gouji_server.rows import IdentityRow, MuteEnded, MuteRow

_PEER = struct.Struct("3i")
"""What SO_PEERCRED tells: process, user and group."""


@dataclass(frozen=True, slots=True)
class Identity:
    """Is somebody the server knows; ``id`` may be told to all, nothing else of it is secret."""

    id: int
    name: str


class UnknownToken(Exception):  # noqa: N818 - it says what was presented, as a KeyError does
    """Says that nobody here has this token."""


class Identities:
    """Knows everybody who ever came."""

    def __init__(self, journal: Journal, rows: list[IdentityRow]) -> None:
        self._journal = journal
        self._rows = {row.id: row for row in rows}
        self._by_secret = {row.secret: row.id for row in rows if row.secret is not None}
        self._by_uid = {row.uid: row.id for row in rows if row.uid is not None}
        self._next = max(self._rows, default=0) + 1
        self._mutes: dict[int, set[int]] = {}
        self._first_visit = trio.Lock()

    def known(self, number: int) -> Identity | None:
        """Returns the identity of that id."""
        row = self._rows.get(number)
        return None if row is None else Identity(row.id, row.name)

    def muted_by(self, number: int) -> frozenset[int]:
        """Returns whom somebody does not want to read."""
        return frozenset(self._mutes.get(number, ()))

    def restore_mutes(self, rows: list[MuteRow]) -> None:
        """Takes back who muted whom, as the journal knows it."""
        for row in rows:
            self._mutes.setdefault(row.identity, set()).add(row.muted)

    async def mute(self, number: int, other: int, on: bool) -> None:
        """Lets somebody read nothing of somebody else, or ends that.

        Raises:
            JournalError: if it cannot be written down; then nothing changed.
        """
        await self._journal.write(MuteRow(number, other) if on else MuteEnded(number, other))
        if on:
            self._mutes.setdefault(number, set()).add(other)
        else:
            self._mutes.get(number, set()).discard(other)

    def named(self, text: str) -> list[Identity]:
        """Returns who has this id, else all who were last called so."""
        known = self.known(int(text)) if text.isascii() and text.isdigit() and len(text) < 20 else None
        if known is not None:
            return [known]
        return [Identity(row.id, row.name) for row in self._rows.values() if row.name == text]

    async def by_token(self, token: str, name: str) -> Identity:
        """Returns whose token it is, by the name now given.

        Raises:
            UnknownToken: if it is nobody's.
        """
        number = self._by_secret.get(_hash(token))
        if number is None:
            raise UnknownToken
        return await self._named(self._rows[number], name)

    async def by_user(self, uid: int, name: str) -> Identity:
        """Returns the identity of a user of this machine."""
        if uid not in self._by_uid:
            # One after the other: who comes twice before they are written down is one all the same.
            async with self._first_visit:
                await self._meet(uid, name)
        return await self._named(self._rows[self._by_uid[uid]], name)

    async def _meet(self, uid: int, name: str) -> None:
        if uid not in self._by_uid:
            row = IdentityRow(self._take_id(), None, uid, _shown(name) or login_name(uid), self._today())
            await self._keep(row)
            self._by_uid[uid] = row.id

    async def newcomer(self, name: str) -> tuple[Identity, str]:
        """Makes an identity and returns it with its token.

        Raises:
            JournalError: if it cannot be written down.
        """
        token = secrets.token_urlsafe(24)
        number = self._take_id()
        row = IdentityRow(number, _hash(token), None, _shown(name) or f"player-{number}", self._today())
        identity = await self._keep(row)
        self._by_secret[_hash(token)] = number
        return identity, token

    def _take_id(self) -> int:
        number = self._next
        self._next += 1
        return number

    async def _named(self, row: IdentityRow, name: str) -> Identity:
        now, shown = self._today(), _shown(name) or row.name
        # Not only what is long past: whoever was here while a clock was wrong, was so in the future.
        if shown != row.name or abs(now - row.seen) > DAY:
            # Who is known comes in whatever the disk takes, by the name that it has.
            with suppress(JournalError):
                return await self._keep(replace(row, name=shown, seen=now))
        return Identity(row.id, row.name)

    def _today(self) -> int:
        return self._journal.calendar.now()

    async def _keep(self, row: IdentityRow) -> Identity:
        await self._journal.write(row)
        self._rows[row.id] = row
        return Identity(row.id, row.name)


def peer_user(sock: socket.socket | trio.socket.SocketType) -> int | None:
    """Returns the user at the other end of a Unix socket, None where the system does not tell."""
    if sock.family != socket.AF_UNIX or not hasattr(socket, "SO_PEERCRED"):
        return None
    _, uid, _ = _PEER.unpack(sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, _PEER.size))
    return uid


def login_name(uid: int) -> str:
    """Returns what this machine calls a user."""
    try:
        return _shown(pwd.getpwuid(uid).pw_name) or f"user-{uid}"
    except KeyError:
        return f"user-{uid}"


def _shown(name: str) -> str:
    return clean_text(name, NAME_CELLS)


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()
