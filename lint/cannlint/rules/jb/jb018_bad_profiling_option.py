"""A setting in `profiling_options` does not switch on what it names.

The value is a JSON object. `training_trace` is `on` or absent. `task_trace` and `aicpu` are off
with any value except `on`. `aic_metrics` is one of five names.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["profiling_options"].s = tf.compat.as_bytes('{"task_trace": "yes"}')
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["profiling_options"].s = tf.compat.as_bytes('{"task_trace": "on"}')
```

## What CANN does

CANN treats a value that it does not know as off or absent.

Source: options.md 7.1, the vendor's page of session configurations
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache

from cannlint.data import read_data
from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.model import Job, Setting
from cannlint.kinds import Kind
from cannlint.rules.jb.profiling import profiling_document
from cannlint.rules.rule import Rule
from cannlint.syntax.json_nodes import Node

RULE = Rule(
    "JB018",
    "bad-profiling-option",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT),
    stage=Stage.COMPILER,
)

_METRICS = "aic_metrics"
_LABELS = {"training_trace": "must be `on` or absent", _METRICS: "unknown metrics"}


@cache
def _known() -> dict[str, tuple[str, ...]]:
    """Key → its values in the schema; an empty tuple if the value is free text."""
    schema = json.loads(read_data("schemas", "profiling_options.schema.json"))
    return {key: tuple(about.get("enum", ())) for key, about in schema["properties"].items()}


@RULE.check
def bad_profiling_option(job: Job) -> Iterator[Diagnostic]:
    """Report what is wrong in the JSON of profiling_options."""
    written = profiling_document(job)
    if written is None:
        return
    setting, document = written
    if document.faults or document.root is None or document.root.sort != "object":
        yield _no_object(setting, document.faults[0].span.start if document.faults else 0)
        return
    for member in document.root.members:
        if member.name not in _known():
            yield from _misspelt(setting, member.key)
        elif _is_wrong(member.name, member.value):
            yield _wrong(setting, member.name, member.value)


def _is_wrong(name: str, node: Node) -> bool:
    """Whether the key does not have this value; later versions have metrics with other names."""
    from cannlint.nearest import nearest

    expected = _known()[name]
    if not expected or node.plain in expected:
        return False
    return (
        name != _METRICS or node.sort != "string" or nearest(str(node.plain), expected) is not None
    )


def _no_object(setting: Setting, at: int) -> Diagnostic:
    return RULE.at(
        setting.part(at, at + 1) if at < len(setting.value or "") else setting.value_span,
        "`{name}` is not a JSON object",
        label="not JSON",
        help="write an object, `{example}`",
        note="CANN cannot read the profiling settings",
        name=setting.key,
        example='{"output": "/tmp/profiling", "task_trace": "on"}',
    )


def _misspelt(setting: Setting, key: Node) -> Iterator[Diagnostic]:
    """Report a key that resembles a known one only: later versions have keys of their own."""
    from cannlint.nearest import nearest

    meant = nearest(str(key.plain), _known())
    if meant is not None and str(key.plain) != "task_time":
        yield RULE.at(
            setting.part(key.span.start, key.span.end),
            "unknown profiling option `{written}`",
            label="did you mean `{meant}`?",
            help="write `{meant}`",
            note="CANN ignores it",
            written=str(key.plain),
            meant=meant,
        )


def _wrong(setting: Setting, name: str, node: Node) -> Diagnostic:
    return RULE.at(
        setting.part(node.span.start, node.span.end),
        "invalid value `{value}` for `{name}` in `{option}`",
        label=_LABELS.get(name, "read as `off`"),
        help="write one of: {expected}",
        note="CANN treats an unknown value as `off` or absent",
        value=str(node.plain),
        name=name,
        option=setting.key,
        expected=_known()[name],
    )
