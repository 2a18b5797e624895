"""What happened: everything that changes a game, as values in the order it happened.

``decide`` makes events, ``evolve`` applies them, ``project`` shows each viewer its part. A field whose
docstring says *hidden* is emptied for viewers it is not for (``gouji_core.views``), so folding an
event into the public state must not read it. A new event is added to one of the modules here, to
``gouji_core.fold`` and, if it hides something, to ``gouji_core.views`` and ``gouji_core.state``.
"""

from __future__ import annotations

from gouji_core.events.ends import (
    Dissolved,
    DissolveVoted,
    RoundOver,
    RoundScored,
    Settled,
)
from gouji_core.events.steps import (
    Bought,
    Called,
    Dealt,
    Declared,
    HeadChosen,
    LeaderChosen,
    Merged,
    Returned,
    ReturnObjected,
    ReturnProposed,
    Revolted,
    RoundBegun,
    RoundVoid,
    Shown,
    StepClosed,
    TributeDone,
    TributeOffered,
    TributeRefused,
    TributeSkipped,
    TributeTaken,
    Waiting,
)
from gouji_core.events.tricks import (
    Asked,
    BurnDone,
    Burned,
    BurnFailed,
    BurnUndone,
    Choked,
    ChokedOut,
    ChokeShown,
    Claimed,
    DutyBegun,
    DutyLapsed,
    FreeGouji,
    FreeStood,
    Headless,
    LaidDown,
    MadeLast,
    MeleeBegun,
    Opened,
    OpeningForfeited,
    Ordered,
    Passed,
    PlanEnded,
    Played,
    Refereed,
    Reported,
    TrickBegun,
    TrickClosed,
    WentOut,
    Wind,
    WindowOpened,
    Yielded,
)

Event = (
    RoundBegun
    | Waiting
    | Called
    | Dealt
    | Declared
    | StepClosed
    | Shown
    | LeaderChosen
    | Bought
    | TributeOffered
    | TributeSkipped
    | TributeTaken
    | TributeRefused
    | ReturnProposed
    | ReturnObjected
    | Returned
    | TributeDone
    | Revolted
    | RoundVoid
    | HeadChosen
    | Merged
    | TrickBegun
    | Played
    | Burned
    | Passed
    | Yielded
    | Claimed
    | WindowOpened
    | Asked
    | DutyBegun
    | BurnUndone
    | BurnDone
    | BurnFailed
    | DutyLapsed
    | Choked
    | ChokeShown
    | ChokedOut
    | Refereed
    | MadeLast
    | WentOut
    | Headless
    | FreeGouji
    | Opened
    | FreeStood
    | OpeningForfeited
    | TrickClosed
    | Wind
    | MeleeBegun
    | LaidDown
    | Ordered
    | PlanEnded
    | Reported
    | RoundScored
    | Settled
    | RoundOver
    | DissolveVoted
    | Dissolved
)
"""Everything that can happen in a game."""

__all__ = [
    "Asked",
    "Bought",
    "BurnDone",
    "BurnFailed",
    "BurnUndone",
    "Burned",
    "Called",
    "ChokeShown",
    "Choked",
    "ChokedOut",
    "Claimed",
    "Dealt",
    "Declared",
    "DissolveVoted",
    "Dissolved",
    "DutyBegun",
    "DutyLapsed",
    "Event",
    "FreeGouji",
    "FreeStood",
    "HeadChosen",
    "Headless",
    "LaidDown",
    "LeaderChosen",
    "MadeLast",
    "MeleeBegun",
    "Merged",
    "Opened",
    "OpeningForfeited",
    "Ordered",
    "Passed",
    "PlanEnded",
    "Played",
    "Refereed",
    "Reported",
    "ReturnObjected",
    "ReturnProposed",
    "Returned",
    "Revolted",
    "RoundBegun",
    "RoundOver",
    "RoundScored",
    "RoundVoid",
    "Settled",
    "Shown",
    "StepClosed",
    "TributeDone",
    "TributeOffered",
    "TributeRefused",
    "TributeSkipped",
    "TributeTaken",
    "TrickBegun",
    "TrickClosed",
    "Waiting",
    "WentOut",
    "Wind",
    "WindowOpened",
    "Yielded",
]
