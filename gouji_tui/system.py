"""What the system says no with, in words: for files and networks the catalogues have sentences."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gouji_tui.texts import Texts

NAMES = (
    *("ENOENT", "EACCES", "EPERM", "EISDIR", "ENOTDIR", "ENOSPC", "EROFS", "ENAMETOOLONG", "EIO"),
    *("ENODEV", "EADDRNOTAVAIL", "ENETDOWN", "ENETUNREACH"),
)
"""The codes that have a sentence."""


def system_code(error: OSError) -> str:
    """Returns the code of an error as the system's headers name it, empty without one."""
    return errno.errorcode.get(error.errno or 0, "")


def system_said(error: OSError) -> str:
    """Returns an error in the system's own words."""
    return (error.strerror or str(error)).lower()


def system_reason(error: OSError, texts: Texts) -> str:
    """Returns an error in words; one that has no sentence in the system's own."""
    code = f"errno.{system_code(error)}"
    return texts(code) if code in texts else system_said(error)
