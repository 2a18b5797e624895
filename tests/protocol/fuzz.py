"""What any bytes from the other side may do to a connection: nothing but messages, or one clean refusal.

``digest`` is the target; ``make fuzz`` runs it for a minute on what ``mutated`` makes of the corpus, from a
seed, and keeps what fails. The corpus is one stream in each file, named by what is in it; ``--write`` adds
``say-`` and its name for each message that is new. What is there stays, for peers age.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import get_args

from gouji_protocol.codec import (
    Unread,
    decode_client_message,
    decode_server_message,
    encode_message,
    is_shallow,
)
from gouji_protocol.connection import Connection, Party, State
from gouji_protocol.errors import RemoteProtocolError
from gouji_protocol.frames import FrameDecoder, frame
from gouji_protocol.limits import LENGTH_BYTES, MAX_REPLY, MAX_REQUEST
from gouji_protocol.messages import ClientMessage, Message, ServerMessage
from tests.protocol.examples import EXAMPLES
from tests.protocol.odd import odd_message

KINDS = tuple(dict.fromkeys((*get_args(ClientMessage), *get_args(ServerMessage))))
CORPUS = Path(__file__).parent / "corpus"
LIMITS = {Party.CLIENT: MAX_REQUEST, Party.SERVER: MAX_REPLY}
DECODE = {Party.CLIENT: decode_client_message, Party.SERVER: decode_server_message}


def streams() -> dict[str, bytes]:
    """Returns the corpus by name."""
    return {path.name: path.read_bytes() for path in sorted(CORPUS.iterdir())}


def examples() -> dict[str, bytes]:
    """Returns a stream for each kind of message: the examples of the document and some that are odd."""
    found: dict[str, bytes] = {}
    for kind in KINDS:
        shown = [message for _, _, message in EXAMPLES if type(message) is kind]
        said = [*shown, *(odd_message(kind, variant) for variant in range(3))]
        frames = [frame(encode_message(message), MAX_REPLY) for message in said]
        found[f"say-{kind.__name__}"] = b"".join(frames)
    return found


def write_examples() -> None:
    """Adds the messages to the corpus that are not in it yet."""
    for name, stream in examples().items():
        if not (CORPUS / name).exists():
            (CORPUS / name).write_bytes(stream)


def digest(data: bytes, cuts: tuple[int, ...] = ()) -> None:
    """Feeds a stream to both ends in every state, whole and cut, and checks what must hold whatever it is."""
    for sender in Party:
        _decode(sender, data)
        for state in (State.FRESH, State.GREETED, State.OPEN):
            whole = _conversation(sender, state, [data])
            assert _conversation(sender, state, _pieces(data, cuts)) == whole, (
                "how it is cut makes a difference"
            )
            assert _conversation(sender, state, _pieces(data, tuple(range(1, min(len(data), 64))))) == whole


def _pieces(data: bytes, cuts: tuple[int, ...]) -> list[bytes]:
    marks = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[start:end] for start, end in pairwise(marks)]


def _conversation(sender: Party, state: State, pieces: list[bytes]) -> list[object]:
    """Returns the messages that came out, and how it ended."""
    end = Connection(sender.other)
    end.state = state
    out: list[object] = []
    for piece in pieces:
        end.feed(piece)
        try:
            while (message := end.next_message()) is not None:
                _check(sender, message)
                out.append(message)
        except RemoteProtocolError as error:
            end.feed(b"more")
            out.append(end.send(error.answer))
            break
    return out


def _check(sender: Party, message: Message | Unread) -> None:
    if not isinstance(message, Unread):
        # What was understood is said again in the same way: nothing of it was guessed.
        again = encode_message(message)
        assert DECODE[sender](again) == message


def _decode(sender: Party, data: bytes) -> None:
    """Takes a stream apart by hand: no more is kept than one frame, and nothing is read that is too deep."""
    limit = LIMITS[sender]
    frames = FrameDecoder(limit)
    for start in range(0, len(data), 4096):
        frames.feed(data[start : start + 4096])
        try:
            while (body := frames.next_body()) is not None:
                assert 0 < len(body) <= limit
                _one(sender, body)
        except RemoteProtocolError:
            return
        assert frames.pending < LENGTH_BYTES + limit


def _one(sender: Party, body: bytes) -> None:
    try:
        DECODE[sender](body)
    except RemoteProtocolError:
        return
    assert is_shallow(body), "what nests too deep was read"


def mutated(rng: random.Random, seeds: list[bytes]) -> bytes:
    """Returns a stream made of one or two of the corpus with something changed in it."""
    data = bytearray(rng.choice(seeds))
    for _ in range(rng.randint(1, 6)):
        at = rng.randint(0, len(data))
        match rng.randrange(8):
            case 0:
                data[at:at] = rng.randbytes(rng.randint(1, 8))
            case 1:
                del data[at : at + rng.randint(1, 16)]
            case 2 if data:
                data[at % len(data)] ^= 1 << rng.randrange(8)
            case 3 if data:
                data[at % len(data)] = rng.choice((0, 0x7F, 0x80, 0x90, 0xC0, 0xC1, 0xDC, 0xDD, 0xDF, 0xFF))
            case 4:
                data[at:at] = rng.choice(seeds)
            case 5:
                data[at:at] = data[at : at + rng.randint(1, 64)] * rng.randint(1, 40)
            case 6:
                # The length fits again, so that what is inside is looked at.
                data[:LENGTH_BYTES] = max(len(data) - LENGTH_BYTES, 0).to_bytes(LENGTH_BYTES, "big")
            case _:
                data[at:] = b""
    return bytes(data[: 2 * MAX_REQUEST])


def main() -> None:
    """Fuzzes for a while; ends with 1 if something failed, and then keeps it in the corpus."""
    parser = argparse.ArgumentParser(prog="python -m tests.protocol.fuzz", description=main.__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None)
    parser.add_argument("--write", action="store_true", help="add new messages to the corpus")
    chosen = parser.parse_args()
    if chosen.write:
        write_examples()
        return
    seed = chosen.seed if chosen.seed is not None else random.SystemRandom().getrandbits(32)
    rng, seeds = random.Random(seed), list(streams().values())
    until, tried = time.monotonic() + chosen.seconds, 0
    print(f"fuzz: seed {seed}, {len(seeds)} streams in the corpus")
    while time.monotonic() < until:
        data = mutated(rng, seeds)
        cuts = tuple(rng.randrange(1 << 16) for _ in range(4))
        try:
            digest(data, cuts)
        except Exception as error:
            kept = CORPUS / f"found-{seed}-{tried}"
            kept.write_bytes(data)
            print(
                f"fuzz: {type(error).__name__} after {tried} streams; kept as {kept.name}, now a test",
                file=sys.stderr,
            )
            raise SystemExit(1) from error
        tried += 1
    print(f"fuzz: {tried} streams and nothing found")


if __name__ == "__main__":
    main()
