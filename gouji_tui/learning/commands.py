"""The commands for learning: practice positions and the words of the table."""

from __future__ import annotations

import click

from gouji_tui.usage import ASCII, LANG, PLAIN, TUTOR, FailedError, Ways, command, ended


@command
@click.argument("number", required=False, type=click.IntRange(1), metavar="[N]")
@click.option("--solution", is_flag=True)
@TUTOR
@LANG
@ASCII
@PLAIN
@click.pass_obj
def practice(
    ways: Ways,
    number: int | None,
    solution: bool,
    tutor: bool,
    lang: str | None,
    ascii_only: bool,
    plain: bool,
) -> None:
    """Practise: endgames and rule puzzles, each with a task and a solution."""
    from dataclasses import replace

    from gouji_tui.cells import text_of
    from gouji_tui.learning.marks import own_marks
    from gouji_tui.learning.puzzles import puzzles
    from gouji_tui.learning.telling import list_line, solution_lines, task_lines
    from gouji_tui.look import own_choice

    ways, every = ways.also(lang, ascii_only, plain), puzzles()
    if number is not None and number <= len(every) and not solution:
        from gouji_tui.launch import start_play
        from gouji_tui.learning.start import practice_plan

        plan = replace(practice_plan(number), tutor=tutor)
        ended(start_play(ways.lang, plan, ascii_only=ways.ascii_only, plain=ways.plain))
        return
    texts = ways.texts()
    if number is None:
        done = own_marks().done
        for puzzle in every:
            click.echo(list_line(puzzle, texts, done=puzzle.id in done))
        return
    if number > len(every):
        raise FailedError(texts("practice.none", number=number, count=len(every)))
    puzzle = every[number - 1]
    rising = own_choice().settings.rising
    for line in (*task_lines(puzzle, texts, 76, rising=rising), (), *solution_lines(puzzle, texts, 76)):
        click.echo(text_of(line).rstrip())


@command
@click.argument("words", nargs=-1, metavar="[WORD]")
@LANG
@click.pass_obj
def glossary(ways: Ways, words: tuple[str, ...], lang: str | None) -> None:
    """Tell the words of the table in Chinese, pinyin and English, each with its clause."""
    from gouji_tui.cells import text_of
    from gouji_tui.learning.glossary import look_up, word_lines

    texts = ways.texts(lang)
    query = " ".join(words)
    found = look_up(query)
    if not found:
        raise FailedError(texts("glossary.none", query=query))
    for line in word_lines(found, texts.lang, 76):
        click.echo(text_of(line).rstrip())
