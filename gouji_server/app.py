"""The server as a tree of nurseries: listeners, connections, tables, and the journal's thread.

What was started last ends first: nobody is let in any more, everybody is told, the tables stop, and what they
wrote is on the disk before the process ends.
"""

from __future__ import annotations

import contextlib
import gc
import resource
import signal
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial

import trio

from gouji_server.announcement import announce, announcement_of
from gouji_server.config import Config
from gouji_server.dealer import Dealer
from gouji_server.ears import Ears
from gouji_server.house import House
from gouji_server.identities import Identities
from gouji_server.idle import idle
from gouji_server.journal import Journal, open_journal
from gouji_server.listeners import Listener, accept_from, open_listeners
from gouji_server.lobby import Lobby
from gouji_server.logs import alarm, note, open_log
from gouji_server.manager import State, tell
from gouji_server.reception import Reception
from gouji_server.service import Service, open_service
from gouji_server.storage import mind_storage
from gouji_server.sweep import Keep

PARTING = 3.0
"""Seconds that clients have to hear that the server stops."""

ENDS = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
"""The signals that end the server."""


def run(config: Config, say: Callable[[str], None]) -> None:
    """Runs the server until it is told to stop; ``say`` gets the lines for whoever started it.

    Raises:
        ConfigError: if it cannot run like this.
    """
    open_log(config.log)
    for sentence in idle(config):
        alarm("something does nothing", sentence)
    _allow_many_files()
    held = _hold_signals()
    # A step makes values without cycles, and hundreds of tables hold very many of them: looking through
    # all of them at the usual pace holds up every table for longer than anything else does.
    gc.set_threshold(50_000, 20, 50)
    journal = open_journal(config.data, Keep(config.keep_records, config.keep_strangers))
    try:
        with ExitStack() as opened:
            listeners = open_listeners(config)
            for listener in listeners:
                opened.callback(listener.close)
            service = open_service(config)
            opened.callback(service.close)
            trio.run(_main, config, journal, listeners, service, say, held)
    finally:
        # Whoever is told to end again is at it.
        for number in held.numbers:
            signal.signal(number, signal.SIG_IGN)
        journal.close()
    note("stopped")


@dataclass(frozen=True, slots=True)
class _Held:
    """Is the signals that came while nobody listened to them, of those that are listened to."""

    numbers: tuple[signal.Signals, ...]
    came: list[int] = field(default_factory=list[int])


def _hold_signals() -> _Held:
    """Lets no signal end this process but as ``_main`` does; under nohup a closed terminal is no reason."""
    held = _Held(
        tuple(
            number
            for number in ENDS
            if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN
        )
    )
    for number in held.numbers:
        signal.signal(number, lambda number, _: held.came.append(number))
    return held


def _allow_many_files() -> None:
    """Lets this process open as many files as it may: each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def _main(
    config: Config,
    journal: Journal,
    listeners: list[Listener],
    service: Service,
    say: Callable[[str], None],
    held: _Held,
) -> None:
    with trio.open_signal_receiver(*held.numbers) as signals:
        async with trio.open_nursery() as nursery:
            stop = trio.Event()
            if held.came:
                stop.set()
            nursery.start_soon(_watch_signals, signals, stop)
            ready = partial(_announce, listeners, service, say)
            await serve(config, journal, listeners, stop, ready, service=service)
            nursery.cancel_scope.cancel()


async def serve(
    config: Config,
    journal: Journal,
    listeners: list[Listener],
    stop: trio.Event,
    ready: Callable[[], None],
    dealer: Dealer | None = None,
    service: Service | None = None,
) -> None:
    """Serves until ``stop``; calls ``ready`` once tables are restored and clients are let in."""
    history = journal.load()
    ears = Ears(journal)
    journal.start(ears.bell.ring)
    house = House(config, journal, dealer or Dealer(config.seed), Identities(journal, history.identities))
    house.office.open(config.motd, config.bot_pace, history.sanctions)
    house.withheld.restore(history.held)
    async with trio.open_nursery() as nursery:
        lobby = Lobby(house, nursery)
        lobby.restore(history)
        nursery.start_soon(house.withheld.let_out, journal)
        nursery.start_soon(ears.run)
        async with trio.open_nursery() as connections:
            reception = Reception(house, lobby, connections, ears)
            told = announcement_of(listeners, config.announce_on) if config.announce else None
            if told is None and config.announce and config.tcp and config.announce_on:
                alarm("nothing announced", f"--announce-on {config.announce_on} is no address listened on")
            if told is not None:
                connections.start_soon(announce, told, lambda: lobby.listed, stop)
            async with trio.open_nursery() as door:
                door.start_soon(reception.sweep)
                door.start_soon(mind_storage, house, lobby, reception)
                for listener in listeners:
                    door.start_soon(accept_from, listener, reception.arrive)
                if service is not None:
                    service.start(door, house, lobby, reception, stop)
                ready()
                tell(State.READY)
                await stop.wait()
                tell(State.STOPPING)
                door.cancel_scope.cancel()
            reception.close()
            connections.cancel_scope.deadline = trio.current_time() + PARTING
        nursery.cancel_scope.cancel()


def _announce(listeners: list[Listener], service: Service, say: Callable[[str], None]) -> None:
    for listener in listeners:
        say(f"listening on {listener.name}")
    for listener in service.metrics:
        say(f"metrics on {listener.name}")
    for line in _how_to_join(listeners):
        say(line)
    say("ready")
    note("ready", listeners=[listener.name for listener in listeners])


def _how_to_join(listeners: list[Listener]) -> list[str]:
    """Returns the commands that people who want to join can type, at most one for each kind of listener."""
    lines: list[str] = []
    tcp = next((listener for listener in listeners if listener.path is None), None)
    if tcp is not None:
        host, port = tcp.socket.getsockname()[:2]
        shown = socket.gethostname() if host in {"0.0.0.0", "::"} else host
        shown = f"[{shown}]" if ":" in shown else shown
        lines.append(
            f"join with: gouji play --connect {shown}:{port}{' --tls' if tcp.tls is not None else ''}"
        )
    lines += [
        f"join with: gouji play --unix {listener.path}" for listener in listeners if listener.path is not None
    ]
    return lines


async def _watch_signals(signals: AsyncIterator[int], stop: trio.Event) -> None:
    async for number in signals:
        note("signal", number=number)
        stop.set()
