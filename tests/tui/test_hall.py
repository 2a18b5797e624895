"""The hall of a server on the screen: what is told of each table, in both languages and at every size."""

import pytest
from syrupy.assertion import SnapshotAssertion

from gouji_client.updates import Kind, Spectators, TableInfo, TablePhase
from gouji_protocol.messages import SeatBrief
from gouji_tui.cells import line_width, text_of
from gouji_tui.failures import Reason
from gouji_tui.hall import Hall, has_room
from gouji_tui.presenter.hall import hall_rows
from gouji_tui.texts import LANGUAGES, texts_in

SIZES = [(56, 16), (76, 20), (116, 36)]


def seats(*names: str, bots: int = 0) -> tuple[SeatBrief, ...]:
    people = [SeatBrief(name, Kind.HUMAN) for name in names]
    others = [SeatBrief("bot", Kind.BOT)] * bots
    return (*people, *others, *(SeatBrief("", Kind.EMPTY),) * (6 - len(people) - bots))


TABLES = (
    TableInfo("K7QX", "online", TablePhase.LOBBY, False, seats("ann")),
    TableInfo("4GAY", "dagang+rounds=3", TablePhase.PLAYING, True, seats("李雷", "韩梅梅", bots=4), 2, 3),
    TableInfo("ZZZZ", "online", TablePhase.OVER, False, seats("carl", bots=5), 5, 0, Spectators.NONE),
    TableInfo(
        "BAD1",
        "marsrules+[red]x\x1b[31m",
        TablePhase.LOBBY,
        False,
        seats("[b]eve[/b]\x1b[2J", "\u202eabc", "e\u200bv\u200be", "王" * 30),
    ),
)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("room", "height"), SIZES)
def test_the_tables_are_listed(lang: str, room: int, height: int, snapshot: SnapshotAssertion) -> None:
    hall, texts = Hall(), texts_in(lang)
    hall.tables, hall.looked = TABLES, True
    hall.refused = Reason("table_full")
    rows = hall_rows(texts, hall, 1, None, where="box.lan", room=room, height=height)
    assert all(line_width(row) <= room for row in rows)
    shown = "\n".join(text_of(row).rstrip() for row in rows)
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert shown == snapshot


def test_the_cursor_stays_on_the_screen() -> None:
    hall, texts = Hall(), texts_in("en")
    hall.tables = TABLES * 10
    for at in range(40):
        rows = hall_rows(texts, hall, at, None, where="box.lan", room=76, height=12)
        assert len(rows) <= 12
        assert sum(text_of(row).startswith("> ") for row in rows) == 1


@pytest.mark.parametrize(
    ("table", "room"), [(TABLES[0], True), (TABLES[1], False), (TABLES[2], True)], ids=["new", "full", "bots"]
)
def test_whether_there_is_room(table: TableInfo, room: bool) -> None:
    assert has_room(table) is room
