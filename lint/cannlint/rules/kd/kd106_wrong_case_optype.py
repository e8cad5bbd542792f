"""Misspelt `OpType::`: CANN reads a node name.

The entry has no effect when its prefix is not exactly `OpType::`. The prefix is case-sensitive,
has two colons and contains no whitespace. CANN reads anything else as the start of a node name.

## Example

```keep_dtype
optype::Relu
OpType:Add
```

## Write instead

```keep_dtype
OpType::Relu
OpType::Add
```

## What CANN does

CANN looks for a node named `optype::Relu`. It finds none and writes a warning only to its log.

Source: manual/keep-dtype.md#lines
"""

from __future__ import annotations

from cannlint.reading.keep_dtype import PASCAL_CASE, SIMILAR_PREFIX, KeepDtype
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, Span, replace
from cannlint.rules.kd.padding import without_padding
from cannlint.syntax.keep_dtype import TYPE_PREFIX

RULE = Rule(
    "KD106",
    "wrong-case-optype",
    Severity.WARNING,
    (Kind.KEEP_DTYPE,),
    about=(SIMILAR_PREFIX,),
    fix=FixKind.SAFE,
)


@RULE.check
def wrong_case_optype(reading: KeepDtype) -> Iterator[Diagnostic]:
    """Report every misspelt `OpType::`."""
    for record in reading.parts_with(SIMILAR_PREFIX):
        line, slip = record.line, record.line.prefix_slip
        if slip is None:
            continue
        written = reading.source.slice(slip)
        finding = RULE.at(
            slip,
            "CANN does not remove the whitespace before `OpType::`; it reads a node named `{name}`"
            if written.endswith(TYPE_PREFIX)
            else "`{written}` is not `OpType::`; CANN reads a node named `{name}`",
            label="CANN reads a node name",
            help="write `OpType::`",
            note="no node has this name; CANN writes a warning only to its log",
            written=written,
            name=line.name,
        )
        bare = without_padding(reading.source, Span(slip.end, line.body.end))
        edit = replace(Span(slip.start, bare.start), TYPE_PREFIX)
        is_type = PASCAL_CASE.fullmatch(reading.source.slice(bare)) is not None
        yield finding.with_fix("write `OpType::`", edit) if is_type else finding
