"""Lines from stdin, whatever is written there."""

import asyncio
import os
import threading
from contextlib import suppress

from gouji_tui.lines import LineReader


def lines_of(data: bytes) -> list[str]:
    """What a reader makes of bytes that come through a pipe."""
    reading, writing = os.pipe()

    def write() -> None:
        # A pipe holds less than is written here, so somebody has to read meanwhile.
        with suppress(BrokenPipeError), os.fdopen(writing, "wb") as pipe:
            pipe.write(data)

    async def read() -> list[str]:
        found: list[str] = []
        with LineReader(reading) as reader:
            while line := await reader.next_line():
                found.append(line)
        return found

    writer = threading.Thread(target=write)
    writer.start()
    try:
        return asyncio.run(asyncio.wait_for(read(), 30))
    finally:
        writer.join()
        os.close(reading)


def test_lines_come_one_by_one_the_last_without_its_end_too() -> None:
    assert lines_of(b"h\n\nKK\np") == ["h\n", "\n", "KK\n", "p\n"]


def test_a_line_is_utf8_or_else_gbk() -> None:
    assert lines_of("过\n".encode() + "过\n".encode("gbk")) == ["过\n", "过\n"]


def test_what_is_left_of_a_cut_line_is_no_line_of_its_own() -> None:
    """The end of something long that was pasted would else be a play."""
    long = b"z" * 300_000 + b"KK"
    first, last = lines_of(long + b"\np\n")
    assert set(first.rstrip("\n")) == {"z"}
    assert last == "p\n"
    assert len(lines_of(long)) == 1
