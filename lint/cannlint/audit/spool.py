"""The records of an audit's jobs, on disk until they are printed."""

from __future__ import annotations

import json
import tempfile
from contextlib import contextmanager

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.audit.changes import JobRecord


class Spool:
    """Lines of JSON in a temporary file, which has no name and goes with the process.

    Raises CannlintError where there is no room for them.
    """

    def __init__(self) -> None:
        with _failing_in_words():  # the file stays open as long as there is an audit
            self._file = tempfile.TemporaryFile("w+", encoding="ascii", newline="\n")  # noqa: SIM115

    def add(self, lines: Iterable[str]) -> None:
        """Add records, each the JSON text of one job, in ASCII and on one line."""
        with _failing_in_words():
            self._file.writelines(f"{line}\n" for line in lines)

    def lines(self) -> Iterator[str]:
        """The JSON text of each job, in the order they came; one reader at a time."""
        with _failing_in_words():
            self._file.seek(0)  # which also writes what is not on disk yet
        for line in self._file:
            yield line.rstrip("\n")

    def records(self) -> Iterator[JobRecord]:
        """Each job."""
        return map(json.loads, self.lines())


@contextmanager
def _failing_in_words() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise CannlintError(
            "cannot write the temporary file of the audit (its folder is set by TMPDIR): {reason}",
            reason=reason,
        ) from None
