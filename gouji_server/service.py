"""What the owner of a server has beside the game: the admin socket, and metrics where they are asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

import trio

from gouji_server.admin.asks import SOCKET
from gouji_server.admin.counter import serve_owner
from gouji_server.admin.deeds import Deeds
from gouji_server.config import Config, ConfigError
from gouji_server.house import House
from gouji_server.listeners import Listener, open_tcp, open_unix
from gouji_server.lobby import Lobby
from gouji_server.logs import warn
from gouji_server.reception import Reception

OWN = 0o600
"""The mode of the admin socket: for the server's own user; root may anyway."""


@dataclass(slots=True)
class Service:
    """Is the owner's sockets, open before anybody is let in."""

    admin: Listener | None = None
    metrics: list[Listener] = field(default_factory=list[Listener])

    def start(
        self, nursery: trio.Nursery, house: House, lobby: Lobby, reception: Reception, stop: trio.Event
    ) -> None:
        """Serves them for as long as the nursery is open."""
        if self.admin is not None:
            deeds = Deeds(house, lobby, reception, nursery, stop)
            nursery.start_soon(serve_owner, self.admin, deeds.do)
        if self.metrics:
            # Imported by who asks for metrics.
            from gouji_server.metrics.page import Page
            from gouji_server.metrics.web import serve_web

            page = Page(house, lobby, reception)
            for listener in self.metrics:
                nursery.start_soon(serve_web, listener, page.get)

    def close(self) -> None:
        """Closes the sockets and removes the file of the admin socket."""
        for listener in (*self.metrics, *([self.admin] if self.admin else [])):
            listener.close()


def open_service(config: Config) -> Service:
    """Opens the owner's sockets.

    Raises:
        ConfigError: if one that was asked for cannot be had; then none stays open.
    """
    service = Service()
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
