"""What `inspect` and editors show of an op_precision_mode file."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.modes import IMPL_MODES
from cannlint.formats.op_precision.lines import SECTIONS
from cannlint.formats.op_precision.reading import Fate as ModeFate
from cannlint.formats.op_precision.reading import OpPrecision
from cannlint.formats.op_precision.reading import Record as ModeRecord
from cannlint.formats.shown import (
    Account,
    Icon,
    Item,
    Place,
    Sort,
    line_before,
    named,
    op_types,
    type_or_node,
)
from cannlint.language import Phrase, said
from cannlint.library.operators import Operators
from cannlint.text.span import Span


def accounts(reading: OpPrecision) -> Iterator[Account]:
    """What CANN makes of each line."""
    for record in reading.records:
        if record.fate in (ModeFate.BLANK, ModeFate.COMMENT):
            continue
        line = record.line
        what = line.content
        if line.key is not None:
            what = f"{line.name} = {line.mode}"
        yield Account(line.number, what, _mode_outcome(record), record.fate is ModeFate.KEPT)


def _mode_outcome(record: ModeRecord) -> str:
    if record.fate is ModeFate.KEPT:
        return said(
            "counts, by {key}", key=Phrase("operator type" if record.is_type else "node name")
        )
    if record.fate is ModeFate.SHADOWED and record.first is not None:
        return said("ignored: line {number} came first", number=record.first.line.number)
    keys = Phrase("operator types" if record.is_type else "node names")
    if record.fate is ModeFate.SECTION:
        return said("{keys} follow", keys=keys)
    if record.fate is ModeFate.NO_SECTION:
        return said("ignored: no section that CANN knows; {keys} go on", keys=keys)
    return said("ignored: {reason}", reason=record.fate.value)


def places(reading: OpPrecision, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names and modes of entries."""
    for record in reading.having(ModeFate.KEPT, ModeFate.SHADOWED, ModeFate.UNKNOWN_MODE):
        line = record.line
        if line.end < asked.start or line.start > asked.end:
            continue
        assert line.key is not None and line.value is not None
        yield type_or_node(record.is_type, line.name, line.key, line.text)
        if has_parts:
            mode = Place(Sort.MODE, line.mode, line.value, line.text)
            mode.op_type = line.name if record.is_type else ""
            yield mode


def completions(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    before = line_before(text, offset)
    key, equals, _ = before.partition("=")
    if before.startswith("["):
        yield from named(SECTIONS, Icon.MODULE)
    elif equals:
        modes = operators.library.modes.get(key.strip(), IMPL_MODES)
        yield from named([mode for mode in modes if mode in IMPL_MODES], Icon.ENUM_MEMBER)
    else:
        yield from op_types(operators)
