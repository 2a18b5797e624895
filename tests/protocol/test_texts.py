import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from gouji_protocol.texts import clean_text


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("张三 ann", "张三 ann"),
        ("  two   words\t\n", "two words"),
        ("a\x1b[2Jb\x07", "a[2Jb"),
        ("a\u202eb\u2066c\u200bd\ufefee", "abcde"),
        ("e\u0301", "é"),
        ("x" + "\u0335" * 9, "x\u0335\u0335"),
        ("\u0301a", "a"),
        ("\u2764\ufe0f", "\u2764"),
        ("\u3164\u115f\u2800", ""),
        ("a\u2028b\u3000c", "a b c"),
        ("够级够级够级", "够级够级够"),
        ("abcdefghijk", "abcdefghij"),
        ("\ud800a\ue000b\U000e0041c", "abc"),
    ],
)
def test_only_what_can_be_shown_stays(text: str, clean: str):
    assert clean_text(text, 10) == clean


@given(st.text(), st.integers(0, 20))
def test_clean_text_is_printable_narrow_enough_and_stays_as_it_is(text: str, cells: int):
    clean = clean_text(text, cells)
    assert clean.isprintable()
    assert cell_len(clean) <= cells
    assert clean_text(clean, cells) == clean
