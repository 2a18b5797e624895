"""Why a server did not do something, in the player's words.

Servers give codes; each has a text in the catalogues, in the section of where it comes from: ``fail`` of a
request, ``bye`` of a connection, ``removed`` of a table, ``line`` of the connection itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gouji_client import DisconnectedError, PathTooLongError, RequestFailedError
from gouji_client.address import UNIX_PATH_BYTES
from gouji_core.errors import GoujiError, NotationError, Refusal
from gouji_tui.texts import Texts


@dataclass(frozen=True, slots=True)
class Reason:
    """Is a server's reason: its code, the sections it may be in, and what the server itself says of it."""

    code: str
    sections: tuple[str, ...] = ("fail", "line")
    said: str = ""

    def text(self, texts: Texts) -> str:
        """Returns the reason in words; a code that a newer server made up is told in the server's own."""
        for section in self.sections:
            if f"{section}.{self.code}" in texts:
                return texts(f"{section}.{self.code}")
        return self.said or self.code


@dataclass(frozen=True, slots=True)
class Failure:
    """Is why something could not be: a message and its fields, and the server's reason as a code."""

    code: str
    data: tuple[tuple[str, str], ...] = ()
    reason: Reason | None = None

    def text(self, texts: Texts) -> str:
        """Returns it in words."""
        more = {"reason": self.reason.text(texts)} if self.reason is not None else {}
        return texts(self.code, **{**dict(self.data), **more})


class SoloError(GoujiError):
    """Says that the private server did not start, and why."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure.code)
        self.failure = failure


def explained(data: Iterable[tuple[str, str]], texts: Texts) -> dict[str, str]:
    """Returns the fields of a note, with the reason that a server's code among them stands for."""
    fields = dict(data)
    if "code" not in fields:
        return fields
    reason = Reason(fields["code"], ("fail", "removed", "line", "bye"))
    return {**fields, "reason": reason.text(texts)}


def no_way(error: DisconnectedError, where: str, *, by_ssh: bool = False) -> Failure:
    """Returns why a server could not be reached, or did not let us in; by SSH nobody can start one."""
    data = dict(error.data)
    here = ("where", where)
    match error.code:
        case "protocol" if "tls" in data:
            return Failure("error.tls_wanted", (here,))
        case "unreachable" if "tls" in data:
            return Failure("error.tls", (here, ("reason", data["tls"])))
        case "unreachable" if "host" in data:
            return Failure("error.no_host", (("where", data["host"]),))
        case "unreachable" if data.keys() - {where}:
            return Failure("error.no_server_tried", (here, ("tried", ", ".join(data))))
        case "unreachable":
            return Failure("ssh.no_server" if by_ssh else "error.no_server", (here,))
        case _:
            return Failure("error.refused", (here,), Reason(error.code, ("bye", "line"), error.text))


def why_failed(
    error: SoloError | PathTooLongError | NotationError | DisconnectedError | RequestFailedError,
    where: str,
    table: str,
    *,
    seated: bool,
    by_ssh: bool,
) -> Failure:
    """Returns why a visit ended with an error; who was ``seated`` has been removed from the table."""
    here = ("where", where)
    match error:
        case SoloError():
            return error.failure
        case PathTooLongError():
            return Failure("error.long_path", (here, ("most", str(UNIX_PATH_BYTES))))
        case NotationError():
            return Failure("error.address", (here,))
        case DisconnectedError():
            return no_way(error, where, by_ssh=by_ssh)
        case RequestFailedError(code="no_table"):
            return Failure("error.no_table", (here, ("code", table)))
        case RequestFailedError():
            sections = ("removed", "line") if seated else ("fail", "line")
            return Failure("error.refused", (here,), Reason(error.code, sections))


def objection(error: RequestFailedError) -> tuple[Refusal | None, str]:
    """Returns what a request failed of: the rules' objection if it was theirs, and the code."""
    data = dict(error.data)
    if error.code != "refused" or not {"clause", "code"} <= data.keys():
        return None, error.code
    rest = tuple((name, value) for name, value in error.data if name not in {"clause", "code"})
    return Refusal(data["clause"], data["code"], rest), error.code
