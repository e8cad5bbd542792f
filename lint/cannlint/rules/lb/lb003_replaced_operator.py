"""An operator that comes again later: the later entry replaces the whole earlier one.

Nothing is merged, field by field. Inside one file the last entry of an operator counts. Of the
files in a folder CANN loads those with `legacy` in their path first, then the shorter paths
first, and the later file counts; `cannlint library check` compares the files. Equal entries, and
those that replace `legacy` ones as they are meant to, are mentioned as info or not at all.

## Example

```ops_info
{
  "MyOp": {"precision_reduce": {"flag": "true"}},
  "MyOp": {"opFile": {"value": "my_op"}}
}
```

## Write instead

```ops_info
{
  "MyOp": {"opFile": {"value": "my_op"}, "precision_reduce": {"flag": "true"}}
}
```

## What CANN does

It loads the library with the later entry. No message.

Source: resolution.md 1.1 and libraries.md 1
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.library.audit import SHOWN, Replacement
from cannlint.reading.ops_info import OpsInfo, key_place
from cannlint.rules.listed import some_of
from cannlint.rules.rule import Rule

RULE = Rule("LB003", "replaced-operator", Severity.WARNING, (Kind.OPS_INFO,))

_MOST = 100
"""Findings of one file."""


@RULE.check
def replaced_operator(reading: OpsInfo) -> Iterator[Diagnostic]:
    """Every entry whose operator comes again in the file."""
    for lost, _, last in reading.parts_with(Fact.DUPLICATE_KEY)[:_MOST]:
        is_same = lost.value.plain == last.value.plain
        yield RULE.at(
            lost.key.span,
            "`{op}` comes again later in the file; the later entry replaces this one",
            label="ignored",
            help="remove one of the two",
            note="CANN does not merge the two, and does not say anything",
            severity=Severity.INFO if is_same else None,
            op=lost.name,
        ).also(last.key.span, "the entry that counts")


def across_files(replacement: Replacement) -> Diagnostic:
    """The operators that a file of a store replaces with other entries."""
    earlier, later, ops = replacement.earlier, replacement.later, replacement.ops
    is_legacy = "legacy" in os.path.basename(earlier.source.path)
    finding = RULE.at(
        key_place(later, ops[0]),
        "this file replaces entries of `{earlier}` by others: {ops}",
        label="replaces the earlier one",
        help="nothing, as long as the legacy entries are meant to be replaced"
        if is_legacy
        else "keep each operator in one file",
        note="CANN loads this file later, and takes the whole entry from it",
        severity=Severity.INFO if is_legacy else None,
        earlier=os.path.basename(earlier.source.path),
        ops=some_of(ops, SHOWN),
    )
    return finding.also(key_place(earlier, ops[0]), "has no effect", earlier.source)
