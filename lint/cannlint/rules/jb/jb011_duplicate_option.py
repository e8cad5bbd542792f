r"""A flag is given twice, and one of its values has no effect.

The last value counts. For five flags the first value counts: `--oo_constant_folding`,
`--oo_dead_code_elimination`, `--topo_sorting_mode`, `--export_compile_stat` and
`--multi_stream_parallel_mode`. The command line takes precedence over the file of
`--raw_ge_options`. If both values are equal, one of them is redundant.

In the ini file of MindSpore Lite the last value of a section counts. `[ascend_context]` takes
precedence over `[acl_option_cfg_param]`, and both over the sections with keys of GE.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --precision_mode=force_fp16 --precision_mode=force_fp32
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --precision_mode=force_fp32
```

## What CANN does

ATC prints no message. It still checks every value that it compares while it reads the command line.

Source: manual/atc.md#words-of-the-command-line
"""

from __future__ import annotations

from cannlint.jobs.facts import REPEATED_OPTION
from cannlint.jobs.model import Job
from cannlint.jobs.reached import takes_ge_keys
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage
from cannlint.rules.jb.naming import option_name, who

RULE = JobRule(
    "JB011",
    "duplicate-option",
    Severity.WARNING,
    (Kind.ATC_COMMANDS, Kind.MSLITE_CONFIG),
    about=(REPEATED_OPTION,),
    stage=Stage.FRONT_END,
)


@RULE.check
def duplicate_option(job: Job) -> Findings:
    """Report every setting of a command line that another setting replaces."""
    counting = {option: job.get(option) for option in {s.option for s in job.settings}}
    for setting in job.settings:
        counts = counting[setting.option]
        if setting.spec is None or counts is None or counts is setting:
            continue
        # several sections with keys of GE may set an option: each is handed to a call of its own
        if setting.via == counts.via or not takes_ge_keys(job, counts):
            yield _finding(job, setting, counts)


def _finding(job: Job, setting: Setting, counts: Setting) -> Diagnostic:
    same = setting.value is not None and setting.value == counts.value
    finding = RULE.at(
        setting.span,
        "`{name}` is given twice with the same value"
        if same
        else "`{name}` is given twice; this value has no effect",
        label="not needed" if same else "no effect",
        help="remove it",
        note="{who} uses the last `{name}` of the section, without a message"
        if job.front_end is not FrontEnd.ATC and setting.via == counts.via
        else "`{winner}` takes precedence over `{loser}`"
        if job.front_end is not FrontEnd.ATC
        else "ATC uses the first `{name}`, without a message"
        if counts.spec is not None and counts.spec.first_wins
        else "the command line takes precedence over the file, without a message"
        if setting.via
        else "ATC uses the last `{name}`, without a message",
        severity=Severity.INFO if same else Severity.WARNING,
        name=option_name(job, counts),
        who=who(job),
        winner=counts.via,
        loser=setting.via,
    ).also(counts.span, "this one takes effect", counts.source)
    finding.source = setting.source
    return finding
