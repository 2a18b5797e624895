"""The scripting library: play Gouji over the protocol, with trio or with asyncio.

``from gouji_client.with_trio import connect`` or ``from gouji_client.with_asyncio import connect``;
this module itself loads neither. A whole player::

    async with connect("localhost", Profile(name="ann")) as client:
        await client.join("K7QX")
        while (decision := await client.my_decision()) is not None:
            await client.act(decision.actions()[0])
"""

from gouji_client.address import Address, PathTooLongError, TcpAddress, UnixAddress, parse_address
from gouji_client.client import Answer, Client, Decision
from gouji_client.errors import ActionRefusedError, ClientError, DisconnectedError, RequestFailedError
from gouji_client.playing import Choose, play
from gouji_client.tokens import TokenStore
from gouji_protocol.session import Profile

__all__ = [
    "ActionRefusedError",
    "Address",
    "Answer",
    "Choose",
    "Client",
    "ClientError",
    "Decision",
    "DisconnectedError",
    "PathTooLongError",
    "Profile",
    "RequestFailedError",
    "TcpAddress",
    "TokenStore",
    "UnixAddress",
    "parse_address",
    "play",
]
