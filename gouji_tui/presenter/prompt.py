"""The prompt: what is asked, what may be done with which key, and why the rest may not."""

from __future__ import annotations

from gouji_core.actions import Act
from gouji_core.public import Ask, Phase, TopKind
from gouji_tui.cells import EMPTY, Ink, Line, Span, cut, fit, line_width
from gouji_tui.desk import CHOICES_SHOWN, Desk, Question, first_choice
from gouji_tui.keys import BY_NAME
from gouji_tui.moves import side_questions
from gouji_tui.presenter.acts import action_text
from gouji_tui.presenter.hand import objection
from gouji_tui.presenter.refusals import refusal_text, short_refusal, spoken
from gouji_tui.presenter.scene import Scene
from gouji_tui.table import LinkState

_KEYS = {Act.PASS: "pass", Act.YIELD: "yield", Act.CLAIM: "claim", Act.DECLINE: "decline"}


def prompt_rows(scene: Scene, desk: Desk, room: int, rows: int = 3) -> tuple[Line, ...]:
    """Returns the rows of the prompt: the question, the keys, and the reasons."""
    lines = [_first(scene, desk), *_rest(scene, desk, room, rows - 1)]
    lines += [EMPTY] * (rows - len(lines))
    return tuple(fit(line, room) for line in lines[:rows])


def _first(scene: Scene, desk: Desk) -> Line:
    texts = scene.texts
    if scene.table.link is not LinkState.UP:
        return (Span(texts(f"prompt.link_{scene.table.link}"), Ink.WARN),)
    if desk.question is not Question.NONE:
        return (Span(texts(f"prompt.question_{desk.question}"), Ink.WARN),)
    if desk.note is not None:
        return note_line(scene, desk)
    if desk.sent == scene.view.public.pending.id and scene.moves.waited:
        return (Span(texts("note.sent"), Ink.DIM),)
    return question_line(scene)


def note_line(scene: Scene, desk: Desk) -> Line:
    """Returns the note on the desk in words; an objection of the rules stands out and names its clause."""
    note = desk.note
    if note is None:
        return EMPTY
    if note.refusal is not None:
        return (Span(" " + refusal_text(scene, note.refusal) + " ", Ink.WARN),)
    data = spoken(scene, note.data)
    if "hint" in data:
        data["reason"] = scene.texts(f"hint.{data['hint']}")
    if desk.hinted is not None:
        data["act"] = action_text(scene, desk.hinted)
    return tuple(Span(span.text, Ink.BOLD) for span in scene.line(note.code, **data))


def question_line(scene: Scene) -> Line:
    """Returns what is asked of this seat, or whom the table waits for."""
    public = scene.view.public
    kind = public.pending.kind
    if not scene.moves.waited:
        if public.phase is Phase.GAME_OVER:
            return (Span(scene.texts("ask.game_over"), Ink.BOLD),)
        return (Span(scene.texts(f"wait.{kind}"), Ink.DIM),)
    trick = public.trick
    owner = trick.owner if trick is not None else -1
    top = trick.top if trick is not None else None
    debt = public.setup.offer
    code = f"ask.{kind}"
    if kind is Ask.ANSWER and trick is not None and trick.kind is TopKind.GOUJI:
        code = "ask.answer_gouji"
    offer = debt.cards if debt is not None else ""
    giver = debt.debt.giver if debt is not None else -1
    taker = debt.debt.taker if debt is not None else -1
    number = debt.returning if debt is not None else 0
    plan = public.standing.plan
    return scene.line(
        code,
        who=giver if kind is Ask.TRIBUTE else taker if kind is Ask.OBJECT else plan.seat if plan else owner,
        whom=giver,
        cards=top if top is not None else offer,
        offer=offer,
        count=number,
    )


