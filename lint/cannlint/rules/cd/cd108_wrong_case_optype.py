"""Misspelt `OpType::`: CANN reads a node name.

The entry has no effect when its prefix is not exactly `OpType::`. The prefix is case-sensitive and
has two colons, neither of them full-width. CANN reads anything else as a node name that ends at
the first colon.

## Example

```customize_dtypes
optype::Relu:InputDtype:float16,OutputDtype:float16
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

## What CANN does

CANN stores an entry for a node named `optype`, which matches nothing. It gives no message.

Source: manual/customize-dtypes.md#keys
"""

from __future__ import annotations

from cannlint.reading.customize_dtypes import SIMILAR_PREFIX, CustomizeDtypes
from cannlint.rules.api import Diagnostic, FixKind, Iterator, Kind, Rule, Severity, Span, replace
from cannlint.rules.cd.keys import MeantKeys, meant_prefix
from cannlint.syntax.customize_dtypes import TYPE_PREFIX

RULE = Rule(
    "CD108",
    "wrong-case-optype",
    Severity.WARNING,
    (Kind.CUSTOMIZE_DTYPES,),
    about=(SIMILAR_PREFIX,),
    fix=FixKind.SAFE,
)


@RULE.check
def wrong_case_optype(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Report every misspelt `OpType::`."""
    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(SIMILAR_PREFIX):
        prefix = meant_prefix(reading.source, entry)
        written = reading.source.slice(prefix) if prefix else TYPE_PREFIX
        if prefix is None or written == TYPE_PREFIX or record.is_comment:
            continue
        finding = RULE.at(
            prefix,
            "`{written}` is not `OpType::`; CANN reads a node named `{name}`",
            label="CANN reads a node name",
            help="write `OpType::`",
            note="CANN accepts the entry, which matches no node",
            written=written,
            name=entry.name,
        )
        if keys.may_count(entry):
            edit = replace(Span(record.line.start, prefix.end), TYPE_PREFIX)
            finding.with_fix("write `OpType::`", edit, safe=_is_same_word(written))
        yield finding


def _is_same_word(written: str) -> bool:
    """Return whether only case, whitespace or punctuation differs from `OpType`."""
    return "".join(filter(str.isalpha, written)).lower() == "optype"
