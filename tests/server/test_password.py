"""The server's password: asked of everybody who comes over the network, and nowhere to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from gouji_protocol.messages import Goodbye
from gouji_protocol.words import ByeCode
from gouji_server.config import ConfigError
from gouji_server.password import VARIABLE, Password, read_password
from tests.server.house import serving
from tests.server.player import Player

SECRET = "海底捞月 42"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "password"
    path.write_text(SECRET + "\n", "utf-8")
    return path


async def test_only_the_right_password_opens(tmp_path: Path, file: Path) -> None:
    with serving(tmp_path / "data", "--password-file", str(file)) as server:
        anna = await Player.connect(server.tcp, "anna", password=SECRET)
        for wrong in ("", "海底捞月", SECRET + " "):
            stranger = await Player.dial(server.tcp)
            await stranger.hello("eve", password=wrong)
            assert (await stranger.expect(Goodbye)).code == ByeCode.PASSWORD
        # Who is known must know it too: it may have been changed to keep them out.
        back = await Player.dial(server.tcp)
        await back.hello(token=anna.token)
        assert (await back.expect(Goodbye)).code == ByeCode.PASSWORD
        await Player.connect(server.tcp, token=anna.token, password=SECRET)
    kept = written_below(tmp_path, but=file)
    assert kept
    assert SECRET.encode() not in kept


def written_below(folder: Path, but: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file() and path != but)


async def test_on_a_unix_socket_nobody_is_asked(tmp_path: Path, file: Path) -> None:
    path = tmp_path / "s"
    with serving(tmp_path / "data", "--password-file", str(file), "--unix", str(path)):
        await Player.connect(path, "anna")


async def test_guessing_is_slowed_down(tmp_path: Path, file: Path) -> None:
    limits = ("--limit-local", "--limit-newcomers", "0.01/3")
    with serving(tmp_path / "data", "--password-file", str(file), *limits) as server:
        codes = []
        for number in range(5):
            eve = await Player.dial(server.tcp)
            await eve.hello("eve", password=f"guess {number}")
            codes.append((await eve.expect(Goodbye)).code)
        assert codes == [ByeCode.PASSWORD] * 3 + [ByeCode.RATE] * 2


async def test_the_environment_may_have_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, SECRET)
    with serving(tmp_path / "data") as server:
        stranger = await Player.dial(server.tcp)
        await stranger.hello()
        assert (await stranger.expect(Goodbye)).code == ByeCode.PASSWORD
        await Player.connect(server.tcp, password=SECRET)


@pytest.mark.parametrize(
    ("content", "password"),
    [
        (SECRET.encode("utf-8-sig") + b"\r\n", SECRET),
        (b" two words \nmore", " two words "),
        (b"a\0b", "a\0b"),
    ],
    ids=["Windows", "spaces", "NUL"],
)
def test_of_an_odd_file_it_is_the_first_line_as_it_stands(file: Path, content: bytes, password: str) -> None:
    file.write_bytes(content)
    found = read_password(file)
    assert found is not None
    assert found.opens(password)


def test_a_file_wins_over_the_environment(file: Path) -> None:
    found = read_password(file, {VARIABLE: "other"})
    assert found is not None
    assert found.opens(SECRET)
    assert not found.opens("other")
    assert read_password(None, {}) is None
    assert read_password(None, {VARIABLE: ""}) is None


@pytest.mark.parametrize(
    ("content", "wrong"),
    [(b"", "no password"), (b"\nsecond", "no password"), (b"\xff\xfe", "UTF-8"), (b"x" * 200, "too long")],
)
def test_a_file_without_a_password_is_refused(tmp_path: Path, content: bytes, wrong: str) -> None:
    path = tmp_path / "password"
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=wrong):
        read_password(path, {})
    with pytest.raises(ConfigError, match="no such file"):
        read_password(tmp_path / "missing", {})


def test_a_password_cannot_be_read_from_what_is_kept() -> None:
    kept = Password(SECRET)
    assert SECRET.encode() not in b"".join(getattr(kept, name) for name in Password.__slots__)
    assert Password(SECRET)._hash != kept._hash
    assert kept.opens(SECRET)
    assert not kept.opens(SECRET[:-1])
    assert not kept.opens("\udcff")
