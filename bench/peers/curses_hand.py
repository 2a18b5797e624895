"""The floor in bytes: a hand of fifteen ranks in curses, which sends what changed and nothing else.

It shows what a key changes on the real table: the cursor over a rank, how many of it are chosen, which cards
are chosen and whether they may be played.
"""

from __future__ import annotations

import curses

RANKS = "Xx2AKQJ09876543"
HELD = (1, 1, 3, 2, 3, 2, 3, 2, 3, 3, 2, 3, 3, 2, 3)
COLUMN = 5
NAMES, COUNTS, CHOSEN, LINE, STATUS = 18, 19, 20, 17, 22


def main(screen: curses.window) -> None:
    curses.curs_set(0)
    curses.start_color()
    curses.use_default_colors()
    curses.init_pair(1, curses.COLOR_BLACK, curses.COLOR_CYAN)
    curses.init_pair(2, curses.COLOR_YELLOW, -1)
    curses.init_pair(3, curses.COLOR_RED, -1)
    cursor, chosen = 0, [0] * len(RANKS)

    def name(at: int) -> None:
        lit = at == cursor
        text = f"[{RANKS[at]}]" if lit else f" {RANKS[at]} "
        screen.addstr(NAMES, at * COLUMN, text, curses.color_pair(1) if lit else curses.A_BOLD)

    def take(at: int, change: int) -> None:
        chosen[at] = max(0, min(HELD[at], chosen[at] + change))
        mark = f"+{chosen[at]}" if chosen[at] else "  "
        screen.addstr(CHOSEN, at * COLUMN, mark, curses.color_pair(2))
        cards = "".join(rank * count for rank, count in zip(RANKS, chosen, strict=True))
        why = f"These cards do not do: {cards} does not beat 99." if cards else "Choose cards or pass."
        line = f"Chosen {cards}" if cards else "no card chosen"
        screen.addstr(LINE, 36, line.ljust(40), curses.A_BOLD)
        screen.addstr(STATUS, 0, why.ljust(70), curses.color_pair(3) if cards else 0)

    for seat in range(6):
        screen.addstr(1 + seat % 2 * 3, seat // 2 * 26, f"seat {seat}  36")
    for at in range(len(RANKS)):
        name(at)
        screen.addstr(COUNTS, at * COLUMN, f" {HELD[at]}")
    screen.addstr(STATUS, 0, "READY")
    screen.refresh()
    while True:
        key = screen.getch()
        if key in (curses.KEY_LEFT, curses.KEY_RIGHT):
            old = cursor
            cursor = (cursor + (1 if key == curses.KEY_RIGHT else -1)) % len(RANKS)
            name(old)
            name(cursor)
        elif key == ord("u"):
            for at in range(len(RANKS)):
                if chosen[at]:
                    take(at, -1)
        elif 0 <= key < 128 and _rank(chr(key)) >= 0:
            old, cursor = cursor, _rank(chr(key))
            name(old)
            name(cursor)
            take(cursor, 1)
        screen.refresh()


def _rank(letter: str) -> int:
    return RANKS.find(letter if letter in "xX" else letter.upper())


if __name__ == "__main__":
    curses.wrapper(main)
