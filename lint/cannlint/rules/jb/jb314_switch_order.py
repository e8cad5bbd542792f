"""CANN ignores a fusion switch file for passes that another option switches.

The setting in the file has no effect. `optimization_switch` takes precedence over the file for each
pass that it names. With `oo_level=O1` the compiler turns off all passes of the Fusion Engine,
except those in `ExceptionalPassOfO1Level` and in `optimization_switch`.

## Example

```job
[job.net]
front-end = "atc"
fusion_switch_file = "switch.cfg"
optimization_switch = "AddNFusionPass:on"
```

```file switch.cfg
{"Switch": {"GraphFusion": {"AddNFusionPass": "off"}}}
```

## Write instead

```job
[job.net]
front-end = "atc"
fusion_switch_file = "switch.cfg"
```

```file switch.cfg
{"Switch": {"GraphFusion": {"AddNFusionPass": "off"}}}
```

## What CANN does

CANN uses the first of these that decides: optimization_switch, the list of exceptions, the level,
the file. There is no message.

Source: manual/fusion-switch.md#what-decides-about-a-pass
"""

from __future__ import annotations

from cannlint.cann.fusion import OFF, ON
from cannlint.cann.option_names import FUSION, SWITCH
from cannlint.formats.fusion_switch.lines import Fate
from cannlint.formats.fusion_switch.reading import FusionSwitch
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import JOB_KINDS, Findings, JobRule, Severity, Span, Stage
from cannlint.rules.jb.effective_options import effective
from cannlint.rules.jb.naming import option_name

RULE = JobRule(
    "JB314", "switch-order", Severity.WARNING, JOB_KINDS, about=(FUSION,), stage=Stage.COMPILER
)

_CLOSING_LEVEL = "O1"


@RULE.check
def switch_order(job: Job) -> Findings:
    """Report passes that the file and the switches set differently, or that the level turns off."""
    linked = job.files.get(FUSION)
    if linked is None or not isinstance(linked.reading, FusionSwitch):
        return
    written = _written(linked.reading) if linked.reading.accepted else {}
    switched = switches(job)
    yield from _against_switches(job, linked.reading, written, switched)
    yield from _against_level(job, linked.reading, written, switched)


def switches(job: Job) -> dict[str, tuple[bool, Span]]:
    """Pass → on, and the place in optimization_switch; the last switch of a pass counts.

    The last switch of all is left out if the TensorFlow 2 adapter breaks it (JB326).
    """
    setting = effective(job, SWITCH)
    parts = list(setting.items(";")) if setting is not None and setting.value else []
    if job.front_end is FrontEnd.TF2 and setting and not (setting.value or "").endswith(";"):
        parts = parts[:-1]
    found = {}
    for part, span in parts:
        name, _, value = part.partition(":")
        if value in (ON, OFF):
            found[name] = value == ON, span
    return found


def _written(reading: FusionSwitch) -> dict[str, tuple[bool, Span]]:
    """Pass → on, and the place in the file."""
    found = {
        record.line.name: (record.line.switch == ON, record.line.key)
        for record in reading.having(Fate.KEPT)
        if record.line.key is not None
    }
    if not reading.records:
        for switch in reading.json_switches():
            found[switch.member.name] = switch.is_on, switch.member.key.span
    return found


def _against_switches(
    job: Job,
    reading: FusionSwitch,
    written: dict[str, tuple[bool, Span]],
    switched: dict[str, tuple[bool, Span]],
) -> Findings:
    setting = effective(job, SWITCH)
    for name, (is_on, span) in switched.items():
        if setting is None or written.get(name, (is_on, span))[0] == is_on:
            continue
        yield RULE.at(
            span,
            "`{name}` is {state} in `{option}` but {other} in the fusion switch "
            "file; CANN ignores the setting in the file",
            label="takes effect",
            help="switch the pass in one place",
            note="CANN prints no message",
            name=name,
            state=ON if is_on else OFF,
            other=OFF if is_on else ON,
            option=option_name(job, setting),
            source=setting.source,
        ).also(written[name][1], "has no effect", source=reading.source)


def _against_level(
    job: Job,
    reading: FusionSwitch,
    written: dict[str, tuple[bool, Span]],
    switched: dict[str, tuple[bool, Span]],
) -> Findings:
    level = effective(job, "oo_level")
    if level is None or level.value != _CLOSING_LEVEL:
        return
    spared = {*reading.exceptional, *switched}
    opened = [name for name, (is_on, _) in written.items() if is_on and name not in spared]
    if opened:
        yield RULE.at(
            level.span,
            "`{option}=O1` turns off `{name}`, which the fusion switch file turns on"
            if len(opened) == 1
            else "`{option}=O1` turns off {count} passes that the fusion switch file turns on",
            label="turns off all passes except the exceptions",
            help="name the passes in optimization_switch, or in ExceptionalPassOfO1Level of the"
            " file",
            note="at this level CANN ignores what the file turns on, without a message",
            option=option_name(job, level),
            name=opened[0],
            count=len(opened),
            source=level.source,
        ).also(written[opened[0]][1], "has no effect", source=reading.source)
