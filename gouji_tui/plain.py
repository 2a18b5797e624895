"""The plain mode: the same game as lines and numbered choices, for pipes, dumb terminals and screen readers.

Every event is a sentence; when it is one's turn the question, the hand and the choices follow.
Lines that come through a pipe are read one for each question, so that a script needs no pauses.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable

from gouji_core.actions import Act, Action
from gouji_tui.autopass import AutoPass
from gouji_tui.cells import text_of
from gouji_tui.desk import Desk, Question, Sight
from gouji_tui.failures import explained
from gouji_tui.finality import finality
from gouji_tui.game import Game
from gouji_tui.judging import begin
from gouji_tui.learning.plain import PlainCoach
from gouji_tui.learning.tutor import Tutor
from gouji_tui.look import UNCHOSEN, Chosen
from gouji_tui.moves import side_questions, why_not
from gouji_tui.plain_board import SCORES, PlainBoard
from gouji_tui.plain_hall import PlainHall
from gouji_tui.plain_lobby import PlainLobby
from gouji_tui.plain_settings import PlainSettings
from gouji_tui.plain_talk import PlainTalk
from gouji_tui.presenter.acts import act_text, action_text
from gouji_tui.presenter.log import entry_of
from gouji_tui.presenter.prompt import first_line, note_line, question_line, question_options
from gouji_tui.presenter.refusals import refusal_text
from gouji_tui.presenter.scene import show_cards
from gouji_tui.settings import Settings
from gouji_tui.stage import Stage
from gouji_tui.table import LinkState
from gouji_tui.texts import Texts
from gouji_tui.typed import read_action, read_answer
from gouji_tui.visit import Visit

_LETTERS = {Act.PASS: "p", Act.YIELD: "y", Act.CLAIM: "c", Act.DECLINE: "d"}


_WHY = frozenset({"rules", "规则", "w"})
"""The words that open the rule book."""
_WHY_FIRST = [[word] for word in sorted(_WHY)]


class PlainTable:
    """Tells a visit as lines and turns lines into actions."""

    def __init__(
        self, visit: Visit, texts: Texts, say: Callable[[str], None], chosen: Chosen = UNCHOSEN
    ) -> None:
        self._visit = visit
        self._texts = texts
        self._say = say
        self._sure: tuple[int, Action] | None = None
        """What was asked once more, for which decision, because it cannot be undone."""
        self._told = self._asked = self._sent = 0
        """How many events of the game were told; the decisions last asked for and answered."""
        self._stage: Stage | None = None
        self._link = LinkState.UP
        self._scores = False
        self._clause = ""
        self.hinted: Action | None = None
        self.quit = False
        self.stays = False
        """Whether somebody is there to wait for another game, and not just a file of lines."""
        self._hall = PlainHall(visit.hall, texts, say)
        self._lobby = PlainLobby(visit, texts, say)
        self._board = PlainBoard(texts, say)
        self._talk = PlainTalk(visit, texts, say)
        self._coach = PlainCoach(visit.plan.practice, texts, say)
        self._own = PlainSettings(chosen, say, self._speak, visit.plan.solo)
        self._passing = AutoPass(visit.send)
        self._tutor = Tutor(on=visit.plan.tutor)

    @property
    def texts(self) -> Texts:
        """The catalogue of the language spoken now."""
        return self._texts

    @property
    def settings(self) -> Settings:
        """What is chosen now."""
        return self._own.settings

    @property
    def asking(self) -> bool:
        """Whether a line is awaited now."""
        game = self._visit.game
        if self._visit.stage is Stage.WAIT:
            return self._visit.host
        if self._visit.stage in (Stage.PASSWORD, Stage.HALL) or self._coach.over:
            return True
        return (
            game is not None
            and game.moves.waited
            and self._asked == game.view.public.pending.id != self._sent
        )

    def changed(self) -> None:
        """Tells what changed since the last time."""
        visit = self._visit
        if visit.stage is not self._stage:
            self._stage = visit.stage
            self._tell_stage()
        if visit.stage is Stage.HALL:
            self._tell_note()
            self._hall.changed()
        if visit.stage is Stage.WAIT:
            self._lobby.changed()
        game = visit.game
        if game is None or visit.stage is not Stage.PLAY:
            return
        self._tell_link(game)
        self._coach.begun(rising=self.settings.rising)
        for event in game.events[max(0, len(game.events) - (game.count - self._told)) :]:
            entry = entry_of(game.scene, event)
            if entry is not None:
                self._clause = entry.clause or self._clause
                clause = f" {entry.clause}" if entry.clause and not entry.flows else ""
                self._say(text_of(entry.line) + clause)
        self._told = game.count
        self._coach.changed(game)
        if self._coach.over:
            return
        if game.desk.note is not None:
            self._clause = game.clause
            self._say(text_of(note_line(game.scene, game.desk)).strip())
            game.desk = Desk()
            self._asked = self._sent = 0
        if game.ends_unread:
            self._tell_scores(game)
        self._board.evening(game)
        if self._passing.attend(game, self.settings):
            self._asked = self._sent = game.view.public.pending.id
        if game.moves.waited and self._asked != game.view.public.pending.id:
            self.ask(game)

    def _speak(self, texts: Texts) -> None:
        self._texts = self._hall.texts = self._lobby.texts = self._board.texts = texts
        self._talk.texts = self._coach.texts = texts
        self._visit.speak(texts)

    def _tell_stage(self) -> None:
        visit, texts = self._visit, self._texts
        match visit.stage:
            case Stage.SERVER:
                self._say(texts("start.server"))
            case Stage.CONNECT:
                self._say(texts("start.connect", where=visit.where))
            case Stage.PASSWORD:
                self._say(texts("start.wrong" if visit.knock.wrong else "start.password", where=visit.where))
            case Stage.TABLE:
                self._say(texts("start.table"))
            case Stage.WAIT:
                self._lobby.told = visit.sitting.remarks
                self._lobby.tell()
            case Stage.HALL:
                # The games of one table have nothing to do with those of the next.
                self._told = self._asked = self._sent = 0
                self._link, self._sure, self.hinted = LinkState.UP, None, None
                self._hall.come()
                self._board.come()
            case Stage.PLAY | Stage.FAILED | Stage.ENDED:
                pass

    def _tell_note(self) -> None:
        note, self._visit.note = self._visit.note, None
        if note is not None:
            self._say(self._texts(note.code, **explained(note.data, self._texts)))

    def _tell_link(self, game: Game) -> None:
        link = game.table.link
        if link is not self._link:
            self._link = link
            self._say(self._texts("plain.back" if link is LinkState.UP else "plain.lost"))

    def _tell_scores(self, game: Game) -> None:
        game.unread_scores = False
        self._board.scores(game)
        if game.over and self.stays and self._visit.plan.solo is None:
            self._visit.to_lobby()
        elif game.over:
            self.quit = True
        else:
            self._visit.next_round()

    def ask(self, game: Game) -> None:
        """Asks what to do: the question, the hand, the choices."""
        texts, scene, moves = self._texts, game.scene, game.moves
        self._asked = game.view.public.pending.id
        self.hinted = None
        self._say("")
        self._say(text_of(question_line(scene, game.desk)))
        for line in self._tutor.lines(scene):
            self._say(f"  {text_of(line)}")
        self._clause = game.clause
        self._tell_hand(game)
        if moves.parts:
            for number, combo in enumerate(moves.parts, 1):
                self._say(f"  {number} {show_cards(combo)}")
            self._say(texts("plain.order"))
            return
        if moves.choices:
            for number, action in enumerate(moves.choices, 1):
                self._say(f"  {number} {action_text(scene, action)}")
            self._say(texts("plain.numbers"))
            return
        if moves.returning:
            offer = game.view.public.setup.offer
            self._say(texts("plain.tell", count=offer.returning if offer is not None else 0))
            return
        words = [f"{_LETTERS[act]} {act_text(scene, act)}" for act in moves.acts if act in _LETTERS]
        if moves.plan is not None:
            words.append(f"v {texts('act.lay_down')}")
        words.append(f"h {texts('keys.hint')}")
        if moves.combos:
            words.append(texts("plain.list", count=len(moves.combos)))
        self._say(f"{texts('plain.options')} {'  '.join(words)}  ? {texts('keys.help')}")

    def _tell_hand(self, game: Game) -> None:
        game.heed(self.settings)
        self._board.hand(game)

    def line(self, typed: str) -> None:
        """Takes a line that was typed."""
        text = " ".join(unicodedata.normalize("NFKC", typed).split())
        word = text.lower()
        visit = self._visit
        if visit.stage is Stage.PASSWORD:
            visit.knock.answer(typed)
            return
        if word in {"quit", "exit", "离开"}:
            self._say(self._texts("plain.left"))
            self.quit = not visit.leads_back
            visit.rise()
            return
        if self._coach.line(word):
            self.quit = self._coach.over
            return
        if self._own.line(text, self._texts) or self._talk.line(text):
            return
        if visit.stage is Stage.HALL:
            self._hall.line(text, typed)
            return
        game = visit.game
        if visit.stage is Stage.WAIT and not (game is not None and word in SCORES):
            self._lobby.line(text)
            return
        if game is None:
            return
        if game.desk.question is not Question.NONE and word not in _WHY:
            self._answer(game, word)
        elif word.split()[0:1] in _WHY_FIRST:
            self._tell_rules(game, text.partition(" ")[2])
        elif not self._command(game, word):
            self._act(game, text)

    def _command(self, game: Game, word: str) -> bool:
        """Does what only tells something; returns whether the word was such a command."""
        match word:
            case "?" | "help" | "帮助":
                memory = self._texts("plain.help_memory") if game.table.memory else ""
                self._say(self._texts("plain.help", memory=memory))
            case "h" | "hint" | "提示":
                self._hint(game)
            case "v" | "挑" | "挑牌" if game.moves.plan is not None:
                self.hinted = game.moves.plan
                self._say(action_text(game.scene, self.hinted))
                self._say(self._texts("note.plan"))
            case "o" | "referee" | "裁判" | "处罚":
                game.desk = begin(game.desk, Sight(game.view, game.moves, game.table.host))
                self._tell_question(game)
            case "g" | "replay" | "回放":
                self._visit.ask_record(self._tell_record)
            case "r" | "report" | "报户":
                for number, action in enumerate(side_questions(game.view), 1):
                    self._say(f"  r{number} {action_text(game.scene, action)}")
            case _:
                game.heed(self.settings)
                return self._board.line(game, word)
        return True

    def _answer(self, game: Game, word: str) -> None:
        """Takes the answer to a question of the referee."""
        step = game.key(read_answer(word))
        if step.verdict is not None:
            self._visit.judge(step.verdict)
        self._tell_question(game)

    def _tell_question(self, game: Game) -> None:
        """Tells the question with its choices; what came of it once it is answered."""
        desk, scene = game.desk, game.scene
        if desk.question is Question.NONE:
            self.changed()
            return
        self._clause = game.clause
        self._say(text_of(first_line(scene, desk)))
        options = question_options(scene, desk)
        for number, option in enumerate(options, 1):
            self._say(f"  {number} {option}")
        key = self.texts.key("yield")
        self._say(self._texts("plain.numbers") if options else self._texts("prompt.sure_keys", key=key))

    def _tell_rules(self, game: Game, query: str) -> None:
        """Tells a clause or a word of the rule book; without one the clause last named."""
        from gouji_tui.rulebook import page

        self._say(page(query or self._clause, game.view.public.rules, game.texts.lang, 76))

    def _hint(self, game: Game) -> None:
        self.hinted = game.hint()
        desk, game.desk = game.desk, Desk()
        if self.hinted is not None and desk.hinted is None:
            self._say(action_text(game.scene, self.hinted))
        if desk.note is not None:
            self._say(text_of(note_line(game.scene, desk)))

    def _tell_record(self, text: str) -> None:
        """Tells the rounds that are over, every step with all hands open."""
        from gouji_tui.replay.film import RecordError, film_from
        from gouji_tui.replay.lines import tell

        try:
            film = film_from(text, self._visit.code, self._texts)
        except RecordError as error:
            self._say(self._texts("note.no_replay", reason=str(error)))
            return
        if not film.last:
            self._say(self._texts("note.no_replay", reason=self._texts("fail.no_record")))
        for line in tell(film, self._texts, rising=self.settings.rising):
            self._say(line)

    def _act(self, game: Game, text: str) -> None:
        action = read_action(game, text) if text else self.hinted
        if action is None:
            if text:
                self._say(self._texts("plain.unknown", text=text[:40]))
            else:
                self._asked = 0
                self.changed()
            return
        no = why_not(game.view, action)
        if no is not None:
            self._clause = no.clause
            self._say(refusal_text(game.scene, no))
            return
        if self.settings.confirm != "off" and self._ask_sure(game, action):
            return
        self._sent = game.view.public.pending.id
        self._visit.send(action)

    def _ask_sure(self, game: Game, action: Action) -> bool:
        """Asks once more about what cannot be undone; returns whether the answer is still to come."""
        final, asked = finality(game.view, action), (game.view.public.pending.id, action)
        known, self._sure = self._sure == asked, asked
        if final is None or known:
            return False
        for code in (final, f"{final}_why", "plain.sure"):
            self._say(self._texts(code))
        return True
