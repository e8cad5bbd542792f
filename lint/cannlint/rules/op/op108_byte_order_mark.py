"""Byte order mark: CANN reads it as part of the first line.

Some editors write an invisible byte order mark at the start of a UTF-8 file. CANN does not remove
it, so the first line starts with the mark. An operator in this line matches nothing, a section
header is unknown, and a comment is not a comment. Save the file without a byte order mark.

## Example

```op_precision
<BOM>Gelu=high_precision
```

## Write instead

```op_precision
Gelu=high_precision
```

## What CANN does

CANN stores a mode for an operator type whose name starts with the mark. It gives no message.

Source: manual/implementation-modes.md#lines-of-an-ini-file
"""

from __future__ import annotations

from cannlint.reading.op_precision import LEADING_MARK, Fate, OpPrecision, Record
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    Diagnostic,
    FixKind,
    Iterator,
    Kind,
    Rule,
    Severity,
    delete,
)

RULE = Rule(
    "OP108",
    "byte-order-mark",
    Severity.WARNING,
    (Kind.OP_PRECISION, Kind.IMPL_MODE),
    about=(LEADING_MARK,),
    fix=FixKind.SAFE,
)

_ENTRY = "the byte order mark is part of the name `{name}`, which matches nothing"
_COMMENT = "because of the byte order mark, CANN reads this comment as an entry for `{name}`"
_SECTION = "because of the byte order mark, `{section}` is not a section"


@RULE.check
def byte_order_mark(reading: OpPrecision) -> Iterator[Diagnostic]:
    """Report every byte order mark that changes how CANN reads its line."""
    counting: set[tuple[bool, str]] | None = None
    for record in reading.parts_with(LEADING_MARK):
        line = record.line
        message = _message(record)
        if message:
            if counting is None:
                kept = reading.having(Fate.KEPT)
                counting = {(other.is_type, other.line.name) for other in kept}
            yield RULE.at(
                line.marks,
                message,
                label="invisible, and read as text",
                help="save the file as UTF-8 without a byte order mark",
                note="CANN gives no message",
                name=line.name,
                section=line.bare,
            ).with_fix(
                "remove the byte order mark",
                delete(line.marks),
                # without the mark this entry would replace another one that CANN uses now
                safe=(record.is_type, line.name.lstrip(BYTE_ORDER_MARK)) not in counting,
            )


def _message(record: Record) -> str | None:
    """Return the message about the mark of a line; None when it changes nothing."""
    line = record.line
    if line.alternative == "marked_section":
        return _SECTION
    if record.fate not in (Fate.KEPT, Fate.SHADOWED) or line.is_header_like:
        return None
    if line.comment_mark == "#" and line.marks.end == line.visible.start:
        return _COMMENT
    named = "ONLY_MARKS" not in line.terminals and not line.comment_mark
    return _ENTRY if named and record.fate is Fate.KEPT else None
