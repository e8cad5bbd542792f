"""A later entry for the same operator replaces this whole entry.

CANN does not merge the entries field by field. Inside one file, the last entry of an operator
counts. In a folder, CANN first loads the files with `legacy` in their path, then shorter paths
before longer ones, and the file that it loads last counts. `cannlint library check` compares the
files. cannlint reports equal entries, and entries that replace `legacy` entries as intended, as
info or not at all.

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

CANN loads the library with the later entry, without a message.

Source: manual/operator-libraries.md#files
"""

from __future__ import annotations

import os

from cannlint.formats.ops_info.reading import OpsInfo, key_place
from cannlint.library.audit import SHOWN, Replacement
from cannlint.reading.json_reading import DUPLICATE_KEY
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Severity
from cannlint.rules.listed import some_of

RULE = Rule(
    "LB003", "replaced-operator", Severity.WARNING, (Kind.OPS_INFO,), about=(DUPLICATE_KEY,)
)

_MOST = 100
"""The most findings of one file."""


@RULE.check
def replaced_operator(reading: OpsInfo) -> Findings:
    """Report every entry whose operator appears again later in the file."""
    for lost, _, last in reading.parts_with(DUPLICATE_KEY)[:_MOST]:
        is_same = lost.value.plain == last.value.plain
        yield RULE.at(
            lost.key.span,
            "duplicate operator `{op}`; the later entry replaces this one",
            label="ignored",
            help="remove one of the two",
            note="CANN does not merge the two entries and prints no message",
            severity=Severity.INFO if is_same else None,
            op=lost.name,
        ).also(last.key.span, "the entry that counts")


def across_files(replacement: Replacement) -> Diagnostic:
    """Report the operators whose entries a file of a store replaces with different ones."""
    earlier, later, ops = replacement.earlier, replacement.later, replacement.ops
    is_legacy = "legacy" in os.path.basename(earlier.source.path)
    finding = RULE.at(
        key_place(later, ops[0]),
        "this file replaces entries of `{earlier}` with different ones: {ops}",
        label="replaces the earlier one",
        help="no change is needed if this file should replace the legacy entries"
        if is_legacy
        else "keep each operator in one file",
        note="CANN loads this file later and uses its whole entry",
        severity=Severity.INFO if is_legacy else None,
        earlier=os.path.basename(earlier.source.path),
        ops=some_of(ops, SHOWN),
    )
    return finding.also(key_place(earlier, ops[0]), "has no effect", earlier.source)
