import pytest
from hypothesis import given
from hypothesis import strategies as st

from gouji_client import PathTooLongError, TcpAddress, UnixAddress, parse_address
from gouji_client.address import UNIX_PATH_BYTES
from gouji_core.errors import NotationError


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("box", TcpAddress("box", 4216)),
        (" box:5000 ", TcpAddress("box", 5000)),
        ("192.168.1.9", TcpAddress("192.168.1.9", 4216)),
        ("192.168.1.9:1", TcpAddress("192.168.1.9", 1)),
        ("::1", TcpAddress("::1", 4216)),
        ("[::1]", TcpAddress("::1", 4216)),
        ("[fe80::1%eth0]:65535", TcpAddress("fe80::1%eth0", 65535)),
        ("unix:/run/gouji", UnixAddress("/run/gouji")),
    ],
)
def test_addresses_are_read_and_written(text: str, address: TcpAddress | UnixAddress):
    assert parse_address(text) == address
    assert parse_address(str(address)) == address


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", ":5000", "a b", "a/b", "[::1", "[::1]5", "[]"),
        *("box:", "box:x", "box:0", "box:65536", "box:-1", "box:٣"),
        *("unix:", "unix:\0", "unix:\ud800"),
    ],
)
def test_what_is_no_address_is_refused(text: str):
    with pytest.raises(NotationError):
        parse_address(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str):
    try:
        address = parse_address(text)
    except NotationError:
        return
    assert parse_address(str(address)) == address


def test_a_path_too_long_for_a_socket_is_refused_as_that():
    # Two bytes a letter: what counts is what the system sees.
    fits = "/" + "é" * (UNIX_PATH_BYTES // 2)
    assert UnixAddress(fits).path == fits
    with pytest.raises(PathTooLongError, match=f"at most {UNIX_PATH_BYTES} bytes"):
        parse_address(f"unix:{fits}x")
