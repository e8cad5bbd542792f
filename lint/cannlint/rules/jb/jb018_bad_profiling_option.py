"""A setting in `profiling_options` is refused, or does not switch on what it names.

The value is a JSON object. `training_trace` is `on`, empty or absent, `fp_point` and `bp_point` are
texts: GE refuses anything else. `task_trace` and `aicpu` are off with any value except `on`.
`aic_metrics` is one of five names.

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

GE refuses an option that is no JSON object, another `training_trace` and points that are no texts
with E10001 when it starts. CANN treats any other value that it does not know as off or absent.

Source: manual/tensorflow.md#session-options-of-tensorflow-1, the vendor's page of session
configurations
"""

from __future__ import annotations

from cannlint.jobs.model import Job
from cannlint.jobs.profiling import (
    CODE,
    POINTS,
    SCHEMA,
    TRACE,
    faulty_values,
    is_refused_value,
    profiling_document,
)
from cannlint.jobs.settings import Setting
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage
from cannlint.schema import part_of
from cannlint.syntax.json_nodes import Node
from cannlint.validation import Violation

RULE = JobRule(
    "JB018",
    "bad-profiling-option",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=("profiling_options",),
    stage=Stage.COMPILER,
)

_METRICS = "aic_metrics"
_REFUSED = "GE refuses it with E10001 when it starts (GEInitialize)"
_LABELS = {_METRICS: "unknown metrics"}


@RULE.check
def bad_profiling_option(job: Job) -> Findings:
    """Report what is wrong in the JSON of profiling_options."""
    written = profiling_document(job)
    if written is None:
        return
    setting, document = written
    root = document.root
    faulty = faulty_values(root) if root is not None else {}
    if document.faults or root is None or None in faulty:
        yield _no_object(setting, document.faults[0].span.start if document.faults else 0)
        return
    known = part_of(SCHEMA, "properties")
    for member in root.members:
        if member.name not in known:
            yield from _misspelt(setting, member.key, tuple(known))
        elif member.name in faulty and root.last(member.name) is member.value:
            yield from _wrong(setting, member.value, faulty[member.name])


def _no_object(setting: Setting, at: int) -> Diagnostic:
    return RULE.at(
        setting.part(at, at + 1) if at < len(setting.value or "") else setting.value_span,
        "`{name}` is not a JSON object",
        label="not JSON",
        help="write an object, `{example}`",
        note=_REFUSED,
        severity=Severity.ERROR,
        cann=CODE,
        name=setting.key,
        example='{"output": "/tmp/profiling", "task_trace": "on"}',
    )


def _misspelt(setting: Setting, key: Node, known: tuple[str, ...]) -> Findings:
    """Report a key that resembles a known one only: later versions have keys of their own."""
    from cannlint.nearest import nearest

    meant = nearest(str(key.plain), known)
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


def _wrong(setting: Setting, node: Node, violation: Violation) -> Findings:
    """Report a value that is not one of the known ones.

    Later versions have metrics of other names. What CANN does with a value that is not a string,
    where any string is allowed, is not known.
    """
    from cannlint.nearest import nearest

    [name], expected = violation.path, violation.expected
    if is_refused_value(str(name), node):
        yield _refused(setting, node, str(name), expected if violation.keyword == "enum" else ())
    if name in (TRACE, *POINTS) or violation.keyword != "enum":
        return
    is_other = name == _METRICS and nearest(str(node.plain), expected) is None
    yield RULE.at(
        setting.part(node.span.start, node.span.end),
        "invalid value `{value}` for `{name}` in `{option}`",
        label=_LABELS.get(str(name), "read as `off`"),
        help="write one of: {expected}",
        note="newer releases may have metrics of other names"
        if is_other
        else "CANN treats an unknown value as `off` or absent",
        severity=Severity.INFO if is_other else Severity.WARNING,
        value=str(node.plain),
        name=name,
        option=setting.key,
        expected=expected,
    )


def _refused(setting: Setting, node: Node, name: str, expected: tuple[str, ...]) -> Diagnostic:
    return RULE.at(
        setting.part(node.span.start, node.span.end),
        "invalid value `{value}` for `{name}` in `{option}`",
        label="must be `on`, empty or absent" if name == TRACE else "must be a string",
        help="write one of: {expected}" if expected else "write a string, in quotes",
        note=_REFUSED,
        severity=Severity.ERROR,
        cann=CODE,
        value=str(node.plain),
        name=name,
        option=setting.key,
        expected=expected,
    )
