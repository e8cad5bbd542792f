"""Whitespace around a type after `OpType::`: no node has this type.

CANN trims the line but not the text after `OpType::`, so the whitespace becomes part of the type.
CANN never removes a no-break or full-width space, at either end of the line: it becomes part of
the name of a node, too. Write the type directly after `OpType::`.

## Example

```keep_dtype
OpType:: Relu
```

## Write instead

```keep_dtype
OpType::Relu
```

## What CANN does

CANN looks for nodes of the type ` Relu` with the space and finds none. The text is not in
PascalCase either, so ATC stops with E10003 when the entry is among the first ten that match no
node.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

from cannlint.formats.keep_dtype.reading import (
    MALFORMED_TYPE,
    SEVERAL_NAMES,
    UNMATCHED_WINDOW,
    KeepDtype,
)
from cannlint.rules.api import Findings, FixKind, Kind, Rule, Severity, Span, delete
from cannlint.rules.kd.padding import meant_node, meant_type

RULE = Rule(
    "KD102",
    "padded-type",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(MALFORMED_TYPE, SEVERAL_NAMES),
    fix=FixKind.SAFE,
)


@RULE.check
def padded_type(reading: KeepDtype) -> Findings:
    """Report every type or name that is correct without the whitespace around it."""
    for record in reading.parts_with(MALFORMED_TYPE):
        body, bare = record.line.body, meant_type(reading, record)
        if bare is None or bare == body:
            continue
        blanks = _around(body, bare)
        yield RULE.at(
            blanks[0],
            "the operator type `{name}` starts or ends with whitespace; no node has this type",
            label="part of the type",
            help="write `OpType::{meant}`",
            note="ATC stops with E10003 when the entry is among the first {window} that match "
            "no node",
            name=reading.source.slice(body),
            meant=reading.source.slice(bare),
            window=UNMATCHED_WINDOW,
        ).with_fix("remove the whitespace", *map(delete, blanks))
    for record in reading.parts_with(SEVERAL_NAMES):
        key, bare = record.line.key, meant_node(reading, record.line)
        if bare is None:
            continue
        blanks = _around(key, bare)
        yield RULE.at(
            blanks[0],
            "the name `{name}` starts or ends with whitespace, and matches nothing",
            label="part of the name",
            help="remove the whitespace",
            note="CANN removes only ASCII whitespace; it writes a warning only to its log",
            name=record.line.name,
        ).with_fix("remove the whitespace", *map(delete, blanks))


def _around(whole: Span, bare: Span) -> list[Span]:
    """Return the whitespace before and behind a name, where there is any."""
    sides = (Span(whole.start, bare.start), Span(bare.end, whole.end))
    return [side for side in sides if side.start < side.end]
