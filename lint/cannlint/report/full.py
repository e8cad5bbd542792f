"""The report for people: every finding with its source lines, carets, help and fix.

It is built from styled pieces and printed as plain text, or in colour where the output is a
terminal: the layout is the same, and colours say nothing that the words do not.
"""

from __future__ import annotations

from cannlint.language import Phrase, said, translated
from cannlint.report.snippet import Marked, snippet, window
from cannlint.text.source import UNSEEN
from cannlint.text.span import apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.diagnostics import Diagnostic, Fix
    from cannlint.engine.run import Run
    from cannlint.text.source import Source

    Piece = tuple[str, str]
    """A text and the name of its style; see report/styles.py."""

    Line = list[Piece]

_WITHHELD = Phrase("the file lies outside of the project, so nothing of its text is shown")

_BLANKS = {" ": "·", "\t": "→", "\r": "␍"}
"""How blanks are shown where a fix changes nothing else."""

_LONGEST_DIFF = 6
"""Lines of a fix that are shown."""


def lines(run: Run, width: int) -> Iterator[Line]:
    """The lines of all findings, each as styled pieces; source lines are cut to `width`."""
    for finding in run.findings:
        yield from _finding(finding, width)
        yield []


def _finding(finding: Diagnostic, width: int) -> Iterator[Line]:
    severity = finding.severity.value
    yield [
        (f"{severity}[{finding.code}]", severity),
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
        there = label.source or source
        marked = Marked(label.span, str(label.message), "-", "related")
        marks.setdefault(there.path, (there, []))[1].append(marked)
    for there, marked_spans in marks.values():
        yield from snippet(there, marked_spans, gutter, width)
    yield from _remarks(finding, gutter, width)


def _last_line(finding: Diagnostic, source: Source) -> int:
    places = [source.position(finding.span.end)[0]]
    for label in finding.related:
        places.append((label.source or source).position(label.span.end)[0])
    return max(places) + 1


def _remarks(finding: Diagnostic, gutter: int, width: int) -> Iterator[Line]:
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
            sort = translated("fix: " if finding.fix.is_safe else "unsafe fix: ")
            yield [(f"{margin}= ", "frame"), (sort, "help"), (str(finding.fix.title), "")]
        yield from _diff(finding.source, finding.fix, gutter, width)


def _sources(finding: Diagnostic) -> Iterator[Source | None]:
    yield finding.source
    for label in finding.related:
        yield label.source


def _help(finding: Diagnostic) -> str:
    """The help, marked where the fix below does just that."""
    text = str(finding.help)
    if finding.fix is None or str(finding.fix.title) != text:
        return text
    return said("{text} (safe fix)" if finding.fix.is_safe else "{text} (unsafe fix)", text=text)


def _diff(source: Source, fix: Fix, gutter: int, width: int) -> Iterator[Line]:
    """The lines a fix changes, before and after."""
    first = source.position(min(edit.span.start for edit in fix.edits))[0]
    last = source.position(max(edit.span.end for edit in fix.edits))[0]
    before = source.text.split("\n")
    after = apply_edits(source.text, fix.edits).split("\n")
    tail = len(before) - last
    old, new = before[first - 1 : last], after[first - 1 : len(after) - tail]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    while old and new and old[0] == new[0]:
        old, new, first = old[1:], new[1:], first + 1
    if [text.strip(UNSEEN) for text in old] == [text.strip(UNSEEN) for text in new]:
        old, new = list(map(_with_blanks, old)), list(map(_with_blanks, new))
    shown = [("-", text, first + at) for at, text in enumerate(old)]
    shown += [("+", text, first + at) for at, text in enumerate(new)]
    changed_at = _first_difference(old[0], new[0]) if old and new else 0
    for sign, text, number in shown[:_LONGEST_DIFF]:
        style = "removed" if sign == "-" else "added"
        part = window(text.removesuffix("\r"), changed_at, width - gutter - 3)
        yield [(f"{number:>{gutter}} ", "frame"), (f"{sign} {part}".rstrip(), style)]
    if len(shown) > _LONGEST_DIFF:
        more = said("{number} lines more", number=len(shown) - _LONGEST_DIFF)
        yield [(f"{' ' * gutter} … {more}", "frame")]


def _with_blanks(text: str) -> str:
    """A line with what nobody sees at its ends shown: `·` for a blank, `<U+FEFF>`."""
    body = text.strip(UNSEEN)
    start = text.index(body)
    before, after = text[:start], text[start + len(body) :]
    return "".join([*map(_shown_blank, before), body, *map(_shown_blank, after)])


def _shown_blank(char: str) -> str:
    return _BLANKS.get(char) or f"<U+{ord(char):04X}>"


def _first_difference(before: str, after: str) -> int:
    pairs = enumerate(zip(before, after, strict=False))
    return next((at for at, (old, new) in pairs if old != new), min(len(before), len(after)))
