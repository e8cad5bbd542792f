"""A setting inside profiling_options that does not switch on what it seems to.

The value is a JSON object. `training_trace` is either `on` or left out; of `task_trace` and
`aicpu` anything but `on` is off; `aic_metrics` is one of five names; `fp_point` and `bp_point`
mark the first and last operator of an iteration, which only `training_trace` asks for.

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

It takes what it does not understand as off or absent.

Source: options.md 7.1, the vendor's page of session configurations
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.model import Job, Setting
from cannlint.kinds import Kind
from cannlint.rules.rule import Rule
from cannlint.syntax.json_nodes import Node
from cannlint.syntax.json_scanner import parse_json

RULE = Rule("JB018", "bad-profiling-option", Severity.WARNING, (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT))

_KEYS = ("output", "training_trace", "task_trace", "aicpu", "fp_point", "bp_point", "aic_metrics")
_SWITCHES = ("task_trace", "aicpu")
_METRICS = (
    "ArithmeticUtilization",
    "PipeUtilization",
    "Memory",
    "MemoryL0",
    "ResourceConflictRatio",
)
_POINTS = ("fp_point", "bp_point")


@RULE.check
def bad_profiling_option(job: Job) -> Iterator[Diagnostic]:
    """What is wrong in the JSON of profiling_options."""
    setting = job.get("profiling_options")
    if setting is None or not setting.value or not job.reads(setting):
        return
    document = parse_json(setting.value)
    if document.faults or document.root is None or document.root.sort != "object":
        yield _no_object(setting, document.faults[0].span.start if document.faults else 0)
        return
    members = {member.name: member.value for member in document.root.members}
    for member in document.root.members:
        if member.name not in _KEYS:
            yield from _misspelt(setting, member.key)
    for name in _SWITCHES:
        if name in members and members[name].plain not in ("on", "off"):
            yield _wrong(setting, name, members[name], ("on", "off"), "read as `off`")
    trace = members.get("training_trace")
    if trace is not None and trace.plain != "on":
        yield _wrong(setting, "training_trace", trace, ("on",), "switched on, or left out")
    metrics = members.get("aic_metrics")
    if metrics is not None and _is_slip_of_a_metric(metrics):
        yield _wrong(setting, "aic_metrics", metrics, _METRICS, "no such metrics")
    if trace is None:
        yield from _pointless(setting, members)


def _no_object(setting: Setting, at: int) -> Diagnostic:
    return RULE.at(
        setting.part(at, at + 1) if at < len(setting.value or "") else setting.value_span,
        "`{name}` is no JSON object",
        label="not JSON",
        help="write an object, `{example}`",
        note="CANN cannot read what is to be profiled",
        name=setting.key,
        example='{"output": "/tmp/profiling", "task_trace": "on"}',
    )


def _misspelt(setting: Setting, key: Node) -> Iterator[Diagnostic]:
    """A key that is close to a known one: later versions know more keys than the manual."""
    from cannlint.nearest import nearest

    meant = nearest(str(key.plain), _KEYS)
    if meant is not None and str(key.plain) != "task_time":
        yield RULE.at(
            setting.part(key.span.start, key.span.end),
            "`{written}` is no profiling option",
            label="did you mean `{meant}`?",
            help="write `{meant}`",
            note="CANN does not ask for it",
            written=str(key.plain),
            meant=meant,
        )


def _wrong(
    setting: Setting, name: str, node: Node, expected: tuple[str, ...], label: str
) -> Diagnostic:
    return RULE.at(
        setting.part(node.span.start, node.span.end),
        "`{value}` is not a value of `{name}` in `{option}`",
        label=label,
        help="write one of: {expected}",
        note="what is neither on nor a known name counts as absent",
        value=str(node.plain),
        name=name,
        option=setting.key,
        expected=expected,
    )


def _is_slip_of_a_metric(node: Node) -> bool:
    """Whether the text is a known name written wrong: later versions have more metrics."""
    from cannlint.nearest import nearest

    written = str(node.plain)
    is_slip = written not in _METRICS and nearest(written, _METRICS) is not None
    return node.sort != "string" or is_slip


def _pointless(setting: Setting, members: dict[str, Node]) -> Iterator[Diagnostic]:
    for name in _POINTS:
        if name in members and members[name].plain:
            node = members[name]
            yield RULE.at(
                setting.part(node.span.start, node.span.end),
                "`{name}` has no effect without `training_trace`",
                label="not asked for",
                help='add `"training_trace": "on"`, or remove `{name}`',
                note="the points mark an iteration, which only the training trace records",
                name=name,
            )
