"""The settings in the plain mode: ``settings`` tells them all, ``set NAME VALUE`` changes one.

``pace`` is the shortest way to quicker bots in a game alone; at a server it says whose they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gouji_tui.look import Chosen
from gouji_tui.plan import SoloOptions
from gouji_tui.setting_lines import SettingError, read_change, setting_line, setting_lines
from gouji_tui.settings import Settings, write_settings
from gouji_tui.texts import Texts, texts_in

_LIST = frozenset({"settings", "设置"})
_SET = frozenset({"set", "设"})
_PACE = frozenset({"pace", "+", "快慢"})


class PlainSettings:
    """Takes the lines about settings; ``speak`` is called with another language, ``solo`` is a game alone."""

    def __init__(
        self,
        chosen: Chosen,
        say: Callable[[str], None],
        speak: Callable[[Texts], None],
        solo: SoloOptions | None = None,
    ) -> None:
        self.settings = chosen.settings
        self._file = chosen.file
        self._say = say
        self._speak = speak
        self._solo = solo

    def line(self, text: str, texts: Texts) -> bool:
        """Takes a line in the language spoken; returns whether it was about settings."""
        word, _, rest = text.partition(" ")
        if word.lower() in _SET and rest:
            self._set(rest, texts)
        elif text.lower() in _LIST | _SET:
            for line in setting_lines(self.settings, texts):
                self._say(f"  {line}")
        elif text.lower() in _PACE:
            self._hurry(texts)
        else:
            return False
        return True

    def _hurry(self, texts: Texts) -> None:
        if self._solo is None:
            self._say(texts("note.pace_server"))
            return
        self._keep(replace(self.settings, pace=self.settings.next_pace), texts)
        self._say(texts(f"note.pace_{self.settings.pace}"))

    def _set(self, rest: str, texts: Texts) -> None:
        try:
            change = read_change(rest, texts, self.settings)
        except SettingError as error:
            self._say(str(error))
            return
        settings = change.made(self.settings)
        if change.name == "lang" and change.word:
            texts = texts_in(settings.language)
            self._speak(texts)
        self._say(setting_line(settings, change.name, texts))
        if change.word:
            self._keep(settings, texts)

    def _keep(self, settings: Settings, texts: Texts) -> None:
        """Takes settings, at once and for good; says where they cannot be kept."""
        if self._solo is not None and settings.pace != self.settings.pace:
            self._solo.tempo.take(settings.seconds)
        self.settings = settings
        if self._file is None:
            self._say(texts("settings.for_now"))
        elif (trouble := write_settings(self._file, self.settings)) is not None:
            self._say(trouble.text(texts))
