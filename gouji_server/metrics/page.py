"""What can be asked over HTTP: ``/metrics``, and ``/health`` for whoever restarts servers that are ill.

No name, card, token or text of anybody is in it.
"""

from __future__ import annotations

import json
import os
import resource
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from gouji_core import __version__
from gouji_protocol.words import Presence, TablePhase
from gouji_server.house import House
from gouji_server.lobby import Lobby
from gouji_server.metrics.text import CONTENT_TYPE, Sheet
from gouji_server.reception import Reception
from gouji_server.tally import BOUNDS, Turned

_PAGE = resource.getpagesize()


@dataclass(frozen=True, slots=True)
class Found:
    """Is what is answered: an HTTP status and a body."""

    status: int
    body: str
    kind: str = "text/plain; charset=utf-8"


@dataclass(frozen=True, slots=True)
class Page:
    """Reads the numbers off the server when it is asked."""

    house: House
    lobby: Lobby
    reception: Reception

    def get(self, path: str) -> Found:
        """Returns what is at a path."""
        match path.partition("?")[0]:
            case "/metrics":
                return Found(200, self._metrics(), CONTENT_TYPE)
            case "/health":
                return self._health()
            case _:
                return Found(404, "there are /metrics and /health\n")

    def _health(self) -> Found:
        journal = self.house.journal
        state = {
            "status": "failing" if journal.failing else "ok",
            "journal": "cannot be written" if journal.failing else "ok",
            "disk_free_bytes": _free(journal.path),
            "version": __version__,
        }
        return Found(503 if journal.failing else 200, json.dumps(state) + "\n", "application/json")

    def _metrics(self) -> str:
        sheet = Sheet()
        sheet.gauges("gouji_info", "The version that runs.", "version", {__version__: 1})
        self._play(sheet)
        self._people(sheet)
        self._work(sheet)
        self._disk(sheet)
        _process(sheet)
        return sheet.text()

    def _play(self, sheet: Sheet) -> None:
        tables = self.lobby.tables.values()
        phases = Counter(table.phase.value for table in tables)
        seats = Counter(chair.presence.value for table in tables for chair in table.chairs)
        known = [phase for phase in TablePhase if phase is not TablePhase.UNKNOWN]
        kinds = [presence for presence in Presence if presence is not Presence.UNKNOWN]
        office = self.house.office
        sheet.gauges("gouji_tables", "Open tables.", "phase", {phase: phases[phase] for phase in known})
        sheet.gauges(
            "gouji_seats", "Seats of open tables.", "presence", {kind: seats[kind] for kind in kinds}
        )
        sheet.gauge("gouji_watching", "Spectators.", sum(table.audience.watching for table in tables))
        sheet.gauge("gouji_paused", "Whether the owner has stopped all clocks.", int(office.paused))
        sheet.gauge("gouji_draining", "Whether nothing new begins.", int(office.draining))

    def _people(self, sheet: Sheet) -> None:
        tally = self.house.tally
        about = "Open connections, those without hello too."
        sheet.gauge("gouji_connections", about, self.reception.connections)
        sheet.gauge("gouji_people", "People who are connected.", len(self.reception.present))
        turned = {(reason.value,): tally.turned[reason] for reason in Turned}
        about = "People and messages that no table saw."
        sheet.counters("gouji_turned_away_total", about, ("reason",), turned)
        about = "Actions and requests not done."
        sheet.counters("gouji_refusals_total", about, ("by", "code"), dict(tally.refused))

    def _work(self, sheet: Sheet) -> None:
        tables, present = self.lobby.tables.values(), self.reception.present.values()
        acted = self.house.tally.acted
        waiting = sum(table.waiting for table in tables)
        sheet.gauge("gouji_queue_letters", "Messages that tables have not taken yet.", waiting)
        unread = sum(connection.outbox.waiting for connection in present)
        sheet.gauge("gouji_queue_unread_bytes", "What clients have not read yet.", unread)
        about = "From the arrival of an action to its answer."
        sheet.histogram("gouji_action_seconds", about, BOUNDS, acted.counts, acted.seconds)

    def _disk(self, sheet: Sheet) -> None:
        journal = self.house.journal
        sheet.gauge("gouji_journal_queue", "Batches of rows that wait to be written.", journal.waiting)
        sheet.counter("gouji_journal_commits_total", "Commits of the journal.", journal.commits)
        sheet.counter("gouji_journal_failures_total", "Commits that failed.", journal.failures)
        sheet.gauge("gouji_journal_failing", "Whether the disk takes nothing.", int(journal.failing))
        sheet.gauge("gouji_journal_bytes", "Size of the journal.", _size(journal.path))
        sheet.gauge("gouji_disk_free_bytes", "Room where the journal is.", _free(journal.path))


def _process(sheet: Sheet) -> None:
    used = resource.getrusage(resource.RUSAGE_SELF)
    sheet.counter("process_cpu_seconds_total", "Processor time.", used.ru_utime + used.ru_stime)
    try:
        pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    except OSError:
        return
    sheet.gauge("process_resident_memory_bytes", "Memory in use.", pages * _PAGE)


def _free(path: Path) -> int:
    try:
        found = os.statvfs(path.parent)
    except OSError:
        return 0
    return found.f_bavail * found.f_frsize


def _size(path: Path) -> int:
    parts = (path, path.with_name(f"{path.name}-wal"))
    return sum(part.stat().st_size for part in parts if part.exists())
