"""A server that has lost its data knows nobody any more: the token it gives instead is kept as well."""

import json
import shutil
from pathlib import Path

import pytest

from tests.e2e.process import Process
from tests.e2e.test_hall import HALL
from tests.e2e.test_network import person, server


@pytest.mark.parametrize("plain", [False, True], ids=["screen", "lines"])
def test_the_next_start_finds_the_seat_taken_since(tmp_path: Path, plain: bool) -> None:
    way = (*HALL, "--plain") if plain else HALL
    with server(tmp_path) as where:
        ann = person(where, tmp_path, "ann", *way)
        ann.until("No table is open yet")
    shutil.rmtree(tmp_path / "data")
    with ann, server(tmp_path):
        ann.until("there is no connection now")
        ann.press("\n" if plain else "r")
        ann.until(lambda text: "is back" in text or "there is no connection now" not in text)
        ann.press("new\n" if plain else "n\r")
        ann.until("1 of 6 seats taken")
        with person(where, tmp_path, "ann", *way) as again:
            again.until("1 of 6 seats taken")


def test_a_program_that_is_to_come_back_does(tmp_path: Path) -> None:
    with server(tmp_path) as where:
        robot = Process(tmp_path, "client", *where, "--as", "robot")
        robot.hear("connected", again=False)
    shutil.rmtree(tmp_path / "data")
    with robot, server(tmp_path):
        robot.hear("connected", again=True)
        robot.say(do="create", id=1)
        table = robot.hear("done", id=1)["table"]
        with Process(tmp_path, "client", *where, "--as", "robot") as again:
            assert again.hear("connected")["tables"] == [{"table": table, "seat": 0}]


def test_who_has_only_asked_for_the_record_is_the_same_person_the_next_time(tmp_path: Path) -> None:
    with server(tmp_path) as where:
        people: set[str] = set()
        for _ in range(2):
            with Process(tmp_path, "stats", *where, "--json") as asking:
                assert asking.end() == (0, "")
                people.add(json.loads(asking.said[-1])["own"]["person"])
        assert len(people) == 1
