"""``gouji settings``: what is chosen for good, told and changed from the shell, before any game."""

from __future__ import annotations

import click

from gouji_tui.usage import LANG, FailedError, Ways, command


@command
@click.argument("words", nargs=-1, metavar="[NAME [VALUE]]")
@LANG
@click.pass_obj
def settings(ways: Ways, words: tuple[str, ...], lang: str | None) -> None:
    """Tell your settings, or change one; the menu and the words of --plain change the same file."""
    from dataclasses import replace

    from gouji_tui.look import own_choice, speak
    from gouji_tui.setting_lines import SettingError, read_change, setting_line, setting_lines
    from gouji_tui.settings import write_settings
    from gouji_tui.texts import texts_in

    chosen, lang = own_choice(), lang or ways.lang
    texts = speak(lang, chosen)
    if not words:
        for line in setting_lines(chosen.settings, texts, "settings.how_here"):
            click.echo(line)
        return
    try:
        change = read_change(" ".join(words), texts, chosen.settings)
    except SettingError as error:
        raise FailedError(str(error)) from error
    made = change.made(chosen.settings)
    if change.word and chosen.file is not None:
        trouble = write_settings(chosen.file, made)
        if trouble is not None:
            # Nothing holds for now where a command ends with this line.
            raise FailedError(replace(trouble, code="settings.not_changed").text(texts))
    click.echo(setting_line(made, change.name, texts_in(lang or made.language)))
