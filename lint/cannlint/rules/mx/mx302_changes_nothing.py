"""Moving the operators to another list does not change their data types.

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
"""

from __future__ import annotations

from cannlint.formats.mixlist.reading import Mixlist
from cannlint.resolve.job_use import JobUse
from cannlint.rules.api import Diagnostic, Findings, Kind, Rule, Sequence, Severity, Subject
from cannlint.rules.unneeded import effects_of, graphs_of, name_rival

RULE = Rule("MX302", "changes-nothing", Severity.INFO, (Kind.MIXLIST,), subject=Subject.PLANS)


@RULE.revises
def changes_nothing(reading: Mixlist, uses: Sequence[JobUse], _: list[Diagnostic]) -> Findings:
    """Report the first mention of every operator type whose data types do not change."""
    effects = effects_of(uses)
    for op_type, (first, *others) in reading.requests().items() if effects else ():
        moves = [effect.move_of(op_type) for effect in effects]
        if None in moves or not all(
            effect.is_same_in_list(op_type, move[0])
            for effect, move in zip(effects, moves, strict=True)
            if move is not None
        ):
            continue
        before, after = moves[0] or ("", "")
        finding = RULE.at(
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
            graphs=graphs_of(effects),
        )
        for other in others:
            finding.also(other.node.span, "here again")
        name_rival(finding, (effect.rival_of_list(op_type, before) for effect in effects))
        yield finding
