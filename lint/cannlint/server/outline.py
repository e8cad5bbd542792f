"""Where a name is defined, what a file consists of, and what its entries come to."""

from __future__ import annotations

from lsprotocol import types as lsp

from cannlint.reading.mixlist import Mixlist
from cannlint.server.places import Place, Sort, place_at, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.server.documents import Document
    from cannlint.server.session import Checked
    from cannlint.text.span import Span

_SYMBOLS = {
    Sort.OP_TYPE: lsp.SymbolKind.Class,
    Sort.NODE: lsp.SymbolKind.Object,
    Sort.FUSION_PASS: lsp.SymbolKind.Function,
}


def definition(checked: Checked, offset: int) -> Span | None:
    """The entry that counts for the name at an offset: the first with that name."""
    if checked.reading is None:
        return None
    place = place_at(checked.reading, offset)
    if place is None or place.sort not in _SYMBOLS:
        return None
    same = (place.sort, place.name, place.group)
    for other in places(checked.reading):
        if (other.sort, other.name, other.group) == same:
            return other.span
    return None


def symbols(checked: Checked, document: Document) -> Iterator[lsp.DocumentSymbol]:
    """The entries of a file."""
    if checked.reading is None:
        return
    for place in places(checked.reading):
        if place.sort in _SYMBOLS and place.name:
            yield lsp.DocumentSymbol(
                name=place.name,
                detail=place.list_name or ", ".join(place.group) or place.sort.value,
                kind=_SYMBOLS[place.sort],
                range=document.range(place.entry),
                selection_range=document.range(place.span),
            )


def hints(checked: Checked, document: Document, asked: lsp.Range) -> Iterator[lsp.InlayHint]:
    """What an entry of a mixed-precision list comes to, where the library tells."""
    reading, operators = checked.reading, checked.operators
    if not isinstance(reading, Mixlist) or operators is None or not reading.accepted:
        return
    final = reading.final()
    first, last = document.offset(asked.start), document.offset(asked.end)
    for place in places(reading):
        if first <= place.span.start <= last:
            lists = operators.lists_of(place.name)
            if len(lists) == 1 and place.name in final:
                [start] = lists
                yield _hint(document, place, f"{start} → {final[place.name][start]}")


def _hint(document: Document, place: Place, label: str) -> lsp.InlayHint:
    return lsp.InlayHint(
        position=document.position(place.entry.end), label=label, padding_left=True
    )
