"""The dtypes of an entry are those that the operators of the model get without it.

What the precision mode gives is seen only with the graph of the model (`--model`, or `graph` of a
job) and the SoC. Each operator that the entry is for is resolved once more without it, with all
other entries in place: of two that say the same, either one may go. Nothing is said where any
operator is not certain, as one whose kernel decides while compiling.

## Example

```customize_dtypes name=conf/customize_dtypes.cfg
OpType::Relu:InputDtype:float16,OutputDtype:float16
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
precision_mode = "force_fp16"
customize_dtypes = "conf/customize_dtypes.cfg"
graph = "graph.json"
```

```file graph.json
{"schema": "cannlint/graph/1", "nodes": [
  {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "relu", "type": "Relu",
   "inputs": [{"dtype": "float", "from": ["x", 0]}], "outputs": [{"dtype": "float"}]}]}
```

## Write instead

```customize_dtypes name=conf/customize_dtypes.cfg
OpType::Relu:InputDtype:float32,OutputDtype:float32
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
precision_mode = "force_fp16"
customize_dtypes = "conf/customize_dtypes.cfg"
graph = "graph.json"
```

```file graph.json
{"schema": "cannlint/graph/1", "nodes": [
  {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "relu", "type": "Relu",
   "inputs": [{"dtype": "float", "from": ["x", 0]}], "outputs": [{"dtype": "float"}]}]}
```

## What CANN does

It takes the combinations of dtypes that the entry leaves, and chooses among them by the precision
mode, as it does among all without an entry. A name comes before a type: an entry for a type is
for the operators without an entry of their own.

Source: resolution.md 2.6 and 3.3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.customize_dtypes import CustomizeDtypes, has_concrete_dtype
from cannlint.rules.cd.clear import clear_records
from cannlint.rules.no_effect import effects_of, graphs_of
from cannlint.rules.rule import Rule
from cannlint.syntax.customize_dtypes import DtypeEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule("CD303", "changes-nothing", Severity.INFO, (Kind.CUSTOMIZE_DTYPES,))


@RULE.revises
def changes_nothing(
    reading: CustomizeDtypes, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Every entry without which all operators of the models have the same dtypes."""
    effects = effects_of(uses)
    repeated = {record.first for record in reading.records}
    for record, entry in clear_records(reading) if effects else ():
        if record in repeated or not has_concrete_dtype(entry):
            continue
        key = entry.name, entry.is_type
        if not any(effect.has(*key) for effect in effects):
            continue  # CD201
        if all(effect.is_same_without_dtypes(*key) for effect in effects):
            count = sum(len(effect.customized(*key)) for effect in effects)
            yield _finding(entry, count, graphs_of(effects))


def _finding(entry: DtypeEntry, count: int, graphs: tuple[str, ...]) -> Diagnostic:
    return RULE.at(
        entry.key,
        "the operators of {graphs} that `{key}` is for get the same dtypes without this entry"
        if count
        else "every `{key}` of {graphs} has an entry of its own, which comes before this one",
        label="changes nothing",
        help="remove it, or write the dtypes that the operators are to have instead"
        if count
        else "remove it, or the entries for the names of its operators",
        note="compared with the same file without this one entry",
        key=entry.name,
        graphs=graphs,
    )
