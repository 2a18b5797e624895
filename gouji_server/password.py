"""The server's password: for whoever comes over the network.

It comes from a file or the environment, never from the command line, where anybody on the machine could read
it. On a Unix socket nobody is asked: there the system knows who comes, and the directory says who may.
"""

from __future__ import annotations

import hmac
import os
import secrets
from collections.abc import Mapping
from pathlib import Path

from gouji_protocol.limits import MAX_PASSWORD
from gouji_server.config import ConfigError

VARIABLE = "GOUJI_SERVER_PASSWORD"
"""What holds the password in the environment, where no file does."""


class Password:
    """Is a password that can be tried and not be read: a hash under a key of this process."""

    __slots__ = ("_hash", "_key")

    def __init__(self, text: str) -> None:
        self._key = secrets.token_bytes(32)
        self._hash = self._hashed(text)

    def opens(self, given: str) -> bool:
        """Tells whether it is what was given, in the same time whatever was given."""
        return hmac.compare_digest(self._hash, self._hashed(given))

    def _hashed(self, text: str) -> bytes:
        return hmac.digest(self._key, text.encode("utf-8", "surrogatepass"), "sha256")


def read_password(file: Path | None, environment: Mapping[str, str] = os.environ) -> Password | None:
    """Returns the password of the server, None if it has none; of a file it is the first line.

    Raises:
        ConfigError: if the file cannot be read, or what is there is no password.
    """
    if file is None:
        text = environment.get(VARIABLE, "")
        if not text:
            return None
        where = VARIABLE
    else:
        where = str(file)
        try:
            text = file.read_text("utf-8-sig").partition("\n")[0].rstrip("\r")
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise ConfigError(f"cannot read the password from {file}: {reason}") from error
        except UnicodeDecodeError as error:
            raise ConfigError(f"cannot read the password from {file}: it is no text in UTF-8") from error
    if not text:
        raise ConfigError(f"there is no password in {where}; write one on its first line")
    if len(text) > MAX_PASSWORD:
        raise ConfigError(f"the password in {where} is too long: at most {MAX_PASSWORD} characters")
    return Password(text)
