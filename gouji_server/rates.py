"""How often something may happen: so many a second, so many at once; and the setting that says so.

``gouji-server --help`` reads this: see ``kinds``.
"""

from __future__ import annotations

from gouji_server.kinds import Setting, UnfitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path


class Rate:
    """Is a limit: what is not used is saved up, at most ``burst``."""

    __slots__ = ("burst", "per_second")

    def __init__(self, per_second: float, burst: float) -> None:
        self.per_second = per_second
        self.burst = burst

    def times(self, people: int) -> Rate:
        """Returns the limit of so many people together."""
        return Rate(self.per_second * people, self.burst * people)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rate) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def __str__(self) -> str:
        return f"{self.per_second:g}/{self.burst:g}"

    __repr__ = __str__


class Pace(Setting):
    """Is a limit that may be chosen, written ``RATE/BURST``; not set is no limit."""

    metavar = "RATE/BURST"
    wanted = "so many a second and so many at once as text, RATE/BURST, as 2/40"

    def __init__(self, per_second: float, burst: float, explained: str) -> None:
        super().__init__(Rate(per_second, burst), explained)

    def __get__(self, config: object, owner: type) -> Rate | None:
        return vars(config)[self.attribute]

    def take(self, value: object, base: Path | None = None) -> object:
        if value == "":
            return None
        if not isinstance(value, str):
            raise UnfitError(self.wanted)
        rate, _, burst = value.partition("/")
        try:
            limit = Rate(float(rate), float(burst))
        except ValueError as error:
            raise UnfitError(self.wanted) from error
        # What is no number passes no comparison either.
        if not 0.001 <= limit.per_second <= 1e6 or not 1 <= limit.burst <= 1e6:
            raise UnfitError(self.wanted)
        return limit

    def shown(self) -> str:
        return str(self.default)
