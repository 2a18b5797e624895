"""Rule cases from files and folders: reading them is all that happens here, the core runs them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from gouji_core.cases import CaseResult, parse_cases, run_case
from gouji_core.errors import GoujiError, NotationError
from gouji_tui.printing import printed


class CaseFileError(GoujiError):
    """Says that a path holds no cases that can be read: a message of the catalogues and its fields."""

    def __init__(self, code: str, /, **data: object) -> None:
        super().__init__(code)
        self.code = code
        self.data = data


@dataclass(frozen=True, slots=True)
class FileResult:
    """Is the result of one case and the file it came from."""

    file: Path
    result: CaseResult

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return self.result.passed

    def as_json(self) -> str:
        """Returns the result as one line of JSON."""
        return json.dumps({"file": str(self.file), **asdict(self.result)}, ensure_ascii=False)


@dataclass(slots=True)
class Tally:
    """Counts the cases that passed and failed while they are told."""

    passed: int = 0
    failed: int = 0

    def lines(self, paths: Iterable[Path], *, as_json: bool = False) -> Iterator[str]:
        """Runs cases and yields what came of them: each as JSON, or those that failed and how many.

        Raises:
            CaseFileError: for a path that is not there, cannot be read or holds no case file.
        """
        for result in run_paths(paths):
            self.passed, self.failed = self.passed + result.passed, self.failed + (not result.passed)
            if as_json:
                yield result.as_json()
            elif not result.passed:
                yield str(result.result)
        if not as_json:
            yield f"{self.passed} passed, {self.failed} failed"


def tell_cases(paths: Iterable[str]) -> tuple[int, str]:
    """Prints what came of cases; returns the exit code and what to say on stderr."""
    tally = Tally()
    try:
        read = printed(tally.lines(map(Path, paths)))
    except CaseFileError as error:
        # Most runs have nothing to say in any language, and start sooner without the catalogues.
        from gouji_tui.misuse import spoken
        from gouji_tui.told import told

        return 1, told(error.code, error.data, spoken(None))
    return int(not read or tally.failed > 0), ""


def run_paths(paths: Iterable[Path]) -> Iterator[FileResult]:
    """Runs all cases in files and, in order of name, in folders below.

    Raises:
        CaseFileError: for a path that is not there, cannot be read or holds no case file.
    """
    for path in paths:
        files = sorted(path.rglob("*.json")) if path.is_dir() else [path]
        if not files:
            raise CaseFileError("error.no_cases", file=path)
        for file in files:
            try:
                text = file.read_text(encoding="utf-8")
                for case in parse_cases(text, file.name):
                    yield FileResult(file, run_case(case))
            except OSError as error:
                raise CaseFileError("error.case_file", file=file, reason=error) from error
            except UnicodeDecodeError as error:
                raise CaseFileError("error.case_text", file=file) from error
            except NotationError as error:
                raise CaseFileError("error.cases", file=file, wanted=error) from error
