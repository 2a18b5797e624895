"""The teletype: the plain mode on stdin and stdout, a line at a time, until the visit or the input ends."""

from __future__ import annotations

import asyncio
import errno
import signal
import sys
from collections.abc import Callable

from gouji_tui.alert import Alert
from gouji_tui.cells import harmless
from gouji_tui.lines import LineReader
from gouji_tui.look import UNCHOSEN, Chosen
from gouji_tui.plain import PlainTable
from gouji_tui.plan import Plan
from gouji_tui.stage import Stage
from gouji_tui.texts import Texts
from gouji_tui.visit import Visit


def say(line: str) -> None:
    """Writes a line, or several, without what a terminal would obey."""
    sys.stdout.write("\n".join(map(harmless, line.split("\n"))) + "\n")
    sys.stdout.flush()


def play_plain(plan: Plan, texts: Texts, chosen: Chosen = UNCHOSEN) -> tuple[int, str]:
    """Plays as lines on stdin and stdout; returns the exit code and what to say on stderr."""
    try:
        return asyncio.run(_play(plan, texts, say, chosen))
    except KeyboardInterrupt:
        return 130, ""
    except OSError as error:
        # Nobody reads any more: the pipe is closed, or the terminal is gone.
        if error.errno not in (errno.EPIPE, errno.EIO):
            raise
        return 1, ""


async def _play(plan: Plan, texts: Texts, say: Callable[[str], None], chosen: Chosen) -> tuple[int, str]:
    visit = Visit(plan, texts)
    table = PlainTable(visit, texts, say, chosen)
    alert = Alert(_ring)
    say(texts("plain.intro"))
    news = asyncio.Event()
    signals: list[int] = []

    def stop(number: int) -> None:
        signals.append(number)
        table.quit = True
        news.set()

    for number in (signal.SIGTERM, signal.SIGHUP):
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    with LineReader(sys.stdin.fileno()) as reader:
        running = asyncio.create_task(visit.run(news.set))
        ended = False
        try:
            while not running.done() and not table.quit:
                # First the echo, then the question: what is typed at once is not shown either.
                reader.echo(visit.stage is not Stage.PASSWORD)
                table.changed()
                if table.quit:
                    break
                alert.attend(visit.game, table.settings, alone=plan.solo is not None)
                table.stays = reader.interactive or plan.by_ssh
                live = reader.interactive or (plan.by_ssh and visit.stage in (Stage.WAIT, Stage.PLAY))
                ready = (table.asking or live) and not ended
                line = await _next(reader, news, running, ready=ready)
                if line is None:
                    continue
                if line == "":
                    ended = True
                    say(table.texts("plain.no_input" if plan.solo is not None else "plain.kept"))
                    break
                table.line(line.rstrip("\r\n"))
        finally:
            # Only who says so leaves; a line that ends or a signal may be an accident.
            if table.quit and not signals:
                visit.leave()
            else:
                visit.drop()
            await running
            alert.rest()
        table.changed()
    if visit.stage is Stage.FAILED:
        return 1, visit.reason(table.texts)
    if signals:
        return 128 + signals[0], ""
    return (1 if ended else 0), ""


def _ring(codes: str) -> None:
    """Sends a bell or a title, which only a terminal makes anything of."""
    if sys.stdout.isatty():
        sys.stdout.write(codes)
        sys.stdout.flush()


async def _next(
    reader: LineReader, news: asyncio.Event, running: asyncio.Task[None], *, ready: bool
) -> str | None:
    """Waits for a line, or for news; returns the line, None for news."""
    waits: set[asyncio.Task[object]] = {asyncio.create_task(news.wait())}
    if ready:
        waits.add(asyncio.create_task(reader.next_line()))
    try:
        await asyncio.wait({*waits, running}, return_when=asyncio.FIRST_COMPLETED)
        news.clear()
        for task in waits:
            if task.done() and isinstance(task.result(), str):
                return str(task.result())
        return None
    finally:
        for task in waits:
            task.cancel()
