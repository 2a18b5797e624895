"""Who this account is at a server, and where a server is that was typed."""

from __future__ import annotations

import getpass

from gouji_client import Address, TokenStore, UnixAddress, parse_address
from gouji_tui.cells import clean


def own_name() -> str:
    """Returns what to be called at the table: the name of the account."""
    try:
        return clean(getpass.getuser())
    except (OSError, KeyError):
        return ""


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
