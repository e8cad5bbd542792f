"""What formats for other programs share: paths, line ranges, texts, edits and fingerprints."""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from hashlib import sha256

from cannlint.config.search import repository_of
from cannlint.language import said
from cannlint.text.printable import printable
from cannlint.text.span import Edit, Span, apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic, Fix
    from cannlint.engine.run import Run
    from cannlint.text.source import Source


_root_of = cache(repository_of)  # called for each finding


def repository_path(path: str) -> str | None:
    """The path relative to the repository root, with slashes; None if the file is outside."""
    try:
        here = os.getcwd()
        relative = os.path.relpath(os.path.abspath(path), _root_of(here) or here)
    except ValueError:  # on Windows: a different drive
        return None
    relative = relative.replace(os.sep, "/")
    return None if relative == ".." or relative.startswith("../") else relative


def shown_path(path: str) -> str:
    """The path to report: relative to the repository root or absolute; printable."""
    return printable(repository_path(path) or os.path.abspath(path).replace(os.sep, "/"))


def lines_of(source: Source, span: Span) -> tuple[int, int]:
    """The first and the last line with a character of the span."""
    first = source.position(span.start)[0]
    last, column = source.position(span.end)
    return first, last - 1 if column == 1 and last > first else last


def title(finding: Diagnostic) -> str:
    """Code and name of the rule."""
    return f"{finding.code} {finding.name}"


def words(finding: Diagnostic, with_code: bool = False) -> str:
    """The message, if wanted with CANN's code; help and note follow on lines of their own."""
    code = f" ({finding.cann_code})" if with_code and finding.cann_code else ""
    lines = [f"{finding.message}{code}"]
    if finding.help is not None:
        lines.append(said("help: {text}", text=finding.help))
    if finding.note is not None:
        lines.append(said("note: {text}", text=finding.note))
    return "\n".join(lines)


def words_and_places(finding: Diagnostic) -> str:
    """The words, then the related places: for formats without a field for them."""
    lines = [words(finding)]
    for label in finding.related:
        source = label.source or finding.source
        assert source is not None
        line, column = source.position(label.span.start)
        place = f"{shown_path(source.path)}:{line}:{column}"
        lines.append(said("see {place}: {text}", place=place, text=label.message))
    return "\n".join(lines)


def one_edit(source: Source, fix: Fix) -> Edit | None:
    """All edits of a fix as one, because some programs apply single edits of several.

    None if the new text contains a byte that is not UTF-8: JSON cannot hold it.
    """
    span = Span(
        min(edit.span.start for edit in fix.edits), max(edit.span.end for edit in fix.edits)
    )
    moved = [
        Edit(Span(edit.span.start - span.start, edit.span.end - span.start), edit.text)
        for edit in fix.edits
    ]
    text = apply_edits(source.slice(span), moved)
    return Edit(span, text) if not any("\ud800" <= char <= "\udfff" for char in text) else None


def fingerprints(run: Run) -> list[str]:
    """A hash for each finding that stays the same when lines above it are added or removed.

    It covers the rule, the file, the text of the line and the marked part of it; then the number
    of the finding among equal ones. The line number and the message are not part of it: the
    message changes with the release and the language. The text of a file outside the project is
    not either: who has the hash could try texts.
    """
    seen: Counter[str] = Counter()
    found = []
    for finding in run.findings:
        digest = _digest(finding)
        seen[digest] += 1
        found.append(f"{digest}:{seen[digest]}")
    return found


def _digest(finding: Diagnostic) -> str:
    source = finding.source
    assert source is not None
    parts = [finding.code, repository_path(source.path) or source.path]
    if not source.is_outside:
        start, end = source.line_span(source.position(finding.span.start)[0])
        parts.append(source.text[start:end].strip())
        parts.append(source.text[finding.span.start : min(finding.span.end, end)].strip())
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]
