"""Metrics and health over HTTP: read by the library for them, and never a danger to the server."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families
from trio.testing import MockClock

from gouji_protocol.messages import AddBots, Join, Notice, Ping, Pong, Start
from gouji_protocol.words import NoticeKind
from gouji_server.config import Address
from gouji_server.metrics.text import Sheet
from tests.server.disk import crammed, filled
from tests.server.house import Hosted, hosting, serving
from tests.server.player import NO_CLOCK, Player
from tests.server.test_cli import run

HERE = Address("127.0.0.1", 0)

Numbers = dict[tuple[str, tuple[str, ...]], float]


async def fetch(where: tuple[str, int] | None, request: bytes) -> bytes:
    """Everything that is answered to some bytes."""
    assert where is not None
    async with await trio.open_tcp_stream(*where[:2]) as stream:
        await stream.send_all(request)
        data = b""
        while chunk := await stream.receive_some():
            data += chunk
    return data


async def page(server: Hosted) -> str:
    answer = await fetch(server.metrics, b"GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n")
    head, _, body = answer.decode().partition("\r\n\r\n")
    assert head.startswith("HTTP/1.1 200 OK\r\n")
    assert f"Content-Length: {len(body)}" in head
    return body


async def numbers(server: Hosted) -> Numbers:
    """Every number by its name and the values of its labels."""
    found: Numbers = {}
    for family in text_string_to_metric_families(await page(server)):
        assert family.documentation.endswith(".")
        for sample in family.samples:
            found[sample.name, tuple(sample.labels.values())] = sample.value
    return found


async def test_the_numbers_are_those_of_the_tables(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", metrics=HERE) as server:
        anna = await Player.connect(server.tcp, "anna")
        bert = await Player.connect(server.tcp, "bert")
        table = await anna.create(options=NO_CLOCK)
        await anna.create()
        await bert.join(table, seat=3)
        before = await numbers(server)
        assert before["gouji_tables", ("lobby",)] == 2
        assert before["gouji_seats", ("present",)] == 3
        assert before["gouji_seats", ("none",)] == 9
        assert (before["gouji_people", ()], before["gouji_connections", ()]) == (2, 2)
        assert before["gouji_action_seconds_count", ()] == 0
        anna.table = table
        await anna.ask(AddBots(anna.number(), table, "novice"))
        await anna.ask(Start(anna.number(), table))
        await bert.ask(Join(bert.number(), "NONE"))
        while not anna.waited_for:
            await anna.next()
        await anna.command("play XXXX")
        await anna.command("pass", decision=10**6)
        await anna.play_once()
        after = await numbers(server)
        assert after["gouji_tables", ("playing",)] == 1
        assert after["gouji_seats", ("bot",)] == 4
        assert after["gouji_action_seconds_count", ()] == 3
        assert 0 < after["gouji_action_seconds_sum", ()] < 60
        assert after["gouji_action_seconds_bucket", ("+Inf",)] == 3
        assert after["gouji_refusals_total", ("server", "no_table")] == 1
        assert after["gouji_refusals_total", ("late", "too_late")] == 1
        assert sum(
            n for (name, key), n in after.items() if name == "gouji_refusals_total" and key[0] == "rules"
        )
        assert after["gouji_journal_commits_total", ()] > before["gouji_journal_commits_total", ()]
        assert (after["gouji_journal_failing", ()], after["gouji_journal_failures_total", ()]) == (0, 0)
        for name in ("disk_free_bytes", "journal_bytes"):
            assert after[f"gouji_{name}", ()] > 0
        assert after["process_resident_memory_bytes", ()] > 1e6
        await bert.close()
        while (after := await numbers(server))["gouji_people", ()] == 2:
            await trio.lowlevel.checkpoint()
        assert after["gouji_seats", ("lost",)] == 1


async def test_the_document_lists_every_number(tmp_path: Path) -> None:
    text = (Path(__file__).parents[2] / "docs" / "running.md").read_text("utf-8")
    async with hosting(tmp_path / "data", metrics=HERE) as server:
        names = set(re.findall(r"# TYPE (\w+)", await page(server)))
    assert set(re.findall(r"`((?:gouji|process)_[a-z_]+)(?:\{[a-z,]+\})?`", text)) == names


async def test_no_secret_is_among_the_numbers(tmp_path: Path) -> None:
    async with hosting(tmp_path / "data", metrics=HERE) as server:
        anna = await Player.connect(server.tcp, "anna")
        await anna.create()
        text = await page(server)
        assert "anna" not in text
        assert anna.token not in text
        assert anna.table not in text


async def test_health_is_bad_while_the_disk_takes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    request = b"GET /health HTTP/1.0\n\n"
    async with hosting(data, metrics=HERE) as server:
        anna = await Player.connect(server.tcp, "anna")
        head, _, body = (await fetch(server.metrics, request)).partition(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 ")
        assert json.loads(body)["status"] == "ok"
        table = await anna.create()
        with crammed(server.journal):
            await filled(server.journal, table)
            head, _, body = (await fetch(server.metrics, request)).partition(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 503 ")
            assert json.loads(body)["journal"] == "cannot be written"
            assert (await numbers(server))["gouji_journal_failing", ()] == 1
        await anna.expect(Notice, lambda notice: notice.kind == NoticeKind.STORED)
        assert (await fetch(server.metrics, request)).startswith(b"HTTP/1.1 200 "), "it has written again"


@pytest.mark.parametrize(
    ("request_", "status"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", b"404 Not Found"),
        (b"GET /metrics?x=1 HTTP/1.1\r\n\r\n", b"200 OK"),
        (b"HEAD /metrics HTTP/1.1\r\n\r\n", b"200 OK"),
        (b"POST /metrics HTTP/1.1\r\nContent-Length: 1\r\n\r\nx", b"405 Method Not Allowed"),
        (b"GET /metrics\r\n\r\n", b"400 Bad Request"),
        (b"GET /metrics HTTP/2\r\n\r\n", b"405 Method Not Allowed"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", b"400 Bad Request"),
        (b"\n\n", b"400 Bad Request"),
        (b"GET /" + b"x" * 9000, b"431 Request Header Fields Too Large"),
    ],
)
async def test_whatever_is_asked_is_answered_in_http(tmp_path: Path, request_: bytes, status: bytes) -> None:
    async with hosting(tmp_path / "data", metrics=HERE) as server:
        answer = await fetch(server.metrics, request_)
        assert answer.startswith(b"HTTP/1.1 " + status + b"\r\n")
        assert answer.endswith(b"\r\n\r\n") == request_.startswith(b"HEAD")


async def test_who_asks_nothing_is_let_go_and_many_of_them_hurt_nobody(
    tmp_path: Path, mock_clock: MockClock
) -> None:
    async with hosting(tmp_path / "data", mock_clock, metrics=HERE) as server:
        assert server.metrics is not None
        anna = await Player.connect(server.tcp, "anna")
        silent = [await trio.open_tcp_stream(*server.metrics) for _ in range(60)]
        await anna.send(Ping(1))
        await anna.expect(Pong)
        assert "gouji_people 1" in await page(server), "who asks is answered while they say nothing"
        mock_clock.jump(6)
        for stream in silent:
            assert await stream.receive_some() == b""
            await stream.aclose()
        assert "gouji_people 1" in await page(server)


def test_metrics_are_for_this_machine_unless_an_address_says_otherwise(tmp_path: Path) -> None:
    with serving(tmp_path / "data", "--metrics", ":0") as server:
        (line,) = [line for line in server.lines if line.startswith("metrics on")]
        assert line.startswith("metrics on tcp 127.0.0.1:")
        port = line.rpartition(":")[2]
        done = run(
            "--data", str(tmp_path / "other"), "--listen", "127.0.0.1:0", "--metrics", f"127.0.0.1:{port}"
        )
        assert done.returncode == 1
        assert "in use" in done.stderr
        assert done.stderr.endswith("choose another with --metrics\n")


def test_without_the_setting_nothing_is_told(tmp_path: Path) -> None:
    with serving(tmp_path / "data") as server:
        assert not [line for line in server.lines if "metrics" in line]


def test_labels_are_escaped_as_the_format_wants() -> None:
    sheet = Sheet()
    sheet.counters("x_total", "About.", ("code",), {('a"b\\c\nd',): 2})
    (family,) = text_string_to_metric_families(sheet.text())
    assert family.samples[0].labels == {"code": 'a"b\\c\nd'}
