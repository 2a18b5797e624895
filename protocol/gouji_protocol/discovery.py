"""How a server is found on the local network: DNS-SD over multicast DNS (RFC 6763, RFC 6762).

Beside the address an announcement has texts: ``version`` of the protocol, how many ``tables`` are not
private, and ``password`` and ``tls``, 1 where they are asked for. They are for lists: the server asks again.
"""

from __future__ import annotations

from typing import Final

LAN_SERVICE: Final = "_gouji._tcp.local."
"""The kind of service that is announced and looked for."""
