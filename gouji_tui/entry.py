"""How programs come in, ``gouji bot`` and ``gouji client``: where to, as whom, and why not.

A program is nobody in particular: it gets an identity of its own, also on a Unix socket, where its user
would be the person who plays. With a word to come back ``as``, the token is kept and the next run is the
same person.
"""

from __future__ import annotations

import asyncio
import getpass
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from gouji_client import (
    Address,
    ClientError,
    DisconnectedError,
    PathTooLongError,
    Profile,
    RequestFailedError,
    UnixAddress,
    parse_address,
)
from gouji_client.address import UNIX_PATH_BYTES
from gouji_core.errors import NotationError
from gouji_tui.door import OPEN, Door
from gouji_tui.failures import Reason, no_way, objection
from gouji_tui.misuse import WrongUsageError
from gouji_tui.texts import Texts
from gouji_tui.tokens import keeper, own_tokens

GUEST = "guest"
"""The word of a hello that asks for an identity of its own (docs/protocol.md, section 2)."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Is where a program goes and as whom."""

    address: Address
    name: str = ""
    kept_as: str = ""
    """Under which name tokens are kept, empty for not at all."""
    door: Door = OPEN

    def called(self, number: int = 0) -> str:
        """Returns the name of a person of the program's; 0 is the only one."""
        return f"{self.name} {number}" if number else self.name

    def profile(self, number: int = 0) -> Profile:
        """Returns who a person of the program's is."""
        token = own_tokens().load(self.address, self._person(number)) if self.kept_as else ""
        name, password = self.called(number), self.door.password
        return Profile(name=name, token=token, password=password, features=(GUEST,))

    def keeper(self, number: int = 0) -> Callable[[str], None] | None:
        """Returns what keeps a person's tokens, None if the program is not to come back."""
        return keeper(self.address, self._person(number)) if self.kept_as else None

    def _person(self, number: int) -> str:
        return f"script {self.kept_as} {number}"


def address_of(connect: str | None, unix: Path | None) -> Address:
    """Reads where the server is, of ``--connect`` and ``--unix`` exactly one."""
    if (connect is None) == (unix is None):
        raise WrongUsageError("usage.which_server")
    where = str(unix.absolute()) if unix is not None else connect or ""
    try:
        return UnixAddress(where) if unix is not None else parse_address(where)
    except PathTooLongError as error:
        raise WrongUsageError("error.long_path", where=where, most=UNIX_PATH_BYTES) from error
    except NotationError as error:
        raise WrongUsageError("error.address", where=where) from error


def option_of(address: Address) -> str:
    """Returns the option that leads to a server."""
    return f"--unix {address.path}" if isinstance(address, UnixAddress) else f"--connect {address}"


def own_name() -> str:
    """Returns what the account is called."""
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return "script"


def why_not(error: ClientError, address: Address, texts: Texts, table: str = "") -> str:
    """Returns in one line why a server could not be reached or did not do something."""
    match error:
        case DisconnectedError():
            return no_way(error, str(address)).text(texts)
        case RequestFailedError(code="no_table"):
            return texts("error.no_table", where=address, code=table)
        case RequestFailedError():
            reason = Reason(objection(error)[1])
        case _:
            reason = Reason(str(error))
    return texts("error.refused", where=address, reason=reason.text(texts))


class Signals:
    """Are the signals that end a program; ``number`` is the first that came, 0 for none."""

    def __init__(self) -> None:
        self.number = 0
        self.came = asyncio.Event()

    def take(self, number: int) -> None:
        self.number = self.number or number
        self.came.set()

    @property
    def code(self) -> int:
        """The exit code that shells give to the end by this signal."""
        return 128 + self.number


@contextmanager
def signals() -> Generator[Signals]:
    """Catches Ctrl+C and the signals that ask for an end, so that there is time to say goodbye."""
    caught, loop = Signals(), asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    for number in numbers:
        loop.add_signal_handler(number, caught.take, number)
    try:
        yield caught
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
