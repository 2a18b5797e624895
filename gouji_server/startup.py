"""From words to settings: the whole way of a line of nothing but settings, as most servers are started.

Such a line needs no click, which would stay in memory as long as the server does. What is more than settings,
or no setting at all, is for ``commands``, which reads the same lines and says what is wrong with one.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import cast

from gouji_core.errors import GoujiError
from gouji_server.kinds import Places, Setting, Switch, UnfitError
from gouji_server.settings import SETTINGS, Config

_OPTIONS: dict[str, Setting] = {f"--{setting.name}": setting for setting in SETTINGS}
_OFF = {f"--no-{setting.name}": setting for setting in SETTINGS if isinstance(setting, Switch)}
_FILE = "--config"


def plain(words: list[str]) -> Config | None:
    """Returns the settings that a line makes, None if ``commands`` has to look at it."""
    try:
        file, values = _read(words)
        config = made(file, values)
    except (_OtherError, UnfitError, GoujiError):
        return None
    return None if misfit(config) else config


class _OtherError(Exception):
    """Says that there is something else than settings."""


def _read(words: list[str]) -> tuple[str, dict[str, object]]:
    """Returns the file that a line names, empty if none, and what it chooses itself, by attribute."""
    file, values = "", dict[str, object]()
    rest = iter(words)
    for word in rest:
        name, attached, value = word.partition("=")
        setting = _OPTIONS.get(name) or _OFF.get(name)
        if isinstance(setting, Switch):
            if attached:
                raise _OtherError
            values[setting.attribute] = name in _OPTIONS
            continue
        if not attached:
            value = next(rest, "--")
            # It may be an option before which a value was forgotten.
            if value.startswith("-"):
                raise _OtherError
        if name == _FILE:
            file = value
        elif isinstance(setting, Places):
            earlier = cast("tuple[object, ...]", values.get(setting.attribute, ()))
            values[setting.attribute] = (*earlier, setting.parse(value))
        elif setting is not None:
            values[setting.attribute] = setting.parse(value)
        else:
            raise _OtherError
    return file, values


def made(file: str | None, values: dict[str, object]) -> Config:
    """Returns the settings that a file makes, if one is named, and those chosen beside it, which win.

    Raises:
        ConfigError: if they make none.
    """
    if file:
        from gouji_server.configfile import read

        values = read(Path(file)) | values
    chosen = values.copy()
    data = chosen.pop("data", None) or _default_data()
    return Config(cast("Path", data), **chosen)


def _default_data() -> Path:
    from platformdirs import user_data_path

    return user_data_path("gouji")


def misfit(config: Config) -> str | None:
    """Returns which settings do not fit each other, and why; None if all do."""
    if not config.tcp and config.listen:
        return "--no-tcp and --listen exclude each other"
    if not config.tcp and config.unix is None:
        return "--no-tcp needs --unix"
    of_tcp = {
        "--password-file": config.password_file,
        "--tls-cert": config.tls_cert,
        "--tls-key": config.tls_key,
    }
    idle = ", ".join(name for name, value in of_tcp.items() if value is not None)
    if not config.tcp and idle:
        return f"--no-tcp and {idle} exclude each other, for on a Unix socket they do nothing"
    if config.parent_watch and sys.stdin is None:
        return "--parent-watch needs a stdin to watch"
    return None
