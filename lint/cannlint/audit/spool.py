"""Store the records of an audit on disk until they are printed."""

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
    """Lines of JSON in a temporary file without a name, which is removed with the process.

    Raises CannlintError if the disk is full.
    """

    def __init__(self) -> None:
        with _errors_as_cannlint_errors():  # the file stays open as long as the audit exists
            self._file = tempfile.TemporaryFile("w+", encoding="ascii", newline="\n")  # noqa: SIM115

    def close(self) -> None:
        """Remove the file."""
        self._file.close()

    def add(self, lines: Iterable[str]) -> None:
        """Add records: one line of ASCII JSON per job."""
        with _errors_as_cannlint_errors():
            self._file.writelines(f"{line}\n" for line in lines)

    def lines(self) -> Iterator[str]:
        """The JSON of each job, in order; only one reader at a time."""
        with _errors_as_cannlint_errors():
            self._file.seek(0)  # also flushes
        for line in self._file:
            yield line.rstrip("\n")

    def records(self) -> Iterator[JobRecord]:
        """The record of each job."""
        return map(json.loads, self.lines())


@contextmanager
def _errors_as_cannlint_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise CannlintError(
            "cannot write the temporary file of the audit (its folder is set by TMPDIR): {reason}",
            reason=reason,
        ) from None
