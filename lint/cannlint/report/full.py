"""The text formats: `full` with source lines, carets, help and fix; `concise` with one line each.

The full report is built from styled pieces: plain text and terminal output have the same layout,
and colour carries no information of its own.
"""

from __future__ import annotations

from cannlint.language import Phrase, language_in_use, said, translated
from cannlint.report.fix_diff import fix_lines
from cannlint.report.snippet import Marked, snippet
from cannlint.report.styles import linked
from cannlint.text.printable import printable
from cannlint.version import rule_url

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import Run
    from cannlint.report.styles import Line
    from cannlint.text.source import Source

_WITHHELD = Phrase("the file is outside the project: its text is not shown")


def concise_lines(run: Run) -> Iterator[str]:
    """`path:line:column: severity code message`, and `[*]` if there is a fix."""
    for finding in run.findings:
        assert finding.source is not None
        line, column = finding.source.position(finding.span.start)
        fixable = " [*]" if finding.fix is not None else ""
        yield (
            f"{printable(finding.source.path)}:{line}:{column}: {finding.severity.value} "
            f"{finding.code} {finding.message}{fixable}"
        )


def lines(run: Run, width: int) -> Iterator[Line]:
    """The styled lines of all findings; source lines are cut to `width`."""
    for finding in run.findings:
        yield from _finding(finding, width)
        yield []


def _finding(finding: Diagnostic, width: int) -> Iterator[Line]:
    severity = finding.severity.value
    yield [
        (
            f"{severity}[{finding.code}]",
            linked(severity, rule_url(finding.code, language_in_use())),
        ),
        (f" {finding.name}: ", "name"),
        (str(finding.message), "message"),
    ]
    source = finding.source
    assert source is not None
    gutter = len(str(_last_line(finding, source)))
    marks: dict[str, tuple[Source, list[Marked]]] = {}
    primary = Marked(finding.span, str(finding.label or ""), "^", severity)
    marks[source.path] = (source, [primary])
    for label in finding.related:
        related_source = label.source or source
        marked = Marked(label.span, str(label.message), "-", "related")
        marks.setdefault(related_source.path, (related_source, []))[1].append(marked)
    for marked_source, marked_spans in marks.values():
        yield from snippet(marked_source, marked_spans, gutter, width)
    yield from _help_and_notes(finding, gutter, width)


def _last_line(finding: Diagnostic, source: Source) -> int:
    line_numbers = [source.position(finding.span.end)[0]]
    for label in finding.related:
        line_numbers.append((label.source or source).position(label.span.end)[0])
    return max(line_numbers) + 1


def _help_and_notes(finding: Diagnostic, gutter: int, width: int) -> Iterator[Line]:
    margin = " " * (gutter + 1)
    if finding.help is not None:
        yield [(f"{margin}= ", "frame"), (translated("help: "), "help"), (_help(finding), "")]
    if finding.note is not None:
        yield [(f"{margin}= ", "frame"), (translated("note: "), "note"), (str(finding.note), "")]
    if any(source is not None and source.is_outside for source in _sources(finding)):
        yield [
            (f"{margin}= ", "frame"),
            (translated("note: "), "note"),
            (translated(_WITHHELD), ""),
        ]
    if finding.fix is not None and finding.source is not None:
        if str(finding.fix.title) != str(finding.help):
            prefix = translated("fix: " if finding.fix.is_safe else "unsafe fix: ")
            yield [(f"{margin}= ", "frame"), (prefix, "help"), (str(finding.fix.title), "")]
        yield from fix_lines(finding.source, finding.fix, gutter, width)


def _sources(finding: Diagnostic) -> Iterator[Source | None]:
    yield finding.source
    for label in finding.related:
        yield label.source


def _help(finding: Diagnostic) -> str:
    """The help; marked as safe or unsafe fix if the fix does what the help says."""
    text = str(finding.help)
    if finding.fix is None or str(finding.fix.title) != text:
        return text
    return said("{text} (safe fix)" if finding.fix.is_safe else "{text} (unsafe fix)", text=text)
