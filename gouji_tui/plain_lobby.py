"""The lobby in the plain mode: the table as lines, and words for everything that its keys do on a screen."""

from __future__ import annotations

from collections.abc import Callable

from gouji_client.updates import TableState
from gouji_core.seats import SEATS
from gouji_tui.cells import text_of
from gouji_tui.deeds import Deed, Do
from gouji_tui.failures import explained
from gouji_tui.lobby import LEVELS, Lobby, do, seat_at
from gouji_tui.presenter.lobby import seat_name, seat_words, table_words
from gouji_tui.talk import remark_line
from gouji_tui.texts import Texts
from gouji_tui.visit import Visit

_WORDS: dict[str, str] = {
    "ready": "ready",
    "准备": "ready",
    "bots": "fill",
    "补满": "fill",
    "bot": "bot",
    "电脑": "bot",
    "nobot": "unbot",
    "撤": "unbot",
    "sit": "sit",
    "坐": "sit",
    "join": "federation",
    "联邦": "federation",
    "opposite": "opposite",
    "对头": "opposite",
    "swap": "swap",
    "对换": "swap",
    "lots": "lots",
    "抽签": "lots",
    "kick": "kick",
    "请离": "kick",
    "host": "hand_over",
    "房主": "hand_over",
}
"""The words that ask something of the table, by the key that does so on a screen."""
_NO_SEAT = frozenset({"ready", "fill", "lots"})


class PlainLobby:
    """Tells a table that waits, and turns lines into what its people ask."""

    def __init__(self, visit: Visit, texts: Texts, say: Callable[[str], None]) -> None:
        self._visit = visit
        self.texts = texts
        self._say = say
        self._seats: tuple[str, ...] = ()
        self.told = 0
        """How many of the table's remarks have been told."""

    def tell(self) -> None:
        """Tells the whole table: code, seats, rules, and what may be typed."""
        visit, texts, state = self._visit, self.texts, self._visit.lobby
        if state is None:
            return
        self._say(
            texts("start.wait_host" if visit.host else "start.wait", code=visit.code, count=visit.taken)
        )
        self._tell_seats(state)
        for words in table_words(texts, state, visit.around.evening):
            self._say(words)
        host = "plain.lobby_host" if visit.taken < len(SEATS) else "plain.lobby_full"
        self._say(texts(host if visit.host else "plain.lobby_guest"))
        self._say(texts("plain.lobby_more"))

    def changed(self) -> None:
        """Tells what was said since the last time, and the seats that are not as they were."""
        visit, state = self._visit, self._visit.lobby
        sitting = visit.sitting
        new, self.told = sitting.remarks - self.told, sitting.remarks
        for remark in sitting.talk[-new:] if new else []:
            self._say(text_of(remark_line(remark, self.texts)))
        if visit.note is not None:
            self._say(self.texts(visit.note.code, **explained(visit.note.data, self.texts)))
            visit.note = None
        if state is None:
            return
        lines = self._lines(state)
        if self._seats and lines != self._seats:
            for old, line in zip(self._seats, lines, strict=True):
                if old != line:
                    self._say(line)
            code = "start.wait_host" if visit.host else "start.wait"
            self._say(self.texts(code, code=visit.code, count=visit.taken))
        self._seats = lines

    def line(self, text: str) -> None:
        """Takes a line that was typed."""
        visit, state = self._visit, self._visit.lobby
        if state is None:
            return
        words = text.lower().split()
        match words:
            case []:
                if visit.host:
                    self._do(state, "start", 0)
            case ["?" | "help" | "帮助"]:
                self._say(self.texts("plain.lobby_help"))
            case ["table" | "seats" | "座位" | "桌面"]:
                self.tell()
            case ["rules" | "规则" | "w", *query]:
                self._tell_rules(state, " ".join(query))
            case [word, *rest] if word in _WORDS:
                self._word(state, _WORDS[word], rest)
            case _:
                self._say(self.texts("plain.lobby_unknown", text=text[:40]))

    def _word(self, state: TableState, name: str, rest: list[str]) -> None:
        seats = [int(word) - 1 for word in rest if word in {"1", "2", "3", "4", "5", "6"}]
        levels = [word for word in rest if word in self._levels()]
        if name in _NO_SEAT:
            self._do(state, name, 0)
        elif len(seats) != (2 if name == "swap" else 1):
            self._say(self.texts("plain.lobby_seat"))
        elif name == "bot" and levels:
            self._do(state, name, seats[0], text=self._levels()[levels[0]])
        else:
            self._do(state, name, seats[0], seats[1] if name == "swap" else -1)

    def _levels(self) -> dict[str, str]:
        return {level: level for level in LEVELS} | {self.texts(f"level.{level}"): level for level in LEVELS}

    def _do(self, state: TableState, name: str, seat: int, other: int = -1, text: str = "") -> None:
        """Does what the key of this name does at a seat, or says why it does nothing."""
        place = next(place for place in SEATS if seat_at(place, state.seat) == (seat if other < 0 else other))
        step = do(Lobby(place, seat if other >= 0 else -1), state, name)
        if step.desk.note is not None:
            self._say(self.texts(step.desk.note.code, **dict(step.desk.note.data)))
        elif step.start:
            self._visit.begin()
        elif name in {"kick", "hand_over"}:
            # Typing the word with a seat behind it is deliberate enough.
            self._visit.do(Deed(Do(name), seat))
        elif step.deed is not None:
            deed = step.deed
            self._visit.do(Deed(deed.do, deed.seat, deed.other, text) if text else deed)

    def _tell_seats(self, state: TableState) -> None:
        self._seats = self._lines(state)
        for line in self._seats:
            self._say(line)

    def _lines(self, state: TableState) -> tuple[str, ...]:
        texts = self.texts
        lines: list[str] = []
        for seat in SEATS:
            words = ", ".join((seat_name(texts, state.seats[seat]), *seat_words(texts, state, seat)))
            lines.append(f"  {texts('seat.number', number=seat + 1)}: {words}")
        return tuple(lines)

    def _tell_rules(self, state: TableState, query: str) -> None:
        from gouji_core.options import PRESETS
        from gouji_tui.presenter.lobby import rules_of
        from gouji_tui.rulebook import page

        if query:
            self._say(page(query, rules_of(state) or PRESETS["online"], self.texts.lang, 76))
            return
        for words in table_words(self.texts, state, self._visit.around.evening):
            self._say(words)
