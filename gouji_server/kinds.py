"""The kinds of settings: what each takes from the command line and from the file, and how it is written.

A setting is an attribute of ``settings.Config``. ``gouji-server --help`` reads them all, so this module and
``settings`` import nothing at their head that Python has not loaded by itself: ``dataclasses`` and ``typing``
alone would double its time.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from gouji_server.config import Address
    from gouji_server.position import Position


class UnfitError(ValueError):
    """Says that a value is none for a setting; its text is what is wanted instead."""


class Heading:
    """Begins a group of settings in lists for people."""

    def __init__(self, title: str) -> None:
        self.title = title


class Setting(ABC):
    """Is one thing that the owner of a server may choose; its kinds are the classes below.

    What is not set is an empty text in the file and on the command line.
    """

    metavar = "TEXT"
    wanted = "a text"

    def __init__(self, default: object, explained: str) -> None:
        self.default = default
        self.explained = explained
        """One line for people, ending in a full stop."""
        self.attribute = ""
        self.name = ""
        """What it is called in the file and, after two hyphens, on the command line."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.attribute, self.name = name, name.replace("_", "-")

    def parse(self, text: str) -> object:
        """Reads a value as the command line has it.

        Raises:
            UnfitError: if it is none.
        """
        return self.take(text)

    @abstractmethod
    def take(self, value: object, base: Path | None = None) -> object:
        """Returns what a value of the file means; relative paths begin at ``base``.

        Raises:
            UnfitError: if it means nothing.
        """

    def written(self) -> str:
        """Returns the default as the file has it."""
        return '""' if self.default is None else f'"{self.default}"'

    def shown(self) -> str:
        """Returns the default as help tells it, empty if there is none worth telling."""
        return ""


class Text(Setting):
    """Is a text, empty unless chosen."""

    def __init__(self, explained: str, longest: int = 1024) -> None:
        super().__init__("", explained)
        self.longest = longest
        self.wanted = f"a text of at most {longest} characters"

    def __get__(self, config: object, owner: type) -> str:
        return vars(config)[self.attribute]

    def take(self, value: object, base: Path | None = None) -> object:
        if not isinstance(value, str) or len(value) > self.longest:
            raise UnfitError(self.wanted)
        try:
            value.encode()
        except UnicodeEncodeError as error:
            # As a terminal of another encoding has it; it could be told to nobody.
            raise UnfitError("a text in UTF-8") from error
        return value


class _Path(Setting):
    metavar = "FILE"
    wanted = "a path as text"

    def __init__(self, explained: str) -> None:
        super().__init__(None, explained)

    def take(self, value: object, base: Path | None = None) -> object:
        return _path(value, base, self.wanted)


class File(_Path):
    """Is the path of a file, or none."""

    def __get__(self, config: object, owner: type) -> Path | None:
        return vars(config)[self.attribute]


class Folder(_Path):
    """Is the path of a directory that is always chosen in the end."""

    metavar = "DIR"

    def __get__(self, config: object, owner: type) -> Path:
        return vars(config)[self.attribute]


class Switch(Setting):
    """Is on or off."""

    wanted = "true or false"

    def __get__(self, config: object, owner: type) -> bool:
        return vars(config)[self.attribute]

    def take(self, value: object, base: Path | None = None) -> object:
        if not isinstance(value, bool):
            raise UnfitError(self.wanted)
        return value

    def written(self) -> str:
        return "true" if self.default else "false"

    def shown(self) -> str:
        return "on" if self.default else "off"


class Count(Setting):
    """Is a whole number within bounds."""

    metavar = "N"

    def __init__(self, default: int, explained: str, least: int, most: int) -> None:
        super().__init__(default, explained)
        self.least, self.most = least, most
        self.wanted = f"a whole number from {least} to {most}"

    def __get__(self, config: object, owner: type) -> int:
        return vars(config)[self.attribute]

    def parse(self, text: str) -> object:
        try:
            return self.take(int(text))
        except ValueError as error:
            raise UnfitError(self.wanted) from error

    def take(self, value: object, base: Path | None = None) -> object:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            raise UnfitError(self.wanted)
        return value

    def written(self) -> str:
        return str(self.default)

    def shown(self) -> str:
        return str(self.default)


