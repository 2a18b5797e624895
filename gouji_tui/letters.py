"""What is typed into a line: which keys are letters of it, and what an input method's wide letters mean.

A password is kept as it was typed, wide letters and all. Addresses and codes are never written with wide
letters, so there those stand for the plain ones.
"""

from __future__ import annotations

import unicodedata

WIDE_BLANK = "\N{IDEOGRAPHIC SPACE}"
"""The blank of an input method; Python counts it, unlike the plain one, to what cannot be printed."""


def is_letter(typed: str) -> bool:
    """Tells whether a key typed a letter of a text."""
    return len(typed) == 1 and (typed.isprintable() or typed == WIDE_BLANK)


def folded(text: str) -> str:
    """Returns an address or a code as it is meant, without the wide letters and blanks round it."""
    return unicodedata.normalize("NFKC", text).replace("\N{IDEOGRAPHIC FULL STOP}", ".").strip()
