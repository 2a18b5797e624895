"""Who this account is at a server, and where a server is that was typed."""

from __future__ import annotations

import getpass

from gouji_client import Address, Profile, UnixAddress, parse_address
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
