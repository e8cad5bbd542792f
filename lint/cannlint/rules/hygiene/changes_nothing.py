"""An entry that changes nothing: without it the operators of the model get the same.

# CD303

Entry that changes nothing: the operators get the same dtypes without it.

The entry is redundant for the model. Remove it, or write the dtypes that the operators should get.

The rule needs the graph of the model (`--model`, or `graph` of a job) and the SoC. It computes the
dtypes of each operator again, without this entry and with all the others. When two entries say the
same, either one is enough: only the first is reported, beside the other. The rule reports nothing
when the dtypes of one operator are uncertain, for example because its kernel decides them during
the compile.

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
entries say the same, either one is enough: only the first is reported, beside the other. The rule
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

# MX302

Moving the operators to another list does not change their data types.

cannlint needs the graph of the model (`--model`, or `graph` of a job) and the SoC for this rule.
It determines the data types of each operator of this type once more, with the operator in the list
of the library. It reports nothing if one of the results is not certain, for example because the
kernel decides during the compile. MX102, MX103 and MX104 report entries that do not move the
operator at all.

## Example

```mixlist name=mixlist.json
{"black-list": {"to-add": ["Relu"]}}
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
precision_mode = "allow_mix_precision"
modify_mixlist = "mixlist.json"
graph = "graph.json"
```

```file graph.json
{"schema": "cannlint/graph/1", "nodes": [
  {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "relu", "type": "Relu",
   "inputs": [{"dtype": "float", "from": ["x", 0]}], "outputs": [{"dtype": "float"}]}]}
```

## Write instead

```mixlist name=mixlist.json
{"white-list": {"to-add": ["Relu"]}}
```

```file cannlint.toml
[job.net]
soc_version = "Ascend910B3"
precision_mode = "allow_mix_precision"
modify_mixlist = "mixlist.json"
graph = "graph.json"
```

```file graph.json
{"schema": "cannlint/graph/1", "nodes": [
  {"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},
  {"name": "relu", "type": "Relu",
   "inputs": [{"dtype": "float", "from": ["x", 0]}], "outputs": [{"dtype": "float"}]}]}
```

## What CANN does

An operator in the black list keeps its data types. An operator in the white list takes 16-bit
types. An operator in the gray list follows the operators before it. If two lists lead to the same
types, it does not matter which one the operator is in.

Source: manual/mixed-precision-list.md#when-the-list-matters,
manual/dtype-selection.md#what-a-tensor-wants

# OP302

Entry that changes nothing: the operator has this mode without it.

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

from cannlint.rules.api import (
    Diagnostic,
    Findings,
    Iterable,
    Kind,
    Message,
    Rule,
    Sequence,
    Severity,
    Span,
    Subject,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import TypeVar

    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
    from cannlint.formats.keep_dtype.reading import KeepDtype
    from cannlint.formats.keep_dtype.reading import Record as KeepRecord
    from cannlint.formats.mixlist.reading import Mixlist
    from cannlint.formats.op_precision.reading import OpPrecision, Record
    from cannlint.graphs.model import Node
    from cannlint.resolve.effects import Effects
    from cannlint.resolve.job_use import JobUse
    from cannlint.resolve.provenance import Origin

    Entry = TypeVar("Entry")

CD303, KD303, MX302, OP302 = RULES = tuple(
    Rule(code, "changes-nothing", Severity.INFO, (kind,), subject=Subject.PLANS)
    for code, kind in (
        ("CD303", Kind.CUSTOMIZE_DTYPES),
        ("KD303", Kind.KEEP_DTYPE),
        ("MX302", Kind.MIXLIST),
        ("OP302", Kind.OP_PRECISION),
    )
)
_SAME = (
    "this entry for `{key}` changes nothing: its operators in {graphs} get the same "
    "dtypes without it"
)
_HIDDEN = "every `{key}` operator of {graphs} has an entry for its name, which wins over this one"
_EITHER = (
    "remove this entry or `{other}`, not both: either entry is enough, and without both the "
    "operators get other dtypes"
)
_COMPARED = "compared with the same file without this one entry"


def _effects_of(uses: Sequence[JobUse]) -> list[Effects]:
    """Return what entries change in each use of their file; nothing if one result is not known.

    An entry changes nothing only if that is so for all jobs and SoCs. The result for a job is
    not known if one of its options is not known.
    """
    effects = [use.effects for use in uses if use.job.complete and use.effects is not None]
    return effects if len(effects) == len(uses) else []


def _graphs_of(effects: Sequence[Effects]) -> tuple[str, ...]:
    """Return the paths of the graphs without duplicates."""
    return tuple(dict.fromkeys(effect.census.path for effect in effects))


@CD303.revises
def in_customize_dtypes(
    reading: CustomizeDtypes, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Findings:
    """Report every entry without which all operators of the models get the same dtypes."""
    from cannlint.formats.customize_dtypes.reading import has_concrete_dtype
    from cannlint.rules.cd.columns import clear_records

    effects = _effects_of(uses)
    removed: dict[tuple[str, bool], Diagnostic] = {}
    repeated = {record.first for record in reading.records}
    for record, entry in clear_records(reading) if effects else ():
        if record in repeated or not has_concrete_dtype(entry):
            continue
        key = entry.name, entry.is_type
        if not any(effect.has(*key) for effect in effects):
            continue  # CD201 reports it
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
                graphs=_graphs_of(effects),
            )
            _name_rival(removed[key], (effect.rival_of_dtypes(*key) for effect in effects))
        else:
            beside = _beside(removed, key, effects, lambda effect, one: effect.named(*one))
            _join(beside, entry.key, entry.name)
    yield from removed.values()


@KD303.revises
def in_keep_dtype(reading: KeepDtype, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report every entry without which all operators of the models get the same dtypes."""
    from cannlint.rules.jb.effective_options import keeps_origin

    if any(keeps_origin(use.job) for use in uses):
        return
    effects = _effects_of(uses)
    removed: dict[KeepRecord, Diagnostic] = {}
    repeated = {record.first for record in reading.records}
    for record in reading.records if effects else ():
        if record.first is not None or record in repeated:
            continue
        if not any(effect.kept(record) for effect in effects):
            continue  # KD201 reports it
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
                graphs=_graphs_of(effects),
            )
            _name_rival(removed[record], (effect.rival_of_keeping(record) for effect in effects))
        else:
            beside = _beside(removed, record, effects, lambda effect, one: {*effect.kept(one)})
            _join(beside, record.line.key, record.line.name)
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


