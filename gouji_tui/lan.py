"""The servers on the local network as people read them: a line each, for the menu and for ``gouji lan``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gouji_tui.cells import cut, pad
from gouji_tui.system import system_reason
from gouji_tui.texts import Texts

if TYPE_CHECKING:
    from gouji_client.lan import LanError, LanServer

NAME = 18
ADDRESS = 21
"""How wide the columns are at least."""


def lan_line(server: LanServer, texts: Texts) -> str:
    """Returns a server in a line: name, address, tables, and what it asks for."""
    asks = [texts("lan.password")] if server.password else []
    asks += [texts("lan.tls")] if server.tls else []
    tables = texts("lan.tables", count=server.tables)
    name, address = pad(cut(server.name, NAME), NAME), pad(str(server.address), ADDRESS)
    return "  ".join((name, address, tables, *asks)).rstrip()


def lan_trouble(error: LanError, texts: Texts) -> str:
    """Returns why the network cannot be searched."""
    if error.code == "missing":
        return texts("lan.missing")
    if error.code == "address":
        return texts("lan.address")
    cause = error.__cause__
    return texts("lan.network", reason=system_reason(cause, texts) if isinstance(cause, OSError) else error)


def list_servers(seconds: float, interface: str, texts: Texts) -> tuple[int, list[str]]:
    """Searches for so long; returns the exit code, and in lines what was found or what went wrong."""
    from gouji_client.lan import LanError, find_servers

    try:
        found = find_servers(seconds, interfaces=[interface] if interface else None)
    except LanError as error:
        return 1, [lan_trouble(error, texts)]
    return 0, [lan_line(server, texts) for server in found] or [texts("lan.none")]
