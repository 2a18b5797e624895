"""Lines of JSON as requests: whatever the bytes are, a line is a request or is said to be none."""

import inspect
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_client import Client
from gouji_client.lines.reading import (
    BYE,
    LOOK,
    MAX_LINE,
    REQUESTS,
    RESULTS,
    LineError,
    Wish,
    arguments_of,
    read_line,
)
from gouji_client.updates import Spectators, TableOptions
from gouji_core.actions import Play
from gouji_core.cards import parse_cards

NO_REQUESTS = {"changed", "my_decision", "pause", "wait_online"}
"""What is no request to the server but waiting, or the same without waiting."""


@pytest.mark.parametrize(
    ("line", "wish"),
    [
        ({"do": "tables"}, Wish("tables")),
        ({"do": "bye", "id": 3}, Wish("bye", 3)),
        ({"do": "look", "id": "a"}, Wish("look", "a")),
        ({"do": "join", "table": "K7QX"}, Wish("join", None, {"table": "K7QX"})),
        ({"do": "join", "table": "K7QX", "seat": 2}, Wish("join", None, {"table": "K7QX", "seat": 2})),
        ({"do": "leave", "table": None}, Wish("leave", None, {"table": None})),
        ({"do": "auto", "on": True}, Wish("auto", None, {"on": True})),
        (
            {"do": "create", "options": {"spectators": "none", "turn_seconds": 0}},
            Wish("create", None, {"options": TableOptions(spectators=Spectators.NONE, turn_seconds=0)}),
        ),
        (
            {"do": "act", "action": "play KK", "decision": 7},
            Wish("act", None, {"action": Play(parse_cards("KK")), "decision": 7}),
        ),
    ],
)
def test_a_request_is_read(line: object, wish: Wish):
    assert read_line(json.dumps(line).encode()) == wish


@pytest.mark.parametrize(
    ("line", "code", "said"),
    [
        (b"", "json", "no JSON"),
        (b"nonsense", "json", "no JSON"),
        (b"[1]", "json", "no JSON object"),
        (b"null", "json", "no JSON object"),
        (b'{"do":"ping","id":NaN}', "json", "NaN is no number"),
        (b"\xff\xfe", "json", "not UTF-8"),
        (b"[" * MAX_LINE, "json", ""),
        (b'{"do":' * 2000, "json", ""),
        (b"1" * 5000, "json", ""),
        (b" " * (MAX_LINE + 1), "json", f"longer than {MAX_LINE}"),
        (b"{}", "do", "says what to do"),
        (b'{"do":1}', "do", "says what to do"),
        (b'{"do":"dance"}', "do", "do is one of create, tables"),
        (b'{"do":"ping","id":[]}', "id", "id must be"),
        (b'{"do":"ping","id":true}', "id", "id must be"),
        (b'{"do":"ping","id":"\\ud800"}', "field", "half a character"),
        (b'{"do":"ping","x":1}', "field", "ping has no field but do and id, not 'x'"),
        (b'{"do":"join"}', "field", "join needs table"),
        (b'{"do":"join","table":7}', "field", "table must be a text"),
        (b'{"do":"join","table":null}', "field", "table must be a text"),
        (b'{"do":"join","table":"K","seat":"2"}', "field", "seat must be a whole number"),
        (b'{"do":"join","table":"K","seat":2.0}', "field", "seat must be a whole number"),
        (b'{"do":"join","table":"K","seat":true}', "field", "seat must be a whole number"),
        (b'{"do":"join","table":"K","seat":99999999999999999999}', "field", "a whole number"),
        (b'{"do":"auto","on":1}', "field", "on must be true or false"),
        (b'{"do":"chat","text":"\\udfff"}', "field", "half a character"),
        (b'{"do":"create","options":{"colour":1}}', "field", "not 'colour'"),
        (b'{"do":"create","options":{"private":0}}', "field", "private must be true or false"),
        (b'{"do":"create","options":{"spectators":"unknown"}}', "field", 'one of "none", "public"'),
        (b'{"do":"create","options":[]}', "field", "options must be an object"),
        (b'{"do":"referee","act":"shoot","seat":1}', "field", 'one of "warn"'),
        (b'{"do":"act","action":"playy KK"}', "action", "an act is one of"),
        (b'{"do":"act","action":"order x"}', "action", "numbers from 0"),
        (b'{"do":"act","action":["play"]}', "field", "an action as text"),
        (b'{"do":"act","action":"play ' + b"K" * 300 + b'"}', "action", "at most"),
    ],
)
def test_what_is_no_request_is_told(line: bytes, code: str, said: str):
    with pytest.raises(LineError) as caught:
        read_line(line)
    assert caught.value.code == code
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_id_comes_back_with_an_error():
    with pytest.raises(LineError) as caught:
        read_line(b'{"do":"join","id":"mine"}')
    assert caught.value.id == "mine"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)
FIELDS = sorted({argument.name for do in REQUESTS for argument in arguments_of(do)})
ALMOST = st.dictionaries(st.sampled_from(["do", "id", *FIELDS]), JSON).flatmap(
    lambda asked: st.sampled_from([*REQUESTS, LOOK, BYE, "x"]).map(lambda do: {**asked, "do": do})
)


@given(st.binary(max_size=200) | (JSON | ALMOST).map(lambda value: json.dumps(value).encode()))
def test_nothing_else_is_ever_raised(line: bytes):
    try:
        wish = read_line(line)
    except LineError:
        return
    assert wish.do in {*REQUESTS, LOOK, BYE}


def test_whatever_a_client_can_be_asked_a_line_can_ask():
    calls = {
        name
        for name, value in vars(Client).items()
        if inspect.iscoroutinefunction(value) and not name.startswith("_")
    }
    assert calls - NO_REQUESTS == {method.__name__ for method in REQUESTS.values()}


def test_every_result_has_a_name():
    for do, method in REQUESTS.items():
        given_back = inspect.signature(method).return_annotation
        assert (given_back in ("None", "Answer")) == (do not in RESULTS), do
