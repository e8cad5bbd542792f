"""What was done with each file of a run: its kind and its jobs, or why it was skipped.

Files that nobody opens for their suffix, and hidden ones, are counted and not listed: a folder may
have thousands of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cannlint.discovery.walk import HIDDEN, NOT_OPENED
from cannlint.engine.run import JobPlace, Run, ShownFile
from cannlint.kinds import JOB_KINDS
from cannlint.language import said, translated
from cannlint.text.printable import printable

if TYPE_CHECKING:
    from cannlint.report.styles import Line

_COUNTED = (HIDDEN, NOT_OPENED)
_MOST_LINES = 12
"""Lines of jobs that are listed for a file."""

_MOST_SUFFIXES = 8
"""Suffixes that are listed of the files that are not opened, the most common ones."""


def lines(run: Run) -> Iterator[Line]:
    """One line per file: the checked ones, then the skipped ones; then an empty line."""
    shown = run.shown or []
    width = max((len(printable(file.path)) for file in shown if _is_listed(file)), default=0)
    for file in shown:
        if file.kind is not None:
            yield _line(file, width, file.kind.value + _jobs_of(file) + _unknown_in(file), "")
    for file in shown:
        if file.skipped is not None and _is_listed(file):
            yield _line(file, width, _reason(file), "quiet")
    yield from _counted(shown)
    yield []


def counts(run: Run) -> Iterator[Line]:
    """One line per kind and per reason: the number of its files."""
    shown = run.shown or []
    kinds = Counter(file.kind.value for file in shown if file.kind is not None)
    reasons = Counter(_reason(file) for file in shown if file.skipped is not None)
    width = len(str(max([*kinds.values(), *reasons.values()], default=0)))
    for text, number in [*sorted(kinds.items()), *sorted(reasons.items())]:
        yield [(f"{number:>{width}}  {text}", "quiet")]


def _is_listed(file: ShownFile) -> bool:
    return file.skipped not in _COUNTED


def _line(file: ShownFile, width: int, text: str, style: str) -> Line:
    return [(f"{printable(file.path):<{width}}  ", style), (text, style)]


def _reason(file: ShownFile) -> str:
    assert file.skipped is not None
    return said("skipped: {reason}", reason=file.skipped)


def _jobs_of(file: ShownFile) -> str:
    """`, 2 jobs: lines 3, 8`; a config file has none."""
    if file.kind not in JOB_KINDS:
        return ""
    if not file.jobs:
        return translated(", no job found")
    places = ", ".join(map(_place, file.jobs[:_MOST_LINES]))
    more = ", …" if len(file.jobs) > _MOST_LINES else ""
    if len(file.jobs) == 1:
        return said(", 1 job: line {places}", places=places)
    number = len(file.jobs)
    return said(", {number} jobs: lines {places}", number=number, places=places + more)


def _unknown_in(file: ShownFile) -> str:
    """`; 2 values unknown: precision_mode (line 3), log (line 3)`."""
    unknown = [one for job in file.jobs for one in job.unknown]
    if not unknown:
        return ""
    places = [
        said("{option} (line {line})", option=printable(option), line=line)
        for option, line in unknown[:_MOST_LINES]
    ]
    more = ", …" if len(unknown) > _MOST_LINES else ""
    text = "; {number} value unknown: {places}"
    if len(unknown) > 1:
        text = "; {number} values unknown: {places}"
    return said(text, number=len(unknown), places=", ".join(places) + more)


def _place(job: JobPlace) -> str:
    return f"{job.line} ({printable(job.name)})" if job.name else str(job.line)


def _counted(shown: Sequence[ShownFile]) -> Iterator[Line]:
    for reason in _COUNTED:
        paths = [file.path for file in shown if file.skipped == reason]
        if paths:
            text = said("{number} skipped: {reason}", number=len(paths), reason=reason)
            if reason == NOT_OPENED:
                text += f" ({_suffixes_of(paths)})"
            yield [(text, "quiet")]


def _suffixes_of(paths: Sequence[str]) -> str:
    """The most common suffixes and their numbers, e.g. `.png 80, .onnx 3`."""
    suffixes = Counter(os.path.splitext(path)[1].lower() for path in paths)
    common = [f"{suffix} {number}" for suffix, number in suffixes.most_common(_MOST_SUFFIXES)]
    return printable(", ".join(common)) + (", …" if len(suffixes) > _MOST_SUFFIXES else "")
