"""Origins in reports, as JSON and as text, and where the nodes of a plan come from."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.language import Phrase, enumerated, said, translated
from cannlint.report.json_text import range_of, text_of
from cannlint.resolve.provenance import Origin
from cannlint.resolve.rows import Row
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.results import parts

_FEW = 3
"""Nodes that are all named."""


def made_from(row: Row) -> str:
    """The nodes of the model that a node is made from, and by what; empty if it is the same."""
    if not row.passes and not row.model_nodes:
        return ""
    nodes = row.model_nodes or ((row.node,) if row.node is not None else ())
    if not row.passes:
        return said("from {nodes} by the parser", nodes=_names(nodes))
    type_before = row.model_type or row.op_type
    return said(
        "from {type} {nodes} by {passes}",
        type=printable(type_before),
        nodes=_names(nodes),
        passes=enumerated(row.passes),
    )


def made_by(row: Row) -> str:
    """What made a node, without the names of nodes."""
    if not row.passes and not row.model_nodes:
        return ""
    if not row.passes:
        return said("made by the parser")
    return said("made by {passes}", passes=enumerated(row.passes))


def _names(nodes: Sequence[str]) -> str:
    shown = [printable(name) for name in nodes[:_FEW]]
    rest = len(nodes) - len(shown)
    return (
        said("{names} and {rest:,} more", names=", ".join(shown), rest=rest)
        if rest
        else (enumerated(shown))
    )


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
