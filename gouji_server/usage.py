"""What ``gouji-server --help`` prints, made without click, which is most of the time of other commands."""

from __future__ import annotations

from gouji_server.kinds import Heading, Setting, Switch
from gouji_server.settings import LINES

WIDTH = 79
COLUMN = 31
"""Where explanations begin."""

COMMANDS = (
    ("admin", "Ask or tell the server that is running: its tables, its people, its end."),
    ("backup", "Copy all that a server keeps to one file, also while people play."),
    ("records", "List the games played, or print one of them."),
)

OPTIONS = (
    ("--config FILE", "Read settings from this file (TOML); options of the command line win over it."),
    ("--print-config", "Print such a file with every setting as it is by default, and end."),
    ("--version", "Tell the version and end."),
    ("-h, --help", "Tell this and end."),
)

EXAMPLES = (
    ("gouji-server", "everywhere on this machine, IPv4 and IPv6"),
    ("gouji-server --listen 127.0.0.1:5000", "one address and port"),
    ("gouji-server --unix /run/gouji/socket", "the local network and a Unix socket"),
    ("gouji-server --no-tcp --unix ./gouji.sock --data ./games", ""),
    ("gouji-server --print-config > gouji.toml", "a file to change and to start with --config"),
    ("gouji-server admin list", "who plays on the server that is running"),
    ("gouji-server backup sunday.sqlite3", "a copy of all games, while they go on"),
    ("gouji-server records", "the games that were played, by their ids"),
)


def help_text(command: str) -> str:
    """Returns the help of the whole command."""
    lines = [f"Usage: {command} [OPTIONS] [COMMAND]", ""]
    lines.append("  Serve tables of Gouji to players on the network or on this machine.")
    for line in LINES:
        if isinstance(line, Heading):
            lines += ["", f"{line.title}:"]
        else:
            lines += _entry(option_of(line), explained(line))
    lines += ["", "Options:"]
    for option, what in OPTIONS:
        lines += _entry(option, what)
    lines += ["", "Commands (each has --help):"]
    for name, what in COMMANDS:
        lines += _entry(name, what)
    lines += ["", "Examples:"]
    lines += [f"  {example:<42}{what}".rstrip() for example, what in EXAMPLES]
    return "\n".join([*lines, ""])


def option_of(setting: Setting) -> str:
    """Returns a setting as an option of the command line."""
    if isinstance(setting, Switch):
        return f"--[no-]{setting.name}"
    return f"--{setting.name} {setting.metavar}"


def explained(setting: Setting) -> str:
    """Returns what help says about a setting."""
    shown = setting.shown()
    return f"{setting.explained[:-1]} ({shown})." if shown else setting.explained


def _entry(left: str, right: str) -> list[str]:
    lines: list[str] = []
    line = f"  {left}"
    if len(line) > COLUMN - 2:
        lines.append(line)
        line = ""
    line = line.ljust(COLUMN - 1)
    for word in right.split():
        if len(line) + 1 + len(word) > WIDTH:
            lines.append(line)
            line = " " * (COLUMN - 1)
        line += f" {word}"
    return [*lines, line]
