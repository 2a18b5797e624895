"""Who comes by SSH and what they ask for: what sshd tells a forced command, read (docs/ssh.md).

Sshd runs ``gouji ssh`` in place of a shell, so nothing in here ever becomes a command or a path.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from gouji_core.errors import GoujiError

_CODE = re.compile(r"[A-Z0-9]{4,8}")


class CallerError(GoujiError):
    """Says why somebody is not let in: the code of a message, and its field."""

    def __init__(self, code: str, what: str = "") -> None:
        super().__init__(f"{code}: {what}")
        self.code = code
        self.what = what


@dataclass(frozen=True, slots=True)
class Asked:
    """Is what stood behind the name of the host: ``ssh -t box K7QX zh``."""

    table: str = ""
    lang: str | None = None
    plain: bool = False
    ascii_only: bool = False


def asked_for(environment: Mapping[str, str]) -> Asked:
    """Reads what somebody typed behind the name of the host.

    Raises:
        CallerError: if it is anything but the code of a table and how to show it.
    """
    table, lang, plain, ascii_only = "", None, False, False
    for word in environment.get("SSH_ORIGINAL_COMMAND", "").split():
        match word.lower():
            case "zh" | "en" as found:
                lang = found
            case "plain":
                plain = True
            case "ascii":
                ascii_only = True
            case _ if not table and _CODE.fullmatch(word.upper()):
                table = word.upper()
            case _:
                raise CallerError("ssh.words", word[:20])
    return Asked(table, lang, plain, ascii_only)


def player_of(environment: Mapping[str, str], players: Path) -> str:
    """Returns who the key belongs to by which somebody logged in: what stands behind it in ``players``.

    Raises:
        CallerError: if sshd does not tell the key, or the file does not tell whose it is.
    """
    told = environment.get("SSH_USER_AUTH", "")
    try:
        methods = Path(told).read_text("utf-8").splitlines() if told else []
    except (OSError, UnicodeDecodeError):
        methods = []
    keys = [(words[1], words[2]) for line in methods if len(words := line.split()) > 2]
    if not keys:
        raise CallerError("ssh.no_key")
    try:
        lines = players.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise CallerError("ssh.no_players", str(players)) from error
    for name in (name for key in keys for name in _names_of(key, lines)):
        if name:
            return name
    raise CallerError("ssh.nobody", str(players))


def _names_of(key: tuple[str, str], lines: list[str]) -> Iterator[str]:
    """Gives what stands behind a key, whatever options stand before it."""
    for line in lines:
        words = line.split()
        for at in range(len(words) - 1):
            if (words[at], words[at + 1]) == key and not line.lstrip().startswith("#"):
                yield " ".join(words[at + 2 :])
