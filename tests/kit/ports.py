"""Ports that a server can come back to: below those that the system gives to others meanwhile."""

from __future__ import annotations

import random
import socket

BELOW = range(15_000, 32_000)
"""Linux gives from 32768 on, so nobody gets one of these between a server's end and its next start."""


def lasting_port() -> int:
    """Returns a port of this machine that nobody listens on."""
    while True:
        port = random.SystemRandom().choice(BELOW)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
