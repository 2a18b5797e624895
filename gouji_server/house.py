"""What every table of a server shares."""

from __future__ import annotations

from dataclasses import dataclass, field

from gouji_protocol.words import FailCode
from gouji_server.config import Config
from gouji_server.dealer import Dealer
from gouji_server.identities import Identities
from gouji_server.journal import Journal
from gouji_server.office import Office
from gouji_server.standstill import Standstill
from gouji_server.tally import Tally
from gouji_server.withheld import Withheld


@dataclass(frozen=True, slots=True)
class House:
    """Is the options, the journal, the dealer and the people of one server."""

    config: Config
    journal: Journal
    dealer: Dealer
    identities: Identities
    tally: Tally = field(default_factory=Tally)
    """What is counted while it runs."""
    office: Office = field(default_factory=Office)
    """What the owner has decided."""
    standstill: Standstill = field(default_factory=Standstill)
    """Since when all clocks stand still, where they do."""
    withheld: Withheld = field(default_factory=Withheld)
    """What is not for everybody to know yet."""

    @property
    def still(self) -> FailCode | None:
        """Why all clocks stand still, None if they run."""
        if self.journal.failing:
            return FailCode.STORAGE
        return FailCode.PAUSED if self.office.paused else None
