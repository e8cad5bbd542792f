"""An entry in which no position has a dtype: the compile fails.

An empty position leaves a tensor to the precision mode. An entry of empty positions only is
read without complaint, but later CANN finds no kernel that fits "nothing".

## Example

```customize_dtypes
OpType::Relu:InputDtype:,OutputDtype:
```

## Write instead

```customize_dtypes
OpType::Relu:InputDtype:float16,OutputDtype:
```

## What CANN does

The check whether the operator is supported passes, the choice of a kernel then finds no
column: the operator fails to compile, with only the internal code E29999.

Source: resolution.md 3.3
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, has_concrete_dtype
from cannlint.rules.cd.keys import MeantKeys, is_misread
from cannlint.rules.rule import Rule

RULE = Rule("CD007", "no-concrete-dtype", Severity.ERROR, (Kind.CUSTOMIZE_DTYPES,), cann="E29999")


@RULE.check
def no_concrete_dtype(reading: CustomizeDtypes) -> Iterator[Diagnostic]:
    """Every entry that counts, can match an operator, and names no dtype."""
    keys = MeantKeys(reading)
    for record, entry in reading.entries_with(Fact.OPEN_POSITION):
        if has_concrete_dtype(entry) or not record.counts or not keys.is_as_meant(entry):
            continue
        if not is_misread(reading.source, record, entry):
            yield RULE.at(
                entry.key,
                "the entry for `{name}` has no dtype; the operator will not compile",
                label="every position is open",
                help="give at least one position a dtype, or remove the line",
                note="CANN reads the entry, then finds no kernel for it: the compile fails, "
                "with only E29999",
                name=entry.name,
            )
