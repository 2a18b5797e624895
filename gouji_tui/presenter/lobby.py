"""The lobby of a table in words: who sits where, by which rules, what was said, and which keys work now."""

from __future__ import annotations

from gouji_client.updates import Kind, Presence, SeatInfo, Spectators, TableState
from gouji_core.errors import NotationError
from gouji_core.options import Rules, format_rules, parse_rules
from gouji_core.seats import NOBODY, federation
from gouji_tui.cells import EMPTY, Ink, Line, Span, bar, cut, fit, width, wrap
from gouji_tui.failures import explained
from gouji_tui.lobby import KEYS, PHRASES, SHOWN, Asking, Lobby, is_host, late, open_keys, seat_at
from gouji_tui.presenter.centre import signed
from gouji_tui.presenter.prompt import choice_rows, typed_line
from gouji_tui.table import Evening
from gouji_tui.talk import Remark, remark_line
from gouji_tui.texts import Texts

FOOT = 3
"""How many rows the keys have."""
MIN_TALK = 3


def lobby_rows(
    texts: Texts,
    state: TableState,
    desk: Lobby,
    talk: tuple[Remark, ...],
    evening: Evening,
    *,
    where: str,
    room: int,
    height: int,
) -> tuple[Line, ...]:
    """Returns the rows above the keys: table, seats, rules, evening, talk, and what is asked."""
    head = [bar(_heading(texts, state), room), *_invitation(texts, state, where, room), EMPTY]
    head += seat_blocks(texts, state, desk, room)
    foot = [EMPTY, *_prompt(texts, state, desk, room)]
    told = [line for text in table_words(texts, state, evening) for line in wrap((Span(text),), room)]
    free = height - len(head) - len(foot) - 1
    whole = len(told)
    told = told[: max(free - MIN_TALK, 0)]
    if 0 < len(told) < whole:
        more = texts("lobby.more", key=KEYS["rules"][0])
        kept = wrap(told[-1], room - width(more))[0]
        told[-1] = (*kept, Span(more, Ink.DIM))
    said = [line for remark in talk for line in wrap(remark_line(remark, texts), room)]
    free -= len(told)
    said = said[-free:] if free > 0 else []
    body = [*head, EMPTY, *told, *said]
    body += [EMPTY] * (height - len(body) - len(foot))
    return tuple(fit(line, room) for line in (*body, *foot))


def _heading(texts: Texts, state: TableState) -> str:
    taken = sum(seat.kind is not Kind.EMPTY for seat in state.seats)
    text = texts("start.wait_host" if is_host(state) else "start.wait", code=state.table, count=taken)
    return text + (" " + texts("lobby.watching", count=state.watching) if state.watching else "")


def _invitation(texts: Texts, state: TableState, where: str, room: int) -> tuple[Line, ...]:
    way = f"--unix {where}" if "/" in where else f"--connect {where}"
    return wrap((Span(texts("lobby.invite", where=way, code=state.table), Ink.DIM),), room)[:2]


def seat_blocks(texts: Texts, state: TableState, desk: Lobby, room: int) -> list[Line]:
    """Returns the six seats as they sit round the table, oneself in the middle of the nearer row."""
    wide = room // 3
    blocks = [_block(texts, state, desk, place, wide) for place in range(6)]
    return [
        tuple(span for place in row for span in fit(blocks[place][line], wide))
        for row in ((0, 1, 2), (3, 4, 5))
        for line in range(3)
    ]


def _block(texts: Texts, state: TableState, desk: Lobby, place: int, room: int) -> tuple[Line, Line, Line]:
    seat = seat_at(place, state.seat)
    here = state.seats[seat]
    mark = ">" if desk.place == place else "*" if desk.marked == seat else " "
    number = texts("seat.number", number=seat + 1)
    you = state.seat == seat
    ink = Ink.CURSOR if desk.place == place else Ink.BOLD if you else Ink.PLAIN
    ours = federation(seat) == federation(max(state.seat, 0))
    side = texts("side.ours" if ours else "side.theirs") if state.seat != NOBODY else ""
    name = cut(seat_name(texts, here), room - 4)
    words = seat_words(texts, state, seat)
    return (
        (Span(mark, Ink.BOLD), Span(f" {number} ", ink), Span(f" {side}", Ink.OURS if ours else Ink.THEIRS)),
        (Span("  "), Span(name, Ink.BOLD if you else Ink.PLAIN if here.kind is not Kind.EMPTY else Ink.DIM)),
        (Span("  " + cut(", ".join(words), room - 3), Ink.DIM),),
    )


def seat_name(texts: Texts, here: SeatInfo) -> str:
    """Returns who sits on a seat: a name, a bot with its level, or that it is free."""
    if here.kind is Kind.EMPTY:
        return texts("lobby.free")
    if here.kind is Kind.BOT:
        code = f"level.{here.level}"
        return texts("lobby.bot", level=texts(code) if code in texts else here.level)
    return here.name


def seat_words(texts: Texts, state: TableState, seat: int) -> list[str]:
    """Returns what there is to say of who sits on a seat: you, host, ready, offline, muted."""
    here = state.seats[seat]
    if here.kind is not Kind.HUMAN:
        return []
    words = [texts("lobby.you")] if seat == state.seat else []
    words += [texts("lobby.host")] if seat == state.host else []
    if here.presence in (Presence.LOST, Presence.AUTO, Presence.LEFT):
        words.append(texts(f"presence.{here.presence}"))
    elif here.ready:
        words.append(texts("lobby.ready"))
    elif seat != state.host:
        words.append(texts("lobby.not_ready"))
    if here.person in state.muted:
        words.append(texts("lobby.muted"))
    return words