class Number(Setting):
    """Is a whole number of at most 64 bits, or none."""

    metavar = "N"
    wanted = "a whole number of at most 64 bits"

    def __init__(self, explained: str) -> None:
        super().__init__(None, explained)

    def __get__(self, config: object, owner: type) -> int | None:
        return vars(config)[self.attribute]

    def parse(self, text: str) -> object:
        try:
            return self.take(int(text) if text else "")
        except ValueError as error:
            raise UnfitError(self.wanted) from error

    def take(self, value: object, base: Path | None = None) -> object:
        if value == "":
            return None
        if not isinstance(value, int) or isinstance(value, bool) or not -(2**63) <= value < 2**63:
            raise UnfitError(self.wanted)
        return value


class Seconds(Setting):
    """Is a span of time."""

    metavar = "SECONDS"

    def __init__(self, default: float, explained: str, least: float, most: float) -> None:
        super().__init__(default, explained)
        self.least, self.most = least, most
        self.wanted = f"a number of seconds from {least:g} to {most:g}"

    def __get__(self, config: object, owner: type) -> float:
        return vars(config)[self.attribute]

    def parse(self, text: str) -> object:
        try:
            return self.take(float(text))
        except ValueError as error:
            raise UnfitError(self.wanted) from error

    def take(self, value: object, base: Path | None = None) -> object:
        # NaN is within no bounds.
        if (
            not isinstance(value, int | float)
            or isinstance(value, bool)
            or not self.least <= value <= self.most
        ):
            raise UnfitError(self.wanted)
        return float(value)

    def written(self) -> str:
        return str(self.default)

    def shown(self) -> str:
        return f"{self.default:g}"


class Place(Setting):
    """Is a TCP address to listen on, or none."""

    metavar = "[ADDR]:PORT"
    wanted = "an address as text, ADDR:PORT, [IPV6]:PORT, or :PORT for this machine only"

    def __init__(self, explained: str, port: int) -> None:
        super().__init__(None, explained)
        self.port = port

    def __get__(self, config: object, owner: type) -> Address | None:
        return vars(config)[self.attribute]

    def take(self, value: object, base: Path | None = None) -> object:
        if value == "":
            return None
        here = isinstance(value, str) and value.startswith(":") and not value.startswith("::")
        return _address(f"127.0.0.1{value}" if here else value, self.port, self.wanted)


class Places(Setting):
    """Is any number of TCP addresses to listen on; the option may be given again."""

    metavar = "ADDR[:PORT]"
    wanted = 'a list of addresses, ["ADDR:PORT", "[IPV6]:PORT"]'

    def __init__(self, explained: str, port: int) -> None:
        super().__init__((), explained)
        self.port = port

    def __get__(self, config: object, owner: type) -> tuple[Address, ...]:
        return vars(config)[self.attribute]

    def take(self, value: object, base: Path | None = None) -> object:
        if not isinstance(value, list | tuple):
            raise UnfitError(self.wanted)
        parts: list[object] = [*value]
        return tuple(_address(part, self.port, self.wanted) for part in parts)

    def parse(self, text: str) -> object:
        return _address(text, self.port, "an address, ADDR[:PORT] or [IPV6]:PORT")

    def written(self) -> str:
        return "[]"


class PositionFile(_Path):
    """Is a file with the position that games begin from, or none; taking it reads the file."""

    def __get__(self, config: object, owner: type) -> Position | None:
        return vars(config)[self.attribute]

    def take(self, value: object, base: Path | None = None) -> object:
        from gouji_server.position import load_position

        path = _path(value, base, self.wanted)
        return None if path is None else load_position(path)


def _path(value: object, base: Path | None, wanted: str) -> Path | None:
    from pathlib import Path

    if not isinstance(value, str) or "\0" in value:
        raise UnfitError(wanted)
    return (base or Path()) / value if value else None


def _address(value: object, port: int, wanted: str) -> Address:
    from gouji_server.config import ConfigError, parse_address

    if not isinstance(value, str):
        raise UnfitError(wanted)
    try:
        return parse_address(value, port)
    except ConfigError as error:
        raise UnfitError(wanted) from error
