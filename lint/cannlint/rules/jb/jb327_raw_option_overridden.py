r"""An option of the `--raw_ge_options` file that does not count.

What is on ATC's command line comes before the file. In the file, `graph` comes before `session`,
and that before `global`.

## Example

```console
$ atc --framework=5 --model=net.onnx --output=net --soc_version=Ascend910B3 \
    --precision_mode=force_fp16 --raw_ge_options=raw.json
$ cat raw.json
{"compile options": {"global": {"ge.exec.precision_mode": "force_fp32"}}}
```

## Write instead

```console
$ cat raw.json
{"compile options": {"global": {"ge.deterministic": "1"}}}
```

## What CANN does

It checks the value in the file all the same, then takes the other one; there is no message.

Source: options.md 2 X23 and 6.2
"""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.jobs.atc.raw import VIA
from cannlint.jobs.model import Job, Setting
from cannlint.kinds import Kind
from cannlint.rules.rule import Rule

RULE = Rule("JB327", "raw-option-overridden", Severity.WARNING, (Kind.ATC_SCRIPT,))


@RULE.check
def raw_option_overridden(job: Job) -> Iterator[Diagnostic]:
    """Every option of the file that another setting of it comes before."""
    for setting in job.settings:
        counting = job.get(setting.option)
        if setting.via != VIA or counting is None or counting is setting:
            continue
        if _is_said_of_json(setting, counting):
            continue
        yield RULE.at(
            setting.span,
            "`{key}` is overridden by the command line"
            if counting.via is None
            else "`{key}` is overridden by the level `{level}`",
            label="does not count",
            help="set it in one place",
            note="ATC checks this value all the same",
            key=setting.key,
            level=counting.level or "",
            source=setting.source,
        ).also(counting.span, "counts", source=counting.source)


def _is_said_of_json(setting: Setting, counting: Setting) -> bool:
    """Whether the two are one key of the same level: in JSON the last counts, whoever reads it."""
    return counting.via == VIA and counting.level == setting.level
