"""The hall of a server in words: a line for each table, and a table about to be opened with all it is."""

from __future__ import annotations

from gouji_client.updates import Kind, Spectators, TableInfo, TablePhase
from gouji_core.options import parse_rules
from gouji_tui.cells import EMPTY, Ink, Line, Span, clean, cut, first_shown, fit, pad, wrap
from gouji_tui.desk import Note
from gouji_tui.draft import KEPT, PRESET, ROWS, Draft
from gouji_tui.failures import explained
from gouji_tui.hall import Hall, has_room, may_watch, seated
from gouji_tui.rulebook.options import option_text, option_title, presets
from gouji_tui.texts import Texts

_LABEL = 30
_CODE = 7
_NAME = 16


def table_line(texts: Texts, table: TableInfo) -> str:
    """Returns a table in a line: code, rules, who sits there, how far it is, what it asks for."""
    words = [texts("hall.seats", count=seated(table))]
    match table.phase:
        case TablePhase.PLAYING:
            words.append(texts("hall.playing", round=table.round))
        case TablePhase.OVER:
            words.append(texts("hall.over"))
        case _:
            words.append(texts("hall.waiting"))
    if not has_room(table):
        words.append(texts("hall.full"))
    if table.watching:
        words.append(texts("hall.watching", count=table.watching))
    if table.locked:
        words.append(texts("hall.locked"))
    if not may_watch(table):
        words.append(texts("hall.unseen"))
    names = [cut(clean(seat.name), _NAME) for seat in table.seats if seat.kind is Kind.HUMAN]
    about = "  ".join((pad(table.table, _CODE), _rules(texts, table.rules), *words))
    return f"{about}  {texts('hall.pause').join(names)}" if names else about


def _rules(texts: Texts, text: str) -> str:
    name, _, more = clean(text).partition("+")
    title = texts(f"preset.{name}") if f"preset.{name}" in texts else name
    return f"{title} +{more}" if more else title


def hall_rows(
    texts: Texts,
    hall: Hall,
    at: int,
    asked: Line | None,
    *,
    where: str,
    room: int,
    height: int,
    note: Note | None = None,
) -> tuple[Line, ...]:
    """Returns the list of tables with a cursor.

    Below it is what there is to be told, why something was refused, and what is ``asked``.
    """
    rows: list[Line] = [(Span(texts("hall.title", where=where), Ink.BOLD),), EMPTY]
    below: list[Line] = []
    if asked is not None:
        below = [EMPTY, asked]
    why = hall.away or hall.refused
    if why is not None:
        text = texts("hall.refused", reason=why.text(texts))
        below = [EMPTY, *wrap((Span(text, Ink.WARN),), room), *below]
    below = [*_told(texts, note, room), *below]
    if not hall.tables:
        text = texts("hall.none" if hall.looked else "hall.looking")
        return (*rows, *wrap((Span(text),), room), *below)
    free = max(height - len(rows) - len(below), 1)
    first = max(at - free + 1, 0)
    for index, table in list(enumerate(hall.tables))[first : first + free]:
        chosen = index == at
        text = cut(f"{'> ' if chosen else '  '}{table_line(texts, table)}", room)
        rows.append((Span(text, Ink.CURSOR if chosen else Ink.PLAIN),))
    return (*rows, *below)


def _told(texts: Texts, note: Note | None, room: int) -> list[Line]:
    """Returns the rows of what there is to be told."""
    if note is None:
        return []
    return [EMPTY, *wrap((Span(texts(note.code, **explained(note.data, texts)), Ink.WARN),), room)]


def draft_rows(
    texts: Texts, draft: Draft, room: int, height: int, note: Note | None = None
) -> tuple[Line, ...]:
    """Returns the rows of a table about to be opened, and what the one at the cursor means."""
    about = wrap((Span(row_about(texts, draft), Ink.DIM),), room)
    if draft.clash:
        one, other = (option_title(name, texts.lang) for name in draft.clash)
        about += wrap((Span(texts("draft.clash", one=one, other=other), Ink.WARN),), room)
    about += tuple(_told(texts, note, room))
    heading: list[Line] = [(Span(texts("draft.title"), Ink.BOLD),), EMPTY]
    rows = [_row(texts, draft, index, room) for index in range(len(ROWS))]
    free = max(height - len(heading) - 1 - len(about), 1)
    first = first_shown(draft.at, len(rows), free)
    return (*heading, *rows[first : first + free], EMPTY, *about)


def _row(texts: Texts, draft: Draft, index: int, room: int) -> Line:
    chosen = index == draft.at
    name = ROWS[index]
    label = Span(("> " if chosen else "  ") + pad(cut(row_title(texts, name), _LABEL), _LABEL), Ink.PLAIN)
    value = f" {cut(row_value(texts, draft, name), room - _LABEL - 4)} "
    return fit((label, Span(value, Ink.CURSOR if chosen else Ink.PLAIN)), room)


def row_title(texts: Texts, name: str) -> str:
    """Returns what a row of a draft is about."""
    return texts(f"draft.{name}") if f"draft.{name}" in texts else option_title(name, texts.lang)


def row_value(texts: Texts, draft: Draft, name: str) -> str:
    """Returns the value of a row of a draft, in a few words."""
    if name == PRESET:
        return texts(f"preset.{draft.rules.partition('+')[0]}")
    if name not in KEPT:
        return option_text(name, _option(draft, name), texts.lang)
    match getattr(draft.options, name):
        case bool(value):
            return texts("draft.yes" if value else "draft.no")
        case Spectators() as value:
            return texts(f"draft.spectators_{value}")
        case int(value) if value:
            return texts("draft.seconds", seconds=value)
        case str(value) if value:
            return texts(f"level.{value}") if name == "bots" else value
        case _:
            return texts("draft.unset")


def row_about(texts: Texts, draft: Draft) -> str:
    """Returns what the row at the cursor means: of a rule, what it says as it is now."""
    name = draft.row
    if name == PRESET:
        preset = draft.rules.partition("+")[0]
        return next(one.text for one in presets(texts.lang) if one.name == preset)
    if f"draft.{name}_about" in texts:
        return texts(f"draft.{name}_about")
    said = option_text(name, _option(draft, name), texts.lang)
    return texts("lobby.rules", name=row_title(texts, name), text=said)


def _option(draft: Draft, name: str) -> object:
    return getattr(parse_rules(draft.rules), name)
