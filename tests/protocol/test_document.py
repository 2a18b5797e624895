"""docs/protocol.md says what the program does: tables as the types are, examples as the bytes are."""

import json
import re
from typing import get_args

import msgpack
import pytest

from gouji_core.action_texts import parse_action
from gouji_core.actions import Act
from gouji_core.plain import decode, decode_event
from gouji_core.views import SeatView
from gouji_protocol import limits
from gouji_protocol.codec import Unread, decode_client_message, decode_server_message, encode_message
from gouji_protocol.connection import MAY, Party, State
from gouji_protocol.frames import FrameDecoder
from gouji_protocol.messages import Events, Goodbye, Hello, Request, Snapshot, Welcome
from gouji_protocol.session import FINAL
from tests.protocol.describe import DOCUMENT, filled

TEXT = DOCUMENT.read_text("utf-8")
EXAMPLES = re.findall(r"\((client|server)\)\n\n```example\n([0-9a-f \n]+)\n(\[.*\])\n```", TEXT)


def test_tables_and_examples_are_as_the_types_are():
    assert filled(TEXT) == TEXT, "write it anew: python -m tests.protocol.describe"


@pytest.mark.parametrize(("who", "dump", "plain"), EXAMPLES)
def test_an_example_decodes_to_what_stands_under_it(who: str, dump: str, plain: str):
    data = bytes.fromhex(dump)
    frames = FrameDecoder(limits.MAX_REPLY)
    frames.feed(data)
    body = frames.next_body()
    assert body is not None
    assert frames.pending == 0
    # Another library reads the same, so the bytes are msgpack and not only ours.
    assert msgpack.unpackb(body) == json.loads(plain)
    message = decode_client_message(body) if who == "client" else decode_server_message(body)
    assert not isinstance(message, Unread)
    assert encode_message(message) == body
    match message:
        case Snapshot():
            assert decode(SeatView, message.view).seat == 0
        case Events():
            assert [decode_event(event) for event in message.events]
        case _:
            pass


def test_there_are_examples_of_the_frozen_messages():
    tags = {json.loads(plain)[0] for _, _, plain in EXAMPLES}
    assert {0, 1, 2} <= tags
    assert len(EXAMPLES) > 15


def test_the_actions_shown_are_actions():
    shown = re.findall(r"`([^`]+)`", "".join(re.findall(r"^\| (`.*`) \|", TEXT, re.MULTILINE)))
    assert {parse_action(text) and text.split()[0] for text in shown} == set(Act)


def test_numbers_in_the_text_are_the_limits():
    for words in (
        f"at most {limits.MAX_REQUEST} bytes",
        f"at most {limits.MAX_REPLY}.",
        f"at most {limits.MAX_DEPTH} deep",
        f"port ({limits.DEFAULT_PORT} unless",
        f"within {limits.HELLO_SECONDS:g} seconds",
        f"After {limits.PING_SECONDS:g} seconds",
        f"after {limits.SILENCE_SECONDS:g} seconds",
        "pauses: 0.2, 0.5, 1, 2, 4, then every 8",
    ):
        assert words in TEXT.replace("\n", " "), words
    assert limits.BACKOFF_SECONDS == (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)


def test_the_goodbyes_after_which_nobody_comes_back_are_listed():
    (listed,) = re.findall(r"do not come back by yourself after ([^.]+)\.", TEXT)
    assert set(re.findall(r"`(\w+)`", listed)) == FINAL


def test_who_may_say_what_is_as_in_the_table_of_states():
    assert set(MAY[State.FRESH, Party.CLIENT]) == {Hello, Goodbye}
    assert set(MAY[State.FRESH, Party.SERVER]) == {Goodbye}
    assert set(MAY[State.GREETED, Party.CLIENT]) == {Goodbye}
    assert set(MAY[State.GREETED, Party.SERVER]) == {Welcome, Goodbye}


def test_every_message_that_wants_an_answer_begins_with_its_id():
    for kind in get_args(Request):
        assert kind.__struct_fields__[0] == "request"
        assert kind.__struct_config__.tag in {*range(10, 21), *range(22, 30)}
