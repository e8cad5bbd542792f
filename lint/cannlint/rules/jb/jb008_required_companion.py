"""The option needs another option, which is not set.

The job stops, or the option has no effect. A data dump needs a folder to write to. A list of
operators needs the mode that they get. The three options for shape gears must be set together, and
`compile_hybrid_mode` also needs gears of placeholders. In `profiling_options`, `training_trace`
needs `fp_point` and `bp_point`.

cannlint reports nothing if the job may get options from elsewhere.

## Example

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["enable_dump"].b = True
```

## Write instead

```tf_script
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["enable_dump"].b = True
custom_op.parameter_map["dump_path"].s = tf.compat.as_bytes("/home/user/dump")
```

## What CANN does

ATC stops with E10001 if only `--optypelist_for_implmode` is set. The TensorFlow 1 adapter aborts
the process in that case, and if gears are incomplete. It refuses the session for a dump without a
folder, and for `compile_hybrid_mode` with gears of datasets. It does not read `work_path` without a
tuning mode.

Source: manual/options.md#implementation-modes, manual/options.md#shapes
"""

from __future__ import annotations

from cannlint.jobs.conflicts import hybrid_of_datasets, lacking_companions
from cannlint.jobs.facts import NEEDS_COMPANION
from cannlint.jobs.model import Job
from cannlint.jobs.profiling import POINTS, TRACE, profiling_object
from cannlint.jobs.settings import Setting
from cannlint.jobs.verdicts import DEFAULT, LATER, REFUSED
from cannlint.rules.api import JOB_KINDS, Diagnostic, Findings, JobRule, Phrase, Severity, Stage
from cannlint.rules.jb.naming import known_name, option_name, stage_of
from cannlint.syntax.json_nodes import Node

RULE = JobRule(
    "JB008",
    "required-companion",
    Severity.ERROR,
    JOB_KINDS,
    about=(NEEDS_COMPANION, "compile_hybrid_mode", "profiling_options"),
    stage=Stage.FRONT_END,
)


@RULE.check
def required_companion(job: Job) -> Findings:
    """Report every setting whose companion is not set; in a group only the first."""
    told: set[str] = set()
    for setting in job.settings:
        missing = lacking_companions(job, setting)
        if missing and not told.intersection((setting.option, *missing)):
            told.update(missing)
            yield _finding(job, setting, missing)
    hybrid = hybrid_of_datasets(job)
    if hybrid is not None:
        yield _hybrid(job, *hybrid)
    profiling = profiling_object(job)
    if profiling is not None:
        yield from _points(*profiling)


def _finding(job: Job, setting: Setting, missing: list[str]) -> Diagnostic:
    assert setting.spec is not None
    entry = setting.spec.missing
    refused = entry["outcome"] in (REFUSED, LATER)
    return RULE.at(
        setting.span,
        "`{name}` has no effect without {missing}"
        if not refused and entry["outcome"] != DEFAULT
        else "`{name}` needs {missing}",
        label="{missing} not set",
        help="set {missing}, or remove `{name}`",
        note="{effect}",
        severity=Severity.ERROR if refused else Severity.WARNING,
        stage=stage_of(setting.spec.front_end, entry["outcome"]),
        cann=entry.get("code"),
        name=option_name(job, setting),
        missing=tuple(f"`{known_name(job, option, setting.via)}`" for option in missing),
        effect=Phrase(entry.get("effect", "")),
    )


def _hybrid(job: Job, hybrid: Setting, node_type: Setting) -> Diagnostic:
    """Report a switch that needs another value of an option that is set."""
    finding = RULE.at(
        hybrid.span,
        "`{name}` needs `{other}` to be 1",
        label="it is 0 here",
        help="set `{other}` to 1, or remove `{name}`",
        note="the adapter refuses the session (Internal): the mode is for placeholders only",
        name=option_name(job, hybrid),
        other=option_name(job, node_type),
        source=hybrid.source,
    )
    return finding.also(node_type.span, "gears of datasets", source=node_type.source)


def _points(setting: Setting, root: Node) -> Findings:
    """Report fp_point and bp_point without the training trace, and the trace without them."""
    trace = root.last(TRACE)
    missing = tuple(f"`{name}`" for name in POINTS if root.last(name) is None)
    if trace is not None and trace.plain == "on" and missing:
        yield RULE.at(
            setting.part(trace.span.start, trace.span.end),
            "the manual requires {missing} with `{trace}`",
            label="without {missing}",
            help="add {missing} with the name of an operator, or an empty string",
            note="current adapters find the operators themselves",
            severity=Severity.INFO,
            trace=TRACE,
            missing=missing,
        )
    for name in POINTS if trace is None else ():
        node = root.last(name)
        if node is not None and node.plain:
            yield RULE.at(
                setting.part(node.span.start, node.span.end),
                "`{name}` has no effect without `{trace}`",
                label="ignored",
                help='add `"{trace}": "on"`, or remove `{name}`',
                note="only the training trace records these operators",
                severity=Severity.WARNING,
                stage=Stage.COMPILER,
                name=name,
                trace=TRACE,
            )
