"""Entry that changes nothing: the operators get the same dtypes without it.

The entry is redundant for the model. Remove it, or write the dtypes that the operators should get.

The rule needs the graph of the model (`--model`, or `graph` of a job) and the SoC. It computes the
dtypes of each operator again, without this entry and with all the others. When two entries say the
same, you can remove either one. The rule reports nothing when the dtypes of one operator are
uncertain, for example because its kernel decides them during the compile.

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

CANN takes the combinations of dtypes that match the entry, and the precision mode chooses among
them. Without an entry, the precision mode chooses among all combinations. An entry for a name wins
over an entry for a type. The entry for a type is only for operators without an entry of their own.

Source: manual/dtype-selection.md#the-columns-that-are-left, manual/customize-dtypes.md#effect
"""

from __future__ import annotations

from cannlint.reading.customize_dtypes import CustomizeDtypes, has_concrete_dtype
from cannlint.rules.api import Diagnostic, Iterator, Kind, Rule, Sequence, Severity, Subject
from cannlint.rules.cd.clear import clear_records
from cannlint.rules.no_effect import effects_of, graphs_of
from cannlint.syntax.customize_dtypes import DtypeEntry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule(
    "CD303", "changes-nothing", Severity.INFO, (Kind.CUSTOMIZE_DTYPES,), subject=Subject.PLANS
)


@RULE.revises
def changes_nothing(
    reading: CustomizeDtypes, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Report every entry without which all operators of the models get the same dtypes."""
    effects = effects_of(uses)
    repeated = {record.first for record in reading.records}
    for record, entry in clear_records(reading) if effects else ():
        if record in repeated or not has_concrete_dtype(entry):
            continue
        key = entry.name, entry.is_type
        if not any(effect.has(*key) for effect in effects):
            continue  # CD201 reports it
        if all(effect.is_same_without_dtypes(*key) for effect in effects):
            count = sum(len(effect.customized(*key)) for effect in effects)
            yield _finding(entry, count, graphs_of(effects))


def _finding(entry: DtypeEntry, count: int, graphs: tuple[str, ...]) -> Diagnostic:
    return RULE.at(
        entry.key,
        "this entry for `{key}` changes nothing: its operators in {graphs} get the same "
        "dtypes without it"
        if count
        else "every `{key}` operator of {graphs} has an entry for its name, which wins over "
        "this one",
        label="changes nothing",
        help="remove it, or write the dtypes that the operators should get"
        if count
        else "remove it, or remove the entries for the names of the operators",
        note="compared with the same file without this one entry",
        key=entry.name,
        graphs=graphs,
    )
