"""Where a record is: a file, standard input, or a game by its id on a server or in this machine's own data.

What the server of this machine keeps is read by its own command, in a process of its own: the client knows
no server but over the wire.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from gouji_core.record import GameRecord
from gouji_tui.door import OPEN, Door
from gouji_tui.letters import folded
from gouji_tui.replay.film import STDIN, RecordError, parsed, read_record
from gouji_tui.texts import Texts

_ID = re.compile(r"([2-9A-Za-z]{4})(?:-([1-9][0-9]{0,8}))?")
"""What a game is called: its table's code, and its number there unless the newest is meant."""


async def find_record(name: str, server: str, texts: Texts, door: Door = OPEN) -> GameRecord:
    """Returns the record that a name means: a file if there is one, else a game by its id.

    ``server`` is where the game was played, an address or the path of a socket; without one it is looked for
    in the data of this machine's own server.

    Raises:
        RecordError: if there is none.
    """
    found = _ID.fullmatch(folded(name))
    if _is_file(name) or (found is None and not server):
        return read_record(Path(name), texts)
    if found is None:
        raise RecordError(texts("error.no_id", name=name))
    if server:
        return parsed(await _fetch(found, server, texts, door), name, texts)
    return parsed(await _own(found[0], texts), name, texts)


def _is_file(name: str) -> bool:
    return Path(name) == STDIN or Path(name).exists()


async def _fetch(found: re.Match[str], server: str, texts: Texts, door: Door) -> str:
    """Asks a server for a record, as whoever was at the table."""
    from gouji_client import DisconnectedError, Profile, RequestFailedError
    from gouji_client.with_asyncio import connect
    from gouji_core.errors import NotationError
    from gouji_tui.failures import Reason, no_way
    from gouji_tui.identity import address_of
    from gouji_tui.tokens import keeper, own_tokens

    try:
        address = address_of(server)
        profile = Profile(token=own_tokens().load(address), lang=texts.lang, password=door.password)
        async with connect(address, profile, tls=door.context(), keep=keeper(address)) as client:
            return await client.record(found[1].upper(), int(found[2] or -1))
    except NotationError as error:
        raise RecordError(texts("error.address", where=server)) from error
    except DisconnectedError as error:
        raise RecordError(no_way(error, server).text(texts)) from error
    except RequestFailedError as error:
        reason = Reason(error.code).text(texts)
        raise RecordError(texts("error.no_record", name=found[0], where=server, reason=reason)) from error


async def _own(name: str, texts: Texts) -> str:
    """Reads a record out of the data of this machine's own server."""
    program = (sys.executable, "-m", "gouji_server", "records", name)
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *program, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
    )
    said, complaint = await process.communicate()
    if process.returncode:
        lines = complaint.decode(errors="replace").strip().splitlines()
        reason = lines[-1].removeprefix("gouji-server: ") if lines else f"{process.returncode}"
        raise RecordError(texts("error.no_own_record", name=name, reason=reason))
    return said.decode()
