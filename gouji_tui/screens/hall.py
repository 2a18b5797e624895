"""The hall of a server: its tables to choose from, and a table of one's own with everything about it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual import events
from textual.app import ComposeResult

from gouji_tui.cells import Ink, Line, Span, keys_bar
from gouji_tui.desk import Note
from gouji_tui.door import LONGEST_PASSWORD
from gouji_tui.draft import PASSWORD, Draft, moved, turned, typed
from gouji_tui.hall import Come, Hall, LookAgain, Open
from gouji_tui.keys import Press
from gouji_tui.letters import folded, is_letter
from gouji_tui.lobby import key_name
from gouji_tui.presenter.hall import draft_rows, hall_rows
from gouji_tui.screens.base import Page
from gouji_tui.screens.boss import hide
from gouji_tui.widgets.rows import Rows

_CURSOR = Span(" ", Ink.CURSOR)


@dataclass(frozen=True, slots=True)
class Typing:
    """Is a line being typed by who wants to a table: its code, or once that is known its password."""

    watch: bool
    table: str = ""
    typed: str = ""

    def with_letter(self, letter: str) -> Typing:
        """Returns the line with one more letter, if it is one and there is room for it."""
        if is_letter(letter) and len(self.typed) < LONGEST_PASSWORD:
            return replace(self, typed=self.typed + letter)
        return self


class HallScreen(Page):
    """Shows the tables of the server and takes what is wanted."""

    CSS = """
    HallScreen { layout: vertical; }
    #hall { height: 1fr; margin: 1 2; } #hallfoot { height: 2; }
    """

    def __init__(self) -> None:
        super().__init__()
        self._at = 0
        self._chosen = ""
        """The code of the table at the cursor: the cursor stays with it when others come and go."""
        self._draft: Draft | None = None
        self._opened = Draft()
        """What was last decided about a table of one's own: it may be refused, and wanted otherwise."""
        self._typing: Typing | None = None
        self._note: Note | None = None
        """What was told here, until a key says that it was read."""

    def compose(self) -> ComposeResult:
        yield Rows(id="hall")
        yield Rows(id="hallfoot")

    @property
    def _hall(self) -> Hall | None:
        visit = self.gouji.visit
        return visit.hall if visit is not None else None

    def draw(self) -> None:
        hall, visit = self._hall, self.gouji.visit
        if not self.ready or hall is None or visit is None:
            return
        texts = self.gouji.texts
        body, foot = self.query_one("#hall", Rows), self.query_one("#hallfoot", Rows)
        room, height = max(body.size.width, 10), body.size.height
        if visit.note is not None:
            self._note, visit.note = visit.note, None
        self._follow(hall)
        if self._draft is not None:
            body.show(draft_rows(texts, self._draft, room, height, self._note))
            keys = "draft.password_keys" if self._draft.row == PASSWORD else "draft.keys"
        else:
            body.show(
                hall_rows(
                    texts,
                    hall,
                    self._at,
                    self._question(),
                    where=visit.where,
                    room=room,
                    height=height,
                    note=self._note,
                )
            )
            keys = "hall.keys" if self._typing is None else "hall.asked_keys"
        more = texts("hall.more_keys") if keys == "hall.keys" else ""
        foot.show(((Span(f" {more}", Ink.DIM),), keys_bar(texts(keys), foot.size.width)))

    def _follow(self, hall: Hall) -> None:
        """Keeps the cursor at its table, and asks for the password that a table turned out to want."""
        codes = [table.table for table in hall.tables]
        self._at = codes.index(self._chosen) if self._chosen in codes else min(self._at, len(codes) - 1)
        self._at = max(self._at, 0)
        self._chosen = codes[self._at] if codes else ""
        if hall.locked is not None and self._typing is None and self._draft is None:
            self._typing, hall.locked = Typing(hall.locked.watch, hall.locked.table), None

    def _move(self, hall: Hall, by: int) -> None:
        codes = [table.table for table in hall.tables]
        self._at = max(0, min(self._at + by, len(codes) - 1))
        self._chosen = codes[self._at] if codes else ""

    def _question(self) -> Line | None:
        line = self._typing
        if line is None:
            return None
        texts = self.gouji.texts
        if line.table:
            return (Span(texts("hall.password", code=line.table) + " " + "*" * len(line.typed)), _CURSOR)
        return (Span(texts("hall.code") + " " + line.typed), _CURSOR)

    def on_key(self, event: events.Key) -> None:
        """Takes letters for what is asked, else keys of the list or of the draft."""
        event.stop()
        event.prevent_default()
        named = self.gouji.settings.keymap.read(event.key, event.character)
        writing = self._draft is not None and self._draft.row == PASSWORD and event.is_printable
        # A letter belongs to the line that is typed, a key that is none hides the game all the same.
        letter = writing or (self._typing is not None and event.is_printable)
        self._note = None
        if named.name == "boss" and not letter:
            hide(self.gouji)
            return
        if self._typing is not None:
            self._type(self._typing, event)
        elif self._draft is not None:
            self._arrange(self._draft, named, event)
        else:
            self._choose(key_name(event.key, event.character))
        self.draw()

    def press(self, key: Press) -> None:
        """Takes what the app has a key of its own for: to leave, or to drop what is asked or arranged."""
        if key.name != "leave":
            return
        if self._typing is None and self._draft is None:
            self.gouji.leave()
            return
        self._typing = self._draft = None
        self.draw()

    def on_paste(self, event: events.Paste) -> None:
        """Takes pasted text where letters are typed."""
        for letter in filter(is_letter, event.text):
            if self._typing is not None:
                self._typing = self._typing.with_letter(letter)
            elif self._draft is not None and self._draft.row == PASSWORD:
                self._draft = typed(self._draft, letter)
        self.draw()

    def _choose(self, key: str) -> None:
        hall = self._hall
        if hall is None:
            return
        match key:
            case "up" | "shift+tab":
                self._move(hall, -1)
            case "down" | "tab":
                self._move(hall, 1)
            case "enter" | "v" if (table := hall.named(self._chosen)) is not None:
                if table.locked:
                    self._typing = Typing(key == "v", table.table)
                else:
                    hall.want(Come(table.table, key == "v"))
            case "n":
                self._draft = self._opened
            case "c":
                self._typing = Typing(watch=False)
            case "o":
                self._typing = Typing(watch=True)
            case "r":
                hall.want(LookAgain())
            case "w":
                self.gouji.open_rules()
            case "f2" | "ctrl+l":
                self.gouji.switch_language()
            case "escape":
                self.gouji.leave()
            case _:
                pass

    def _type(self, line: Typing, event: events.Key) -> None:
        match event.key:
            case "enter":
                self._typing = None
                self._given(line)
            case "escape":
                self._typing = None
            case "backspace" | "delete":
                self._typing = replace(line, typed=line.typed[:-1])
            case _:
                self._typing = line.with_letter(event.character or "")

    def _given(self, line: Typing) -> None:
        hall = self._hall
        if hall is None:
            return
        if line.table:
            if line.typed:
                hall.want(Come(line.table, line.watch, line.typed))
            return
        code = folded(line.typed).upper()
        known = hall.named(code)
        if not code:
            return
        if known is not None and known.locked:
            self._typing = Typing(line.watch, code)
        else:
            hall.want(Come(code, line.watch))

    def _arrange(self, draft: Draft, key: Press, event: events.Key) -> None:
        hall = self._hall
        match event.key:
            case "enter" if hall is not None:
                self._draft, self._opened = None, moved(draft, -draft.at)
                hall.want(Open(draft.rules, draft.options))
            case "escape":
                self._draft = None
            case "up" | "shift+tab":
                self._draft = moved(draft, -1)
            case "down" | "tab":
                self._draft = moved(draft, 1)
            case "left" | "right":
                self._draft = turned(draft, 1 if event.key == "right" else -1)
            case "f2" | "ctrl+l":
                self.gouji.switch_language()
            case "backspace" | "delete" if draft.row == PASSWORD:
                self._draft = typed(draft, "")
            case _ if draft.row == PASSWORD:
                self._draft = typed(draft, event.character or "\0")
            case _ if key.name == "more":
                self._draft = turned(draft, 1)
            case _ if key.name == "rules":
                self.gouji.open_rules()
            case _:
                pass
