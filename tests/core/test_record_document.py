"""What docs/records.md says: its records are records, and its program needs nothing of ours."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from gouji_core.actions import Deal, RefereeAct
from gouji_core.cards import SMALL, parse_suited
from gouji_core.dealing import commitment
from gouji_core.public import Phase
from gouji_core.record import Done, final_state, format_record, parse_record
from gouji_core.verify import check_deals
from tests.kit.records import played

TEXT = (Path(__file__).parents[2] / "docs/records.md").read_text("utf-8")
RECORDS = re.findall(r"^```\n(gouji record .*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
(PROGRAM,) = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def judged(text: str) -> list[str]:
    """What the program says of a record."""
    return ran(PROGRAM, text)


def ran(program: str, text: str) -> list[str]:
    command = [sys.executable, "-I", "-c", program]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", input=text, timeout=30)
    return done.stdout.splitlines()


def test_its_records_are_played_and_written_the_same() -> None:
    for text in RECORDS:
        assert format_record(parse_record(text)) == text
        assert final_state(parse_record(text)).public.phase is Phase.GAME_OVER
    dealt, positioned = map(parse_record, RECORDS)
    assert [check.code for check in check_deals(dealt)] == ["ok"]
    assert (positioned.start != "", check_deals(positioned)) == (True, ())


def test_its_table_has_every_kind_of_line() -> None:
    table = re.findall(r"^\| `(\w+)", TEXT, re.MULTILINE)
    assert table == ["gouji", "rules", "player", "start", "begin", "commit", "deal", "4", "referee", "seed"]
    (referee,) = re.findall(r"^\| `referee.*\|$", TEXT, re.MULTILINE)
    assert set(re.findall(r"`(\w+)`", referee)) == set(RefereeAct)


def test_its_program_is_of_twenty_lines_and_knows_nothing_of_ours() -> None:
    assert len([line for line in PROGRAM.splitlines() if line]) <= 20
    assert re.findall(r"import (\w+)", PROGRAM) == ["sys", "sha256"]


@pytest.mark.parametrize("preset", ["online", "dagang", "dazhong", "jining", "jining+deck=full"])
def test_its_program_finds_honest_deals_fair(preset: str) -> None:
    record = played(preset, 5)
    codes = [check.code for check in check_deals(record)]
    assert set(codes) == {"ok"}
    assert judged(format_record(record)) == ["fair"] * len(codes)
    assert judged(RECORDS[0]) == ["fair"]


OTHER = b"\7" * 32


@pytest.mark.parametrize(
    ("pattern", "new"),
    [
        (r"^seed .*", f"seed {OTHER.hex()}"),
        (r"^commit .*", f"commit {commitment(OTHER)}"),
        (r"^commit .*\n", ""),
        (r"^deal 1 ", "deal 2 "),
        (r"^deal 1 4 (\w+) (\w+)", r"deal 1 4 \2 \1"),
        (r"^deal 1 4 2h(\w\w)(\w\w)", r"deal 1 4 2h\2\1"),
    ],
)
def test_its_program_finds_what_is_not_as_promised(pattern: str, new: str) -> None:
    forged, count = re.subn(pattern, new, RECORDS[0], count=1, flags=re.MULTILINE)
    assert count
    assert judged(forged) == ["NOT FAIR"]


def test_its_program_finds_a_promise_of_other_cards() -> None:
    forged = RECORDS[0]
    for word, new in (("seed", OTHER.hex()), ("commit", commitment(OTHER))):
        forged = re.sub(rf"^{word} .*", f"{word} {new}", forged, flags=re.MULTILINE)
    assert judged(forged) == ["NOT FAIR"]


def test_the_cut_and_the_lead_are_as_it_says() -> None:
    record = played("laotou", 5)
    deals = [e.action for e in record.entries if isinstance(e, Done) and isinstance(e.action, Deal)]
    assert len(deals) == 2
    verdict = PROGRAM.splitlines()[-1].strip()
    cuts = PROGRAM.replace('"deck"', '"cut"').replace(verdict, 'print("".join(cards))')
    number = "print(next(n for n in numbers if n < 2**32 - 2**32 % 6) % 6)"
    leads = PROGRAM.replace('"deck"', '"lead"').replace(verdict, number)
    leads = leads.replace("range(len(cards) - 1, 0, -1)", "()")
    shown = (ran(program, format_record(record)) for program in (cuts, leads))
    for cutter, (deal, order, lead) in enumerate(zip(deals, *shown, strict=True)):
        cards = parse_suited(order)
        passed = next(n for n, card in enumerate(cards) if card.rank < SMALL)
        pips = "A23456789TJQK".index(str(cards[passed])[0]) + 1
        assert deal.drawer == (cutter + passed + pips - 1) % 6
        assert deal.fallback == int(lead)
