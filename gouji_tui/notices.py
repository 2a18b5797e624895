"""What the owner of a server tells its players, as a note for the prompt."""

from __future__ import annotations

from gouji_client.updates import Notice, NoticeKind, Welcome
from gouji_tui.desk import Note


def note_of(notice: Notice) -> Note:
    """Returns the note; of a kind that a newer server made up only its text is told."""
    said = f" {notice.text}" if notice.text else ""
    match notice.kind:
        case NoticeKind.STOPPING:
            left = max(0, round(notice.left / 1000))
            return Note("note.owner_stopping", (("left", str(left)), ("said", said)))
        case NoticeKind.PAUSED:
            return Note("note.owner_paused", (("said", said),))
        case NoticeKind.RESUMED:
            return Note("note.owner_resumed", (("said", said),))
        case NoticeKind.DRAINING:
            return Note("note.owner_draining", (("said", said),))
        case NoticeKind.STAYING:
            return Note("note.owner_staying", (("said", said),))
        case NoticeKind.STORAGE:
            return Note("note.owner_storage", (("said", said),))
        case NoticeKind.STORED:
            return Note("note.owner_stored", (("said", said),))
        case _:
            return Note("note.owner_says", (("said", notice.text),))


def motd_of(welcome: Welcome) -> Note | None:
    """Returns the message of the day, None if there is none."""
    return Note("note.owner_says", (("said", welcome.motd),)) if welcome.motd else None
