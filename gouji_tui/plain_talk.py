"""Talking in the plain mode, at the table and in its lobby: free words, quick phrases, mutes, 托管."""

from __future__ import annotations

from collections.abc import Callable

from gouji_tui.deeds import Deed, Do
from gouji_tui.lobby import PHRASES
from gouji_tui.stage import Stage
from gouji_tui.table import Presence
from gouji_tui.texts import Texts
from gouji_tui.visit import Visit

_SAY = frozenset({"say", "说"})
_PHRASE = frozenset({"phrase", "短语"})
_MUTE = frozenset({"mute", "静音"})
_AUTO = frozenset({"auto", "托管"})


class PlainTalk:
    """Takes the lines that talk."""

    def __init__(self, visit: Visit, texts: Texts, say: Callable[[str], None]) -> None:
        self._visit = visit
        self.texts = texts
        self._say = say

    def line(self, text: str) -> bool:
        """Takes a line; returns whether it was about talking."""
        if self._visit.stage not in (Stage.WAIT, Stage.PLAY):
            return False
        word, _, rest = text.partition(" ")
        match word.lower():
            case word if word in _SAY:
                if rest:
                    self._visit.do(Deed(Do.CHAT, text=rest))
                else:
                    self._say(self.texts("plain.say"))
            case word if word in _PHRASE:
                self._phrase(rest)
            case word if word in _MUTE:
                self._mute(rest)
            case word if word in _AUTO and self._visit.stage is Stage.PLAY:
                self._auto()
            case _:
                return False
        return True

    def _phrase(self, number: str) -> None:
        if number.isascii() and number.isdigit() and 0 < int(number[:4]) <= len(PHRASES):
            self._visit.do(Deed(Do.SAY, text=PHRASES[int(number[:4]) - 1]))
            return
        for index, phrase in enumerate(PHRASES, 1):
            self._say(f"  {index} {self.texts(f'phrase.{phrase}')}")
        self._say(self.texts("plain.phrase"))

    def _mute(self, number: str) -> None:
        people = self._visit.around.people
        if number in {"1", "2", "3", "4", "5", "6"} and people[int(number) - 1].id:
            person = people[int(number) - 1]
            self._visit.do(Deed(Do.HEAR if person.muted else Do.MUTE, text=person.id))
            return
        for seat, person in enumerate(people):
            if person.id:
                muted = f" ({self.texts('lobby.muted')})" if person.muted else ""
                self._say(f"  {seat + 1} {person.name}{muted}")
        self._say(self.texts("plain.mute"))

    def _auto(self) -> None:
        game = self._visit.game
        if game is not None and game.view.seat >= 0:
            auto = game.table.people[game.view.seat].presence is Presence.AUTO
            self._visit.do(Deed(Do.MANUAL if auto else Do.AUTO))
