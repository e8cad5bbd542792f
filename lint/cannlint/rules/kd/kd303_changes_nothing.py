"""Entry that changes nothing: the operators get the same dtypes without it.

The entry is redundant for the model. Remove it.

The rule needs the graph of the model (`--model`, or `graph` of a job) and the SoC. It computes the
dtypes of each matching operator again, without this entry and with all the others. The rule
reports nothing when the dtypes of one operator are uncertain, for example because its kernel
decides them during the compile.

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

CANN marks the operators. It does not lower a tensor of a marked operator when a combination of the
operator supports the tensor as it is. When the precision mode does not lower these tensors either,
the mark changes nothing. For modes that keep every dtype, see KD301 and JB306.

Source: manual/keep-dtype.md#effect, manual/dtype-selection.md#exceptions
"""

from __future__ import annotations

from cannlint.reading.keep_dtype import KeepDtype
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Sequence, Severity, Subject
from cannlint.rules.jb.effective_options import keeps_origin
from cannlint.rules.no_effect import effects_of, graphs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule("KD303", "changes-nothing", Severity.INFO, (Kind.KEEP_DTYPE,), subject=Subject.PLANS)


@RULE.revises
def changes_nothing(
    reading: KeepDtype, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Report every entry without which all operators of the models get the same dtypes."""
    if any(keeps_origin(use.job) for use in uses):
        return
    effects = effects_of(uses)
    repeated = {record.first for record in reading.records}
    for record in reading.records if effects else ():
        if record.first is not None or record in repeated:
            continue
        if not any(effect.kept(record) for effect in effects):
            continue  # KD201 reports it
        if all(effect.is_same_without_keeping(record) for effect in effects):
            yield RULE.at(
                record.line.key,
                "this entry for `{key}` changes nothing: its operators in {graphs} get the "
                "same dtypes without it",
                label="changes nothing",
                help="remove it",
                note="compared with the same file without this one entry",
                key=record.line.name,
                graphs=graphs_of(effects),
            )