def _rest(scene: Scene, desk: Desk, room: int, rows: int) -> list[Line]:
    texts = scene.texts
    match desk.question:
        case Question.LEAVE:
            return [scene.line("prompt.leave_keys", key=BY_NAME["leave"].shown), EMPTY]
        case Question.REPORT:
            options = [
                f"{number} {action_text(scene, action)}"
                for number, action in enumerate(side_questions(scene.view), 1)
            ]
            return [_list(options, room), (Span(texts("prompt.esc_back"), Ink.DIM),)]
        case Question.NONE:
            pass
    if scene.moves.choices:
        return choice_rows(scene, desk, room, rows)
    keys = keys_line(scene)
    if line_width(keys) > room:
        keys = keys_line(scene, short=True)
    return [keys, reasons_line(scene, desk, room)]


def choice_rows(scene: Scene, desk: Desk, room: int, rows: int) -> list[Line]:
    """Returns the numbered choices, as many in a row as fit."""
    choices = scene.moves.choices
    first = first_choice(desk.option, len(choices))
    out: list[Line] = []
    row: list[Span] = []
    used = 0
    shown = choices[first : first + CHOICES_SHOWN]
    for number, action in enumerate(shown, 1):
        at_cursor = first + number - 1 == desk.option
        text = cut(action_text(scene, action), room - 6)
        label = f"[{number}]" if at_cursor else f" {number} "
        size = line_width((Span(label + text + "  "),))
        if used + size > room and row:
            out.append(tuple(row))
            row, used = [], 0
        row += [Span(label, Ink.CURSOR if at_cursor else Ink.KEY), Span(text + "  ")]
        used += size
    out.append(tuple(row))
    if len(out) > rows:
        # Too many for the room: the row with the cursor is shown, the arrows reach the others.
        place = next((i for i, line in enumerate(out) if any(s.ink is Ink.CURSOR for s in line)), 0)
        out = out[max(0, min(place, len(out) - rows)) :][:rows]
    return out


def _list(options: list[str], room: int) -> Line:
    return (Span(cut("   ".join(options), room)),)


def keys_line(scene: Scene, *, short: bool = False) -> Line:
    """Returns the keys that do something now, with what they do."""
    texts, moves = scene.texts, scene.moves
    out: list[Span] = []

    def key(name: str, label: str) -> None:
        out.extend((Span(BY_NAME[name].shown, Ink.KEY), Span(f" {label}  ")))

    if moves.returning:
        key("enter", texts("keys.return"))
    elif Act.BURN in moves.acts:
        key("enter", texts("keys.burn"))
    elif Act.PLAY in moves.acts:
        key("enter", texts("keys.play"))
    for act, name in _KEYS.items():
        if act in moves.acts:
            last_word = scene.view.public.pending.kind is Ask.LAST_WORD and act is Act.PASS
            key(name, texts("keys.close" if last_word else f"act.{act}"))
    if moves.combos:
        key("next_answer", texts("keys.answers", count=len(moves.combos)))
    if moves.plan is not None:
        key("lay_down", texts("act.lay_down"))
    if moves.waited:
        key("hint", texts("keys.hint"))
        key("rules", texts("keys.rules"))
    if not short:
        key("log", texts("keys.log"))
    key("help", texts("keys.help"))
    return tuple(out)


def reasons_line(scene: Scene, desk: Desk, room: int) -> Line:
    """Returns why the cards chosen do not do, else why the other acts are not open."""
    reason = objection(scene, desk)
    if reason:
        return (Span(cut(scene.texts("prompt.not_these", reason=reason), room), Ink.WARN),)
    if not scene.moves.waited and (not scene.view.hand or scene.view.public.phase is not Phase.TRICKS):
        return EMPTY
    if not scene.moves.waited:
        return (Span(cut(scene.texts("prompt.meanwhile"), room), Ink.DIM),)
    out: list[Span] = []
    used = 0
    for act, no in scene.moves.closed:
        text = scene.texts(
            "prompt.closed",
            key=BY_NAME[_KEYS[act]].shown,
            act=scene.texts(f"act.{act}"),
            reason=short_refusal(scene, no),
            clause=no.clause,
        )
        size = line_width((Span(text),)) + 2
        if used + size > room and out:
            break
        out.append(Span(text + "  ", Ink.DIM))
        used += size
    return tuple(out)
