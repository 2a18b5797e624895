"""The menu: what can be started, chosen by arrows and Enter; and the line for a server's address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, bar, centre, width
from gouji_tui.keys import Press, read_key
from gouji_tui.screens.base import Page
from gouji_tui.widgets.rows import Rows


@dataclass(frozen=True, slots=True)
class Entry:
    """Is one line of the menu."""

    code: str
    do: Callable[[], None]


class MenuScreen(Page):
    """Shows what can be started."""

    CSS = """
    MenuScreen { align: center middle; }
    #menu { width: 50; max-width: 100%; height: 17; max-height: 100%; padding: 1 2; border: ascii ansi_cyan; }
    .-lines #menu { border: round ansi_cyan; }
    #menufoot { dock: bottom; height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._address: str | None = None

    def compose(self) -> ComposeResult:
        yield Rows(id="menu")
        yield Rows(id="menufoot")

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries, all of which work."""
        app = self.gouji
        return (
            Entry("menu.solo", app.play_solo),
            Entry("menu.connect", self._ask_address),
            Entry("menu.rules", app.open_rules),
            Entry("menu.language", app.switch_language),
            Entry("menu.quit", app.exit),
        )

    def draw(self) -> None:
        if not self.ready:
            return
        texts = self.gouji.texts
        menu, foot = self.query_one("#menu", Rows), self.query_one("#menufoot", Rows)
        room = menu.size.width
        rows: list[Line] = [
            (Span(centre(texts("app.name"), room), Ink.BOLD),),
            (Span(centre(texts("app.tagline"), room), Ink.DIM),),
            EMPTY,
        ]
        if self._address is None:
            for index, entry in enumerate(self.entries):
                chosen = index == self._at
                mark = "> " if chosen else "  "
                rows.append((Span(f"{mark}{texts(entry.code)} ", Ink.CURSOR if chosen else Ink.PLAIN),))
                rows.append(EMPTY)
        else:
            rows += [(Span(texts("menu.address")),), EMPTY]
            rows.append((Span("> " + self._tail(room - 4)), Span(" ", Ink.CURSOR)))
        menu.show(tuple(rows))
        keys = texts("menu.keys" if self._address is None else "menu.address_keys")
        foot.show((bar(keys, foot.size.width),))

    def _tail(self, room: int) -> str:
        text = self._address or ""
        while width(text) > room:
            text = text[1:]
        return text

    def on_key(self, event: events.Key) -> None:
        """Takes letters for the address while one is asked for, else keys of the menu."""
        if self._address is None:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        key = read_key(event.key, None)
        match key.name:
            case "enter":
                address, self._address = self._address.strip(), None
                if address:
                    self.gouji.connect_to(address)
            case "back":
                self._address = None
            case "undo":
                self._address = self._address[:-1]
            case "leave":
                self.gouji.exit()
            case _:
                typed = event.character or ""
                if len(typed) == 1 and typed.isprintable() and len(self._address) < 200:
                    self._address += typed
        self.draw()

    def _ask_address(self) -> None:
        self._address = ""

    def press(self, key: Press) -> None:
        entries = self.entries
        match key.name:
            case "more" | "previous_answer":
                self._at = (self._at - 1) % len(entries)
            case "fewer" | "next_answer":
                self._at = (self._at + 1) % len(entries)
            case "enter":
                entries[self._at].do()
            case "language":
                self.gouji.switch_language()
            case "leave":
                self.gouji.exit()
            case _:
                if 0 < key.digit <= len(entries):
                    self._at = key.digit - 1
                    entries[self._at].do()
        self.draw()
