"""By what this account is known at the servers it has been to, kept for the next time."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from gouji_client import Address, TokenStore


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
