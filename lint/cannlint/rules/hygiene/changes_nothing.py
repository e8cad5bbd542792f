"""An entry that changes nothing: without it the operators of the model get the same.

# CD303

Entry that changes nothing: the operators get the same dtypes without it.

The entry is redundant for the model. Remove it, or write the dtypes that the operators should get.

The rule needs the graph of the model (`--model`, or `graph` of a job) and the SoC. It computes the
dtypes of each operator again, without this entry and with all the others. When two entries say the
same, either one is enough: only the first is reported, beside the other. Of an operator that
is in both keep_dtype and customize_dtypes, only JB305 speaks. The rule reports nothing when the
dtypes of one operator are uncertain, for example because its kernel decides them during the
compile.

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

# KD303

Entry that changes nothing: the operators get the same dtypes without it.

The entry is redundant for the model. Remove it.

The rule needs the graph of the model (`--model`, or `graph` of a job) and the SoC. It computes the
dtypes of each matching operator again, without this entry and with all the others. When two
entries say the same, either one is enough: only the first is reported, beside the other. Of an
operator that is in both keep_dtype and customize_dtypes, only JB305 speaks. The rule reports
nothing when the dtypes of one operator are uncertain, for example because its kernel decides them
during the compile.

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

from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Sequence, Severity, Subject
from cannlint.rules.unneeded import effects_of, graphs_of, join, name_rival

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
    from cannlint.formats.keep_dtype.reading import KeepDtype
    from cannlint.formats.keep_dtype.reading import Record as KeepRecord
    from cannlint.graphs.model import Node
    from cannlint.resolve.effects import Effects
    from cannlint.resolve.job_use import JobUse

    Entry = TypeVar("Entry")

CD303, KD303 = RULES = tuple(
    Rule(code, "changes-nothing", Severity.INFO, (kind,), subject=Subject.PLANS)
    for code, kind in (("CD303", Kind.CUSTOMIZE_DTYPES), ("KD303", Kind.KEEP_DTYPE))
)
_SAME = (
    "this entry for `{key}` changes nothing: its operators in {graphs} get the same "
    "dtypes without it"
)
_HIDDEN = "every `{key}` operator of {graphs} has an entry for its name, which wins over this one"
_COMPARED = "compared with the same file without this one entry"


@CD303.revises
def in_customize_dtypes(
    reading: CustomizeDtypes, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Findings:
    """Report every entry without which all operators of the models get the same dtypes."""
    from cannlint.formats.customize_dtypes.reading import has_concrete_dtype
    from cannlint.rules.cd.columns import clear_records
    from cannlint.rules.jb.both_files import keys_in_both

    effects = effects_of(uses)
    in_both = keys_in_both(use.job for use in uses)
    removed: dict[tuple[str, bool], Diagnostic] = {}
    repeated = {record.first for record in reading.records}
    for record, entry in clear_records(reading) if effects else ():
        if record in repeated or not has_concrete_dtype(entry):
            continue
        key = entry.name, entry.is_type
        if key in in_both or not any(effect.has(*key) for effect in effects):
            continue  # JB305 or CD201 reports it
        if not all(effect.is_same_without_dtypes(*key) for effect in effects):
            continue
        if all(effect.is_same_without_dtypes(*key, removed) for effect in effects):
            is_used = any(effect.customized(*key) for effect in effects)
            removed[key] = CD303.at(
                entry.key,
                _SAME if is_used else _HIDDEN,
                label="changes nothing",
                help="remove it, or write the dtypes that the operators should get"
                if is_used
                else "remove it, or remove the entries for the names of the operators",
                note=_COMPARED,
                key=entry.name,
                graphs=graphs_of(effects),
            )
            name_rival(removed[key], (effect.rival_of_dtypes(*key) for effect in effects))
        else:
            beside = _beside(removed, key, effects, lambda effect, one: effect.named(*one))
            join(beside, entry.key, entry.name)
    yield from removed.values()


@KD303.revises
def in_keep_dtype(reading: KeepDtype, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report every entry without which all operators of the models get the same dtypes."""
    from cannlint.rules.jb.both_files import keys_in_both
    from cannlint.rules.jb.effective_options import keeps_origin

    if any(keeps_origin(use.job) for use in uses):
        return
    effects = effects_of(uses)
    in_both = keys_in_both(use.job for use in uses)
    removed: dict[KeepRecord, Diagnostic] = {}
    repeated = {record.first for record in reading.records}
    for record in reading.records if effects else ():
        if record.first is not None or record in repeated:
            continue
        key = record.line.name, record.line.is_type
        if key in in_both or not any(effect.kept(record) for effect in effects):
            continue  # JB305 or KD201 reports it
        if not all(effect.is_same_without_keeping(record) for effect in effects):
            continue
        if all(effect.is_same_without_keeping(record, removed) for effect in effects):
            removed[record] = KD303.at(
                record.line.key,
                _SAME,
                label="changes nothing",
                help="remove it",
                note=_COMPARED,
                key=record.line.name,
                graphs=graphs_of(effects),
            )
            name_rival(removed[record], (effect.rival_of_keeping(record) for effect in effects))
        else:
            beside = _beside(removed, record, effects, lambda effect, one: {*effect.kept(one)})
            join(beside, record.line.key, record.line.name)
    yield from removed.values()


def _beside(
    removed: Mapping[Entry, Diagnostic],
    entry: Entry,
    effects: Sequence[Effects],
    nodes: Callable[[Effects, Entry], set[Node]],
) -> Findings:
    """Return the findings of entries that are for some of the same nodes as another one."""
    own = [nodes(effect, entry) for effect in effects]
    for other, finding in removed.items():
        if any(nodes(effect, other) & names for effect, names in zip(effects, own, strict=True)):
            yield finding
