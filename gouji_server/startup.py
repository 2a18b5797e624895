"""From words to settings: the whole way of a line of nothing but settings, as most servers are started.

Such a line needs no click, which would stay in memory as long as the server does. What is more than
settings, or no setting at all, is for ``commands``, which reads the same lines and says what is wrong with
one. The words alone decide whose a line is: a file may be a pipe, and can be read once.
"""

from __future__ import annotations

import sys
from typing import cast

from gouji_server.config import ConfigError, MisfitError
from gouji_server.kinds import Places, PositionFile, Setting, Switch, UnfitError
from gouji_server.settings import SETTINGS, Config

_OPTIONS: dict[str, Setting] = {f"--{setting.name}": setting for setting in SETTINGS}
_OFF = {f"--no-{setting.name}": setting for setting in SETTINGS if isinstance(setting, Switch)}
_FILE = "--config"


def plain(words: list[str]) -> Config | None:
    """Returns the settings that a line makes, None if ``commands`` has to look at it.

    Raises:
        ConfigError: if a file that it names makes none.
    """
    found = _read(words)
    if found is None:
        return None
    file, values, texts = found
    try:
        # Those in files last: once a file is read, the line is this module's to refuse.
        for setting in sorted(texts, key=lambda setting: isinstance(setting, PositionFile)):
            parsed = [setting.parse(text) for text in texts[setting]]
            values[setting.attribute] = tuple(parsed) if isinstance(setting, Places) else parsed[0]
    except UnfitError:
        return None
    return made(file, values)


def _read(words: list[str]) -> tuple[str, dict[str, object], dict[Setting, list[str]]] | None:
    """Returns the file that a line names, empty if none, its switches by attribute, and what else it chooses.

    None if there is something else than settings.
    """
    file, switches, texts = "", dict[str, object](), dict[Setting, list[str]]()
    rest = iter(words)
    for word in rest:
        name, attached, text = word.partition("=")
        setting = _OPTIONS.get(name) or _OFF.get(name)
        if isinstance(setting, Switch):
            if attached:
                return None
            switches[setting.attribute] = name in _OPTIONS
            continue
        # Without a value, or before an option, one was forgotten.
        if not attached and (text := next(rest, "--")).startswith("-"):
            return None
        if name == _FILE:
            file = text
        elif setting is None:
            return None
        elif isinstance(setting, Places):
            texts.setdefault(setting, []).append(text)
        else:
            texts[setting] = [text]
    return file, switches, texts


def made(file: str | None, values: dict[str, object]) -> Config:
    """Returns the settings that a file makes, if one is named, and those chosen beside it, which win.

    Raises:
        ConfigError: if they make none.
    """
    from pathlib import Path

    chosen = values.copy()
    if file:
        from gouji_server.configfile import read

        chosen = read(Path(file)) | values
    data = chosen.pop("data", None)
    if data is None:
        from platformdirs import user_data_path

        data = user_data_path("gouji")
    return Config(cast("Path", data), **chosen)


def check(config: Config) -> None:
    """Sees that settings fit each other, for whoever serves.

    Raises:
        MisfitError: if they do not.
    """
    if not config.tcp and config.listen:
        raise MisfitError("--no-tcp and --listen exclude each other")
    if not config.tcp and config.unix is None:
        raise MisfitError("--no-tcp needs --unix")
    of_tcp = {
        "--password-file": config.password_file,
        "--tls-cert": config.tls_cert,
        "--tls-key": config.tls_key,
    }
    idle = ", ".join(name for name, value in of_tcp.items() if value is not None)
    if not config.tcp and idle:
        raise MisfitError(f"--no-tcp and {idle} exclude each other, for on a Unix socket they do nothing")
    if config.parent_watch and sys.stdin is None:
        raise MisfitError("--parent-watch needs a stdin to watch")


def refusal(error: ConfigError) -> tuple[str, int]:
    """Returns what is said of settings that make no server, and the exit code: 2 for wrong usage."""
    from gouji_server.configfile import BadFileError

    match error:
        case BadFileError():
            return f"{error}; see gouji-server --print-config", 2
        case MisfitError():
            return f"{error}; see gouji-server --help", 2
        case _:
            return str(error), 1
