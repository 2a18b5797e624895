"""The rule book: the rules as they stand under chosen options, in the player's language.

What it says lies in the data files under ``zh`` and ``en``, which hold the same clauses with the same parts,
conditions and examples (a test holds that). The examples are rule cases, copied from ``tests/cases``
into ``examples.json``; the book shows only those that come out as told under the rules chosen.
"""

from gouji_tui.rulebook.book import Book, Chapter, Clause, Example
from gouji_tui.rulebook.options import OptionText, PresetText, option_text, option_title, options, presets
from gouji_tui.rulebook.render import found, page, page_lines

__all__ = [
    "Book",
    "Chapter",
    "Clause",
    "Example",
    "OptionText",
    "PresetText",
    "found",
    "option_text",
    "option_title",
    "options",
    "page",
    "page_lines",
    "presets",
]
