"""Whitespace or byte order mark before `OpType::`: CANN reads a node name.

The entry has no effect when anything stands before `OpType::`, even an invisible byte order mark.
CANN looks for `OpType::` at the very start of the line, before it trims the line. It does not find
the prefix there, and takes the text before the first colon as a node name: `OpType`. No node has
this name.

## Example

```customize_dtypes
  OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN accepts the file. The entry matches no operator.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

from cannlint.formats.customize_dtypes.lines import TYPE_PREFIX, OddLine
from cannlint.formats.customize_dtypes.reading import INDENTED_PREFIX, CustomizeDtypes
from cannlint.rules.api import (
    BYTE_ORDER_MARK,
    Findings,
    FixKind,
    Kind,
    Rule,
    Severity,
    Span,
    delete,
)
from cannlint.rules.cd.names import MeantKeys, meant_prefix

RULE = Rule(
    "CD102",
    "indented-optype",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(INDENTED_PREFIX,),
    fix=FixKind.SAFE,
)


@RULE.check
def indented_optype(reading: CustomizeDtypes) -> Findings:
    """Report every `OpType::` that is not at the start of its line."""
    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(INDENTED_PREFIX):
        line = record.node
        prefix = line.key_span("LATE_PREFIX") if isinstance(line, OddLine) else None
        if entry.is_type or prefix is None:
            continue
        before = Span(line.start, prefix.start)
        marked = BYTE_ORDER_MARK in reading.source.slice(before)
        finding = RULE.at(
            Span(prefix.start, prefix.start + len(TYPE_PREFIX)),
            "byte order mark before `OpType::`; CANN reads a node named `{name}`"
            if marked
            else "whitespace before `OpType::`; CANN reads a node named `{name}`",
            label="not at the start of the line",
            help="save the file without a byte order mark" if marked else "remove the whitespace",
            note="CANN accepts the entry, which matches no operator",
            name=entry.name,
        )
        if meant_prefix(reading.source, entry) and keys.may_count(entry):
            finding.with_fix("begin the line with `OpType::`", delete(before))
        yield finding
