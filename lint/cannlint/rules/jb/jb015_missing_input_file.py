"""An input file of the ATC command does not exist.

ATC stops before it loads the model. cannlint reports this only for a command that runs on this
machine (`cannlint check -- atc ...`). A script may be for another machine, with its models on that
machine.

## Example

```console
$ cannlint check -- atc --model=no.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## Write instead

```console
$ cannlint check -- atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## What CANN does

ATC stops with E10001 and the reason that the operating system gives. For `--keep_dtype` and
`--op_precision_mode` it reports E10001 a second time.

Source: manual/atc.md#paths
"""

from __future__ import annotations

from cannlint.jobs.atc.job import AtcJob, Check
from cannlint.jobs.atc.paths import MISSING_FILE, path_fault
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.rules.api import Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name, slipped

RULE = JobRule(
    "JB015",
    "missing-input-file",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)


@RULE.check
def missing_input_file(job: Job) -> Findings:
    """Report every input file that does not exist, for a command that runs on this machine."""
    for refusal in refusals_of(job, Check.PATH):
        [setting] = refusal.settings
        assert isinstance(job, AtcJob)
        fault = path_fault(job, setting)
        if fault is None or fault.reason != MISSING_FILE or slipped(job, setting):
            continue
        yield RULE.at(
            setting.value_span,
            "the file `{path}` of `{name}` does not exist",
            label="no such file",
            help="correct the path; it is relative to the folder in which ATC is started",
            note="ATC stops with E10001",
            cann="E10001",
            path=setting.value or "",
            name=option_name(job, setting),
            source=setting.source,
        )
