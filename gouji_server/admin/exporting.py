"""The records of all games as files: one for each in a directory, or together in a tar archive."""

from __future__ import annotations

import io
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

from gouji_server.archive import Archive, Kept


def export_to(archive: Archive, target: str) -> int:
    """Writes all records to a directory, a ``.tar``, ``.tar.gz`` or ``.tgz`` file, or with ``-`` to stdout.

    Raises:
        ArchiveError: if the journal cannot be read.
        OSError: if the target cannot be written.
    """
    if target == "-":
        with tarfile.open(fileobj=sys.stdout.buffer, mode="w|") as tar:
            return _pack(archive, tar)
    path = Path(target)
    if path.name.endswith((".tar", ".tar.gz", ".tgz")):
        # All or nothing: the name is there only when the whole archive is.
        part = path.with_name(f".{path.name}.part")
        try:
            with tarfile.open(part, "w" if path.suffix == ".tar" else "w:gz") as tar:
                count = _pack(archive, tar)
            part.replace(path)
        finally:
            part.unlink(missing_ok=True)
        return count
    count = 0
    path.mkdir(parents=True, exist_ok=True)
    for kept in _all(archive):
        (path / f"{kept.id}.txt").write_text(kept.text, "utf-8")
        count += 1
    return count


def _pack(archive: Archive, tar: tarfile.TarFile) -> int:
    count = 0
    for kept in _all(archive):
        data = kept.text.encode()
        info = tarfile.TarInfo(f"{kept.id}.txt")
        info.size = len(data)
        tar.addfile(info, io.BytesIO(data))
        count += 1
    return count


def _all(archive: Archive) -> Iterator[Kept]:
    for head in archive.headers():
        kept = archive.find(head.code, head.game)
        if kept is not None:
            yield kept
