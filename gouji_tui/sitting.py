"""A sitting: what one table has told since somebody sat down there or came to watch."""

from __future__ import annotations

from dataclasses import replace

from gouji_client import Client
from gouji_client.updates import (
    Accepted,
    ChatReceived,
    CommandAnswered,
    Failed,
    LotsDrawn,
    Mirror,
    Output,
    Refused,
    TooLate,
    ViewChanged,
    ViewReset,
)
from gouji_core.errors import Refusal
from gouji_tui import game as g
from gouji_tui.around import changes, table_of
from gouji_tui.game import Game
from gouji_tui.table import TableState as Around
from gouji_tui.talk import TALK_KEPT, Drew, Remark, said_of
from gouji_tui.texts import Texts


class Sitting:
    """Is one person's time at one table; ``alone`` there is nobody to be invited to it."""

    def __init__(self, texts: Texts, code: str = "", where: str = "", *, alone: bool = False) -> None:
        self.code = code
        self.game: Game | None = None
        self.around = Around()
        """The table around the game as the client keeps it."""
        self.talk: list[Remark] = []
        """What was said and what became of people, the oldest first."""
        self.remarks = 0
        """How many remarks there were, also those no longer kept."""
        self._texts = texts
        self._where = where
        self._alone = alone

    def begin(self, client: Client) -> None:
        """Takes in how the table is that somebody has just come to."""
        self._look(client, client.tables.get(self.code))

    def speak(self, texts: Texts) -> None:
        """Changes the language of the game."""
        self._texts = texts
        if self.game is not None:
            self.game.speak(texts)

    def take(self, output: Output, client: Client) -> bool:
        """Takes in what was told; returns whether it was of the game itself."""
        mirror = client.tables.get(self.code)
        match output:
            case ViewReset(table, view) if table == self.code:
                if self.game is None:
                    self.game = Game(self._texts, view.public.rules, view.seat)
                self._look(client, mirror, output)
                self.game.take(g.Synced(view))
                return True
            case ViewChanged(table, _, view, events) if table == self.code:
                if self.game is not None:
                    self.game.take(g.Happened(events, view))
                return self.game is not None
            case CommandAnswered(_, table, _, answer) if table == self.code:
                self._answered(answer)
            case ChatReceived(line) if line.table == self.code:
                self.hear(said_of(line))
            case LotsDrawn(drawn) if drawn.table == self.code:
                self.hear(Drew())
            case _:
                self._look(client, mirror, output)
        return False

    def hear(self, *remarks: Remark) -> None:
        """Takes in what was said, or became of people."""
        for remark in remarks:
            self.talk.append(remark)
            self.remarks += 1
            if self.game is not None:
                self.game.hear(remark)
        del self.talk[:-TALK_KEPT]

    def _look(self, client: Client, mirror: Mirror | None, output: Output | None = None) -> None:
        """Takes in what became of the table and its people."""
        if mirror is None:
            return
        old = self.around
        code = "" if self._alone else self.code
        self.around = replace(table_of(client, mirror, old, output, code), where=self._where)
        if self.game is not None:
            self.game.take(g.TableChanged(self.around))
        self.hear(*changes(old.people, self.around.people, client.now()))

    def _answered(self, answer: Accepted | Refused | TooLate | Failed) -> None:
        if self.game is None:
            return
        match answer:
            case Refused(_, clause, code, data):
                self.game.take(g.Denied(Refusal(clause, code, data)))
            case TooLate():
                self.game.take(g.Denied(code="late"))
            case Failed(_, code):
                self.game.take(g.Denied(code=code))
            case Accepted():
                pass
