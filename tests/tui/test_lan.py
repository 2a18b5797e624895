"""The servers on the local network in the menu and by command, found on the loopback interface."""

import asyncio
import errno
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from zeroconf import ServiceInfo, Zeroconf

from gouji_client.address import TcpAddress
from gouji_client.lan import LanError, LanServer
from gouji_protocol.discovery import LAN_SERVICE
from gouji_tui.app import GoujiApp
from gouji_tui.lan import lan_line, lan_trouble
from gouji_tui.look import Look
from gouji_tui.screens.lan import LanPage
from gouji_tui.screens.menu import MenuScreen
from gouji_tui.screens.start import StartScreen
from gouji_tui.texts import texts_in
from tests.e2e.terminal import gouji
from tests.tui.local import rows_of, settled

HERE = "127.0.0.1"


@contextmanager
def announced(*servers: tuple[str, int, dict[str, str]]) -> Generator[None]:
    zeroconf = Zeroconf(interfaces=[HERE])
    for name, port, texts in servers:
        zeroconf.register_service(
            ServiceInfo(
                LAN_SERVICE,
                f"{name}.{LAN_SERVICE}",
                port=port,
                properties=texts,
                parsed_addresses=[HERE],
                server="box.local.",
            )
        )
    yield
    zeroconf.close()


@pytest.mark.parametrize(
    ("server", "lang", "line"),
    [
        (
            LanServer("box", TcpAddress("192.0.2.5", 4216), 3, password=True, tls=True),
            "en",
            "box                 192.0.2.5:4216         tables: 3  password  TLS",
        ),
        (
            LanServer("够级之家", TcpAddress("2001:db8::5", 1)),
            "zh",
            "够级之家            [2001:db8::5]:1        牌桌：0",
        ),
        (
            LanServer("a name that is much too long", TcpAddress("192.0.2.5", 4216)),
            "en",
            "a name that is m..  192.0.2.5:4216         tables: 0",
        ),
    ],
)
def test_a_server_is_one_line(server: LanServer, lang: str, line: str) -> None:
    assert lan_line(server, texts_in(lang)) == line


def test_what_is_wrong_is_told_with_what_to_do() -> None:
    for lang in ("en", "zh"):
        texts = texts_in(lang)
        assert "pip install" in lan_trouble(LanError("missing", ""), texts)
        assert "no such device" in lan_trouble(LanError("network", "no such device"), texts)
        assert "--on 192.168.1.5" in lan_trouble(LanError("address", "it is none"), texts)
        gone = LanError("network", "in English")
        gone.__cause__ = OSError(errno.ENODEV, "No such device")
        assert lan_trouble(gone, texts) == texts("lan.network", reason=texts("errno.ENODEV"))


def test_the_command_lists_what_answers() -> None:
    with announced(("kitchen", 4999, {"tables": "2", "password": "1"})):
        done = subprocess.run(
            gouji("lan", "--on", HERE, "--seconds", "3", "--lang", "en"),
            check=False,
            capture_output=True,
            encoding="utf-8",
            timeout=60,
        )
    assert (done.returncode, done.stderr) == (0, "")
    assert "kitchen             127.0.0.1:4999         tables: 2  password" in done.stdout.splitlines()


@pytest.mark.parametrize("network", ["203.0.113.77", "kitchen"])
def test_a_network_that_is_none_is_one_line(network: str) -> None:
    done = subprocess.run(
        gouji("lan", "--on", network, "--lang", "en"),
        check=False,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("gouji: the local network cannot be searched")
    assert len(done.stderr.splitlines()) == 1


def test_the_library_loads_only_what_it_needs() -> None:
    code = "import gouji_client.lan, sys; print('zeroconf' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    assert done.stdout == "False\n"


def test_enter_on_a_server_connects(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    listening = threading.Event()

    async def test() -> None:
        async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            assert (await reader.readexactly(4))[:2] == b"\0\0"
            listening.set()
            writer.close()

        server = await asyncio.start_server(greet, HERE, 0)
        port = server.sockets[0].getsockname()[1]
        app = GoujiApp(Look("en"))
        async with server, app.run_test(size=(80, 24)) as pilot:
            await settled(pilot)
            page = LanPage(HERE)
            await app.push_screen(page)
            await settled(pilot)
            announcement = announced(("box", port, {}), ("zoo", 1, {"tls": "1"}))
            await asyncio.to_thread(announcement.__enter__)
            try:
                async with asyncio.timeout(30):
                    # Other tests may announce something at the same time.
                    while not {"box", "zoo"} <= {server.name for server in page.servers}:
                        await pilot.pause()
                await settled(pilot)
                assert any(
                    row.strip().startswith(f"> box                 {HERE}:{port}") for row in rows_of(app)
                )
                await pilot.press("down", "up", "enter")
                await settled(pilot)
                assert isinstance(app.screen, StartScreen)
                async with asyncio.timeout(30):
                    await asyncio.to_thread(listening.wait, 30)
            finally:
                await asyncio.to_thread(announcement.__exit__, None, None, None)
            await pilot.press("escape")

    asyncio.run(test())
    assert listening.is_set()


def test_escape_goes_back_to_the_menu() -> None:
    async def test() -> None:
        app = GoujiApp(Look("zh"))
        async with app.run_test(size=(60, 20)) as pilot:
            await settled(pilot)
            await app.push_screen(LanPage(HERE))
            await settled(pilot)
            assert any("局域网上的服务器" in row for row in rows_of(app))
            await pilot.press("escape")
            await settled(pilot)
            assert isinstance(app.screen, MenuScreen)

    asyncio.run(test())
