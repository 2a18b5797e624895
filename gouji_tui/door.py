"""How a server is entered: its password, and TLS; what is missing is asked for."""

from __future__ import annotations

import asyncio
import os
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from gouji_tui.told import ToldError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Awaitable, Callable

    from gouji_client import Address, Client, Profile

VARIABLE = "GOUJI_PASSWORD"
"""What holds the server's password in the environment, where no file does."""

LONGEST_PASSWORD = 128
"""No server reads a longer one, neither its own nor that of a table."""
TLS = "tls://"
"""What stands before the address of a server that speaks TLS, where no option can say so."""


def says_tls(address: str) -> bool:
    """Tells whether an address as people write it asks for TLS."""
    return address.lower().startswith(TLS)


def without_tls(address: str) -> str:
    """Returns an address without what asks for TLS."""
    return address[len(TLS) :] if says_tls(address) else address


class DoorError(ToldError):
    """Says in one line why a server cannot be entered like this."""


@dataclass(frozen=True, slots=True)
class Door:
    """Is what a server may ask for before it lets somebody in."""

    password: str = ""
    tls: bool = False
    ca: str = ""
    """The file of the certificates to trust; without one, those of the system."""

    def context(self) -> ssl.SSLContext | None:
        """Returns what to trust, None without TLS.

        Raises:
            DoorError: if the file of certificates is none.
        """
        if not self.tls:
            return None
        from gouji_client.routes import tls_context

        try:
            return tls_context(self.ca or None)
        except OSError as error:
            raise DoorError("error.no_certificates", file=self.ca) from error


OPEN = Door()
"""A server that asks for nothing."""


def door_of(password_file: Path | None = None, *, tls: bool = False, ca: Path | None = None) -> Door:
    """Returns the door that the options and the environment describe.

    Raises:
        DoorError: if a file cannot be read, or is not what it should be.
    """
    password = os.environ.get(VARIABLE, "")
    if password_file is not None:
        try:
            password = password_file.read_text("utf-8-sig").partition("\n")[0].rstrip("\r")
        except (OSError, UnicodeDecodeError) as error:
            raise DoorError("error.no_password", file=password_file) from error
    door = Door(password, tls or ca is not None, str(ca) if ca is not None else "")
    door.context()
    return door


class Knock:
    """Is the question for a password, and the wait for its answer."""

    def __init__(self) -> None:
        self.wrong = False
        """Whether the one given was not the right one."""
        self._answer: asyncio.Future[str] | None = None

    def answer(self, password: str) -> None:
        """Gives the password that was typed."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(password)

    async def ask(self, tell: Callable[[], None]) -> str:
        """Waits for the password, after ``tell`` asked for it."""
        self._answer = asyncio.get_running_loop().create_future()
        tell()
        return await self._answer


async def enter(
    stack: AsyncExitStack,
    address: Address,
    profile: Profile,
    door: Door,
    ask: Callable[[bool], Awaitable[str]],
    keep: Callable[[str], object] | None,
) -> Client:
    """Connects, and asks for the server's password as long as it is not the right one; keeps its tokens.

    Raises:
        DisconnectedError: if the server cannot be reached, or does not let us in for another reason.
    """
    from gouji_client import DisconnectedError
    from gouji_client.with_asyncio import connect

    context = door.context()
    profile = replace(profile, password=door.password)
    while True:
        try:
            return await stack.enter_async_context(connect(address, profile, tls=context, keep=keep))
        except DisconnectedError as error:
            if error.code != "password":
                raise
        profile = replace(profile, password=await ask(bool(profile.password)))
