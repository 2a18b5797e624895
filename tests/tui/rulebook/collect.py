"""Copies the rule cases shown into the package, and keeps the golden pages; run it after a change.

``python -m tests.tui.rulebook.collect``
"""

import json
from pathlib import Path

from gouji_core.options import parse_rules
from gouji_tui.rulebook import page
from gouji_tui.rulebook.entries import written

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT / "gouji_tui/rulebook/examples.json"
GOLDEN = {
    f"{label}-{lang}-{room}": (query, rules, lang, room)
    for label, query, rules in (
        ("contents", None, "online"),
        ("last-word", "R5.3", "online"),
        ("burning", "R7.1", "online+hold_threes"),
        ("fours", "R10.4", "jining"),
        ("points", "R11.3", "dagang"),
        ("order", "R15", "dagang"),
        ("presets", "R14", "simple"),
    )
    for lang in ("zh", "en")
    for room in (60, 100)
}
"""Pages kept as they look: query, rules, language and width."""


def collected() -> str:
    """Returns the cases shown, in the order of the book, as the file holds them."""
    known = {
        case["id"]: case
        for file in sorted((ROOT / "tests/cases").glob("**/*.json"))
        if "generated" not in file.parts
        for case in json.loads(file.read_text("utf-8"))
    }
    shown = dict.fromkeys(example.case for entry in written("en").entries for example in entry.examples)
    lines = (json.dumps(known[name], ensure_ascii=False) for name in shown)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def golden(name: str) -> str:
    """Returns a page as it looks now."""
    query, rules, lang, room = GOLDEN[name]
    return page(query, parse_rules(rules), lang, room) + "\n"


if __name__ == "__main__":
    SHIPPED.write_text(collected(), "utf-8")
    folder = Path(__file__).parent / "golden"
    folder.mkdir(exist_ok=True)
    for name in GOLDEN:
        (folder / f"{name}.txt").write_text(golden(name), "utf-8")
