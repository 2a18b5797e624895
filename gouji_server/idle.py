"""What was chosen and does nothing beside what else was chosen: the owner is told so at the start.

Where somebody could rely on it to keep others out, the start is refused instead (``commands``); but for the
password in the environment, which a private server has from whoever started it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Set

from gouji_server.config import Config
from gouji_server.password import VARIABLE
from gouji_server.settings import SETTINGS

_OF_ADDRESSES = frozenset({"limit_newcomers", "address_people", "connections_each", "strangers_each"})
"""The limits of an address."""

_OF_PEOPLE = frozenset({"limit_play", "limit_chat", "limit_list", "limit_resume", "limit_create"})
"""The limits that ``patience`` is about."""


def idle(config: Config, environment: Mapping[str, str] = os.environ) -> Iterator[str]:
    """Gives a sentence for each thing that does nothing."""
    if environment.get(VARIABLE):
        if not config.tcp:
            yield f"{VARIABLE} does nothing with --no-tcp: on a Unix socket nobody is asked for a password"
        elif config.password_file is not None:
            yield f"{VARIABLE} does nothing beside --password-file: only the file's password opens"
    if config.announce_on and not config.announce:
        yield "--announce-on does nothing with --no-announce"
    elif config.announce_on and not config.tcp:
        yield "--announce-on does nothing with --no-tcp: over the network nobody can come"
    limits = _chosen(config, _OF_ADDRESSES)
    if limits and not config.tcp and not config.limit_local:
        does = "does" if len(limits) == 1 else "do"
        reason = "a Unix socket counts as an address only with --limit-local"
        yield f"{', '.join(limits)} {does} nothing with --no-tcp: {reason}"
    if _chosen(config, {"patience"}) and not any(vars(config)[name] for name in _OF_PEOPLE):
        yield "--patience does nothing where nothing that people send has a limit"


def _chosen(config: Config, names: Set[str]) -> list[str]:
    """Returns the options of those settings that are not as they are by default."""
    settings = [setting for setting in SETTINGS if setting.attribute in names]
    return [f"--{one.name}" for one in settings if vars(config)[one.attribute] != one.default]
