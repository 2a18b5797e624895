"""The words of the game in the English book: the Chinese word follows in brackets where one comes first."""

from __future__ import annotations

import re
from functools import cache

from gouji_tui.rulebook.entries import written


@cache
def _pattern(lang: str) -> tuple[re.Pattern[str], dict[str, str]] | None:
    forms = {form: term for term, several in written(lang).terms.items() for form in several}
    if not forms:
        return None
    # The longest form first, so that "burn tribute" is not read as "burn".
    either = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
    # Not within options such as dagang+merge=none.
    return re.compile(rf"(?<![+\w])({either})(?![=\w])(?:'s)?", re.IGNORECASE), forms


class Glosser:
    """Adds the Chinese word to the first mention of each word of the game in one stretch of reading."""

    def __init__(self, lang: str) -> None:
        self._known = _pattern(lang)
        self._seen: set[str] = set()

    def __call__(self, text: str) -> str:
        """Returns the text with the Chinese words of its first mentions."""
        if self._known is None:
            return text
        pattern, forms = self._known

        def gloss(match: re.Match[str]) -> str:
            term = forms[match[1].lower()]
            if term in self._seen:
                return match[0]
            self._seen.add(term)
            # Where the text gives the Chinese word itself, it need not be said twice.
            said = text[match.end() :].startswith(f" ({term}")
            return match[0] if said else f"{match[0]} ({term})"

        return pattern.sub(gloss, text)
