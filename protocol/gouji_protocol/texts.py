"""Text from people, made harmless: both ends clean what they send and what they show.

A terminal obeys control characters, and reorders or hides text at the wish of others; so only
printable characters stay, and the width is counted in cells, not in characters.
"""

from __future__ import annotations

from unicodedata import category, combining, east_asian_width, normalize

_SPACES = frozenset({"Zs", "Zl", "Zp"})
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn"})
"""Controls, formats (bidi, zero width, joiners, tags), surrogates, private and unassigned characters."""
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")
"""Letters and signs that show as nothing."""
_MARKS_IN_A_ROW = 2
"""How many combining marks may sit on one character; more climbs over other lines."""


def clean_text(text: str, cells: int) -> str:
    r"""Returns a text fit for one line of a terminal, at most ``cells`` wide; it may be empty.

    >>> clean_text("a\x1b[31m  b\u202ec\n", 20)
    'a[31m bc'
    """
    out: list[str] = []
    width = marks = 0
    for char in normalize("NFC", text):
        kind = category(char)
        if kind in _SPACES or char in "\t\n\r\v\f":
            if not out or out[-1] == " ":
                continue
            char = " "
        elif kind in _UNSEEN or char in _BLANK or "\ufe00" <= char <= "\ufe0f" or char >= "\U000e0100":
            continue
        if combining(char) or kind in ("Mn", "Me"):
            marks += 1
            if not out or out[-1] == " " or marks > _MARKS_IN_A_ROW:
                continue
        else:
            marks = 0
            width += 2 if east_asian_width(char) in "WF" else 1
            if width > cells:
                break
        out.append(char)
    return "".join(out).rstrip()
