"""What is told of a practice position: its line in the list, the task, the hands and the solution."""

from __future__ import annotations

from collections.abc import Iterator

from gouji_core.engine import Step, settle, step
from gouji_core.events import Event
from gouji_core.options import format_rules
from gouji_core.seats import SEATS
from gouji_core.views import project, view_of
from gouji_tui.cells import EMPTY, Ink, Line, Span, join, wrap
from gouji_tui.game import Game, Happened, Synced
from gouji_tui.learning.goals import Outcome
from gouji_tui.learning.puzzles import ME, Puzzle
from gouji_tui.presenter.hand import hand_text
from gouji_tui.presenter.log import entry_of
from gouji_tui.texts import Texts


def list_line(puzzle: Puzzle, texts: Texts, *, done: bool) -> str:
    """Returns a position as one line of the list, with a mark if it was solved."""
    mark = "x" if done else " "
    return f"[{mark}] {puzzle.number:>2} {puzzle.words(texts.lang).title} ({puzzle.clauses[0]})"


def task_lines(puzzle: Puzzle, texts: Texts, room: int, *, rising: bool = False) -> Iterator[Line]:
    """Yields the title, what to do, what it teaches, and the hands with what else the position says."""
    words = puzzle.words(texts.lang)
    yield (Span(f"{puzzle.number} {words.title}", Ink.TITLE),)
    yield from wrap((Span(words.task),), room)
    yield (Span(texts("practice.clauses", clauses=" ".join(puzzle.clauses)), Ink.DIM),)
    yield EMPTY
    position = puzzle.position
    game = _game(puzzle, texts)
    scene, standing = game.scene, position.state.public.standing
    yield (Span(texts("practice.rules", rules=format_rules(position.state.public.rules)), Ink.DIM),)
    for seat in SEATS:
        place, hand = standing.places[seat], position.state.hands[seat]
        parts: Line = (Span(f"{scene.who(seat)}: ", scene.ink(seat)),)
        if place:
            parts += (Span(scene.place(place)),)
        elif seat == standing.revolted:
            parts += (Span(texts("badge.revolted")),)
        else:
            parts += (Span(hand_text(hand, rising=rising), Ink.CARDS),)
        yield join((*parts, *(Span(f"  {word}") for word in _notes(puzzle, texts, seat))))


def _notes(puzzle: Puzzle, texts: Texts, seat: int) -> Iterator[str]:
    """Yields what is to be known of a seat besides its hand."""
    public = puzzle.position.state.public
    standing = public.standing
    if public.setup.leader == seat:
        yield texts("practice.leads")
    if standing.burner is not None and standing.burner.seat == seat:
        yield texts("badge.burning")
    if standing.opened >> seat & 1:
        yield texts("badge.opened")
    if standing.calls[seat] != "no":
        yield texts(f"call.{standing.calls[seat]}")
    if standing.free_left and abs(seat - standing.revolted) == 3:
        yield texts("badge.free_left", count=standing.free_left)


def solution_lines(puzzle: Puzzle, texts: Texts, room: int) -> Iterator[Line]:
    """Yields the line of play that solves it, event by event with the clauses, and why it works."""
    yield (Span(texts("practice.solution"), Ink.TITLE),)
    game = _game(puzzle, texts)
    state = puzzle.position.state
    for seat, action in puzzle.solution:
        done = step(state, seat, action)
        if not isinstance(done, Step):
            return
        rest = settle(done.state)
        state = rest.state
        shown = tuple(_seen((*done.events, *rest.events)))
        game.take(Happened(shown, view_of(state, ME)))
        told = [entry for event in shown if (entry := entry_of(game.scene, event)) is not None]
        for entry in told:
            clause = (Span(f" {entry.clause}", Ink.DIM),) if entry.clause else ()
            yield from wrap((Span("  "), *entry.line, *clause), room)
    yield EMPTY
    yield from wrap((Span(puzzle.words(texts.lang).why),), room)


def outcome_lines(puzzle: Puzzle, outcome: Outcome, texts: Texts, room: int) -> Iterator[Line]:
    """Yields what became of the goal."""
    reached = outcome is Outcome.REACHED
    text = texts("practice.reached" if reached else "practice.missed", title=puzzle.words(texts.lang).title)
    yield from wrap((Span(text, Ink.BOLD if reached else Ink.WARN),), room)


def _seen(events: tuple[Event, ...]) -> Iterator[Event]:
    for event in events:
        shown = project(event, ME)
        if shown is not None:
            yield shown


def _game(puzzle: Puzzle, texts: Texts) -> Game:
    state = puzzle.position.state
    game = Game(texts, state.public.rules, ME)
    game.take(Synced(view_of(state, ME)))
    return game
