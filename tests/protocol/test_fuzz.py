"""The decoders under a corpus of streams and under what is made of it: bounded, and the same in every run."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_protocol import codec
from gouji_protocol.frames import FrameDecoder, frame
from gouji_protocol.limits import MAX_REPLY
from tests.protocol.fuzz import CORPUS, DECODE, digest, examples, mutated, streams

STREAMS = streams()
SEEDS = list(STREAMS.values())


@pytest.mark.parametrize("name", STREAMS)
def test_every_stream_of_the_corpus_is_taken_or_refused(name: str) -> None:
    digest(STREAMS[name], (1, 5, 77))


def test_the_corpus_has_every_message() -> None:
    assert not examples().keys() - STREAMS.keys(), "add what is new: python -m tests.protocol.fuzz --write"
    assert all(0 < path.stat().st_size < 65_536 for path in CORPUS.iterdir())


def test_what_was_once_said_is_still_understood() -> None:
    for name in sorted(name for name in STREAMS if name.startswith("say-")):
        frames = FrameDecoder(MAX_REPLY)
        frames.feed(STREAMS[name])
        read = 0
        while (body := frames.next_body()) is not None:
            messages = [decode(body) for decode in DECODE.values()]
            assert name.removeprefix("say-") in {type(message).__name__ for message in messages}
            read += 1
        assert read >= 3, name


@given(st.binary(max_size=600), st.lists(st.integers(0, 600), max_size=4).map(tuple))
def test_any_bytes_are_taken_or_refused(data: bytes, cuts: tuple[int, ...]) -> None:
    digest(data, cuts)


@given(st.binary(min_size=1, max_size=300), st.lists(st.integers(0, 600), max_size=4).map(tuple))
def test_any_body_is_taken_or_refused(body: bytes, cuts: tuple[int, ...]) -> None:
    digest(frame(body, 1000) * 2, cuts)


@given(st.sampled_from(SEEDS), st.integers(0, 2**32), st.lists(st.integers(0, 2**16), max_size=4).map(tuple))
def test_a_stream_with_something_changed_is_taken_or_refused(
    seed: bytes, number: int, cuts: tuple[int, ...]
) -> None:
    digest(mutated(random.Random(number), [seed, *SEEDS]), cuts)


def digest_all() -> None:
    for stream in SEEDS:
        digest(stream)


def forget(decoder: FrameDecoder, data: bytes) -> None:
    decoder._buffer[:] = data


FAULTS = {
    "keeps what it cannot use": (FrameDecoder, "next_body", lambda _: None),
    "reads what is too deep": (codec, "_may_nest", lambda _: False),
    "forgets what came before": (FrameDecoder, "feed", forget),
}


@pytest.mark.parametrize(("owner", "name", "fault"), FAULTS.values(), ids=FAULTS)
def test_the_target_finds_what_is_wrong(
    owner: object, name: str, fault: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    with pytest.raises(AssertionError):
        digest_all()
