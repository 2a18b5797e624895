"""The same game as lines: a whole round through a pipe, and what goes wrong in one."""

import re
import signal
import subprocess

import pytest

from tests.e2e.terminal import gouji, kill_server, solo_homes

FAST = ("--seed", "1", "--pace", "0", "--window", "0")
PLACES = {
    "en": ("1st", "2nd", "3rd", "4th", "5th", "last"),
    "zh": ("头科", "二科", "三科", "四科", "二落", "大落"),
}
TOTAL = {"en": "Total:", "zh": "总分："}
FOLLOW_ADVICE = "h\n\n" * 2000


def play(*arguments: str, typed: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        gouji("play", "--plain", "--solo", *FAST, *arguments),
        check=False,
        input=typed,
        capture_output=True,
        encoding="utf-8",
        timeout=110,
    )


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_a_whole_round_through_a_pipe_ends_with_the_place_table(lang: str) -> None:
    done = play("--rules", "online+rounds=1", "--lang", lang, typed=FOLLOW_ADVICE)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    for place in PLACES[lang]:
        assert sum(line.startswith(f"  {place} ") for line in lines) == 1
    (total,) = [line for line in lines if line.startswith(TOTAL[lang])]
    assert sum(int(score) for score in re.findall(r"[+-]?\d", total)) == 0


@pytest.mark.parametrize("rules", ["dagang+rounds=2", "jining+rounds=2"])
def test_rounds_of_other_rules_are_played_to_the_end(rules: str) -> None:
    done = play("--rules", rules, "--lang", "en", typed=FOLLOW_ADVICE)
    assert done.returncode == 0, done.stderr
    assert "The game is over after round" in done.stdout


def test_the_end_of_input_leaves_the_game_and_says_so() -> None:
    done = play("--lang", "en", typed="?\n")
    assert done.returncode == 1
    assert "Words: pass" in done.stdout
    assert "The input has ended" in done.stdout


def asked_at_once() -> subprocess.Popen[str]:
    """A game in lines that has come to its first question; nobody answers."""
    command = gouji("play", "--plain", "--solo", *FAST, "--lang", "en")
    pipe = subprocess.PIPE
    game = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8")
    assert game.stdout is not None
    while "Type a number" not in game.stdout.readline():
        pass
    return game


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_leaves_nothing_behind(number: signal.Signals) -> None:
    with asked_at_once() as game:
        game.send_signal(number)
        assert game.wait(60) == 128 + number
        assert not solo_homes(game.pid)


def test_a_private_server_that_ends_by_itself_ends_the_game_and_says_so() -> None:
    with asked_at_once() as game:
        kill_server(game.pid)
        assert game.wait(60) == 1
        assert game.stderr is not None
        (said,) = game.stderr.read().splitlines()
        assert "the private server has ended by itself" in said
        assert not solo_homes(game.pid)


def test_a_word_that_is_nothing_changes_nothing() -> None:
    done = play("--lang", "en", typed="spoon\nquit\n")
    assert done.returncode == 0
    assert '"spoon" is no number' in done.stdout
    assert "Your hand:  (0)" not in done.stdout
    assert "You left the game" in done.stdout


@pytest.mark.parametrize(
    ("lang", "asked", "said"),
    [
        ("en", "rules R5.3", "R5.3  Who is asked"),
        ("zh", "规则 烧牌", "R7.1"),
        ("en", "RULES r9.4", "R9.4  "),
        ("en", "rules xyzzy", 'nothing about "xyzzy"'),
    ],
)
def test_the_rule_book_is_asked_by_clause_and_by_word(lang: str, asked: str, said: str) -> None:
    done = play("--lang", lang, typed=f"{asked}\nquit\n")
    assert done.returncode == 0
    assert said in done.stdout
