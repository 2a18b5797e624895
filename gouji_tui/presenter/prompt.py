"""The prompt: what is asked, what may be done with which key, and why the rest may not."""

from __future__ import annotations

from gouji_core.actions import Act, Referee, Report
from gouji_core.public import Ask, Phase, TopKind
from gouji_core.seats import NOBODY, SEATS
from gouji_tui.cells import EMPTY, Ink, Line, Span, cut, fit, line_width, text_of, width, wrap
from gouji_tui.desk import CHOICES_SHOWN, Desk, Question, Sight, first_choice
from gouji_tui.failures import explained
from gouji_tui.judging import ACTS
from gouji_tui.laying import unordered
from gouji_tui.lobby import PHRASES
from gouji_tui.moves import side_questions
from gouji_tui.presenter.acts import act_text, action_text
from gouji_tui.presenter.centre import turn_line
from gouji_tui.presenter.hand import objection
from gouji_tui.presenter.refusals import refusal_text, short_refusal, spoken
from gouji_tui.presenter.scene import Scene, show_cards
from gouji_tui.table import LinkState
from gouji_tui.talking import others
from gouji_tui.texts import Texts

_KEYS = {Act.PASS: "pass", Act.YIELD: "yield", Act.CLAIM: "claim", Act.DECLINE: "decline"}

_CLAUSES = {
    Ask.CALL_BEFORE: "R11.4",
    Ask.SHOW: "R6.1",
    Ask.TRIBUTE: "R11.6",
    Ask.RETURN: "R11.5",
    Ask.OBJECT: "R11.6",
    Ask.CALL_AFTER: "R11.4",
    Ask.REVOLUTION: "R9.1",
    Ask.HEAD: "R9.4",
    Ask.MERGE: "R13.3",
    Ask.LEAD: "R5.1",
    Ask.ANSWER: "R5.3",
    Ask.LAST_WORD: "R5.3",
    Ask.BURN: "R7.1",
    Ask.ORDER: "R13.2",
    Ask.SETTLE: "R8.5",
}
"""The clause behind each decision; one between the table and itself has none."""

_QUESTION_CLAUSES = {
    Question.REPORT: "R13.1",
    Question.REFEREE: "R13.4",
    Question.VERDICT: "R13.4",
    Question.LAST: "R13.4",
    Question.BAR: "R13.4",
}


_SPARED = ("log", "rules", "hint")
"""The keys that give way where room is short, the first to go first: the help names them all."""


def prompt_rows(scene: Scene, desk: Desk, room: int, rows: int = 3) -> tuple[Line, ...]:
    """Returns the rows of the prompt: the question, which is told whole, the keys, and the reasons."""
    if desk.question is Question.SAY:
        keys = (Span(scene.texts("talk.keys"), Ink.DIM),)
        lines = [typed_line(scene.texts, desk.typed, room), keys, question_line(scene, desk)]
    else:
        first = wrap(first_line(scene, desk), room)[: rows - 1]
        lines = [*first, *_rest(scene, desk, room, rows - len(first))]
    lines += [EMPTY] * (rows - len(lines))
    return tuple(fit(line, room) for line in lines[:rows])


def first_line(scene: Scene, desk: Desk) -> Line:
    """Returns the first row of the prompt: what is most pressing to say."""
    texts = scene.texts
    if scene.table.link is not LinkState.UP:
        return (Span(texts(f"prompt.link_{scene.table.link}"), Ink.WARN),)
    if desk.question is not Question.NONE:
        leaving = desk.question is Question.LEAVE and scene.watching
        code = "prompt.watching_leave" if leaving else f"prompt.question_{desk.question}"
        line = scene.line(code, who=desk.judged)
        return tuple(Span(span.text, Ink.WARN) for span in line)
    if desk.note is not None:
        return note_line(scene, desk)
    if desk.sent == scene.view.public.pending.id and scene.moves.waited:
        return (Span(texts("note.sent"), Ink.DIM),)
    return question_line(scene, desk)


