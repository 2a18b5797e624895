"""The menu: what can be started, chosen by arrows and Enter; and the line for a server's address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, centre, keys_bar, width, wrap
from gouji_tui.door import without_tls
from gouji_tui.keys import Press
from gouji_tui.letters import folded, is_letter
from gouji_tui.screens.base import Page
from gouji_tui.widgets.rows import Rows

LONGEST = 200
"""How many letters are taken of an address or the name of a record."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Is one line of the menu."""

    code: str
    do: Callable[[], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """Is a question of the menu: its message, that of its keys, and what the answer does.

    ``do`` returns whether the question is settled.
    """

    code: str
    keys: str
    do: Callable[[str], bool]


class MenuScreen(Page):
    """Shows what can be started."""

    CSS = """
    MenuScreen { align: center middle; }
    #menu { width: 50; max-width: 100%; height: 21; max-height: 100%; padding: 1 2; border: ascii ansi_cyan; }
    MenuScreen.-lines #menu { border: round ansi_cyan; }
    #menufoot { dock: bottom; height: 1; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._asked: Asked | None = None
        self._typed = ""
        self._said = ""

    def compose(self) -> ComposeResult:
        yield Rows(id="menu")
        yield Rows(id="menufoot")

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The entries, all of which work."""
        app = self.gouji
        return (
            Entry("menu.solo", app.play_solo),
            Entry("menu.lan", app.open_lan),
            Entry("menu.connect", self._ask_address),
            Entry("menu.replays", self._ask_record),
            Entry("menu.rules", app.open_rules),
            Entry("menu.practice", app.open_practice),
            Entry("menu.settings", app.open_settings),
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
        if self._asked is None and self.gouji.trouble is not None:
            rows += [*wrap((Span(texts("settings.of_no_use"), Ink.WARN),), room), EMPTY]
        if self._asked is None:
            roomy = menu.size.height >= len(rows) + 2 * len(self.entries)
            for index, entry in enumerate(self.entries):
                chosen = index == self._at
                mark = "> " if chosen else "  "
                rows.append(
                    (Span(f"{mark}{index + 1} {texts(entry.code)} ", Ink.CURSOR if chosen else Ink.PLAIN),)
                )
                rows += [EMPTY] if roomy else []
        else:
            rows += [*wrap((Span(texts(self._asked.code)),), room), EMPTY]
            rows.append((Span("> " + self._tail(room - 4)), Span(" ", Ink.CURSOR)))
            rows += [EMPTY, *wrap((Span(self._said, Ink.WARN),), room)] if self._said else []
        menu.show(tuple(rows))
        tutor = texts("tutor.on" if self.gouji.tutoring else "tutor.off")
        keys = texts("menu.keys", tutor=tutor) if self._asked is None else texts(self._asked.keys)
        foot.show((keys_bar(keys, foot.size.width),))

    def _tail(self, room: int) -> str:
        text = self._typed
        while width(text) > room:
            text = text[1:]
        return text

    def on_key(self, event: events.Key) -> None:
        """Takes letters for what is asked for, else keys of the menu."""
        asked = self._asked
        if asked is None or self.hides(event):
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        match event.key:
            case "enter":
                self._said = ""
                if not self._typed.strip() or asked.do(self._typed.strip()):
                    self._asked = None
            case "escape":
                self._asked = None
            case "backspace" | "delete":
                self._typed = self._typed[:-1]
            case _:
                self._type(event.character or "")
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Takes pasted text for what is asked for."""
        for letter in event.text if self._asked is not None else "":
            self._type(letter)
        self.draw()

    def _type(self, letter: str) -> None:
        if is_letter(letter) and len(self._typed) < LONGEST:
            self._typed += letter

    def _ask_address(self) -> None:
        self._ask(Asked("menu.address", "menu.address_keys", self._connect))

    def _ask_record(self) -> None:
        self._ask(Asked("menu.record", "menu.record_keys", self._watch))

    def _ask(self, asked: Asked) -> None:
        self._asked, self._typed, self._said = asked, "", ""

    def _connect(self, address: str) -> bool:
        if "/" not in without_tls(address):
            # No host is called so, but an input method writes colons and points like this.
            address = folded(address)
        self.gouji.connect_to(address)
        return True

    def _watch(self, name: str) -> bool:
        # What was typed stays, to be mended if there is no such record.
        self.gouji.watch_record(name, self._tell)
        return False

    def _tell(self, why: str) -> None:
        self._said = why
        self.draw()

    def _open_help(self) -> None:
        from gouji_tui.screens.pages import HelpPage

        self.gouji.push_screen(HelpPage())

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
            case "hint":
                self.gouji.tutoring = not self.gouji.tutoring
            case "help":
                self._open_help()
            case "settings":
                self.gouji.open_settings()
            case "leave":
                self.gouji.exit()
            case _:
                if 0 < key.digit <= len(entries):
                    self._at = key.digit - 1
                    entries[self._at].do()
        self.draw()
