"""Entry that changes nothing: the operator has this mode without it.

The entry is redundant. Remove it, or write the mode that the operator should have.

Without `allow_hf32`, its default still sets the modes of matrix products and convolutions that the
file does not name. In a graph dumped after fusion, an entry for a node name may repeat the entry
for its type.

## Example

```op_precision name=op_precision.ini
Conv2D=enable_hi_float_32_execution
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
op_precision_mode = "op_precision.ini"
```

## Write instead

```op_precision name=op_precision.ini
Conv2D=enable_float_32_execution
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
op_precision_mode = "op_precision.ini"
```

## What CANN does

CANN looks for the node name in the file first, then for the type in the file, then for the type in
the file of allow_hf32. By default this is the file that turns on HF32 for convolutions. With
op_precision_mode, CANN does not read the built-in mode files. An entry that agrees with one of
them therefore has an effect.

Source: manual/implementation-modes.md#which-source-counts,
manual/implementation-modes.md#before-and-after-fusion
"""

from __future__ import annotations

from cannlint.formats.op_precision.reading import OpPrecision, Record
from cannlint.resolve.job_use import JobUse
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Sequence, Severity, Subject

RULE = Rule("OP302", "changes-nothing", Severity.INFO, (Kind.OP_PRECISION,), subject=Subject.PLANS)


@RULE.revises
def changes_nothing(reading: OpPrecision, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report every entry without which its operators have the same mode, in all jobs."""
    from cannlint.rules.op.sound import sound_entries

    repeated = {record.first for record in reading.records}
    for record in sound_entries(reading):
        if record in repeated or record.line.key is None:
            continue
        if all(_changes_no_mode(reading, record, use) for use in uses):
            yield RULE.at(
                record.line.key,
                "this entry changes nothing: `{key}` has the mode `{mode}` without it",
                label="changes nothing",
                help="remove it, or write the mode that the operator should have",
                note="the default of allow_hf32 sets it"
                if record.is_type
                else "an entry for its type, or allow_hf32, sets it",
                key=record.line.name,
                mode=record.line.mode,
            )


def _changes_no_mode(reading: OpPrecision, record: Record, use: JobUse) -> bool:
    """Return whether CANN uses the entry, and would use the same mode without it.

    An entry for a node name is judged only when the node exists after fusion: a fused node inherits
    modes by name.
    """
    if not use.job.complete or use.plan is None or use.plan.modes is None:
        return False
    line, modes = record.line, use.plan.modes
    op_type, name = line.name, None
    if not record.is_type:
        node = use.census.by_name.get(line.name) if use.census is not None else None
        if node is None or node.engine is None:
            return False
        op_type, name = node.op_type, node.name
    if op_type in use.extra or (use.census is not None and op_type not in use.census.by_type):
        return False
    origin = modes.of(op_type, name).origin
    if origin is None or (origin.source, origin.span) != (reading.source, line.text):
        return False  # CANN uses another entry
    return modes.without(origin, op_type, name) == line.mode
