"""The settings in the plain mode: ``settings`` tells them all, ``set NAME VALUE`` changes one."""

from __future__ import annotations

from collections.abc import Callable

from gouji_tui.look import Chosen
from gouji_tui.setting_lines import SettingError, read_change, setting_line, setting_lines
from gouji_tui.settings import write_settings
from gouji_tui.texts import Texts, texts_in

_LIST = frozenset({"settings", "设置"})
_SET = frozenset({"set", "设"})


class PlainSettings:
    """Takes the lines about settings; ``speak`` is called with another language."""

    def __init__(self, chosen: Chosen, say: Callable[[str], None], speak: Callable[[Texts], None]) -> None:
        self.settings = chosen.settings
        self._file = chosen.file
        self._say = say
        self._speak = speak

    def line(self, text: str, texts: Texts) -> bool:
        """Takes a line in the language spoken; returns whether it was about settings."""
        word, _, rest = text.partition(" ")
        if word.lower() in _SET:
            self._set(rest, texts)
        elif text.lower() in _LIST:
            for line in setting_lines(self.settings, texts):
                self._say(f"  {line}")
        else:
            return False
        return True

    def _set(self, rest: str, texts: Texts) -> None:
        try:
            change = read_change(rest, texts)
        except SettingError as error:
            self._say(str(error))
            return
        self.settings = change.made(self.settings)
        if change.name == "lang" and change.word:
            texts = texts_in(self.settings.language)
            self._speak(texts)
        self._say(setting_line(self.settings, change.name, texts))
        if not change.word:
            return
        if self._file is None:
            self._say(texts("settings.for_now"))
        elif (trouble := write_settings(self._file, self.settings)) is not None:
            self._say(trouble.text(texts))
