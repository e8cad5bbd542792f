"""A config file without the entries for which CANN refuses it."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from cannlint.diagnostics import Diagnostic
from cannlint.engine.read import read
from cannlint.kinds import FORMATS
from cannlint.planning.faults import errors_of, told
from cannlint.reading.base import Reading
from cannlint.reading.json_reading import JsonReading
from cannlint.resolve.provenance import of_entry
from cannlint.resolve.refusal import LeftOut
from cannlint.syntax.json_nodes import Node
from cannlint.text.shortened import without_lines
from cannlint.text.source import Source
from cannlint.text.span import Span

_ROUNDS = 5
"""The maximum number of times that a file is read again: a rule reports 1,000 errors at a time."""


def without_refused_entries(option: str, reading: Reading) -> tuple[Reading, list[LeftOut]] | None:
    """The reading of the file without the entries that CANN refuses, and these.

    None if CANN refuses the file for something that is no entry, or refuses what is left of it.
    """
    left_out: list[LeftOut] = []
    for _ in range(_ROUNDS):
        found = list(errors_of(reading))
        root = reading.document.clear_root if isinstance(reading, JsonReading) else None
        if root is not None:
            after = _without_values(reading, root, found)
        elif not FORMATS[reading.kind].is_meant_as_json(reading):
            after = _without_lines(reading, found)
        else:
            return None
        if after is None:
            return None
        source, entries = after
        for finding, entry in entries:
            text = reading.source.slice(entry).strip()
            origin = of_entry(reading, entry, option)
            left_out.append(LeftOut(option, text, origin, told(finding, reading.source)))
        reading = read(source, reading.kind)
        if reading.accepted:
            return reading, left_out
    return None


Shortened = tuple[Source, list["tuple[Diagnostic, Span]"]]
"""What is left of a text, and the entries that are not, each with its error."""


def _without_lines(reading: Reading, found: Iterable[Diagnostic]) -> Shortened | None:
    source = reading.source
    entries: dict[int, tuple[Diagnostic, Span]] = {}
    for finding in found:
        number, _ = source.position(finding.span.start)
        entries.setdefault(number, (finding, _line_at(source, finding.span.start)))
    return (without_lines(source, entries), [*entries.values()]) if entries else None


def _line_at(source: Source, offset: int) -> Span:
    start = source.text.rfind("\n", 0, offset) + 1
    end = source.text.find("\n", offset)
    return Span(start, end if end >= 0 else len(source.text))


def _without_values(reading: Reading, root: Node, found: Iterable[Diagnostic]) -> Shortened | None:
    """The text with blanks in place of the members and items that have errors.

    Comments and commas that JSON does not have are blanked by the fixes of their errors.
    """
    tree = _Tree(root)
    entries: dict[Span, Diagnostic] = {}
    blanks: list[Span] = []
    for finding in found:
        if finding.fix is not None and not any(edit.text for edit in finding.fix.edits):
            blanks += [edit.span for edit in finding.fix.edits]
            entries.setdefault(finding.span, finding)
            continue
        refuses_all = FORMATS[reading.kind].refuses_related
        others = [label.span for label in finding.related] if refuses_all else []
        for span in (finding.span, *others):
            entry = tree.entry_at(span.start)
            if entry is None:
                return None
            entries.setdefault(entry, finding)
    if not entries:
        return None
    blanks += tree.with_commas(set(entries))
    text = _blanked(reading.source.text, blanks)
    source = Source(reading.source.path, text.encode("utf-8", "surrogateescape"))
    return source, [(finding, span) for span, finding in entries.items()]


class _Tree:
    """The members and items of a JSON text, found by their places."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._known: dict[int, tuple[list[int], list[tuple[Span, Node]]]] = {}

    def _inner(self, node: Node) -> tuple[list[int], list[tuple[Span, Node]]]:
        """The members and items of a value, in order: where each begins; its place and value."""
        if id(node) not in self._known:
            members = [(member.span, member.value) for member in node.members]
            inner = [*members, *((item.span, item) for item in node.items)]
            self._known[id(node)] = [span.start for span, _ in inner], inner
        return self._known[id(node)]

    def entry_at(self, offset: int) -> Span | None:
        """The innermost member or item at an offset; None if only the whole value is there."""
        entry, node = None, self._root
        while True:
            starts, inner = self._inner(node)
            at = bisect_right(starts, offset) - 1
            if at < 0 or offset >= inner[at][0].end:
                return entry
            entry, node = inner[at]

    def with_commas(self, removed: set[Span]) -> Iterator[Span]:
        """The places of members and items, each with one comma, so that what is left is JSON."""
        todo = [self._root]
        while todo:
            end: int | None = None
            first: Span | None = None
            for span, value in self._inner(todo.pop())[1]:
                if span not in removed:
                    if first is not None:
                        yield Span(first.start, span.start)
                    first, end = None, span.end
                    todo.append(value)
                elif end is not None:
                    yield Span(end, span.end)
                    end = span.end
                else:
                    first = Span((first or span).start, span.end)
            if first is not None:
                yield first


def _blanked(text: str, spans: Iterable[Span]) -> str:
    """The text with blanks instead of some places, which keeps all other places."""
    parts, end = [], 0
    for span in sorted(spans, key=lambda span: span.start):
        if span.end > end:
            start = max(span.start, end)
            blank = "".join(char if char == "\n" else " " for char in text[start : span.end])
            parts += [text[end:start], blank]
            end = span.end
    return "".join([*parts, text[end:]])
