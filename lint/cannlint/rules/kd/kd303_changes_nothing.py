"""Keeping an operator changes nothing: its dtypes are the same without the entry.

Seen only with the graph of the model (`--model`, or `graph` of a job) and the SoC. Each operator
that the entry matches is resolved once more without it, with all other entries in place. Nothing
is said where any of them is not certain, as one whose kernel decides while compiling.

## Example

```keep_dtype name=keep.cfg
OpType::Relu
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
precision_mode = "allow_fp32_to_fp16"
keep_dtype = "keep.cfg"
graph = "graph.json"
```

```file graph.json
{"schema": "cannlint/graph/1", "nodes": [
  {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "relu", "type": "Relu",
   "inputs": [{"dtype": "float", "from": ["x", 0]}], "outputs": [{"dtype": "float"}]}]}
```

## Write instead

```keep_dtype name=keep.cfg
OpType::Relu
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
precision_mode = "force_fp16"
keep_dtype = "keep.cfg"
graph = "graph.json"
```

```file graph.json
{"schema": "cannlint/graph/1", "nodes": [
  {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "relu", "type": "Relu",
   "inputs": [{"dtype": "float", "from": ["x", 0]}], "outputs": [{"dtype": "float"}]}]}
```

## What CANN does

It marks the operators, and then lowers none of their tensors that a combination of the operator
takes as it is. In a mode that would not lower them either, nothing is left to do. KD301 and JB306
have the modes that keep everything.

Source: resolution.md 2.4, 2.8 and 6
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.rules.jb.effective_options import keeps_origin
from cannlint.rules.no_effect import effects_of, graphs_of
from cannlint.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule("KD303", "changes-nothing", Severity.INFO, (Kind.KEEP_DTYPE,))


@RULE.revises
def changes_nothing(
    reading: KeepDtype, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Every entry without which all operators of the models have the same dtypes."""
    if any(keeps_origin(use.job) for use in uses):
        return
    effects = effects_of(uses)
    repeated = {record.first for record in reading.records}
    for record in reading.records if effects else ():
        if record.first is not None or record in repeated:
            continue
        if not any(effect.kept(record) for effect in effects):
            continue  # KD201
        if all(effect.is_same_without_keeping(record) for effect in effects):
            yield RULE.at(
                record.line.key,
                "the operators of {graphs} that `{key}` matches get the same dtypes without it",
                label="changes nothing",
                help="remove it",
                note="compared with the same file without this one entry",
                key=record.line.name,
                graphs=graphs_of(effects),
            )
