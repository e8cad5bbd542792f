"""An option without another one that it needs.

Data dump needs a folder to write to, a list of operators needs the mode they are to have, and
the three options of shape gears are taken together or not at all. Nothing is said of a job that
may get options from elsewhere.

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

ATC stops with E10001 for an `--optypelist_for_implmode` alone; the TensorFlow 1 adapter ends the
process for it and for incomplete gears, and refuses the session for a dump without a folder. A
`work_path` without a tuning mode is not read.

Source: options.md 2 (X3, X25) and 7.1
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.conflicts import lacking_companions
from cannlint.jobs.model import Job, Setting
from cannlint.jobs.values import LATER, REFUSED
from cannlint.kinds import Kind
from cannlint.rules.jb.naming import known_name, option_name
from cannlint.rules.rule import Rule

RULE = Rule(
    "JB008",
    "required-companion",
    Severity.ERROR,
    (Kind.ATC_SCRIPT, Kind.TF_SCRIPT, Kind.TORCH_SCRIPT, Kind.JOB),
)


@RULE.check
def required_companion(job: Job) -> Iterator[Diagnostic]:
    """Every setting that counts and lacks what it needs; of several in one group the first."""
    told: set[str] = set()
    for setting in job.settings:
        missing = lacking_companions(job, setting)
        if missing and job.reads(setting) and not told.intersection((setting.option, *missing)):
            told.update(missing)
            yield _finding(job, setting, missing)


def _finding(job: Job, setting: Setting, missing: list[str]) -> Diagnostic:
    assert setting.spec is not None
    entry = setting.spec.entry["missing"]
    refused = entry["outcome"] in (REFUSED, LATER)
    return RULE.at(
        setting.span,
        "`{name}` needs {missing}" if refused else "`{name}` has no effect without {missing}",
        label="{missing} not set",
        help="set {missing}, or remove `{name}`",
        note="{effect}",
        severity=Severity.ERROR if refused else Severity.WARNING,
        cann=entry.get("code"),
        name=option_name(job, setting),
        missing=tuple(f"`{known_name(job, option)}`" for option in missing),
        effect=entry.get("effect", ""),
    )
