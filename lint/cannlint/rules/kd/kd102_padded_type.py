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


_TYPE = (
    "the operator type `{name}` starts or ends with whitespace; no node has this type",
    "part of the type",
    "write `OpType::{meant}`",
    "ATC stops with E10003 when the entry is among the first {window} that match no node",
)
_NODE = (
    "the name `{name}` starts or ends with whitespace, and matches nothing",
    "part of the name",
    "remove the whitespace",
    "CANN removes only ASCII whitespace; it writes a warning only to its log",
)


@RULE.check
def padded_type(reading: KeepDtype) -> Findings:
    """Report every type or name that is correct without the whitespace around it."""
    types = reading.parts_with(MALFORMED_TYPE)
    found = [(record.line.body, meant_type(reading, record), _TYPE) for record in types]
    names = reading.parts_with(SEVERAL_NAMES)
    found += [(record.line.key, meant_node(reading, record.line), _NODE) for record in names]
    for whole, bare, (message, label, help, note) in found:
        if bare is None or bare == whole:
            continue
        sides = (Span(whole.start, bare.start), Span(bare.end, whole.end))
        blanks = [side for side in sides if side.start < side.end]
        yield RULE.at(
            blanks[0],
            message,
            label=label,
            help=help,
            note=note,
            name=reading.source.slice(whole),
            meant=reading.source.slice(bare),
            window=UNMATCHED_WINDOW,
        ).with_fix("remove the whitespace", *map(delete, blanks))
