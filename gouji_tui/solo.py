"""A private server for one person: a child process in a directory of its own, gone without a trace.

The server ends when its stdin closes, so it cannot outlive this process however that ends; what a
killed process leaves of its directory is swept away by the next one.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
import tempfile
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gouji_client import PathTooLongError, UnixAddress
from gouji_client.address import UNIX_PATH_BYTES
from gouji_tui.failures import Failure, Reason, SoloError
from gouji_tui.plan import SoloOptions
from gouji_tui.system import system_code, system_said

_PREFIX = "gouji-solo-"
_START_SECONDS = 30.0
_STOP_SECONDS = 5.0
_SOCKET = "s"


@dataclass(frozen=True, slots=True)
class PrivateServer:
    """Is a private server that runs: where its socket is, and its process."""

    socket: Path
    process: asyncio.subprocess.Process


@asynccontextmanager
async def private_server(options: SoloOptions) -> AsyncGenerator[PrivateServer]:
    """Runs a private server for as long as it is needed."""
    sweep()
    home = _new_home()
    try:
        process = await _start(home, options)
        try:
            await _ready(process, home)
            options.tempo.follow(partial(_set_pace, process))
            yield PrivateServer(home / _SOCKET, process)
        finally:
            await _stop(process)
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _roots() -> Iterator[Path]:
    """Gives the directories in which a private server may live, the preferred one first.

    The temporary directory may be too deep for the path of a socket; then a short one has to do.
    """
    with suppress(FileNotFoundError):
        yield Path(tempfile.gettempdir())
    if runtime := os.environ.get("XDG_RUNTIME_DIR", ""):
        yield Path(runtime)
    yield Path("/tmp")


def _new_home() -> Path:
    """Makes a directory that nobody else can read, short enough for a socket in it."""
    failure = _did_not("no_home")
    for root in _roots():
        try:
            home = Path(tempfile.mkdtemp(prefix=f"{_PREFIX}{os.getpid()}-", dir=root))
        except OSError as error:
            reason = Reason(system_code(error), ("errno",), system_said(error))
            failure = Failure("error.solo_home", (("where", str(root)),), reason)
            continue
        try:
            UnixAddress(str(home / _SOCKET))
        except PathTooLongError:
            data = (("where", str(home / _SOCKET)), ("most", str(UNIX_PATH_BYTES)))
            failure = Failure("error.long_path", data)
            home.rmdir()
            continue
        return home
    raise SoloError(failure)


def _did_not(code: str, said: str = "") -> Failure:
    return Failure("error.solo", reason=Reason(code, ("solo",), said))


async def _start(home: Path, options: SoloOptions) -> asyncio.subprocess.Process:
    arguments = ["--unix", str(home / _SOCKET), "--no-tcp", "--data", str(home / "data")]
    arguments += ["--log", str(home / "log"), "--parent-watch"]
    position: Path | None = None
    if options.position:
        position = home / "position.json"
        position.write_text(options.position, encoding="utf-8")
    for name, value in (
        ("seed", options.seed),
        ("bot-pace", options.pace),
        ("window", options.window),
        ("position", position),
    ):
        if value is not None:
            arguments += [f"--{name}", str(value)]
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "gouji_server",
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        # Ctrl+C in the terminal is ours alone; the server ends when we do.
        start_new_session=True,
    )


async def _ready(process: asyncio.subprocess.Process, home: Path) -> None:
    if process.stdout is None or process.stderr is None:
        raise SoloError(_did_not("no_pipe"))
    try:
        async with asyncio.timeout(_START_SECONDS):
            while (line := await process.stdout.readline()) and line != b"ready\n":
                pass
    except TimeoutError:
        raise SoloError(_did_not("silent")) from None
    if not line:
        said = (await process.stderr.read()).decode(errors="replace").strip().splitlines()
        # What it says is for its owner, in English; it is all that is known.
        raise SoloError(_did_not("" if said else "ended", said[-1] if said else ""))
    if not (home / _SOCKET).exists():
        raise SoloError(_did_not("no_socket"))


def _set_pace(process: asyncio.subprocess.Process, seconds: float) -> None:
    if process.stdin is not None and not process.stdin.is_closing():
        process.stdin.write(f"pace {seconds}\n".encode())


async def _stop(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        await asyncio.wait_for(process.wait(), _STOP_SECONDS)
    except TimeoutError:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()


def sweep() -> None:
    """Removes the directories of processes that were killed before they could."""
    for home in (home for root in _roots() for home in root.glob(f"{_PREFIX}*")):
        number = home.name.removeprefix(_PREFIX).partition("-")[0]
        if number.isdigit() and not _alive(int(number)):
            shutil.rmtree(home, ignore_errors=True)


def _alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
