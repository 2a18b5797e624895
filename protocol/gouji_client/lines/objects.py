"""What the other end of the lines is told, as objects of JSON with a ``type`` each.

Times are in seconds, counted from now; codes are those of docs/protocol.md.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, Final, assert_never, cast

from gouji_client.client import Answer, Decision
from gouji_client.errors import RequestFailedError
from gouji_client.lines.game import Json, decision_of, event_of, state_of
from gouji_client.lines.reading import RESULTS, LineError, Wish
from gouji_core.views import SeatView
from gouji_protocol.messages import Accepted, Failed, Refused, SeatInfo, TableState, TooLate
from gouji_protocol.outputs import (
    ChatReceived,
    Clock,
    ClockChanged,
    CommandAnswered,
    Connected,
    Disconnected,
    FairnessTold,
    HandsShown,
    LotsDrawn,
    NoticeTold,
    Output,
    RequestAnswered,
    TableChanged,
    TableLost,
    ViewChanged,
    ViewReset,
)

TYPES: Final = (
    "connected",
    "disconnected",
    "table",
    "state",
    "events",
    "decision",
    "clock",
    "chat",
    "fairness",
    "lots",
    "hands",
    "notice",
    "gone",
    "done",
    "failed",
    "accepted",
    "refused",
    "too_late",
    "error",
    "missed",
    "bye",
)
"""The types of objects, in the order of the description."""


def of_update(update: Output, now: float) -> list[Json]:
    """Returns what to tell of an update; answers are told by those who asked."""
    match update:
        case Connected(welcome, fresh):
            return [
                {
                    "type": "connected",
                    "server": welcome.server,
                    "identity": welcome.identity,
                    "version": welcome.version,
                    "build": welcome.build,
                    "motd": welcome.motd,
                    "tables": [as_json(seated) for seated in welcome.tables],
                    "again": not fresh,
                }
            ]
        case Disconnected(code, text, data, retry_in):
            again = None if retry_in is None else round(retry_in, 3)
            return [
                {
                    "type": "disconnected",
                    "code": str(code),
                    "text": text,
                    "data": dict(data),
                    "retry_in": again,
                }
            ]
        case TableChanged(_, state):
            return [of_table(state)]
        case ViewReset(table, view):
            return [of_view(table, view)]
        case ViewChanged(table, _, view, events):
            told = {"type": "events", "table": table, "events": [event_of(event) for event in events]}
            return [told, of_view(table, view)]
        case ClockChanged(table, clock):
            return [of_clock(table, clock, now)]
        case ChatReceived(line):
            return [{"type": "chat", **as_json(line)}]
        case FairnessTold(fairness):
            return [{"type": "fairness", **as_json(fairness)}]
        case HandsShown(table, hands):
            shown = [{"seat": seat, "cards": str(cards)} for seat, cards in hands.items()]
            return [{"type": "hands", "table": table, "hands": shown}]
        case LotsDrawn(drawn):
            return [{"type": "lots", **as_json(drawn)}]
        case NoticeTold(notice):
            return [{"type": "notice", **as_json(notice), "left": _seconds(notice.left)}]
        case TableLost(table, code, data):
            return [{"type": "gone", "table": table, "code": str(code), "data": dict(data)}]
        case RequestAnswered() | CommandAnswered():
            return []
        case _:
            assert_never(update)


def of_table(state: TableState) -> Json:
    """Returns how a table is: who sits where, who plays, what is agreed."""
    told = as_json(state)
    # The server never tells it; whether there is one is in ``locked``.
    del told["options"]["password"]
    return {"type": "table", **told, "seats": [_seat(seat) for seat in state.seats]}


def of_view(table: str, view: SeatView) -> Json:
    """Returns the game as it is now."""
    return {"type": "state", "table": table, **state_of(view)}


def of_clock(table: str, clock: Clock, now: float) -> Json:
    """Returns how long a decision may still take."""
    return {
        "type": "clock",
        "table": table,
        "decision": clock.decision,
        "left": None if clock.until is None else round(max(0.0, clock.until - now), 3),
        "reserves": [None if reserve < 0 else reserve for reserve in clock.reserves],
    }


def of_decision(decision: Decision) -> Json:
    """Returns a decision that is mine to make."""
    return {"type": "decision", **decision_of(decision)}


def of_missed(count: int) -> Json:
    """Returns that so many updates were dropped because nobody read; everything that is known follows."""
    return {"type": "missed", "count": count}


def of_result(wish: Wish, result: Any) -> Json:
    """Returns that a request was done, with what came of it."""
    named = RESULTS.get(wish.do)
    return _answer("done", wish, **({named: as_json(result)} if named is not None else {}))


def of_failure(wish: Wish, error: RequestFailedError) -> Json:
    """Returns why a request was not done."""
    return _answer("failed", wish, code=str(error.code), data=dict(error.data))


def of_answer(wish: Wish, answer: Answer) -> Json:
    """Returns what became of an action."""
    match answer:
        case Accepted():
            return _answer("accepted", wish)
        case Refused(_, clause, code, data):
            return _answer("refused", wish, clause=clause, code=code, data=dict(data))
        case TooLate(_, decision):
            return _answer("too_late", wish, decision=decision)
        case Failed(_, code, data):
            return _answer("failed", wish, code=str(code), data=dict(data))
        case _:
            assert_never(answer)


def of_error(error: LineError) -> Json:
    """Returns why a line was no request; nothing was done."""
    told = {"type": "error", "code": error.code, "text": str(error)}
    return told if error.id is None else {**told, "id": error.id}


def of_bye() -> Json:
    """Returns the last word."""
    return {"type": "bye"}


def as_json(value: Any) -> Any:
    """Returns a message or an output as JSON writes it, its fields by their names."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, (tuple, list)):
        return [as_json(one) for one in cast("Iterable[Any]", value)]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    names: tuple[str, ...] | None = getattr(value, "__struct_fields__", None)
    if names is not None:
        return {name: as_json(getattr(value, name)) for name in names if name != "request"}
    return value


def _seat(seat: SeatInfo) -> Json:
    return {**as_json(seat), "countdown": _seconds(seat.countdown)}


def _seconds(millis: int) -> float | None:
    return None if millis < 0 else millis / 1000


def _answer(kind: str, wish: Wish, **rest: Any) -> Json:
    told = {"type": kind, "do": wish.do, **rest}
    return told if wish.id is None else {**told, "id": wish.id}
