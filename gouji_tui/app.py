"""The Textual app: it owns the visit, moves between screens and takes care of a clean end.

Everything about the game is in ``gouji_tui.visit`` and ``gouji_tui.game``; the app only carries keys
there and has the screen drawn anew when something changed. What only a game needs is imported when one
begins, so that the menu is there at once.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType

from gouji_tui.adopting import adopt, paced
from gouji_tui.keys import Press
from gouji_tui.look import Look
from gouji_tui.measuring import follow_size
from gouji_tui.plan import LISTED, Plan, SoloOptions
from gouji_tui.screens.base import Page
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.settings import Settings
from gouji_tui.texts import LANGUAGES, texts_in

if TYPE_CHECKING:
    from gouji_core.actions import Action, Referee
    from gouji_tui.alert import Alert
    from gouji_tui.autopass import AutoPass
    from gouji_tui.deeds import Deed
    from gouji_tui.desk import Wish
    from gouji_tui.learning.coach import Coach
    from gouji_tui.learning.tutor import Tutor
    from gouji_tui.replay.film import Film
    from gouji_tui.visit import Visit


class GoujiApp(App[int]):
    """Plays Gouji in a terminal; the result of ``run`` is the exit code."""

    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = ""
    TITLE = "Gouji"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "leave_asked", show=False, priority=True),
        Binding("ctrl+c", "leave_asked", show=False, priority=True),
    ]
    CSS = """
    Screen { background: ansi_default; color: ansi_default; }
    """

    def __init__(self, look: Look, plan: Plan | None = None, film: Film | None = None) -> None:
        # Said before Textual looks at NO_COLOR: else it makes the terminal's own colours black.
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self.texts = texts_in(look.lang, look.chosen.settings.keymap)
        self.glyphs = look.glyphs
        self.look = look
        self.settings = look.chosen.settings
        self.trouble = look.chosen.trouble
        """Why the file of settings is of no use, if it is not."""
        self.visit: Visit | None = None
        self._plan = plan
        self._film = film
        self._menu = plan is None
        self._failed = ""
        self.hidden = False
        """Whether a screen for others lies over everything."""
        self.alert: Alert | None = None
        self._passing: AutoPass | None = None
        self._coach: Coach | None = None
        self.tutoring = plan is not None and plan.tutor
        self.tutor: Tutor | None = None

    def on_mount(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP):
            loop.add_signal_handler(number, self.exit, 128 + number)
        follow_size(self)
        if self._film is not None:
            from gouji_tui.screens.replay import ReplayScreen

            self.push_screen(ReplayScreen(self._film))
        elif self._plan is None:
            self.push_screen(MenuScreen())
        else:
            self._go(self._plan)

    def now(self) -> float:
        """Returns the time on the clock that deadlines are told in."""
        return time.monotonic()

    # What the screens ask for.

    def play_solo(self) -> None:
        """Starts a game with five bots."""
        self._go(Plan(solo=SoloOptions()))

    def connect_to(self, address: str, *, tls: bool = False) -> None:
        """Goes to a server whose address was typed, or found on the network."""
        from gouji_tui.door import door_of, says_tls, without_tls

        self._go(Plan(address=without_tls(address), door=door_of(tls=tls or says_tls(address)), table=LISTED))

    def choose(self, settings: Settings) -> None:
        """Takes other settings, at once and for good."""
        adopt(self, settings)

    def tell_terminal(self, codes: str) -> None:
        """Sends the terminal something that is no picture: a bell, a title."""
        if self._driver is not None:
            self._driver.write(codes)

    def open_settings(self) -> None:
        """Shows the settings."""
        from gouji_tui.screens.settings import SettingsPage

        self.push_screen(SettingsPage())

    def open_lan(self) -> None:
        """Shows the servers on the local network."""
        from gouji_tui.screens.lan import LanPage

        self.push_screen(LanPage())

    def open_practice(self, at: int = 1) -> None:
        """Lists the practice positions."""
        from gouji_tui.learning.pages import PracticeList

        self.push_screen(PracticeList(at - 1))

    def practise(self, number: int) -> None:
        """Plays a practice position out against five bots."""
        from gouji_tui.learning.start import practice_plan

        self._go(practice_plan(number))

    def send(self, action: Action) -> None:
        """Sends an action to the table."""
        if self.visit is not None:
            self.visit.send(action)

    def judge(self, verdict: Referee) -> None:
        """Does as the referee what the host decided."""
        if self.visit is not None:
            self.visit.judge(verdict)

    def do(self, deed: Deed) -> None:
        """Asks something of the table that is no move of the game."""
        if self.visit is not None:
            self.visit.do(deed)

    def retry(self) -> None:
        """Tries the server again at once."""
        if self.visit is not None:
            self.visit.retry()

    def wish(self, wish: Wish) -> None:
        """Does what a key of the table wants from the app."""
        from gouji_tui.desk import Wish
        from gouji_tui.pace import hurry
        from gouji_tui.screens.pages import HelpPage, LogPage

        game = self.visit.game if self.visit is not None else None
        match wish:
            case Wish.HELP:
                self.push_screen(HelpPage(game))
            case Wish.RULES:
                self.open_rules(game.clause if game is not None else "")
            case Wish.LOG:
                self.push_screen(LogPage(game))
            case Wish.LANGUAGE:
                self.switch_language()
            case Wish.PACE:
                hurry(self)
            case Wish.SETTINGS:
                self.open_settings()
            case Wish.REPLAY:
                self.replay_game()
            case Wish.LEAVE:
                self.leave()
            case _:
                pass

    def replay_game(self) -> None:
        """Opens the replay of the rounds of this game that are over, as the server recorded them."""
        from gouji_tui.replay.opening import open_game

        self.run_worker(open_game(self), group="replay", exclusive=True)

    def watch_record(self, name: str, told: Callable[[str], None]) -> None:
        """Opens the replay of a file or of a game by its id; ``told`` gets why there is none."""
        from gouji_tui.replay.opening import open_record

        self.run_worker(open_record(self, name, told), group="replay", exclusive=True)

    def show_note(self) -> None:
        """Shows the prompt, in which something was told: a page may lie over it."""
        self._to_base()
        self._draw()

    def close_replay(self) -> None:
        """Closes a replay: back to the menu or the table, or out of a program that shows nothing else."""
        if len(self.screen_stack) > 2:
            self.pop_screen()
        else:
            self.exit(0)

    def open_rules(self, clause: str = "") -> None:
        """Opens the rule book at a clause, or at its contents."""
        from gouji_core.options import PRESETS
        from gouji_tui.presenter.lobby import rules_of
        from gouji_tui.screens.rules import RulesPage

        visit = self.visit
        game = visit.game if visit is not None else None
        waiting = rules_of(visit.lobby) if visit is not None and visit.lobby is not None else None
        rules = game.view.public.rules if game is not None else waiting or PRESETS["online"]
        self.push_screen(RulesPage(game, rules, clause))

    def switch_language(self) -> None:
        """Speaks the other language at once."""
        self.speak(LANGUAGES[(LANGUAGES.index(self.texts.lang) + 1) % len(LANGUAGES)])

    def speak(self, lang: str) -> None:
        """Speaks a language from now on."""
        self.texts = texts_in(lang, self.settings.keymap)
        if self.visit is not None:
            self.visit.speak(self.texts)
        self._draw()

    def ask_to_leave(self) -> None:
        """Asks in the prompt whether to leave the game; without one the program ends."""
        if self.visit is None:
            self.exit(0)
        elif isinstance(self.screen, Page):
            self.screen.press(Press("leave"))

    def action_leave_asked(self) -> None:
        """Ctrl+Q and Ctrl+C: leaves where nothing is lost, asks first in a game."""
        if isinstance(self.screen, Page):
            self.screen.press(Press("leave"))
        else:
            self.exit(0)

    def leave(self) -> None:
        """Leaves the game for good: to the hall one came by, else to the menu or out of the program."""
        if self.visit is not None:
            self.visit.rise()
        else:
            self._end(0)

    def scores_read(self) -> None:
        """Goes on after the place table: to the next round, or to the end of the game."""
        visit = self.visit
        if visit is None or visit.game is None:
            return
        visit.game.unread_scores = False
        if visit.game.over and visit.plan.solo is None:
            visit.to_lobby()
        elif visit.game.over:
            self.leave()
        else:
            visit.next_round()

    def to_menu(self) -> None:
        """Goes back to the menu after a start that failed."""
        if self._menu:
            self._replace(MenuScreen())
        else:
            self._end(1)

    # The visit.

    def _go(self, plan: Plan) -> None:
        from gouji_tui.visit import Visit

        self.go_to(Visit(paced(plan, self.settings), self.texts))

    def go_to(self, visit: Visit) -> None:
        """Begins a visit and follows it until it ends."""
        from gouji_tui.alert import Alert
        from gouji_tui.autopass import AutoPass
        from gouji_tui.screens.start import StartScreen

        self.visit = visit
        self.alert = Alert(self.tell_terminal)
        self._passing = AutoPass(self.send)
        self._coach = None
        if visit.plan.practice:
            from gouji_tui.learning.start import coach_of

            self._coach = coach_of(visit.plan.practice)
        self._replace(StartScreen())
        self.run_worker(self._stay(visit), group="visit", exclusive=True, exit_on_error=True)

    async def _stay(self, visit: Visit) -> None:
        from gouji_tui.screens.start import StartScreen
        from gouji_tui.stage import Stage

        await visit.run(self.changed)
        if visit.stage is Stage.FAILED:
            self.hidden = False
            self._failed = visit.reason(self.texts)
            if not self._menu:
                self._end(1)
            elif isinstance(self.screen, StartScreen):
                self._draw()
            else:
                self._replace(StartScreen())  # it says why, also in the middle of a game
            return
        self.visit = None
        self._end(0)

    def _end(self, code: int) -> None:
        if self.alert is not None:
            self.alert.rest()
        if self._menu and code == 0:
            self._replace(MenuScreen())
            if self._coach is not None:
                self.open_practice(self._coach.puzzle.number)
            return
        self.exit(code)

    def changed(self) -> None:
        """Has everything drawn that the visit changed."""
        from gouji_tui.screens.bases import base_of
        from gouji_tui.screens.pages import ScorePage

        visit = self.visit
        if visit is None:
            return
        game = visit.game
        if game is not None and self._passing is not None:
            game.heed(self.settings)
            self._passing.attend(game, self.settings)
        if self.hidden:
            return
        if self.alert is not None:
            self.alert.attend(game, self.settings, alone=visit.plan.solo is not None)
        base = self.screen_stack[min(1, len(self.screen_stack) - 1)]
        fresh = base_of(visit, base)
        if fresh is not None:
            self._replace(fresh)
            if self._coach is None:
                return
        if self._coach is not None and game is not None:
            from gouji_tui.learning.pages import attend

            if attend(self, game, self._coach):
                self._draw()
                return
        # Not over another page: a key meant for that would close this one unread.
        if game is not None and game.ends_unread and self.screen_stack[-1] is base:
            self.push_screen(ScorePage(game))
            return
        self._draw()

    def _to_base(self) -> None:
        """Closes pages that lie over the menu, the start or the table."""
        while len(self.screen_stack) > 2:
            self.pop_screen()

    def _replace(self, page: Page) -> None:
        """Shows another menu, start or table in place of the one there is."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.push_screen(page)

    def _draw(self) -> None:
        if isinstance(self.screen, Page):
            self.screen.draw()

    def _fatal_error(self) -> None:
        """Ends after a fault of our own: its story goes to the log, the terminal gets one line."""
        if self.is_headless:
            super()._fatal_error()
            return
        from gouji_tui.launch import log_file

        logging.getLogger(__name__).critical("the program failed", exc_info=self._exception)
        self._failed = self.texts("error.crash", file=log_file())
        self._close_messages_no_wait()

    @property
    def failure(self) -> str:
        """What went wrong, empty if nothing did."""
        return self._failed
