"""The limits of the wire, as named constants; both ends hold them.

``messages`` puts the lengths of texts and lists into its types, ``frames`` checks sizes before it reads a
body, ``session`` and the server take the times. A limit may grow in a later version, never shrink:
an old peer may already send that much. docs/protocol.md prints the numbers; change them together.
"""

from __future__ import annotations

# Not from typing: loading that is half the time of a command that needs the numbers only.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final
del TYPE_CHECKING

PROTOCOL_VERSION: Final = 1
"""The version this code speaks; ``Hello`` offers a range."""
OLDEST_VERSION: Final = 1
"""The oldest version this code still speaks."""

DEFAULT_PORT: Final = 4216
"""Where a server listens unless told otherwise: 4 packs, 216 cards."""

LENGTH_BYTES: Final = 4
"""The length before each frame, big-endian, counting the body only."""
MAX_REQUEST: Final = 8 * 1024
"""The longest body a client may send: the longest action is under 300 bytes, as is a chat line."""
MAX_REPLY: Final = 256 * 1024
"""The longest body a server may send; a snapshot is under 1 kB, a full list of tables under 64 kB."""
MAX_DEPTH: Final = 16
"""How deep arrays and maps may nest; a snapshot needs 8."""

MAX_WORD: Final = 32
"""Words of the protocol: codes, features, levels, clauses, languages, builds, table codes."""
MAX_NAME: Final = 64
"""A name of a person or server, in characters; what of it is shown is cut by cells."""
MAX_TOKEN: Final = 128
MAX_PASSWORD: Final = 128
MAX_RULES: Final = 512
"""Rules as text, ``online+hold_threes``."""
MAX_ACTION: Final = 256
"""An action as text; laying down 36 single cards takes 81 characters."""
MAX_CHAT: Final = 200
"""One line of chat, in characters."""
MAX_TEXT: Final = 1024
"""Text for people from the server: a goodbye, the message of the day."""
MAX_FEATURES: Final = 64
MAX_PEOPLE: Final = 64
"""People whom a table tells of besides its seats: who has scored there, whom the viewer has muted."""
MAX_PAIRS: Final = 32
"""Pairs of names and texts that explain a refusal."""
MAX_TABLES: Final = 256
"""Tables in one list."""
MAX_PLAYERS: Final = 256
"""Players in one part of the table of all; a server may send fewer at a time."""
MAX_EVENTS: Final = 1024
"""Events in one message; longer histories are sent as a snapshot."""
MAX_RECORD: Final = 60_000
"""Characters of a game's record in one message, of whatever letters; five rounds have some 30,000."""
MAX_ID: Final = 2**63 - 1
"""Ids and numbers fit a signed 64-bit integer."""

NAME_CELLS: Final = 16
"""How wide a name is shown, in terminal cells; the rest is cut."""
CHAT_CELLS: Final = 160
NOTICE_CELLS: Final = 320
"""How much is shown of what a server's owner says."""

CONNECT_SECONDS: Final = 10.0
"""How long one address may take to answer a client."""
HELLO_SECONDS: Final = 10.0
"""How long either side waits for the other's first frame."""
PING_SECONDS: Final = 15.0
"""After how much silence from the server a client pings."""
SILENCE_SECONDS: Final = 45.0
"""After how much silence either side gives the connection up: three pings."""
BACKOFF_SECONDS: Final = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
"""The pauses before each further try to reconnect; the last one repeats."""
