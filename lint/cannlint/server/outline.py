"""Go to definition, and the outline of a file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from lsprotocol import types as lsp

from cannlint.formats.shown import Sort
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import Job
from cannlint.language import translated
from cannlint.server.convert import plain_range
from cannlint.server.documents import Document
from cannlint.server.hover import entries, place_at
from cannlint.server.job_places import file_of, finder_of, setting_at
from cannlint.server.session import Checked
from cannlint.text.printable import printable
from cannlint.text.span import Span

_SYMBOLS = {
    Sort.OP_TYPE: lsp.SymbolKind.Class,
    Sort.NODE: lsp.SymbolKind.Object,
    Sort.FUSION_PASS: lsp.SymbolKind.Function,
}


def definition(checked: Checked, offset: int) -> str | Span | None:
    """The definition of the name at an offset.

    From an option to the path of its file, from an entry to the one that counts: the first with
    that name.
    """
    if checked.reading is None:
        return None
    setting, find = setting_at(checked, offset), finder_of(checked)
    if setting is not None and find is not None:
        return file_of(setting, find)
    place = place_at(checked.reading, offset)
    if place is None or place.sort not in _SYMBOLS:
        return None
    same = (place.sort, place.name, place.group)
    for other in entries(checked.reading):
        if (other.sort, other.name, other.group) == same:
            return other.span
    return None


def symbols(checked: Checked, document: Document) -> Iterator[dict[str, Any]]:
    """The entries of a file, or its jobs with their options.

    They are DocumentSymbols of the protocol as JSON has them: an editor asks for ten thousand after
    each edit, and nothing else is answered meanwhile.
    """
    if checked.reading is None:
        return
    if isinstance(checked.reading, JobsReading):
        yield from (_job_symbol(job, document) for job in checked.reading.jobs)
    for place in entries(checked.reading):
        if place.sort in _SYMBOLS and place.name:
            detail = place.list_name or ", ".join(place.group) or translated(place.sort.value)
            kind, ends = _SYMBOLS[place.sort], (place.entry, place.span)
            yield _symbol(document, place.name, detail, kind, ends)


def _symbol(
    document: Document,
    name: str,
    detail: str | None,
    kind: lsp.SymbolKind,
    spans: tuple[Span, Span],
) -> dict[str, Any]:
    """A symbol; `spans` are its whole range and its name."""
    known = {
        "name": printable(name),
        "kind": int(kind),
        "range": plain_range(document, spans[0]),
        "selectionRange": plain_range(document, spans[1]),
    }
    return {**known, "detail": printable(detail)} if detail is not None else known


def _job_symbol(job: Job, document: Document) -> dict[str, Any]:
    own = [setting for setting in job.settings if setting.source is job.source]
    span = Span(
        min([job.span.start, *(setting.span.start for setting in own)]),
        max([job.span.end, *(setting.span.end for setting in own)]),
    )
    front_end = str(job.front_end)
    kind = lsp.SymbolKind.Module
    symbol = _symbol(document, job.name or front_end, front_end, kind, (span, job.span))
    symbol["children"] = [
        _symbol(
            document,
            setting.key or setting.option or "?",
            setting.value,
            lsp.SymbolKind.Property,
            (setting.span, setting.key_span),
        )
        for setting in own
    ]
    return symbol
