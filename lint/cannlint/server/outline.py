"""Where a name leads, and what a file consists of."""

from __future__ import annotations

from lsprotocol import types as lsp

from cannlint.jobs.model import JobsReading
from cannlint.language import translated
from cannlint.server.job_places import file_of, setting_at
from cannlint.server.places import Sort, place_at, places
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.server.documents import Document
    from cannlint.server.session import Checked

_SYMBOLS = {
    Sort.OP_TYPE: lsp.SymbolKind.Class,
    Sort.NODE: lsp.SymbolKind.Object,
    Sort.FUSION_PASS: lsp.SymbolKind.Function,
}


def definition(checked: Checked, offset: int) -> str | Span | None:
    """Where the name at an offset leads.

    From an option to the path of its file, from an entry to the one that counts: the first with
    that name.
    """
    if checked.reading is None:
        return None
    setting = setting_at(checked, offset)
    if setting is not None:
        return file_of(checked, setting)
    place = place_at(checked.reading, offset)
    if place is None or place.sort not in _SYMBOLS:
        return None
    same = (place.sort, place.name, place.group)
    for other in places(checked.reading):
        if (other.sort, other.name, other.group) == same:
            return other.span
    return None


def symbols(checked: Checked, document: Document) -> Iterator[lsp.DocumentSymbol]:
    """The entries of a file, or its jobs with their options."""
    if checked.reading is None:
        return
    if isinstance(checked.reading, JobsReading):
        yield from (_job_symbol(job, document) for job in checked.reading.jobs)
    for place in places(checked.reading):
        if place.sort in _SYMBOLS and place.name:
            yield lsp.DocumentSymbol(
                name=place.name,
                detail=place.list_name or ", ".join(place.group) or translated(place.sort.value),
                kind=_SYMBOLS[place.sort],
                range=document.range(place.entry),
                selection_range=document.range(place.span),
            )


def _job_symbol(job: Job, document: Document) -> lsp.DocumentSymbol:
    own = [setting for setting in job.settings if setting.source is job.source]
    span = Span(
        min([job.span.start, *(setting.span.start for setting in own)]),
        max([job.span.end, *(setting.span.end for setting in own)]),
    )
    return lsp.DocumentSymbol(
        name=job.name or str(job.front_end),
        detail=str(job.front_end),
        kind=lsp.SymbolKind.Module,
        range=document.range(span),
        selection_range=document.range(job.span),
        children=[
            lsp.DocumentSymbol(
                name=setting.key or setting.option or "?",
                detail=setting.value,
                kind=lsp.SymbolKind.Property,
                range=document.range(setting.span),
                selection_range=document.range(setting.key_span),
            )
            for setting in own
        ],
    )