def asked_clause(scene: Scene, desk: Desk) -> str:
    """Returns the clause behind what the prompt asks or waits for, empty when it is the table's turn."""
    if desk.question in _QUESTION_CLAUSES:
        return _QUESTION_CLAUSES[desk.question]
    public = scene.view.public
    kind, trick = public.pending.kind, public.trick
    if kind is Ask.ANSWER and trick is not None:
        if trick.melee:
            return "R5.7"
        if trick.kind is TopKind.GOUJI:
            return "R5.5"
    return _CLAUSES.get(kind, "")


def note_line(scene: Scene, desk: Desk) -> Line:
    """Returns the note on the desk in words; an objection of the rules stands out and names its clause."""
    note = desk.note
    if note is None:
        return EMPTY
    if note.refusal is not None:
        return (Span(" " + refusal_text(scene, note.refusal) + " ", Ink.WARN),)
    data = explained(spoken(scene, note.data).items(), scene.texts)
    if "hint" in data:
        data["reason"] = scene.texts(f"hint.{data['hint']}")
    if desk.hinted is not None:
        data["act"] = action_text(scene, desk.hinted)
    return tuple(Span(span.text, Ink.BOLD) for span in scene.line(note.code, **data))


def question_line(scene: Scene, desk: Desk) -> Line:
    """Returns what is asked of this seat, or whom the table waits for."""
    public = scene.view.public
    kind = public.pending.kind
    if not scene.moves.waited:
        if public.phase is Phase.GAME_OVER:
            return (Span(scene.texts("ask.game_over"), Ink.BOLD),)
        if scene.out and kind is not Ask.BEGIN:
            return (Span(scene.texts("wait.out"), Ink.DIM),)
        if scene.watching and kind is not Ask.BEGIN:
            return (Span(scene.texts("wait.watching") + " ", Ink.DIM), *turn_line(scene))
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
    if scene.moves.parts and desk.ordered:
        so_far = " / ".join(show_cards(scene.moves.parts[number]) for number in desk.ordered)
        return scene.line("ask.order_next", cards=so_far)
    return scene.line(
        code,
        who=giver if kind is Ask.TRIBUTE else taker if kind is Ask.OBJECT else plan.seat if plan else owner,
        whom=giver,
        cards=top if top is not None else offer,
        offer=offer,
        count=number,
    )


def _rest(scene: Scene, desk: Desk, room: int, rows: int) -> list[Line]:
    match desk.question:
        case Question.LEAVE:
            return [scene.line("prompt.leave_keys", key=scene.texts.key("leave")), EMPTY]
        case Question.LAST | Question.BAR:
            return [scene.line("prompt.sure_keys", key=scene.texts.key("yield")), EMPTY]
        case Question.REPORT | Question.REFEREE | Question.VERDICT | Question.PHRASE | Question.MUTE:
            return choice_rows(question_options(scene, desk), desk.pick, room, rows)
        case Question.NONE | Question.SAY:
            pass
    if desk.note is not None and desk.asks_if_sure:
        return [scene.line(f"{desk.note.code}_why"), (Span(scene.texts("sure.keys"), Ink.DIM),)]
    if scene.moves.parts:
        parts = scene.moves.parts
        left = [show_cards(parts[number]) for number in unordered(desk, parts)]
        return with_keys(scene, choice_rows(left, desk.option, room, rows), room, rows)
    if scene.moves.choices:
        labels = [action_text(scene, action) for action in scene.moves.choices]
        return with_keys(scene, choice_rows(labels, desk.option, room, rows), room, rows)
    rest = keys_line(scene, only=_spared(scene, room))
    reasons = reasons_line(scene, desk, room - line_width(rest))
    return [spared_keys(scene, room), (*reasons, *rest) if _fits((*reasons, *rest), room) else reasons]


def with_keys(scene: Scene, choices: list[Line], room: int, rows: int) -> list[Line]:
    """Returns choices with the keys below them where a row is free."""
    return [*choices, spared_keys(scene, room)] if len(choices) < rows else choices


def spared_keys(scene: Scene, room: int) -> Line:
    """Returns the keys that do something now, without those that the help names too where room is short."""
    return keys_line(scene, without=_spared(scene, room))


def _spared(scene: Scene, room: int) -> tuple[str, ...]:
    """Returns which keys give way to the others."""
    some = (_SPARED[:number] for number in range(len(_SPARED)))
    return next((names for names in some if _fits(keys_line(scene, without=names), room)), _SPARED)


