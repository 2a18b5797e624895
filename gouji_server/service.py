"""What the owner of a server has beside the game: the admin socket, and metrics where they are asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import trio

from gouji_server.admin import SOCKET
from gouji_server.admin.counter import serve_owner
from gouji_server.config import Config, ConfigError
from gouji_server.house import House
from gouji_server.listeners import Listener, open_tcp, open_unix
from gouji_server.lobby import Lobby
from gouji_server.logs import warn
from gouji_server.parent import heed_parent
from gouji_server.reception import Reception

if TYPE_CHECKING:
    from gouji_server.admin.deeds import Deeds

OWN = 0o600
"""The mode of the admin socket: for the server's own user; root may anyway."""


@dataclass(slots=True)
class Service:
    """Is the owner's sockets, open before anybody is let in."""

    admin: Listener | None = None
    metrics: list[Listener] = field(default_factory=list[Listener])
    parent: bool = False
    """Whether whoever started the server is its owner, who holds its stdin."""

    def start(
        self, nursery: trio.Nursery, house: House, lobby: Lobby, reception: Reception, stop: trio.Event
    ) -> None:
        """Serves them for as long as the nursery is open."""
        if self.admin is not None:
            owner = _Owner(house, lobby, reception, nursery, stop)
            nursery.start_soon(serve_owner, self.admin, owner.answer)
        if self.parent:
            nursery.start_soon(heed_parent, house, lobby, stop)
        if self.metrics:
            # Imported where they are asked for.
            from gouji_server.metrics.page import Page
            from gouji_server.metrics.web import serve_web

            page = Page(house, lobby, reception)
            for listener in self.metrics:
                nursery.start_soon(serve_web, listener, page.get)

    def close(self) -> None:
        """Closes the sockets and removes the file of the admin socket."""
        for listener in (*self.metrics, *([self.admin] if self.admin else [])):
            listener.close()


@dataclass(slots=True)
class _Owner:
    """Is whoever asks by the admin socket; what answers is imported by the first question."""

    house: House
    lobby: Lobby
    reception: Reception
    nursery: trio.Nursery
    stop: trio.Event
    deeds: Deeds | None = None

    async def answer(self, line: bytes, user: int | None) -> bytes:
        if self.deeds is None:
            from gouji_server.admin.deeds import Deeds

            self.deeds = Deeds(self.house, self.lobby, self.reception, self.nursery, self.stop)
        return await self.deeds.answer(line, user)


def open_service(config: Config) -> Service:
    """Opens the owner's sockets.

    Raises:
        ConfigError: if one that was asked for cannot be had; then none stays open.
    """
    service = Service(parent=config.parent_watch)
    try:
        service.admin = open_unix(config.admin_socket or config.data / SOCKET, mode=OWN)
    except ConfigError as error:
        if config.admin_socket is not None:
            raise
        # As where the path is too long for a socket: people can play all the same.
        warn("no admin socket", reason=str(error))
    try:
        if config.metrics is not None:
            service.metrics = open_tcp(config.metrics)
    except ConfigError as error:
        service.close()
        reason = str(error).partition(";")[0]
        raise ConfigError(f"{reason}; choose another with --metrics") from error
    return service
