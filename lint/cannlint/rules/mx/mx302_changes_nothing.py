"""The operators of the model get the same dtypes in the list that they had.

Seen only with the graph of the model (`--model`, or `graph` of a job) and the SoC. Each operator
of the type is resolved once more in the list that the library has it in. Nothing is said where
any of them is not certain, as for operators whose kernel decides while compiling. MX102, MX103
and MX104 have the entries that do not move the operator at all.

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

An operator of the black list keeps its dtypes, one of the white list takes 16-bit ones, one of
the gray list those of the operators before it. Where that comes to the same, so do the lists.

Source: resolution.md 2.5, 5.2 and 5.3
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.kinds import Kind
from cannlint.reading.mixlist import Mixlist
from cannlint.rules.no_effect import effects_of, graphs_of
from cannlint.rules.rule import Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.job_use import JobUse

RULE = Rule("MX302", "changes-nothing", Severity.INFO, (Kind.MIXLIST,))


@RULE.revises
def changes_nothing(
    reading: Mixlist, uses: Sequence[JobUse], _: list[Diagnostic]
) -> Iterator[Diagnostic]:
    """Every operator type, at its first mention, that ends as in the list it was in."""
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
            "the operators `{key}` of {graphs} get the same dtypes in the {after} as in the "
            "{before}, where they were",
            label="changes nothing",
            help="remove it",
            note="the dtypes are those that the operators have, or those of the operators before "
            "them",
            key=op_type,
            before=before,
            after=after,
            graphs=graphs_of(effects),
        )
        for other in others:
            finding.also(other.node.span, "here again")
        yield finding
