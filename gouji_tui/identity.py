"""Who this account is at a server, and where a server is that was typed."""

from __future__ import annotations

import getpass
from collections.abc import Callable
from contextlib import suppress

from gouji_client import Address, Profile, TokenStore, UnixAddress, parse_address
from gouji_tui.cells import clean


def own_name() -> str:
    """Returns what to be called at the table: the name of the account."""
    try:
        return clean(getpass.getuser())
    except (OSError, KeyError):
        return ""


def profile_of(person: str, token: str, lang: str) -> Profile:
    """Returns who to be at a server: a person of that name, or without one the holder of this account."""
    if person:
        # On a Unix socket the account is the identity unless one asks for another.
        return Profile(name=clean(person), token=token, lang=lang, features=("guest",))
    return Profile(name=own_name(), token=token, lang=lang)


def address_of(text: str) -> Address:
    """Reads where a server is: an address, or the path of a socket.

    Raises:
        NotationError: if the text is neither.
    """
    if "/" in text and not text.startswith("unix:"):
        return UnixAddress(text)
    return parse_address(text)


def own_tokens() -> TokenStore:
    """Returns what this account is known by at the servers it has been to."""
    from platformdirs import user_data_path

    return TokenStore(user_data_path("gouji", appauthor=False) / "tokens")


def keeper(address: Address, person: str = "") -> Callable[[str], None]:
    """Returns what keeps each token that a server gives this account, or a person of it."""
    tokens = own_tokens()

    def keep(token: str) -> None:
        # Without a place to keep it, the seat is lost with the program and nothing else.
        with suppress(OSError):
            tokens.save(address, token, person)

    return keep
