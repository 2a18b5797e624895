"""Tokens kept on disk: by whom we are known at each server.

A token is a secret that gives its holder our seats, so its file is readable by its owner only, and is
replaced as a whole. Which folder is used is the caller's business.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from gouji_client.address import Address
from gouji_protocol.limits import MAX_TOKEN
from gouji_protocol.link import LinkState
from gouji_protocol.session import Session


class TokenStore:
    """Keeps one token for each server and person in a folder, which it makes when needed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, server: Address, person: str = "") -> str:
        """Returns the token kept, empty if there is none that can be read."""
        try:
            token = self._file(server, person).read_text("utf-8").strip()
        except (OSError, UnicodeDecodeError):
            return ""
        return token if len(token) <= MAX_TOKEN else ""

    def save(self, server: Address, token: str, person: str = "") -> None:
        """Keeps a token.

        Raises:
            OSError: if it cannot be written.
        """
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = self._file(server, person)
        draft = file.with_suffix(f".{secrets.token_hex(4)}")
        try:
            with open(
                os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "w", encoding="utf-8"
            ) as out:
                out.write(token + "\n")
            os.replace(draft, file)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise

    def forget(self, server: Address, person: str = "") -> None:
        """Drops a token."""
        with suppress(FileNotFoundError):
            self._file(server, person).unlink()

    def _file(self, server: Address, person: str) -> Path:
        # A hash, since neither paths of sockets nor names of people are safe as names of files.
        name = sha256(f"{server}\n{person}".encode("utf-8", "surrogatepass")).hexdigest()[:32]
        return self._folder / f"{name}.token"


class Giving:
    """Gives a session's token to whoever keeps it, each one once."""

    def __init__(self, keep: Callable[[str], object] | None) -> None:
        self._keep = keep
        self._given: str | None = None

    def look(self, session: Session) -> None:
        """Looks whether a server has welcomed us by another token than before."""
        token = session.profile.token
        if self._keep is not None and session.link is LinkState.ONLINE and token != self._given:
            self._given = token
            self._keep(token)