def table_words(texts: Texts, state: TableState, evening: Evening) -> list[str]:
    """Returns the rules in words, how the table is kept, and the score of the evening."""
    return [*rule_words(texts, state.rules), _kept(texts, state), *evening_words(texts, evening)]


def rules_of(state: TableState) -> Rules | None:
    """Returns the rules of a table, None if a newer server has some that are not known here."""
    try:
        return parse_rules(state.rules)
    except NotationError:
        return None


def rule_words(texts: Texts, text: str) -> list[str]:
    """Returns a preset in a sentence and every option that differs from it in another."""
    from gouji_tui.rulebook.options import option_text, option_title, presets

    try:
        rules = parse_rules(text)
    except NotationError:
        return [text]
    preset = next(one for one in presets(texts.lang) if one.name == rules.preset)
    out = [texts("lobby.rules", name=preset.title, text=preset.text)]
    for part in format_rules(rules).split("+")[1:]:
        name = part.partition("=")[0]
        said = option_text(name, getattr(rules, name), texts.lang)
        out.append(texts("lobby.option", title=option_title(name, texts.lang), text=said))
    return out


def _kept(texts: Texts, state: TableState) -> str:
    options = state.options
    words = [
        texts("lobby.clock", turn=options.turn_seconds, reserve=options.reserve_seconds)
        if options.turn_seconds
        else texts("lobby.no_clock")
    ]
    words.append(texts("lobby.private" if options.private else "lobby.listed"))
    match options.spectators:
        case Spectators.NONE:
            words.append(texts("lobby.nobody_watches"))
        case Spectators.DELAYED:
            words.append(texts("lobby.watch_late", seconds=options.delay_seconds))
        case _:
            words.append(texts("lobby.all_watch"))
    if options.all_ready:
        words.append(texts("lobby.all_ready"))
    if not options.memory:
        words.append(texts("lobby.no_memory"))
    if options.open_hands:
        words.append(texts("lobby.open_hands"))
    return " ".join(words)


def evening_words(texts: Texts, evening: Evening) -> list[str]:
    """Returns the score of the evening by person, best first; nothing before a game is over."""
    if not evening.rounds:
        return []
    best = sorted(evening.people, key=lambda one: -one.points)
    score = texts("lobby.pause").join(f"{one.name} {signed(one.points)}" for one in best)
    return [texts("lobby.evening", games=evening.games, rounds=evening.rounds, score=score)]


def _prompt(texts: Texts, state: TableState, desk: Lobby, room: int) -> list[Line]:
    name = seat_name(texts, state.seats[seat_at(desk.place, state.seat)])
    match desk.asking:
        case Asking.CHAT:
            return [typed_line(texts, desk.typed, room), (Span(texts("talk.keys"), Ink.DIM),)]
        case Asking.PHRASE:
            return phrase_rows(texts, desk.pick, room)
        case Asking.KICK | Asking.HAND_OVER:
            return [(Span(texts(f"lobby.sure_{desk.asking}", name=name), Ink.WARN),), EMPTY]
        case Asking.NONE:
            pass
    if desk.note is not None:
        text = texts(desk.note.code, **explained(desk.note.data, texts))
        return [*wrap((Span(text, Ink.WARN),), room)[:2], EMPTY][:2]
    if not is_host(state):
        return [(Span(texts("start.wait_guest")),), EMPTY]
    waiting = late(state)
    names = ", ".join(state.seats[seat].name for seat in waiting)
    free = any(seat.kind is Kind.EMPTY for seat in state.seats)
    keys = texts("start.wait_keys" if free else "start.full_keys")
    text = texts("lobby.wait_ready", names=names) if waiting else keys
    return [*wrap((Span(text),), room)[:2], EMPTY][:2]


def phrase_rows(texts: Texts, pick: int, room: int, rows: int = 2) -> list[Line]:
    """Returns the quick phrases, numbered."""
    out = choice_rows([texts(f"phrase.{phrase}") for phrase in PHRASES], pick, room, rows)
    return [*out, *[EMPTY] * (rows - len(out))]


def key_rows(texts: Texts, state: TableState, desk: Lobby, room: int) -> tuple[Line, ...]:
    """Returns the keys that work now, each with what it does."""
    if desk.asking is not Asking.NONE:
        code = "talk.keys" if desk.asking is Asking.CHAT else "lobby.asking_keys"
        return (bar(texts(code), room), *(bar("", room),) * (FOOT - 1))
    words: list[str] = []
    for name in open_keys(desk, state):
        key = SHOWN.get(name, KEYS[name][0])
        words.append(f"{key} {key_label(texts, state, desk, name)}")
    rows: list[str] = []
    for word in words:
        if rows and width(rows[-1]) + width(word) + 3 <= room:
            rows[-1] += "  " + word
        else:
            rows.append(word)
    return tuple(bar(row, room) for row in (*rows, *("",) * FOOT)[:FOOT])


def key_label(texts: Texts, state: TableState, desk: Lobby, name: str) -> str:
    """Returns what a key does now, in a word or two."""
    here = state.seats[seat_at(desk.place, state.seat)]
    match name:
        case "ready" if state.seats[state.seat].ready:
            return texts("lobby.key_unready")
        case "bot" if here.kind is Kind.BOT:
            return texts("lobby.key_level")
        case "mute" if here.person in state.muted:
            return texts("lobby.key_hear")
        case "swap" if desk.marked != NOBODY:
            return texts("lobby.key_swap_here")
        case _:
            return texts(f"lobby.key_{name}")
