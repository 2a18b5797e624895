"""Text by cells: nothing is ever too long, wide letters are never cut in half, inks survive."""

from hypothesis import given
from hypothesis import strategies as st

from gouji_tui.cells import (
    EMPTY,
    Ink,
    Span,
    bar,
    centre,
    clean,
    cut,
    fit,
    join,
    keys_bar,
    line_width,
    pad,
    text_of,
    width,
    wrap,
)

LETTERS = st.text(alphabet="ab 12够级对头联邦..", max_size=30)
LINES = st.lists(st.builds(Span, LETTERS, st.sampled_from(list(Ink))), max_size=5).map(tuple)


@given(LETTERS, st.integers(0, 40))
def test_what_is_padded_fills_its_room(text: str, room: int) -> None:
    assert width(pad(text, room)) == room
    assert width(centre(text, room)) == room
    assert width(cut(text, room)) <= room


@given(LINES, st.integers(0, 60))
def test_a_line_fits_its_room_exactly(line: tuple[Span, ...], room: int) -> None:
    assert line_width(fit(line, room)) == room


@given(LINES, st.integers(0, 60))
def test_a_line_with_room_is_not_changed(line: tuple[Span, ...], extra: int) -> None:
    fitted = fit(line, line_width(line) + extra)
    assert text_of(fitted) == text_of(line) + " " * extra


@given(LINES, st.integers(2, 60))
def test_wrapping_loses_only_blanks(line: tuple[Span, ...], room: int) -> None:
    rows = wrap(line, room)
    assert all(line_width(row) <= room for row in rows if text_of(row).count(" ") or len(text_of(row)) < room)
    assert "".join(map(text_of, rows)).replace(" ", "") == text_of(line).replace(" ", "")


def test_no_row_begins_with_a_sign_that_closes() -> None:
    assert [text_of(row) for row in wrap((Span("选一张（10 按 0 或 t），再按"),), 22)] == [
        "选一张（10 按 0 或 ",
        "t），再按",
    ]
    assert [text_of(row) for row in wrap((Span("先选牌；再按"), Span("。"), Span("好")), 6)] == [
        "先选",
        "牌；再",
        "按。好",
    ]
    assert [text_of(row) for row in wrap((Span("牌）。"),), 2)] == ["牌", "）", "。"]


def test_a_cut_is_marked_and_spares_wide_letters() -> None:
    assert cut("对头联邦", 8) == "对头联邦"
    assert cut("对头联邦", 7) == "对头.."
    assert cut("对头联邦", 2) == "对"
    assert cut("abcdef", 4) == "ab.."


def test_neighbours_of_one_ink_are_one_piece() -> None:
    assert join((Span("a"), Span("", Ink.BOLD), Span("b"), Span("c", Ink.DIM))) == (
        Span("ab"),
        Span("c", Ink.DIM),
    )
    assert join((Span(""),)) == EMPTY


def test_a_bar_has_one_ink() -> None:
    assert bar("x", 5) == (Span(" x   ", Ink.TITLE),)


def test_of_too_many_keys_the_way_back_is_kept() -> None:
    keys = "Tab shows all, Up/Down choose, w the clause, Esc goes back"
    for room in range(60, 80):
        assert text_of(keys_bar(keys, room)).strip() == keys
    assert text_of(keys_bar(keys, 58)) == pad(" Tab shows all, Up/Down choose, Esc goes back", 58)
    assert text_of(keys_bar(keys, 20)) == pad(" Esc goes back", 20)
    assert text_of(keys_bar("上下选择  左右更改，Esc 返回", 28)) == pad(" 上下选择  Esc 返回", 28)
    assert text_of(keys_bar("Esc goes back", 10)) == " Esc goe.."


def test_names_lose_what_would_break_a_screen() -> None:
    assert clean("a\x1b[31mb") == "a[31mb"
    assert clean("ab\u202ec\u200bd\ufe0f") == "abcd"
    assert clean("  two\n lines\t") == "two lines"
    assert clean("[bold]够级[/bold]") == "[bold]够级[/bold]"
