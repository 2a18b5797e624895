"""The messages of the examples in docs/protocol.md: one short visit, from hello to goodbye."""

from dataclasses import replace

from gouji_core.actions import Play, RefereeAct
from gouji_core.cards import bag, parse_suited
from gouji_core.combos import parse_combo
from gouji_core.events import Asked, Played, Refereed
from gouji_core.options import parse_rules
from gouji_core.plain import encode, encode_event
from gouji_core.public import Ask, Pending, Phase, TopKind, Trick
from gouji_core.seats import SEATS
from gouji_core.views import SeatView, new_view
from gouji_protocol.messages import (
    Accepted,
    AddBots,
    Arrange,
    Chat,
    ChatLine,
    Command,
    Create,
    Deadline,
    Done,
    Drawn,
    Events,
    Failed,
    GetRecord,
    GetStats,
    Goodbye,
    Hands,
    Hello,
    Join,
    Message,
    Ping,
    PlayerStats,
    Pong,
    Ready,
    Record,
    Referee,
    Refused,
    SeatInfo,
    Snapshot,
    Start,
    Stats,
    TableOptions,
    TableState,
    TooLate,
    Welcome,
)
from gouji_protocol.words import Kind, Presence, TablePhase

DEALT = parse_suited("3h7c9dTs4s5hXKc2dJhQs8s8cAdTd6h9cKs7h3cQd5dJc4h2sx6d6cTh9s8dAcKdQh7dJs")


def first_lead() -> SeatView:
    """Returns what seat 0 sees of a game in which it leads first."""
    start = new_view(parse_rules("online"), 0)
    public = replace(
        start.public,
        phase=Phase.TRICKS,
        setup=replace(start.public.setup, round=1, drawer=2, leader=0),
        trick=Trick(1, 0, melee=False),
        counts=(36,) * 6,
        pending=Pending(9, Ask.LEAD, (0,)),
    )
    return replace(start, public=public, hand=bag(DEALT), dealt=DEALT)


SEATED = (
    SeatInfo("安", Kind.HUMAN, Presence.PRESENT),
    *(SeatInfo("", Kind.BOT, Presence.BOT, -1, "regular") for _ in SEATS[1:]),
)
ANN = PlayerStats("3", "安", 2, 9, (3, 1, 1, 2, 1, 1), 1, 2, 8, 10)
COMMAND = 0x5_F3A1_B6C2_0000_05
PLAY = Play(parse_combo("KK").cards)

EXAMPLES: tuple[tuple[str, str, Message], ...] = (
    ("client", "Somebody new says hello", Hello(1, 1, "gouji 0.1.0", ("chat",), "", "安", "zh")),
    (
        "server",
        "and is welcomed",
        Welcome(1, "gouji 0.1.0", (), "p3f9c", "tok-5b1f", "box", ()),
    ),
    ("client", "makes a table with the defaults", Create(1, "online", TableOptions(private=True))),
    ("server", "the table is there", Done(1, "K7QX", 0)),
    ("client", "fills it with bots", AddBots(2, "K7QX", "regular")),
    (
        "server",
        "everybody is told how the table is",
        TableState("K7QX", 0, 0, "online", TableOptions(private=True), TablePhase.LOBBY, SEATED),
    ),
    ("client", "starts", Start(3, "K7QX")),
    ("server", "and gets the whole view of the game", Snapshot("K7QX", 14, encode(SeatView, first_lead()))),
    ("server", "with its clock: a minute, then two of reserve", Deadline("K7QX", 9, 60_000, (120_000,) * 6)),
    ("client", "plays two kings", Command(COMMAND, "K7QX", 9, "play KK")),
    (
        "server",
        "everybody is told what happened",
        Events(
            "K7QX",
            15,
            (
                encode_event(Played(0, parse_combo("KK"))),
                encode_event(Asked(TopKind.ORDINARY, (1, 2, 3, 4, 5))),
            ),
        ),
    ),
    ("server", "the player also that it was accepted", Accepted(COMMAND, 16)),
    (
        "server",
        "had it not been legal",
        Refused(COMMAND, "R3.1", "not_higher", (("top", "AA"),)),
    ),
    ("server", "or had it come after the decision", TooLate(COMMAND, 10)),
    ("client", "says a quick phrase", Chat(12, "K7QX", phrase="well_played")),
    ("server", "that all may read", ChatLine("K7QX", 1, 0, "安", "well played", "well_played", "3")),
    ("client", "has the seats drawn by lot, as the host may", Arrange(13, "K7QX", "lots")),
    ("server", "and all see how they fell", Drawn("K7QX", (2, 0, 5, 1, 4, 3))),
    (
        "server",
        "who is out sees partners at a table with open hands",
        Hands("K7QX", ((2, "X22AA"), (4, "7"))),
    ),
    ("client", "is ready for the next round", Ready(14, "K7QX")),
    ("client", "asks who has played what", GetStats(15)),
    (
        "server",
        "which is this",
        Stats(15, ANN, (ANN,)),
    ),
    ("client", "a request the server does not like", Join(4, "ZZZZ")),
    ("server", "fails with a code", Failed(4, "no_table")),
    ("client", "comes back after a break", Join(5, "K7QX", -1, "", 16, 1)),
    ("client", "asks for the record of the newest game", GetRecord(7, "K7QX")),
    (
        "server",
        "of which no round is over yet",
        Record(7, "K7QX", 1, "gouji record 1\nrules online\nplayer 0 安\n"),
    ),
    ("client", "warns somebody, as the host may", Referee(8, "K7QX", "warn", 4)),
    (
        "server",
        "and everybody is told",
        Events("K7QX", 17, (encode_event(Refereed(RefereeAct.WARN, 4)),)),
    ),
    ("client", "is still there", Ping(6)),
    ("server", "so is the server", Pong(6)),
    ("client", "leaves for good", Goodbye("bye")),
    ("server", "a version the server does not speak", Goodbye("version", "This server speaks version 2.")),
)
