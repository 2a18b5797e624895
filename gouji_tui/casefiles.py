"""Rule cases from files and folders: reading them is all that happens here, the core runs them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator

from gouji_core.cases import CaseResult, parse_cases, run_case
from gouji_core.errors import NotationError
from gouji_core.values import value
from gouji_tui.printing import printed
from gouji_tui.told import ToldError


class CaseFileError(ToldError):
    """Says that a path holds no cases that can be read."""


@value
class FileResult:
    """Is the result of one case and the file it came from."""

    file: str
    result: CaseResult

    @property
    def passed(self) -> bool:
        """Whether everything was as expected."""
        return self.result.passed

    def as_json(self) -> str:
        """Returns the result as one line of JSON."""
        told = {name: getattr(self.result, name) for name in CaseResult.__match_args__}
        return json.dumps({"file": self.file, **told}, ensure_ascii=False)


class Tally:
    """Counts the cases that passed and failed while they are told."""

    def __init__(self) -> None:
        self.passed = 0
        self.failed = 0

    def lines(self, paths: Iterable[str], *, as_json: bool = False) -> Iterator[str]:
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
        read = printed(tally.lines(paths))
    except CaseFileError as error:
        # Most runs have nothing to say in any language, and start sooner without the catalogues.
        from gouji_tui.misuse import spoken

        return 1, error.text(spoken(None))
    return int(not read or tally.failed > 0), ""


def run_paths(paths: Iterable[str]) -> Iterator[FileResult]:
    """Runs all cases in files and, in order of name, in folders below.

    Raises:
        CaseFileError: for a path that is not there, cannot be read or holds no case file.
    """
    for path in paths:
        files = _files(path)
        if not files:
            raise CaseFileError("error.no_cases", file=path)
        for file in files:
            try:
                with open(file, encoding="utf-8") as stream:
                    text = stream.read()
                for case in parse_cases(text, os.path.basename(file)):
                    yield FileResult(file, run_case(case))
            except OSError as error:
                raise CaseFileError("error.case_file", file=file, reason=error) from error
            except UnicodeDecodeError as error:
                raise CaseFileError("error.case_text", file=file) from error
            except NotationError as error:
                raise CaseFileError("error.cases", file=file, wanted=error) from error


def _files(path: str) -> list[str]:
    # By hand, for pathlib and what it loads would be a tenth of a short run.
    if not os.path.isdir(path):
        return [path]
    found = [os.path.join(folder, name) for folder, _, names in os.walk(path) for name in names]
    return sorted(file for file in found if file.endswith(".json"))
