"""What `inspect` and editors show of a keep_dtype file."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.formats.keep_dtype.reading import (
    COMMENT,
    QUOTED_NAME,
    SEVERAL_NAMES,
    SIMILAR_PREFIX,
    KeepDtype,
    facts_of,
)
from cannlint.formats.shown import (
    Account,
    Icon,
    Item,
    Place,
    line_before,
    misread_name,
    named,
    op_types,
    type_or_node,
)
from cannlint.language import Phrase, said, translated
from cannlint.library.operators import Operators
from cannlint.text.span import Span


def accounts(reading: KeepDtype) -> Iterator[Account]:
    """What CANN makes of each line."""
    for record in reading.records:
        line = record.line
        if not line.is_type and not line.name:
            yield Account(line.number, "", translated("matches no node"), False)
        elif record.first is not None:
            outcome = said("again; line {number} has it", number=record.first.line.number)
            yield Account(line.number, line.name, outcome, False)
        elif not _MISREAD.isdisjoint(facts_of(record)):
            yield misread_name(line.number, line.name)
        else:
            key = Phrase("operator type" if line.is_type else "node name")
            yield Account(line.number, line.name, said("kept, by {key}", key=key), True)


_MISREAD = frozenset((COMMENT, SIMILAR_PREFIX, QUOTED_NAME, SEVERAL_NAMES))
"""What CANN takes for a name, and no node has."""


def places(reading: KeepDtype, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names of nodes and operator types."""
    for record in reading.records:
        line = record.line
        if line.end >= asked.start and line.start <= asked.end:
            yield type_or_node(line.is_type, line.name, line.key, line.text)


def completions(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    before = line_before(text, offset)
    if before.startswith("OpType::"):
        yield from op_types(operators)
    elif not before or "OpType::".startswith(before):
        yield from named(["OpType::"], Icon.KEYWORD)
