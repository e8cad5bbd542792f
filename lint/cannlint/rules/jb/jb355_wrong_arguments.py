"""A class of the TensorFlow adapter is called with too few or too many arguments.

Python raises TypeError at the call.

## Example

```tf_script
gears = DynamicInputConfig("data:1,-1", "1;2", 1)
config = NPURunConfig(dynamic_input_config=gears)
```

## Write instead

```tf_script
gears = DynamicInputConfig("data:1,-1", "1;2", 1, 0)
config = NPURunConfig(dynamic_input_config=gears)
```

## What CANN does

`DynamicInputConfig` has four required arguments. Releases before 7.0 had no `compile_hybrid_mode`,
and accepted three. The other classes have default values for all arguments.

Source: hicann/tensorflow, npu_config.py
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity, Stage
from cannlint.jobs.misuse import Misuse
from cannlint.jobs.model import Job
from cannlint.kinds import Kind
from cannlint.rules.rule import Rule

RULE = Rule(
    "JB355",
    "wrong-arguments",
    Severity.ERROR,
    (Kind.TF_SCRIPT, Kind.TORCH_SCRIPT),
    stage=Stage.FRONT_END,
)


@RULE.check
def wrong_arguments(job: Job) -> Iterator[Diagnostic]:
    """Report every call with arguments that the class does not have, or lacks."""
    for misuse in job.misuses:
        yield _finding(job, misuse)


def _finding(job: Job, misuse: Misuse) -> Diagnostic:
    return RULE.at(
        misuse.span,
        "`{call}` needs {missing}" if misuse.missing else "`{call}` takes at most {most} arguments",
        label="Python raises TypeError",
        help="add {missing}" if misuse.missing else "remove the arguments after the last one",
        note="Python raises an exception at the call",
        call=misuse.call,
        missing=tuple(f"`{name}`" for name in misuse.missing),
        most=misuse.most,
        source=job.source,
    )
