"""What lies on the table, told as lines: the hands, the seats, the trick, what was played, the scores."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from gouji_core.seats import SEATS
from gouji_tui.cells import text_of
from gouji_tui.game import Game
from gouji_tui.presenter.hand import UNDEALT, hand_text
from gouji_tui.presenter.lobby import evening_words
from gouji_tui.presenter.memory import ladder_rows, memory_rows
from gouji_tui.presenter.scene import show_cards
from gouji_tui.presenter.scores import score_rows
from gouji_tui.presenter.seats import badge_words, last_act
from gouji_tui.presenter.sieve import Sieve
from gouji_tui.texts import Texts

SCORES = frozenset({"scores", "score", "比分", "分数"})
"""The words that ask for the scores; they are told in the lobby too, once there was a game."""
_LOG = frozenset({"l", "log", "记录"})
_LOG_LINES = 20
_ROOM = 200


class PlainBoard:
    """Tells what a sighted player sees on the table."""

    def __init__(self, texts: Texts, say: Callable[[str], None]) -> None:
        self.texts = texts
        self._say = say
        self._rounds: int | None = None
        """How many rounds of the evening were over when its score was told last."""

    def come(self) -> None:
        """Begins anew, at another table."""
        self._rounds = None

    def line(self, game: Game, word: str) -> bool:
        """Takes a word; returns whether it asks for something that is on the table."""
        match word:
            case "hand" | "手牌":
                self.hand(game)
                if not game.view.hand and not game.scene.watching and not game.scene.mates:
                    undealt = game.view.public.phase in UNDEALT
                    self._say(self.texts("hand.undealt" if undealt else "plain.no_hand"))
            case "table" | "桌面":
                self._table(game)
            case word if (sieve := self._sieve(word)) is not None:
                told = list(islice(filter(sieve.lets, game.told()), _LOG_LINES))
                self._say(self.texts("plain.log" if told else "logpage.none"))
                for entry in reversed(told):
                    self._say(f"  {text_of(entry.line)} {entry.clause}".rstrip())
            case "trick" | "s" | "本轮":
                for row in ladder_rows(game.scene, _ROOM):
                    self._say(f"  {text_of(row).rstrip()}")
            case "memory" | "n" | "记牌" if not game.table.memory:
                self._say(self.texts("note.no_memory"))
            case "memory" | "n" | "记牌":
                for row in memory_rows(game.scene, _ROOM):
                    self._say(f"  {text_of(row).rstrip()}")
            case "list" | "列出":
                for number, cards in enumerate(game.moves.answers, 1):
                    self._say(f"  #{number} {show_cards(cards)}")
            case word if word in SCORES:
                self.scores(game)
            case _:
                return False
        return True

    def _sieve(self, word: str) -> Sieve | None:
        """Returns which part of the log is asked for, None if none is."""
        log, _, part = word.partition(" ")
        if log not in _LOG:
            return None
        called = ((sieve, self.texts(f"logpage.{sieve}")) for sieve in Sieve)
        return next((sieve for sieve, name in called if part in ("", sieve.value, name)), None)

    def hand(self, game: Game) -> None:
        """Tells one's own hand, and those of partners that may be seen."""
        hand, rising = game.view.hand, game.rising
        if game.scene.watching:
            self._say(self.texts("note.watching"))
        for seat, cards in game.scene.mates:
            held = hand_text(cards, rising=rising)
            self._say(self.texts("plain.mate", who=game.scene.who(seat), cards=held, count=len(cards)))
        if not hand:
            return
        self._say(self.texts("plain.hand", cards=hand_text(hand, rising=rising), count=len(hand)))
        if game.got:
            self._say(self.texts("plain.got", cards=hand_text(game.got, rising=rising)))

    def scores(self, game: Game) -> None:
        """Tells the places and scores of the round as far as it has come, of the game and of the evening."""
        self._rounds = game.table.evening.rounds
        for row in score_rows(game.scene, game.hands):
            self._say(text_of(row).rstrip())

    def evening(self, game: Game) -> None:
        """Tells the score of the evening once a round was added to it, which is after its own was told."""
        evening = game.table.evening
        told, self._rounds = self._rounds, evening.rounds
        if told is not None and evening.rounds > told and game.table.code:
            for words in evening_words(self.texts, evening):
                self._say(words)

    def _table(self, game: Game) -> None:
        scene = game.scene
        trick = game.view.public.trick
        if trick is not None and trick.top is not None:
            self._say(self.texts("plain.top", cards=show_cards(trick.top), who=scene.who(trick.owner)))
        self._say(self.texts("plain.seats"))
        for turn in SEATS:
            seat = (scene.me + turn) % 6
            badges = " ".join(word for word, _ in badge_words(scene, seat))
            self._say(f"  {scene.who(seat)}: {badges} {text_of(last_act(scene, seat, 60))}".rstrip())
