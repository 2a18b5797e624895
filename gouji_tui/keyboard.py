"""Bytes from the keyboard that are no UTF-8: a GBK terminal sends them, or a noisy line.

Textual decodes what is typed strictly and ends with a fault at the first such byte. Here they are
nothing, neither keys nor letters of what is typed.
"""

from __future__ import annotations

import codecs
from functools import partial


def forgive_bytes() -> None:
    """Has Textual's driver read on after bytes that are no UTF-8."""
    from textual.drivers import linux_driver

    def decoder(encoding: str) -> partial[codecs.IncrementalDecoder]:
        return partial(codecs.getincrementaldecoder(encoding), errors="ignore")

    # The driver looks the name up in its module when it starts to read.
    setattr(linux_driver, "getincrementaldecoder", decoder)  # noqa: B010
