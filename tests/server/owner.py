"""The owner of a server in this process: asks it over the admin socket, as the command does."""

from __future__ import annotations

from pathlib import Path

import trio

from gouji_server.admin.asks import ANSWERS, ENCODER, Answer, Ask


async def say(path: Path, line: bytes) -> Answer:
    """The answer to whatever is said."""
    async with await trio.open_unix_socket(str(path)) as stream:
        await stream.send_all(line)
        data = b""
        while chunk := await stream.receive_some():
            data += chunk
    return ANSWERS.decode(data)


async def ask(path: Path, question: Ask) -> Answer:
    """The answer to a question."""
    return await say(path, ENCODER.encode(question) + b"\n")


async def told(path: Path, question: Ask) -> str:
    """The lines of an answer that says that something was done."""
    answer = await ask(path, question)
    assert not answer.error, answer.error
    return "\n".join(answer.lines)
