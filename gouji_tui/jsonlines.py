"""``gouji client``: a client whose other end are lines of JSON on stdin and stdout (docs/client-json.md)."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from gouji_client import Client, ClientError, DisconnectedError
from gouji_client.lines import MAX_LINE, Bridge
from gouji_client.with_asyncio import connect
from gouji_tui.entry import Entry, Signals, signals, why_not
from gouji_tui.pipes import InputLines, OutputLines, hold
from gouji_tui.system import system_reason
from gouji_tui.texts import Texts

STDIN, STDOUT = 0, 1

PARTING_SECONDS = 2.0
"""How long the last lines may take to be read by somebody who is slow."""


def run_lines(entry: Entry, texts: Texts, *, stay: bool, patient: bool) -> tuple[int, str]:
    """Plays for whoever writes to stdin; returns the exit code and what to say on stderr."""
    hold(STDIN, STDOUT)
    return asyncio.run(_run(entry, texts, stay=stay, patient=patient))


async def _run(entry: Entry, texts: Texts, *, stay: bool, patient: bool) -> tuple[int, str]:
    with signals() as stopped:
        going = asyncio.create_task(_go(entry, stopped, stay=stay, patient=patient))
        stopping = asyncio.create_task(stopped.came.wait())
        await asyncio.wait({going, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if stopped.number and not going.done():
            # It says goodbye by itself; who waits for a server that is not there has nobody to say it to.
            await asyncio.wait({going}, timeout=2 * PARTING_SECONDS)
            going.cancel()
        stopping.cancel()
        try:
            await going
        except BrokenPipeError:
            return 1, ""
        except OSError as error:
            return 1, texts("error.output", reason=system_reason(error, texts))
        except ClientError as error:
            return 1, why_not(error, entry.address, texts)
        except asyncio.CancelledError:
            pass
        return (stopped.code, "") if stopped.number else (0, "")


async def _go(entry: Entry, stopped: Signals, *, stay: bool, patient: bool) -> None:
    lines, out = InputLines(STDIN, MAX_LINE), OutputLines(STDOUT)
    address, tls = entry.address, entry.door.context()
    async with connect(address, entry.profile(), patient=patient, tls=tls, keep=entry.keeper()) as client:
        bridge = Bridge(client, out.write)
        telling = asyncio.create_task(bridge.tell())
        jobs = (
            telling,
            asyncio.create_task(_serve(bridge, client, lines, stay=stay)),
            asyncio.create_task(stopped.came.wait()),
        )
        try:
            await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
            for job in jobs:
                if job.done():
                    job.result()
            ended = client.disconnected if telling.done() else None
            client.close(leave=True)
            with suppress(TimeoutError):
                async with asyncio.timeout(PARTING_SECONDS):
                    await telling
                    await bridge.bye()
            if ended is not None:
                raise DisconnectedError(ended)
        finally:
            client.close(leave=True)
            for job in jobs:
                job.cancel()
            await asyncio.gather(*jobs, return_exceptions=True)


async def _serve(bridge: Bridge, client: Client, lines: InputLines, *, stay: bool) -> None:
    """Does what the lines ask; what they asked before their end is still done, if a server is there."""
    if stay:
        if not await bridge.answer(lines):
            await bridge.stay()
        return
    answering = asyncio.create_task(bridge.answer(lines))
    leaving = asyncio.create_task(_end_offline(client, lines))
    try:
        await asyncio.wait({answering, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if answering.done():
            answering.result()
    finally:
        answering.cancel()
        leaving.cancel()
        await asyncio.gather(answering, leaving, return_exceptions=True)


async def _end_offline(client: Client, lines: InputLines) -> None:
    """Waits until the lines have ended and there is no connection over which to do what they asked."""
    await lines.ended.wait()
    while client.online:
        await client.changed()
