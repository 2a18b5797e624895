"""What a record proves about its deals."""

from dataclasses import replace

import pytest

from gouji_core.actions import Begin, Deal
from gouji_core.dealing import commitment
from gouji_core.errors import NotationError
from gouji_core.record import Commit, Done, Entry, GameRecord, Seed
from gouji_core.seats import NOBODY
from gouji_core.verify import check_deals
from tests.kit.records import played, played_on


@pytest.mark.parametrize("preset", ["online", "dagang", "dazhong"])
def test_an_honest_game_is_proven(preset: str) -> None:
    checks = check_deals(played(preset, 1))
    assert checks
    assert {check.code for check in checks} == {"ok"}
    assert [check.number for check in checks] == list(range(1, len(checks) + 1))


RECORD = played("laotou", 2)


def changed(kind: type, new: Entry | None) -> GameRecord:
    """The record with its first entry of a kind changed or left out."""
    at = next(n for n, entry in enumerate(RECORD.entries) if isinstance(entry, kind))
    entries = RECORD.entries[:at] + ((new,) if new else ()) + RECORD.entries[at + 1 :]
    return replace(RECORD, entries=entries)


def test_a_seed_that_was_not_committed_to_is_found() -> None:
    assert check_deals(changed(Seed, Seed("00" * 32)))[0].code == "broken"
    assert check_deals(changed(Commit, Commit("00" * 32)))[0].code == "broken"


def test_a_commitment_to_other_cards_is_found() -> None:
    other = b"\7" * 32
    record = changed(Commit, Commit(commitment(other)))
    at = next(n for n, entry in enumerate(record.entries) if isinstance(entry, Seed))
    entries = (*record.entries[:at], Seed(other.hex()), *record.entries[at + 1 :])
    assert check_deals(replace(record, entries=entries))[0].code == "other_cards"


@pytest.mark.parametrize("kind", [Seed, Commit])
def test_what_is_left_out_proves_nothing(kind: type) -> None:
    assert check_deals(changed(kind, None))[0].code == "unproven"


def test_a_seed_of_odd_length_is_no_seed() -> None:
    with pytest.raises(NotationError, match="even number"):
        check_deals(changed(Seed, Seed("abc")))


def test_a_position_is_no_deal_but_the_round_after_it_is() -> None:
    record, _ = played_on("online+rounds=1", 3)
    assert check_deals(record) == ()
    longer, _ = played_on("online+rounds=2+sweep_ends_game=false", 3)
    assert [(check.number, check.code) for check in check_deals(longer)] == [(1, "unproven")]


def test_the_rules_are_checked_from_a_position_on() -> None:
    record, _ = played_on("online+rounds=1", 3)
    with pytest.raises(NotationError, match="entry 2 is refused by R"):
        check_deals(replace(record, entries=(record.entries[0], *record.entries)))


def test_a_record_without_deals() -> None:
    begin = GameRecord(RECORD.rules, entries=(Done(NOBODY, Begin()),))
    assert check_deals(begin) == ()
    assert any(isinstance(entry, Done) and isinstance(entry.action, Deal) for entry in RECORD.entries)
