"""The first row of the table: what has no room is left out whole, never cut within a word."""

import dataclasses

import pytest

from gouji_core.seats import NOBODY
from gouji_tui.cells import text_of
from gouji_tui.game import Game, TableChanged
from gouji_tui.presenter.centre import heading
from gouji_tui.table import LinkState
from gouji_tui.texts import LANGUAGES
from tests.kit.positions import position
from tests.tui.tables import seen


def table(lang: str, seat: int = 0, link: LinkState = LinkState.UP) -> Game:
    game = seen(position("KK4", "AA56", "665", "AA7", "887", "779"), seat, lang)
    game.take(TableChanged(dataclasses.replace(game.table, code="K7QX", link=link)))
    return game


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("seat", [0, NOBODY])
@pytest.mark.parametrize("link", [LinkState.UP, LinkState.RETRYING])
@pytest.mark.parametrize("room", [40, 54, 74, 114])
def test_only_whole_parts_are_left_out(room: int, link: LinkState, seat: int, lang: str) -> None:
    scene = table(lang, seat, link).scene
    every = text_of(heading(scene, 200)).split("  ")
    shown = text_of(heading(scene, room)).rstrip()
    if room >= 54:
        assert ".." not in shown
        assert {part.strip() for part in shown.split("  ")} <= {part.strip() for part in every}
    assert scene.texts("head.round", round=1, rounds=5) in shown


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_code_of_the_table_stays_longer_than_the_names(lang: str) -> None:
    scene = table(lang).scene
    name, rules = scene.texts("app.name"), scene.texts("preset.online")
    code = scene.texts("head.table", code="K7QX")
    assert all(part in text_of(heading(scene, 74)) for part in (name, rules, code))
    assert code in text_of(heading(scene, 54))
    narrow = text_of(heading(scene, 45))
    assert code in narrow
    assert rules not in narrow
    assert name not in narrow