def _fits(line: Line, room: int) -> bool:
    return width(text_of(line).rstrip()) <= room


def question_options(scene: Scene, desk: Desk) -> list[str]:
    """Returns what may be answered to the question on the desk, as it is numbered."""
    match desk.question:
        case Question.REPORT:
            return [
                text_of(scene.line("choice.count", who=action.of))
                if isinstance(action, Report)
                else action_text(scene, action)
                for action in side_questions(scene.view)
            ]
        case Question.REFEREE:
            return [scene.who(seat) for seat in SEATS]
        case Question.VERDICT:
            return [action_text(scene, Referee(act, desk.judged)) for act in ACTS]
        case Question.PHRASE:
            return [scene.texts(f"phrase.{phrase}") for phrase in PHRASES]
        case Question.MUTE:
            people = others(Sight(scene.view, people=scene.table.people))
            return [
                scene.texts("choice.hear" if person.muted else "choice.mute", who=scene.who(seat))
                for seat, person in people
            ]
        case _:
            return []


def typed_line(texts: Texts, typed: str, room: int) -> Line:
    """Returns the line on which chat is typed: its end where it is longer than the room."""
    ask = texts("talk.say")
    shown = typed
    while shown and width(ask + shown) > room - 2:
        shown = shown[1:]
    return (Span(ask, Ink.BOLD), Span(shown), Span(" ", Ink.CURSOR))


def choice_rows(labels: list[str], option: int, room: int, rows: int) -> list[Line]:
    """Returns the numbered choices, as many in a row as fit."""
    first = first_choice(option, len(labels))
    out: list[Line] = []
    row: list[Span] = []
    used = 0
    for number, label_text in enumerate(labels[first : first + CHOICES_SHOWN], 1):
        at_cursor = first + number - 1 == option
        text = cut(label_text, room - 6)
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
        above = max(0, min(place, len(out) - rows))
        more = above + rows < len(out)
        out = out[above : above + rows]
        if more:
            out[-1] = (*out[-1], Span("..", Ink.DIM))
    return out


def keys_line(scene: Scene, *, without: tuple[str, ...] = (), only: tuple[str, ...] | None = None) -> Line:
    """Returns the keys that do something now, with what they do; some may be left out, or be all there is."""
    texts, moves = scene.texts, scene.moves
    out: list[Span] = []

    def key(name: str, label: str) -> None:
        if name in without or (only is not None and name not in only):
            return
        out.extend((Span(texts.key(name), Ink.KEY), Span(f" {label}  ")))

    if moves.parts or moves.choices:
        key("enter", texts("keys.choose"))
        key("next_answer", texts("keys.next"))
    elif moves.returning:
        key("enter", texts("keys.return"))
    elif Act.BURN in moves.acts:
        key("enter", texts("keys.burn"))
    elif Act.PLAY in moves.acts:
        key("enter", texts("keys.play"))
    for act, name in _KEYS.items():
        if act in moves.acts:
            key(name, act_text(scene, act))
    if moves.answers:
        key("next_answer", texts("keys.answers", count=len(moves.answers)))
    if moves.plan is not None:
        key("lay_down", texts("act.lay_down"))
    votes = scene.view.public.setup.votes
    if votes and scene.view.seat != NOBODY and not votes >> scene.view.seat & 1:
        key("report", texts("keys.vote"))
    if scene.auto:
        key("auto", texts("keys.auto_end"))
    if moves.waited:
        key("hint", texts("keys.hint"))
        key("rules", texts("keys.rules"))
    if scene.view.public.phase is Phase.ROUND_OVER:
        key("enter", texts("keys.scores"))
    if scene.view.public.phase in {Phase.ROUND_OVER, Phase.GAME_OVER}:
        key("replay", texts("keys.replay"))
    if (scene.watching or scene.out) and scene.view.public.phase is Phase.TRICKS:
        key("trick", texts("keys.trick"))
        if scene.table.memory:
            key("memory", texts("keys.memory"))
    if scene.watching:
        key("chat", texts("keys.chat"))
    key("log", texts("keys.log"))
    key("help", texts("keys.help"))
    if scene.watching:
        key("leave", texts("keys.leave"))
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
            key=scene.texts.key(_KEYS[act]),
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
