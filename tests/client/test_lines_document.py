"""docs/client-json.md says what the lines are: tables as the code is, examples as the running thing tells."""

import json
import re
from typing import Any

from gouji_client import Profile
from gouji_client.lines import MAX_LINE, objects
from gouji_client.lines.reading import BYE, LOOK, REQUESTS, read_line
from gouji_client.updates import (
    Disconnected,
    Drawn,
    HandsShown,
    LinkCode,
    LotsDrawn,
    Notice,
    NoticeTold,
    Output,
)
from gouji_core.cards import parse_cards
from tests.client.conftest import Server
from tests.client.contract import GROUNDS, Ground
from tests.client.describe import API, LINES, api, filled
from tests.client.program import Program, first_play, run, start

TEXT = LINES.read_text("utf-8")
EXAMPLES = [
    json.loads(line)
    for block in re.findall(r"```json\n(.*?)```", TEXT, re.DOTALL)
    for line in block.splitlines()
]
SELDOM: tuple[Output, ...] = (
    HandsShown("HBZW", {2: parse_cards("X22AA"), 4: parse_cards("7")}),
    LotsDrawn(Drawn("HBZW", (3, 0, 1, 5, 2, 4))),
    NoticeTold(Notice("stopping", "back in a minute", 30_000)),
    Disconnected(LinkCode.LOST, "the server closed the connection", (), 0.188),
)
"""What a short session need not meet."""
MAPS = frozenset({"data", "places"})
"""The objects whose keys are values."""


def told_by_the_running_thing(server: Server) -> list[dict[str, Any]]:
    """Returns what a program hears that does a bit of everything."""

    async def script(program: Program) -> None:
        await start(program)
        program.say(do="chat", text="你好")
        program.say(do="join", table="NONE", id=5)
        program.say(do="tables")
        program.say(do="join", id=6)
        decision = await program.hear("decision")
        program.say(do="act", action="play XXXX", decision=decision["decision"], id=3)
        program.say(do="act", action="pass", decision=1, id=4)
        while decision["type"] == "decision":
            program.say(
                do="act", action=first_play(decision["legal"]), decision=decision["decision"], id="mine"
            )
            decision = await program.hear("decision", "state")
            while decision["type"] == "state" and decision["phase"] != "game_over":
                decision = await program.hear("decision", "state")
        program.say(do="leave")
        await program.hear("gone")
        await program.bridge.bye()

    done: list[Program] = []

    async def scenario(ground: Ground) -> None:
        async with ground.connect(server.tcp, Profile(name="ann")) as client:
            done.append(await run(ground, client, script))

    GROUNDS["trio"].run(scenario)
    return done[0].heard


def fits(example: Any, real: Any, name: str = "") -> bool:
    """Tells whether an example has the shape of what was really told."""
    match example, real:
        case (None, _) | (_, None):
            return True
        case dict(), dict():
            if name in MAPS:
                return all(isinstance(key, str) for key in example)
            return set(example) - {"id"} == set(real) - {"id"} and all(
                fits(value, real[key], key) for key, value in example.items() if key != "id"
            )
        case list(), list():
            return not example or not real or fits(example[0], real[0], name)
        case ((int() | float()), (int() | float())):
            return isinstance(example, bool) == isinstance(real, bool)
        case _:
            return type(example) is type(real)


def test_tables_and_names_are_as_the_code_is():
    assert filled(TEXT) == TEXT, "write it anew: python -m tests.client.describe"
    assert API.read_text("utf-8") == api(), "write it anew: python -m tests.client.describe"


def test_every_type_of_object_has_an_example_and_a_word():
    assert {example["type"] for example in EXAMPLES} == set(objects.TYPES)
    for kind in objects.TYPES:
        assert re.search(rf"^`{kind}`: ", TEXT, re.MULTILINE), kind


def test_every_example_is_what_the_running_thing_tells(server: Server):
    real = told_by_the_running_thing(server)
    real += [told for update in SELDOM for told in objects.of_update(update, 0.0)]
    real.append(objects.of_missed(3))
    assert {told["type"] for told in real} == set(objects.TYPES)
    for example in EXAMPLES:
        assert any(same_events(example, told) and fits(example, told) for told in real), example


def same_events(example: dict[str, Any], told: dict[str, Any]) -> bool:
    """Tells whether both are of one type, and events of one kind: each kind has fields of its own."""
    if example["type"] != told["type"] or example.get("do", "act") != told.get("do", "act"):
        return False
    if example["type"] != "events":
        return True
    return example["events"][0]["event"] in {event["event"] for event in told["events"][:1]}


def test_the_requests_of_the_conversation_are_requests():
    said = re.findall(r"^    > (.*)$", TEXT, re.MULTILINE)
    assert len(said) >= 4
    for line in said:
        assert read_line(line.encode()).do in REQUESTS
    assert f"longer than {MAX_LINE} bytes" in TEXT
    assert {LOOK, BYE} <= set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
