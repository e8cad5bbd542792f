"""A memory size, a number of streams or a dump step is out of range.

The memory for graphs and the memory for variables are in bytes: each from 0 to 256 GB, together at
most 31 GB. The AI CPU engine runs 1 to 13 streams, the AI Core engine 1 to 3. `dump_step` has at
most 100 steps or ranges, and each range goes from a smaller to a greater step.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["stream_max_parallel_num"].s = tf.compat.as_bytes("DNN_VM_TF:20,DNN_V100:1")
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["stream_max_parallel_num"].s = tf.compat.as_bytes("DNN_VM_TF:10,DNN_V100:1")
```

## What CANN does

The adapter passes memory sizes and streams on without a check, so the job does not get what it asks
for. The adapter refuses the session for a wrong `dump_step`.

Source: manual/tensorflow.md#session-options-of-tensorflow-1, the vendor's page of session
configurations
"""

from __future__ import annotations

from cannlint.jobs.dump_steps import MOST_STEPS, falling_ranges, number_of_steps, steps_of
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.verdicts import follows
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name, stage_in

RULE = JobRule(
    "JB010",
    "size-out-of-range",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT, Kind.JOB),
    about=(
        "graph_memory_max_size",
        "variable_memory_max_size",
        "stream_max_parallel_num",
        "dump_step",
    ),
    stage=Stage.COMPILER,
)

_GIB = 1024**3
_MEMORY = ("graph_memory_max_size", "variable_memory_max_size")
_GREATEST_SUM = 31
_GREATEST_MEMORY = 256
_STREAMS = {"DNN_VM_TF": 13, "DNN_V100": 3}
_UNSEEN = "the adapter passes it on without a check"


@RULE.check
def size_out_of_range(job: Job) -> Findings:
    """Report memory sizes, numbers of streams and dump steps that are out of range."""
    yield from _memory(job)
    streams, steps = job.get("stream_max_parallel_num"), steps_of(job)
    if streams is not None and _is_written(job, streams):
        yield from _streams(streams)
    if steps is not None:
        yield from _steps(job, steps)


def _is_written(job: Job, setting: Setting) -> bool:
    """Whether the value is known, read by the front end, and follows its grammar."""
    syntax = setting.spec.syntax if setting.spec is not None else None
    if syntax is None or not setting.value or not job.reads(setting):
        return False
    return follows(syntax, setting.value)


def _memory(job: Job) -> Findings:
    found = [(setting, _bytes(job, setting)) for setting in map(job.get, _MEMORY) if setting]
    known = [(setting, size) for setting, size in found if size is not None]
    for setting, size in known:
        if size > _GREATEST_MEMORY * _GIB:
            yield RULE.at(
                setting.value_span,
                "`{name}` is {size} GB; the maximum is {greatest} GB",
                label="more than {greatest} GB",
                help="write at most {greatest} GB, in bytes",
                note=_UNSEEN,
                name=option_name(job, setting),
                size=size // _GIB,
                greatest=_GREATEST_MEMORY,
                source=setting.source,
            )
    if len(known) == len(_MEMORY) and sum(size for _, size in known) > _GREATEST_SUM * _GIB:
        (graph, _), (variables, _) = known
        yield RULE.at(
            variables.value_span,
            "the memory of graphs and variables together exceeds {greatest} GB",
            label="together with {name}",
            help="write sizes whose sum is at most {greatest} GB",
            note=_UNSEEN,
            greatest=_GREATEST_SUM,
            name=option_name(job, graph),
            source=variables.source,
        ).also(graph.value_span, "the size for the graphs", graph.source)


def _bytes(job: Job, setting: Setting) -> int | None:
    """The number of bytes in a value: a number, or a product of numbers."""
    if not _is_written(job, setting):
        return None
    size = 1
    for factor in (setting.value or "").split("*"):
        size *= int(factor.strip()[:20])
    return size


def _streams(setting: Setting) -> Findings:
    at = 0
    for part in (setting.value or "").split(","):
        engine, _, number = part.partition(":")
        greatest = _STREAMS.get(engine)
        if greatest is not None and not (len(number) < 4 and 1 <= int(number) <= greatest):
            yield RULE.at(
                setting.part(at, at + len(part)),
                "`{engine}` runs 1 to {greatest} streams, not {number}",
                label="1 to {greatest}",
                help="write `{engine}:{greatest}` or less",
                note=_UNSEEN,
                engine=engine,
                greatest=greatest,
                number=number,
            )
        at += len(part) + 1


def _refuses(job: Job) -> str:
    """The adapter for TensorFlow 1 checks the steps itself."""
    if job.front_end is FrontEnd.TF1:
        return "the adapter refuses the session (Internal)"
    return "GE refuses it"


def _steps(job: Job, setting: Setting) -> Findings:
    if number_of_steps(setting) > MOST_STEPS:
        yield RULE.at(
            setting.value_span,
            "`dump_step` has more than {most} steps and ranges",
            label="{steps} parts",
            help="merge steps into ranges, such as `0-9` for ten steps",
            note=_refuses(job),
            severity=Severity.ERROR,
            stage=stage_in(job, FrontEnd.TF1),
            most=MOST_STEPS,
            steps=number_of_steps(setting),
            source=setting.source,
        )
    for at, part in falling_ranges(setting):
        first, _, last = part.partition("-")
        yield RULE.at(
            setting.part(at, at + len(part)),
            "the step range `{part}` is not ascending",
            label="from {first} to {last}",
            help="write the smaller step first, or a single step",
            note=_refuses(job),
            severity=Severity.ERROR,
            stage=stage_in(job, FrontEnd.TF1),
            part=part,
            first=first or "0",
            last=last,
        )
