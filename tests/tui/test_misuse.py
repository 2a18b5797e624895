"""Wrong usage in the language spoken, wherever on the line that is asked for."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from gouji_tui.commands import main
from gouji_tui.settings import Settings, settings_file, write_settings

CHINESE = {"LC_ALL": "zh_CN.UTF-8"}


def run(*arguments: str, environment: dict[str, str] | None = None) -> tuple[int, str, str]:
    done = CliRunner(env=environment).invoke(main, arguments)
    return done.exit_code, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--rules", "nonsense"), "--rules：读不懂 'nonsense'：打法有：online"),
        (("play", "--nonsense"), "没有 --nonsense 这个选项"),
        (("play", "--sol"), "没有 --sol 这个选项，是不是 --solo"),
        (("plai",), "没有 plai 这个命令，是不是 play"),
        (("play", "--position"), "选项 --position 后面要写值"),
        (("play", "--solo=3"), "选项 --solo 后面不写值"),
        (("replay",), "少写了 FILE|ID"),
        (("ssh",), "少写了选项 --unix"),
        (("doctor", "now", "then"), "多写了 now then"),
        (("--lang", "de"), "--lang 只能是 zh、en"),
        (("practice", "x"), "[N] 要写至少是 1 的整数"),
        (("sim", "--seed", "x"), "--seed 要写整数"),
        (("play", "--seat", "6"), "--seat 要写 0 到 5 的整数"),
        (("play", "--pace", "nan"), "--pace 要写 0 到 60 的数"),
        (("play", "--connect", "a", "--unix", "b"), "只能写一个"),
        (("play", "--as", "ann"), "--as 是上服务器用的"),
        (("play", "--seat", "2"), "--seat 要和 --position 一起用"),
        (("bot", "--create", "--level", "genius"), "--level：没有 genius 这个水平；有的是 novice、"),
        (("bot", "--create"), "请写明服务器在哪里"),
        (("bot", "--create", "--connect", "box:x"), "看不懂地址 box:x"),
        (("bot", "--create", "--unix", "x" * 200), "最多 107 字节"),
    ],
)
def test_wrong_usage_is_told_in_chinese_too(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments, environment=CHINESE)
    assert (code, out) == (2, "")
    assert said in err
    assert re.fullmatch(r"gouji: .*；用法见 gouji( \w+)? --help\n", err)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("play", "--position", "{}/nowhere"), "没有这个文件；请给一个残局文件"),
        (("play", "--position", "{}"), "这是文件夹；请给一个残局文件"),
        (("play", "--position", "{}/broken"), "不是残局：第 2 行不是 JSON"),
        (("cases", "{}/nowhere"), "没有这个文件；请给案例文件或文件夹"),
        (("cases", "{}/broken"), "案例文件是 JSON 数组，第 2 行不是 JSON"),
        (("cases", "{}"), "这个文件夹里没有 .json 文件"),
        (("play", "--connect", "box", "--ca", "{}/broken"), "读不出证书"),
        (("play", "--connect", "box", "--password-file", "{}"), "读不出文字"),
    ],
)
def test_a_file_of_no_use_is_told_in_chinese_too(
    tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    (tmp_path / "broken").write_text("[\nx", "utf-8")
    code, out, err = run(*(word.format(tmp_path) for word in arguments), environment=CHINESE)
    assert (code, out) == (1, "")
    assert said in err
    assert re.fullmatch(r"gouji: .*\n", err)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--lang", "zh", "play", "--nonsense"),
        ("play", "--lang", "zh", "--nonsense"),
        ("play", "--nonsense", "--lang=zh"),
        ("play", "--nonsense", "--lang", "en", "--lang", "zh"),
    ],
)
def test_the_language_may_be_asked_for_anywhere(arguments: tuple[str, ...]) -> None:
    assert "没有 --nonsense 这个选项" in run(*arguments, environment={"LC_ALL": "C"})[2]


def test_the_settings_win_over_the_locale_and_the_option_over_both(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    assert write_settings(settings_file(), Settings(lang="zh")) is None
    assert "少写了 FILE|ID" in run("replay", environment={"LC_ALL": "C"})[2]
    assert "missing argument" in run("replay", "--lang", "en", environment=CHINESE)[2]
    assert "用法：gouji replay" in run("replay", "--help", environment={"LC_ALL": "C"})[1]


def test_who_comes_by_ssh_is_spoken_to_as_the_owner_of_the_account_says() -> None:
    command = ("--lang", "zh", "ssh", "--unix", "/nowhere", "--players", "/nowhere")
    code, _, err = run(*command, environment={"LC_ALL": "C", "SSH_USER_AUTH": ""})
    assert (code, err) == (
        1,
        "gouji: sshd 没有说你用的是哪把密钥；请机主设 ExposeAuthInfo yes，并且只许用密钥登录\n",
    )


def test_settings_that_cannot_be_read_leave_wrong_usage_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    settings_file().parent.mkdir()
    settings_file().write_text("nonsense", "utf-8")
    code, _, err = run("replay", environment=CHINESE)
    assert (code, err) == (2, "gouji: 少写了 FILE|ID；用法见 gouji replay --help\n")
