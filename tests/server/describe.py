"""Writes the table of settings in docs/server.md from the settings themselves.

``python -m tests.server.describe`` puts it between the marks in the document; a test holds that it is
there as written.
"""

from pathlib import Path

from gouji_server.kinds import Heading
from gouji_server.settings import LINES
from gouji_server.usage import option_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "server.md"
BEGIN, END = "<!-- settings -->\n", "<!-- end of settings -->\n"


def table() -> str:
    """Returns every setting with its default, under its heading."""
    lines = ["| option | in the file, by default | what it is |", "|---|---|---|"]
    for line in LINES:
        if isinstance(line, Heading):
            lines.append(f"| **{line.title}** | | |")
        else:
            lines.append(f"| `{option_of(line)}` | `{line.name} = {line.written()}` | {line.explained} |")
    return "\n".join([*lines, ""])


def filled(document: str) -> str:
    """Returns the document with the table as the settings now are."""
    before, _, rest = document.partition(BEGIN)
    _, _, after = rest.partition(END)
    assert after, "the marks are missing"
    return f"{before}{BEGIN}{table()}{END}{after}"


if __name__ == "__main__":
    DOCUMENT.write_text(filled(DOCUMENT.read_text("utf-8")), "utf-8")
