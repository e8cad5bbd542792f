"""Byte order mark: CANN reads it as part of the first name.

Some editors write an invisible byte order mark at the start of a UTF-8 file. CANN does not remove
it. With a mark before `OpType::`, CANN also reads the whole line as a node name. Save the file
without a byte order mark.

## Example

```keep_dtype
<BOM>OpType::Relu
```

## Write instead

```keep_dtype
OpType::Relu
```

## What CANN does

CANN looks for a node whose name starts with the mark. It finds none and writes a warning only to
its log.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

from cannlint.reading.keep_dtype import LEADING_MARK, PASCAL_CASE, KeepDtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, delete
from cannlint.rules.kd.padding import PADDING, without_padding
from cannlint.syntax.keep_dtype import TYPE_PREFIX

RULE = Rule(
    "KD105",
    "byte-order-mark",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(LEADING_MARK,),
    fix=FixKind.SAFE,
)


@RULE.check
def byte_order_mark(reading: KeepDtype) -> Iterator[Diagnostic]:
    """Report every byte order mark at the start of a name."""
    for record in reading.parts_with(LEADING_MARK):
        line = record.line
        body = reading.source.slice(without_padding(reading.source, line.body))
        if line.prefix_slip or not body:
            continue
        finding = RULE.at(
            line.marks,
            "byte order mark before `OpType::`; CANN reads a node named `{name}`"
            if line.is_type_without_marks
            else "the byte order mark is part of the name `{name}`, which matches nothing",
            label="invisible, and part of the name",
            help="save the file as UTF-8 without a byte order mark",
            note="no node has this name; CANN writes a warning only to its log",
            name=line.name,
        )
        is_sound = not line.is_type_without_marks or _is_type(body)
        yield (
            finding.with_fix("remove the byte order mark", delete(line.marks))
            if is_sound
            else finding
        )


def _is_type(body: str) -> bool:
    """Return whether the line without the mark is an operator type for ATC."""
    return PASCAL_CASE.fullmatch(body.lstrip(PADDING).removeprefix(TYPE_PREFIX)) is not None
