"""What every table of a server shares."""

from __future__ import annotations

from dataclasses import dataclass

from gouji_server.config import Config
from gouji_server.dealer import Dealer
from gouji_server.identities import Identities
from gouji_server.journal import Journal


@dataclass(frozen=True, slots=True)
class House:
    """Is the options, the journal, the dealer and the people of one server."""

    config: Config
    journal: Journal
    dealer: Dealer
    identities: Identities
