"""Origins in reports: as JSON and as text."""

from __future__ import annotations

from cannlint.language import Phrase, said, translated
from cannlint.report.json_text import range_of, text_of
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.provenance import Origin
    from cannlint.results import parts


_KINDS = {
    "file": Phrase("file"),
    "option": Phrase("option"),
    "builtin": Phrase("built in"),
    "library": Phrase("library"),
    "default": Phrase("default"),
    "derived": Phrase("derived"),
    "node": Phrase("node"),
    "producer": Phrase("producer"),
}
"""Kind of origin → its name in text."""


def origin_json(origin: Origin) -> parts.Origin:
    """An origin as JSON values."""
    place: parts.Range | None = None
    if origin.source is not None and origin.span is not None:
        place = range_of(origin.source, origin.span)
    elif origin.line is not None:
        at: parts.Position = {"line": origin.line, "column": 1}
        place = {"start": at, "end": at}
    return {
        "kind": origin.kind,
        "file": origin.file,
        "range": place,
        "detail": text_of(origin.detail),
    }


def origin_text(origin: Origin | None) -> str:
    """An origin as `file:line:column`, or in words."""
    if origin is None:
        return ""
    if origin.kind in ("default", "derived", "node", "producer"):
        kind = translated(_KINDS[origin.kind])
        return (
            said("{value}: {reason}", value=kind, reason=origin.detail) if origin.detail else kind
        )
    if origin.file is None:
        kind = translated(_KINDS[origin.kind])
        return f"{kind} {origin.detail or ''}".rstrip()
    place = printable(origin.file)
    if origin.source is not None and origin.span is not None:
        line, column = origin.source.position(origin.span.start)
        return f"{place}:{line}:{column}"
    return f"{place}:{origin.line}" if origin.line is not None else place
