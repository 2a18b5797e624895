import stat
from pathlib import Path

import pytest

from gouji_client import TcpAddress, TokenStore, UnixAddress

HERE, THERE = TcpAddress("box"), UnixAddress("/run/../x y")


def test_each_server_and_person_has_a_token(tokens: Path):
    store = TokenStore(tokens)
    assert store.load(HERE) == ""
    store.save(HERE, "one")
    store.save(THERE, "two")
    store.save(HERE, "three", "bob")
    store.save(HERE, "four", "bob")
    again = TokenStore(tokens)
    assert [again.load(HERE), again.load(THERE), again.load(HERE, "bob")] == ["one", "two", "four"]
    again.forget(HERE)
    again.forget(HERE)
    assert [again.load(HERE), again.load(HERE, "bob")] == ["", "four"]


def test_only_the_owner_can_read_them(tokens: Path):
    TokenStore(tokens).save(HERE, "secret")
    (file,) = tokens.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(tokens.stat().st_mode) == 0o700
    assert "secret" not in file.name


@pytest.mark.parametrize("content", [b"\xff\xfe", b"x" * 500])
def test_a_spoilt_file_is_no_token(tokens: Path, content: bytes):
    store = TokenStore(tokens)
    store.save(HERE, "secret")
    next(tokens.iterdir()).write_bytes(content)
    assert store.load(HERE) == ""


def test_what_cannot_be_written_leaves_nothing_behind(tokens: Path):
    store = TokenStore(tokens)
    store.save(HERE, "secret")
    (file,) = tokens.iterdir()
    file.unlink()
    file.mkdir()
    with pytest.raises(OSError, match="directory"):
        store.save(HERE, "secret")
    assert list(tokens.iterdir()) == [file]
    assert store.load(HERE) == ""