def _join(findings: Iterable[Diagnostic], span: Span, name: str) -> None:
    """Say at entries that another one is as good, and that both are not to be removed."""
    for finding in findings:
        finding.values["other"] = name
        finding.help = Message(_EITHER, finding.values)
        finding.also(span, "either entry is enough")


def _name_rival(finding: Diagnostic, rivals: Iterable[Origin | None]) -> None:
    """Say at an entry that one of another file is as good, and that both are not to be removed."""
    rival = next(filter(None, rivals), None)
    if rival is None or rival.source is None or rival.span is None:
        return
    is_outside = rival.source.is_outside
    finding.values["other"] = rival.source.path if is_outside else rival.source.slice(rival.span)
    finding.help = Message(_EITHER, finding.values)
    finding.also(rival.span, "either entry is enough", source=rival.source)


@MX302.revises
def in_mixlist(reading: Mixlist, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report the first mention of every operator type whose data types do not change."""
    effects = _effects_of(uses)
    for op_type, (first, *others) in reading.requests().items() if effects else ():
        moves = [effect.move_of(op_type) for effect in effects]
        if None in moves or not all(
            effect.is_same_in_list(op_type, move[0])
            for effect, move in zip(effects, moves, strict=True)
            if move is not None
        ):
            continue
        before, after = moves[0] or ("", "")
        finding = MX302.at(
            first.node.span,
            "moving `{key}` from the {before} to the {after} does not change its dtypes in "
            "{graphs}",
            label="changes nothing",
            help="remove it",
            note="in both lists, the operators get their own dtypes or those of the operators "
            "before them",
            key=op_type,
            before=before,
            after=after,
            graphs=_graphs_of(effects),
        )
        for other in others:
            finding.also(other.node.span, "here again")
        _name_rival(finding, (effect.rival_of_list(op_type, before) for effect in effects))
        yield finding


@OP302.revises
def in_op_precision(reading: OpPrecision, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report every entry without which its operators have the same mode, in all jobs."""
    from cannlint.rules.op.sound import sound_entries

    repeated = {record.first for record in reading.records}
    for record in sound_entries(reading):
        if record in repeated or record.line.key is None:
            continue
        if all(_changes_no_mode(reading, record, use) for use in uses):
            yield OP302.at(
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
