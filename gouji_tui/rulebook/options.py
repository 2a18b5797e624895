"""Presets and options in words (R14), for the rule book and for whoever chooses rules."""

from __future__ import annotations

from dataclasses import dataclass

from gouji_core.options import OPTIONS, PRESETS, Rules
from gouji_tui.rulebook.entries import written
from gouji_tui.rulebook.terms import Glosser


@dataclass(frozen=True, slots=True)
class PresetText:
    """Is a preset in a sentence."""

    name: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class OptionText:
    """Is an option as it stands: what it is about, and what its value says."""

    name: str
    value: str
    title: str
    text: str


def presets(lang: str) -> tuple[PresetText, ...]:
    """Returns every preset in the order of R14."""
    gloss = Glosser(lang)
    said = written(lang).presets
    return tuple(PresetText(name, said[name][0], gloss(said[name][1])) for name in PRESETS)


def option_title(name: str, lang: str) -> str:
    """Returns what an option is about."""
    return written(lang).options[name].title


def option_text(name: str, value: object, lang: str) -> str:
    """Returns what a value of an option says; values are as in ``Rules`` or as their text."""
    values = written(lang).options[name].values
    text = _text(value)
    return values[text] if text in values else values["any"].replace("{value}", text)


def options(rules: Rules, lang: str) -> tuple[OptionText, ...]:
    """Returns the options that matter under these rules, in the order of R14."""
    said = written(lang).options
    return tuple(
        OptionText(
            name,
            _text(getattr(rules, name)),
            said[name].title,
            option_text(name, getattr(rules, name), lang),
        )
        for name in OPTIONS
        if said[name].when.holds(rules)
    )


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
