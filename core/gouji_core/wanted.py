"""What would have been notation, in English: a sentence for each code of a ``NotationError``.

Clients have sentences of their own for these codes. A new code is added here and to their catalogues.
"""

from __future__ import annotations

from collections.abc import Mapping

WANTED: Mapping[str, str] = {
    "cards": "cards are written 3-9 T J Q K A 2, x (small joker) and X (big joker), as in Xx2TTT",
    "too_many": "no more than 127 cards of a rank",
    "suited": "suited cards are written like 3h 5s Td x X, suits s h d c",
    "combo": "one or more cards of one rank, with 2s and jokers as you like",
    "act": "an act is one of {acts}",
    "yes_no": "yes or no",
    "seat": "a seat from 0 to 5",
    "call": "no, yu or ming",
    "merge": "3, 4, 34 or nothing",
    "order": "numbers from 0, as in 1 0 2",
    "nothing": "nothing after this act",
    "presets": "the presets are {names}",
    "options": "the options are {names}",
    "twice": "{option} is given twice",
    "rounds": "{option} is a number from 1 to {most}",
    "value": "{option} is one of {values}",
    "clash": "{one} cannot be played with {other}",
    "record": "a record begins with {first}",
    "record_rules": "the second line of a record is its rules",
    "record_start": "a record has one start, before all that was done",
    "line": "line {number}: {reason}",
    "hex": "{word} is followed by hex digits",
    "referee": "referee, one of {acts}, and a seat",
    "deal": "deal, the first drawer, the seat of chance and six hands",
    "refused": "entry {number} is refused by {clause} ({refusal})",
    "seed": "a seed is an even number of hex digits",
    "form": "this is no {kind} ({reason})",
    "number": "a number from {least} to {most}",
    "start": "a start has {names}",
    "six_hands": "six hands, empty for who is out",
    "places": "places are 1 to 6, each once",
    "free_left": "free_left goes with revolted",
    "empty_hand": "an empty hand needs a place",
    "out": "who is out holds no cards",
    "leader": "the leader is in play",
    "burner": "a burner is about to lead",
    "federations": "both federations are in play",
    "opposite": "the revolutionary's opposite is in play",
    "full_hands": "six hands, none of them empty",
    "before": "the round before has places 1 to 6",
    "case_json": "a case file is a JSON array; line {line} is not JSON",
    "case_file": "a case file is a JSON array",
    "steps": "steps are a list",
    "table": "the table's own actions are always legal",
    "missing": "it has no {name}",
    "unread": "cannot read {text!r}: {reason}",
    "broken": "{text}",
    "json": "line {line} is not JSON",
    "start_json": "a start is a JSON object",
    "goes_on": "a position in which the round goes on",
    "one_case": "a position is one case",
    "position": "a position is a JSON object",
}
"""The sentences; the fields are the data of the error, and ``reason`` that of the error inside."""
