"""Lines on standard output for who may stop reading, as ``head`` does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable


def printed(lines: Iterable[str]) -> bool:
    """Prints lines; returns whether somebody read them to the end."""
    try:
        for line in lines:
            sys.stdout.write(line + "\n")
        sys.stdout.flush()
    except BrokenPipeError:
        # Nothing more can be written, also not what is still buffered when the program ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return False
    return True
