"""The closed files of a project: those with jobs for a config file, and what is found in others.

They are searched when a file is opened or saved, or when another program has changed a file:
not while somebody types.
"""

from __future__ import annotations

import os
from collections import Counter
from copy import copy
from itertools import islice

from cannlint.config.search import CONFIG_NAME, PYPROJECT, repository_of
from cannlint.diagnostics import Diagnostic, Label, Message, Severity, WholeText
from cannlint.discovery.walk import files_in
from cannlint.engine.fold import fold_advice
from cannlint.errors import UnreadablePathError
from cannlint.formats.scripts import language_of
from cannlint.kinds import JOB_KINDS
from cannlint.report.summary import number_of
from cannlint.server.documents import shown_path
from cannlint.server.open_files import OpenFiles, place_of
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.engine.scope import Scope
    from cannlint.engine.units import Context
    from cannlint.text.source import Source
    from cannlint.text.span import Span

MOST_FILES = 2_000
"""Files of a project that are looked at: a file is opened without a noticeable delay."""

LARGEST, MOST_BYTES = 1 << 20, 1 << 25
"""Bytes of a file, and of all files, that are looked at: a folder may hold programs and data."""

MOST_PLACES = 20
"""Places in a closed file that its summary shows."""


class ClosedFiles:
    """The files that may have jobs for each config file, as they were last searched."""

    __slots__ = ("_found",)

    def __init__(self) -> None:
        self._found: dict[str, tuple[str, ...]] = {}

    def forget(self) -> None:
        """Search again."""
        self._found.clear()

    def naming(self, path: str, scope: Scope) -> tuple[str, ...]:
        """The files of its project, open or not, with the name of a config file in them."""
        found = self._found.get(path)
        if found is None:
            is_config = _may_be_config(path)
            found = tuple(_naming(os.path.abspath(path), scope)) if is_config else ()
            self._found[path] = found
        return found


def named_configs(context: Context | None, files: OpenFiles) -> tuple[str, ...]:
    """The closed config files that the jobs in a file name."""
    if context is None or context.reading.kind not in JOB_KINDS:
        return ()
    paths = (file.path for job in context.jobs for file in job.files.values())
    return tuple(sorted({path for path in paths if not files.is_open(path)}))


def summaries(
    source: Source, context: Context, findings: Sequence[Diagnostic], files: OpenFiles
) -> list[Diagnostic]:
    """At each option in a file with jobs, how much was found in the closed file that it names.

    The numbers are those of `check`, which says the same advice in a file once.
    """
    by_text: dict[Source, list[Diagnostic]] = {}
    for finding in findings:
        if finding.source is not None and finding.source is not source:
            by_text.setdefault(finding.source, []).append(finding)
    found: dict[str, list[Diagnostic]] = {}
    for text, of_text in by_text.items():
        found.setdefault(place_of(text.path), []).extend(map(copy, of_text))
    options = {
        file.setting.value_span: file.path
        for job in context.jobs
        for file in job.files.values()
        if file.setting.source is source and not files.is_open(file.path)
    }
    return [
        _summary(span, path, fold_advice(found[place_of(path)]))
        for span, path in options.items()
        if place_of(path) in found
    ]


def _summary(span: Span, path: str, findings: list[Diagnostic]) -> Diagnostic:
    numbers = Counter(finding.severity for finding in findings)
    counts = ", ".join(number_of(each.value, numbers[each]) for each in Severity if numbers[each])
    summary = Diagnostic("", "", min(numbers, key=_rank), span, "", {})
    summary.message = Message.of("{counts} in {path}", counts=WholeText(counts), path=path)
    summary.related = [Label(one.span, one.message, one.source) for one in findings[:MOST_PLACES]]
    return summary


def _rank(severity: Severity) -> int:
    return severity.rank


def _naming(path: str, scope: Scope) -> Iterator[str]:
    folder, name = os.path.split(path)
    configuration = scope.find_configuration(folder)
    root = os.path.dirname(configuration) if configuration is not None else None
    files = files_in(root or repository_of(folder) or folder, keeps_on=True, not_searched=[])
    left = MOST_BYTES
    for file in filter(_may_have_jobs, islice(files, MOST_FILES)):
        data = _data(file)
        left -= len(data)
        if left < 0:
            return
        if os.fsencode(name) in data:
            yield shown_path(file)


def _may_be_config(path: str) -> bool:
    return language_of(path) is None and not _is_configuration(path)


def _may_have_jobs(path: str) -> bool:
    has_suffix = bool(os.path.splitext(path)[1])
    return not has_suffix or language_of(path) is not None or _is_configuration(path)


def _is_configuration(path: str) -> bool:
    return os.path.basename(path) in (CONFIG_NAME, PYPROJECT)


def _data(path: str) -> bytes:
    try:
        return read_source(path).data if os.path.getsize(path) <= LARGEST else b""
    except (OSError, UnreadablePathError):  # check of the folder reports it
        return b""
