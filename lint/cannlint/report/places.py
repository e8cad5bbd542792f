"""Where the files of a report are, as the programs that read reports want to be told."""

from __future__ import annotations

import os
from functools import cache

from cannlint.config.search import repository_of
from cannlint.text.printable import printable
from cannlint.text.span import Edit, Span, apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Fix
    from cannlint.text.source import Source


_root_of = cache(repository_of)  # each finding of a report asks


def repository_path(path: str) -> str | None:
    """A path from the root of the repository, with slashes; None for a file outside of it."""
    try:
        here = os.getcwd()
        relative = os.path.relpath(os.path.abspath(path), _root_of(here) or here)
    except ValueError:  # another drive of Windows
        return None
    relative = relative.replace(os.sep, "/")
    return None if relative == ".." or relative.startswith("../") else relative


def shown_path(path: str) -> str:
    """The path that a report names: from the repository's root, or absolute; printable."""
    return printable(repository_path(path) or os.path.abspath(path).replace(os.sep, "/"))


def lines_of(source: Source, span: Span) -> tuple[int, int]:
    """The first and the last line that a span has characters of."""
    first = source.position(span.start)[0]
    last, column = source.position(span.end)
    return first, last - 1 if column == 1 and last > first else last


def one_edit(source: Source, fix: Fix) -> Edit | None:
    """All edits of a fix as a single one, for programs that would apply one without the others.

    None where the new text holds a byte that is not UTF-8: JSON cannot carry it.
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
