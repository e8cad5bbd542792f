"""Which paths ATC's front end refuses, and why (manual/atc.md#paths).

Whether a file exists is known for a command line of this machine only; the characters of a
path that is written in a script are its own, whatever machine it is for.
"""

from __future__ import annotations

import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.settings import Setting

MISSING_FILE, BAD_CHARACTER, NO_FILE_NAME, TOO_LONG = (
    "missing file",
    "bad character",
    "no file name",
    "too long",
)

LONGEST = 4096
"""A path has to be shorter than this many bytes: PATH_MAX."""

_BAD = re.compile(r"[^A-Za-z0-9./_\-\u4e00-\u9fa5]")


class BadPath:
    """Why a path is refused: `reason` is one of the above, `part` the character at fault."""

    __slots__ = ("code", "part", "reason")

    def __init__(self, reason: str, code: str = "E10001", part: str = "") -> None:
        self.reason = reason
        self.code = code
        self.part = part


def path_fault(job: AtcJob, setting: Setting) -> BadPath | None:
    """What ATC refuses in the path that a setting names; None when nothing, or it is unknown."""
    value = setting.value
    if not value or setting.spec is None:
        return None
    how = setting.spec.path
    if how == "in":
        return _input_fault(value, job.folder)
    return _output_fault(setting.option, value, job.may_be_single_op) if how == "out" else None


def _bytes_of(path: str) -> int:
    return len(path.encode("utf-8", "surrogateescape"))


def _input_fault(value: str, folder: str | None) -> BadPath | None:
    if _bytes_of(value) >= LONGEST:
        return BadPath(TOO_LONG)
    resolved = value
    if folder is not None:
        path = os.path.join(folder, value)
        if not os.path.exists(path) or not os.access(path, os.R_OK):
            return BadPath(MISSING_FILE)
        resolved = os.path.realpath(path)
    bad = _BAD.search(resolved)
    return BadPath(BAD_CHARACTER, part=bad[0]) if bad else None


def _output_fault(option: str, value: str, single_op: bool) -> BadPath | None:
    suffix = ".om" if option == "output" and not single_op else ""
    if _bytes_of(value + suffix) >= LONGEST:
        return BadPath(TOO_LONG)
    bad = _BAD.search(value)
    if bad:
        return BadPath(BAD_CHARACTER, part=bad[0])
    if option == "output" and value.endswith("/") and not single_op:
        return BadPath(NO_FILE_NAME, "E10022")
    return None
