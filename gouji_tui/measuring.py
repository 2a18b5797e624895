"""The size of the terminal after it has changed, also many times in a moment.

Textual reads the size in the handler of the signal. One that is interrupted by the next signal tells its own,
older size last, and the screen would stay at that. Here the size is read when the handlers are done.
"""

from __future__ import annotations

import asyncio
import os
import signal
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import events
from textual.geometry import Size

if TYPE_CHECKING:
    from textual.app import App

STDERR = 2
"""What the screen is drawn on."""
_REST = 0.02
"""How long to wait, so that what the handlers told comes before; sizes that follow each other are one."""


def follow_size(app: App[int]) -> None:
    """Tells an app the size of its terminal after each change."""
    if app.is_headless:
        return
    loop = asyncio.get_running_loop()

    def tell() -> None:
        # A terminal that is gone has no size; the program ends by another signal.
        with suppress(OSError):
            size = Size(*os.get_terminal_size(STDERR))
            app.post_message(events.Resize(size, size))

    loop.add_signal_handler(signal.SIGWINCH, loop.call_later, _REST, tell)
