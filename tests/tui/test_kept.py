"""What was painted is kept where nothing changed, and never longer."""

import asyncio

from textual.geometry import Region
from textual.strip import Strip

from gouji_tui.glyphs import LINES
from gouji_tui.settings import Settings
from gouji_tui.widgets.rows import Rows
from tests.kit.positions import after, position
from tests.tui.local import Table, at_table, settled

HANDS = ("KKA4", "AA6", "665", "AA7", "887", "7799")
ASKED = after(position(*HANDS, leader=5), "5 play 7")


def painted(table: Table) -> dict[str, list[Strip]]:
    """Returns what each widget of the table gives Textual to paint."""
    found: dict[str, list[Strip]] = {}
    for rows in table.app.screen.query(Rows):
        size = rows.outer_size
        if size:
            found[str(rows.id)] = rows.render_lines(Region(0, 0, size.width, size.height))
    return found


def changed(before: dict[str, list[Strip]], after_it: dict[str, list[Strip]]) -> set[str]:
    assert before.keys() == after_it.keys()
    return {name for name in before if before[name] is not after_it[name]}


def text(strips: list[Strip]) -> str:
    return "\n".join(strip.text for strip in strips)


def test_a_key_has_only_what_it_changes_painted_anew() -> None:
    async def test() -> None:
        async with at_table(ASKED) as table:
            await table.press("k")
            before = painted(table)
            await table.press("k")
            now = painted(table)
            assert changed(before, now) == {"hand-1", "chosen", "prompt"}
            assert "+2" in text(now["hand-1"])
            assert changed(now, painted(table)) == set()

    asyncio.run(test())


def test_a_size_a_language_and_colours_have_everything_painted_anew() -> None:
    async def test() -> None:
        async with at_table(ASKED, glyphs=LINES) as table:
            await table.press("k")
            before = painted(table)
            table.app.choose(Settings(lang="en", colours="off"))
            await settled(table.pilot)
            now = painted(table)
            assert changed(before, now) == set(before)
            assert "green" in str(before["prompt"])
            assert "green" not in str(now["prompt"])
            await table.pilot.resize_terminal(100, 30)
            await settled(table.pilot)
            wide = painted(table)
            assert {len(strips[0].text) for strips in wide.values()} != {
                len(strips[0].text) for strips in now.values()
            }
            table.app.choose(Settings(lang="zh"))
            await settled(table.pilot)
            assert "过牌" in text(painted(table)["prompt"])

    asyncio.run(test())
