"""Explain a whole log: read it, check the folder, and look for the cause of each message."""

from __future__ import annotations

import os
import sys

from cannlint.cann.error_codes import is_error
from cannlint.engine.find import STANDARD_INPUT
from cannlint.engine.pipeline import check_paths
from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.explain.causes import explain
from cannlint.explain.log import read_log
from cannlint.text.source import open_regular

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.engine.run import Options
    from cannlint.explain.causes import Explanation
    from cannlint.explain.log import Log

_SIZE_LIMIT = 1 << 34
"""Larger logs (in bytes) are not read."""


class ExplainedLog:
    """The messages of a log with their causes.

    `omitted` is the number of messages that were not kept. `complaints` are the sentences about
    what could not be checked in the folder; the explanations are then not complete.
    """

    __slots__ = ("complaints", "explanations", "is_complete", "omitted", "path")

    def __init__(self, path: str, explanations: list[Explanation], omitted: int) -> None:
        self.path = path
        self.explanations = explanations
        self.omitted = omitted
        self.complaints: Sequence[str] = ()
        self.is_complete = True

    @property
    def errors(self) -> int:
        """The number of different messages that are errors."""
        return sum(is_error(each.message.code) for each in self.explanations)

    @property
    def explained(self) -> int:
        """The number of different messages that have a cause in the folder."""
        return sum(bool(each.causes) for each in self.explanations)


def explain_log(path: str, options: Options) -> ExplainedLog:
    """Explain the log at a path, or on standard input for `-`, by a check of this folder.

    Raises CannlintError if the log cannot be read, and what `check_paths` raises.
    """
    log = _read(path)
    if not log.messages:
        return ExplainedLog(path, [], log.omitted)
    run = check_paths(["."], options)
    found = ExplainedLog(path, explain(log.messages, run), log.omitted)
    found.complaints, found.is_complete = run.complaints, not run.failed
    return found


def _read(path: str) -> Log:
    if path == STANDARD_INPUT:
        if sys.stdin is None:
            raise CannlintError("standard input is closed: nothing to read")
        return read_log(sys.stdin.buffer)
    descriptor, _ = open_regular(path, path, _SIZE_LIMIT)
    try:
        with os.fdopen(descriptor, "rb") as stream:
            return read_log(stream)
    except OSError as error:
        raise UnreadablePathError(path, str(error.strerror)) from None
