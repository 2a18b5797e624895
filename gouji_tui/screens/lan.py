"""The servers on the local network: they come and go by themselves, Enter connects to one."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING

from textual.app import ComposeResult

from gouji_tui.cells import EMPTY, Ink, Line, Span, keys_bar, wrap
from gouji_tui.keys import Press
from gouji_tui.lan import lan_line, lan_trouble
from gouji_tui.screens.base import Page
from gouji_tui.widgets.rows import Rows

if TYPE_CHECKING:
    from gouji_client.lan import LanBrowser, LanServer


class LanPage(Page):
    """Lists the servers that announce themselves, as long as it is open."""

    CSS = """
    #lan { height: 1fr; padding: 1 2; }
    #lanfoot { dock: bottom; height: 1; }
    """

    def __init__(self, interface: str = "") -> None:
        super().__init__()
        self._interface = interface
        self._at = 0
        self._trouble = ""
        self._browser: LanBrowser | None = None

    def compose(self) -> ComposeResult:
        yield Rows(id="lan")
        yield Rows(id="lanfoot")

    def on_mount(self) -> None:
        super().on_mount()
        self.run_worker(self._browse(), group="lan", exclusive=True)

    @property
    def servers(self) -> tuple[LanServer, ...]:
        """The servers found so far."""
        return self._browser.servers if self._browser is not None else ()

    async def _browse(self) -> None:
        from gouji_client.lan import LanBrowser, LanError

        loop = asyncio.get_running_loop()

        def changed() -> None:
            # The last news may come when the program has ended.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self.draw)

        interfaces = [self._interface] if self._interface else None
        browser = LanBrowser(changed, interfaces=interfaces)
        try:
            await asyncio.to_thread(browser.open)
            self._browser = browser
            await asyncio.Event().wait()
        except LanError as error:
            self._trouble = lan_trouble(error, self.gouji.texts)
            self.draw()
        finally:
            self._browser = None
            # In a thread of its own, since it takes a moment in which the menu is there already.
            loop.run_in_executor(None, browser.close)

    def draw(self) -> None:
        if not self.ready:
            return
        texts, found = self.gouji.texts, self.servers
        body, foot = self.query_one("#lan", Rows), self.query_one("#lanfoot", Rows)
        rows: list[Line] = [(Span(texts("lan.title"), Ink.BOLD),), EMPTY]
        if not found:
            rows += wrap((Span(self._trouble or texts("lan.searching")),), max(body.size.width, 10))
        self._at = min(self._at, max(len(found) - 1, 0))
        room = max(body.size.height - len(rows), 1)
        first = max(self._at - room + 1, 0)
        for index, server in list(enumerate(found))[first : first + room]:
            chosen = index == self._at
            text = f"{'> ' if chosen else '  '}{lan_line(server, texts)} "
            rows.append((Span(text, Ink.CURSOR if chosen else Ink.PLAIN),))
        body.show(tuple(rows))
        foot.show((keys_bar(texts("lan.keys"), foot.size.width),))

    def press(self, key: Press) -> None:
        found = self.servers
        match key.name:
            case "more" | "previous_answer":
                self._at = max(self._at - 1, 0)
            case "fewer" | "next_answer":
                self._at = min(self._at + 1, max(len(found) - 1, 0))
            case "enter" if found:
                server = found[self._at]
                self.gouji.connect_to(str(server.address), tls=server.tls)
                return
            case "language":
                self.gouji.switch_language()
            case "back" | "leave":
                self.gouji.to_menu()
                return
            case _:
                pass
        self.draw()
