"""Everything the owner of a server may choose, one line each.

The command line, its help, the configuration file and the tests of docs/server.md are made from these lines;
a new setting is a line here and one in docs/server.md. It is imported by ``--help``: see ``kinds``.
"""

from __future__ import annotations

from gouji_protocol.limits import DEFAULT_PORT, HELLO_SECONDS, SILENCE_SECONDS
from gouji_server.kinds import (
    Count,
    File,
    Folder,
    Heading,
    Number,
    Place,
    Places,
    PositionFile,
    Seconds,
    Setting,
    Switch,
    Text,
)
from gouji_server.rates import Pace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

METRICS_PORT = 9216
"""Where metrics are told if only an address is given."""


class Config:
    """Is what the owner of a server chose; read-only. ``Config(data, window=0.0)`` is the rest by default."""

    _where = Heading("Where")
    listen = Places("Listen on this TCP address instead of everywhere, port 4216.", DEFAULT_PORT)
    tcp = Switch(True, "Whether to listen on TCP at all; without it --unix is needed.")
    unix = File("Listen on a Unix socket too.")
    data = Folder("Where games are kept; the data directory of the platform unless chosen.")

    keep_records = Count(0, "For how many days records of games are kept; 0 is for ever.", 0, 36_500)
    keep_strangers = Count(
        90, "After how many days people who never played are forgotten; 0 is never.", 0, 36_500
    )

    _who = Heading("Who comes in")
    password_file = File("Ask everybody who comes by TCP for the password in this file.")
    tls_cert = File("Speak TLS on TCP with this certificate chain (PEM).")
    tls_key = File("The private key of the certificate (PEM), if it is in a file of its own.")
    announce = Switch(True, "Whether to tell the local network that there is a server here.")
    announce_on = Text("Tell it only on the network of this address of the machine.", 64)
    motd = Text("The message of the day, for everybody who comes.")

    _play = Heading("Play")
    window = Seconds(1.5, "The least time a secret step stays open, so that its end tells no hand.", 0, 60)
    bot_pace = Seconds(0.8, "How long bots take for a decision.", 0, 60)
    round_pause = Seconds(10.0, "The time between two rounds, unless the host or all go on sooner.", 0, 3600)

    _limits = Heading("Limits")
    connections = Count(
        4096, "How many connections may be open at once, besides those without hello.", 1, 1_000_000
    )
    hello_time = Seconds(HELLO_SECONDS, "How long a new connection has to say hello.", 0.1, 3600)
    silence = Seconds(SILENCE_SECONDS, "After how long without a word a client counts as gone.", 1, 86_400)
    send_time = Seconds(10.0, "How long a client may leave unread what it was sent.", 0.1, 3600)
    send_bytes = Count(256 * 1024, "How many bytes may wait for a client before it is cut.", 4096, 2**30)
    limit_play = Pace(50, 200, "How many moves and the like one person may send a second, and at once.")
    limit_chat = Pace(1, 10, "The same of lines of chat.")
    limit_list = Pace(2, 20, "The same of lists of tables, and of pings.")
    limit_resume = Pace(2, 40, "The same of joining, watching and records.")
    limit_create = Pace(0.1, 10, "The same of making tables.")
    tables_each = Count(
        8, "Of how many open tables one person may be the host; nobody makes one more.", 1, 10_000
    )
    patience = Count(100, "How many messages too many end a connection.", 1, 1_000_000)
    address_people = Count(12, "How many people at their limits have room behind one address.", 6, 100_000)
    limit_newcomers = Pace(1, 60, "How many people who are new one address may bring a second, and at once.")
    connections_each = Count(256, "How many people may be there from one address at once.", 6, 1_000_000)
    strangers = Count(
        512, "How many connections may be there without hello; the oldest makes room.", 12, 65_536
    )
    strangers_each = Count(24, "How many of them from one address.", 6, 65_536)
    limit_local = Switch(False, "Whether this machine itself counts as an address with limits.")

    _running = Heading("Running it")
    log = File("Log to a file, not stderr.")
    metrics = Place("Tell metrics and health over HTTP on this address.", METRICS_PORT)
    admin_socket = File("The socket for gouji-server admin; DATA/admin.sock unless chosen.")
    parent_watch = Switch(False, "Whether to stop as soon as stdin is closed, and heed the lines on it.")

    _practice = Heading("Practice and tests")
    seed = Number("The same cards and bots each time: who knows N knows all hands.")
    position = PositionFile("Every new table begins from this position, a rule case in JSON.")

    def __init__(self, data: Path, **chosen: object) -> None:
        values = {setting.attribute: setting.default for setting in SETTINGS}
        if unknown := chosen.keys() - values.keys():
            raise TypeError(f"no such setting: {', '.join(unknown)}")
        # In the instance's own dictionary they hide the descriptors, which only say what type they have.
        self.__dict__.update(values | {"data": data} | chosen)

    def but(self, **chosen: object) -> Config:
        """Returns these settings with some of them chosen anew."""
        values: dict[str, Any] = {**vars(self), **chosen}
        return Config(**values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} is chosen once; take but()")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Config) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return f"Config({', '.join(f'{name}={value!r}' for name, value in vars(self).items())})"


LINES: tuple[Heading | Setting, ...] = tuple(
    line for line in vars(Config).values() if isinstance(line, Heading | Setting)
)
"""All settings in the order above, under their headings."""

SETTINGS: tuple[Setting, ...] = tuple(line for line in LINES if isinstance(line, Setting))
"""All settings."""
