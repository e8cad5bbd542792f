"""Folding ranges: sections, tables, jobs, commands, and objects and lists of JSON."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from cannlint.formats.scripts import PAGES, language_of
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.kinds import FORMATS, Kind
from cannlint.server.documents import Document
from cannlint.server.session import Checked

Lines = tuple[int, int]
"""The first and the last line, from 0."""

_HEADER = re.compile(r"^[ \t]*\[[^\n]*\][ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_JSON = re.compile(
    r'"(?:[^"\\\n]|\\.)*"?|//[^\n]*|#[^\n]*|/\*.*?(?:\*/|\Z)|(?P<open>[{\[])|(?P<close>[}\]])',
    re.DOTALL,
)
_TAB = 8
"""Columns of a tab, as Python counts them."""


def folding_ranges(checked: Checked, document: Document) -> list[dict[str, int]] | None:
    """The FoldingRanges of the protocol; None if the editor should fold the file by itself."""
    if checked.reading is None:
        return None
    folded = {(first, last) for first, last in _lines(checked, document) if first < last}
    return [{"startLine": first, "endLine": last} for first, last in sorted(folded)]


def _lines(checked: Checked, document: Document) -> Iterator[Lines]:
    text = checked.source.text
    reading = checked.reading
    if isinstance(reading, JobsReading) and reading.kind is not Kind.JOB:
        yield from _commands(reading.jobs, document)
        # an editor with folds of a server has no others, so these are the blocks of a script
        if language_of(document.path) not in PAGES:
            yield from _blocks(text.split("\n"))
    elif reading is not None and FORMATS[reading.kind].is_json:
        yield from _brackets(text, document)
    else:
        yield from _sections(text, document)


def _commands(jobs: Iterable[Job], document: Document) -> Iterator[Lines]:
    """A command or call, from its first word to its last option."""
    for job in jobs:
        spans = [job.span, *(setting.span for setting in job.settings)]
        if all(setting.source is job.source for setting in job.settings):
            first = document.line_and_column(min(span.start for span in spans))[0]
            yield first, document.line_and_column(max(span.end for span in spans))[0]


def _blocks(lines: list[str]) -> Iterator[Lines]:
    """Each line with the lines below it that are indented more."""
    opened: list[tuple[int, int]] = []
    last = 0
    for number, line in enumerate(lines):
        body = line.strip()
        if not body:
            continue
        indent = _indent(line)
        while opened and opened[-1][0] >= indent:
            yield opened.pop()[1], last
        opened.append((indent, number))
        last = number
    for _, first in opened:
        yield first, last


def _indent(line: str) -> int:
    blanks = line[: len(line) - len(line.lstrip())]
    return len(blanks.expandtabs(_TAB))


def _brackets(text: str, document: Document) -> Iterator[Lines]:
    """Objects and lists; the line of the closing bracket stays visible."""
    opened: list[int] = []
    for match in _JSON.finditer(text):
        if match["open"]:
            opened.append(match.start())
        elif match["close"] and opened:
            first = document.line_and_column(opened.pop())[0]
            yield first, document.line_and_column(match.start())[0] - 1


def _sections(text: str, document: Document) -> Iterator[Lines]:
    """Each header with the lines up to the next one, without blank lines at the end."""
    starts = [match.start() for match in _HEADER.finditer(text)]
    for start, end in pairwise([*starts, len(text)]):
        last = start + len(text[start:end].rstrip())
        yield document.line_and_column(start)[0], document.line_and_column(last)[0]
