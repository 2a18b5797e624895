"""What somebody who comes by SSH asks for, and who they are: read from what sshd tells."""

from pathlib import Path

import pytest

from gouji_tui.caller import Asked, CallerError, asked_for, player_of

ANN, ROAD, WANG = "AAAAann", "AAAAroad", "AAAAwang"
PLAYERS = f"""
# ssh-ed25519 {WANG} nobody
ssh-ed25519 {ANN} ann
from="10.0.0.0/8",environment="A=b c" ssh-ed25519 {ROAD}  ann

ssh-rsa {WANG} another
ssh-ed25519 {WANG}
ssh-ed25519 {WANG} 老 王
"""


@pytest.mark.parametrize(
    ("typed", "asked"),
    [
        ("", Asked()),
        ("K7QX", Asked("K7QX")),
        ("  k7qx\tZH ", Asked("K7QX", "zh")),
        ("plain en K7QX ascii", Asked("K7QX", "en", plain=True, ascii_only=True)),
    ],
)
def test_what_stands_behind_the_host_is_read(typed: str, asked: Asked) -> None:
    assert asked_for({"SSH_ORIGINAL_COMMAND": typed}) == asked


def test_nothing_behind_the_host_is_the_own_table() -> None:
    assert asked_for({}) == Asked()


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("K7QX/", "K7QX/"),
        ("K7QX ABCD", "ABCD"),
        ("-h", "-h"),
        ("abc", "abc"),
        ("表格表格", "表格表格"),
        ("K7QX;sh", "K7QX;sh"),
        ("x" * 50, "x" * 20),
    ],
)
def test_anything_else_is_refused_and_named(typed: str, what: str) -> None:
    with pytest.raises(CallerError) as refused:
        asked_for({"SSH_ORIGINAL_COMMAND": typed})
    assert (refused.value.code, refused.value.what) == ("ssh.words", what)


def told(folder: Path, auth: str) -> dict[str, str]:
    (folder / "auth").write_text(auth)
    return {"SSH_USER_AUTH": str(folder / "auth")}


@pytest.mark.parametrize(
    ("auth", "name"),
    [
        (f"publickey ssh-ed25519 {ANN}\n", "ann"),
        (f"publickey ssh-ed25519 {ROAD}\n", "ann"),
        (f"publickey ssh-ed25519 {WANG}\n", "老 王"),
        (f"publickey ssh-rsa {WANG}\n", "another"),
        (f"password\npublickey ssh-ed25519 AAAAother\npublickey ssh-ed25519 {ANN}\n", "ann"),
    ],
)
def test_the_name_is_what_stands_behind_the_key(tmp_path: Path, auth: str, name: str) -> None:
    players = tmp_path / "players"
    players.write_text(PLAYERS, "utf-8")
    assert player_of(told(tmp_path, auth), players) == name


@pytest.mark.parametrize(
    ("auth", "code"),
    [
        ("", "ssh.no_key"),
        ("password\n", "ssh.no_key"),
        ("publickey ssh-ed25519 AAAA\n", "ssh.nobody"),
        (f"publickey ssh-dss {ANN}\n", "ssh.nobody"),
    ],
)
def test_without_a_key_that_has_a_name_nobody_is_let_in(tmp_path: Path, auth: str, code: str) -> None:
    players = tmp_path / "players"
    players.write_text(PLAYERS, "utf-8")
    with pytest.raises(CallerError) as refused:
        player_of(told(tmp_path, auth), players)
    assert refused.value.code == code


def test_what_cannot_be_read_is_told_apart(tmp_path: Path) -> None:
    environment = told(tmp_path, f"publickey ssh-ed25519 {ANN}\n")
    for wrong, code in (
        ({}, "ssh.no_key"),
        ({"SSH_USER_AUTH": str(tmp_path / "gone")}, "ssh.no_key"),
        (environment, "ssh.no_players"),
    ):
        with pytest.raises(CallerError) as refused:
            player_of(wrong, tmp_path / "missing")
        assert refused.value.code == code
