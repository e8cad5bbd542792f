r"""The front end has no such option.

The setting has no effect, or the front end stops. ATC stops at the first flag that it does not
know. The adapter for TensorFlow 1 looks up only the keys that it knows in `parameter_map`. It never
sees a misspelt key, and ignores all parameters of an optimizer whose name is not exactly
`NpuOptimizer`. The Python classes of the other front ends raise an exception.

ATC also accepts an abbreviated flag if only one flag begins with these letters. A new release of
CANN can add another such flag, and then the command fails. cannlint therefore reports an
abbreviation as an info: write the full name.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --precesion_mode=force_fp16
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --precision_mode=force_fp16
```

## What CANN does

ATC prints `unknown command line flag` and converts nothing. In the file of `--raw_ge_options`, ATC
stops with E10055 at a key for which it has no flag, or ignores the key with
`--raw_ge_options_ignore_unsupported`. TensorFlow 1 ignores the key. TensorFlow 2, torch_npu,
torchair and MindSpore raise an exception. A few of their objects take any attribute and never
read it: `torch.npu.matmul`, `torch.npu.conv`, `torch.npu.config`, and `config.export` of torchair.
MindSpore does not check the keys of `ge_options`: an unknown key has no effect. `mindspore.jit`
logs a warning about an option that it does not know, and ignores it. The sections of MindSpore
Lite's ini file differ: `[acl_option_cfg_param]` and `[acl_build_options]` refuse an unknown key,
`[ascend_context]` ignores it without a message, and the others log it.

Source: manual/atc.md#words-of-the-command-line,
manual/tensorflow.md#session-options-of-tensorflow-1
"""

from __future__ import annotations

from copy import copy

from cannlint.jobs.atc.job import Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.chosen_release import is_taken_unchecked, options_at, spec_at
from cannlint.jobs.facts import SHORTENED_OPTION, UNKNOWN_OPTION
from cannlint.jobs.model import Job
from cannlint.jobs.reached import OPTIMIZER, OPTIMIZERS, raises_at_name, section_of
from cannlint.jobs.release_differences import difference, is_certain
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of, table_of
from cannlint.jobs.values import verdict
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Findings,
    FixKind,
    JobRule,
    Phrase,
    Severity,
    Stage,
    replace,
)
from cannlint.rules.jb.alternatives import (
    alternative,
    flag_of,
    ge_key,
    meant_option,
    of_same_group,
    other_place,
)
from cannlint.rules.jb.naming import stage_of, who
from cannlint.rules.jb.releases import tell_release

RULE = JobRule(
    "JB001",
    "unknown-option",
    Severity.ERROR,
    JOB_KINDS,
    about=(UNKNOWN_OPTION, SHORTENED_OPTION),
    fix=FixKind.SAFE,
    stage=Stage.FRONT_END,
)

_GROUP = "group"
"""The form of writing that JB344 is about."""

_SECTION = "section"
"""The form of writing of the name of a section of MindSpore Lite."""

_STOPS = "ATC stops with `unknown command line flag`, without an error code, and converts nothing"
_IGNORED = "{who} ignores it without a message"
_LOGGED = "{who} logs a warning and ignores it"
_RAISES = "{who} raises an exception"
_EFFECT = "{effect}"
_SILENT = "{who} takes the name without a message, and nothing reads it"
_UNSUPPORTED = "ATC stops with E10055: it has no flag for this key"


@RULE.check
def unknown_option(job: Job) -> Findings:
    """Report every setting whose name is not in the tables, and every abbreviated flag."""
    for setting in job.settings:
        if setting.spec is None and setting.via != _GROUP:
            if is_taken_unchecked(job, setting.key):
                continue
            is_optimizer = setting.via == OPTIMIZERS
            finding = _misnamed(setting) if is_optimizer else _finding(job, setting)
            finding.source = setting.source
            yield finding
        elif job.front_end is FrontEnd.ATC and setting.key in _abbreviations(setting):
            yield _abbreviated(setting)


def _abbreviations(setting: Setting) -> tuple[str, ...]:
    """The abbreviations of an ATC flag; `--h` is not one, but a flag itself."""
    option = setting.option
    written_here = setting.via is None and option != "help"
    return tuple(option[:end] for end in range(1, len(option))) if written_here else ()


def _abbreviated(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.key_span,
        "`{name}` is an abbreviation of `{meant}`",
        label="abbreviated",
        help="write `{meant}`",
        note="ATC accepts an abbreviation only if no other flag begins with it",
        severity=Severity.INFO,
        name=setting.key,
        meant=setting.option,
    ).with_fix("write `{meant}`", replace(setting.key_span, setting.option))


def _finding(job: Job, setting: Setting) -> Diagnostic:
    severity, note, code = _outcome(job, setting)
    if not is_certain(job, setting):
        severity = Severity.INFO
    instead = alternative(job, setting)
    place = other_place(job, setting) if instead is None else None
    if place is not None:
        return _misplaced(job, setting, place, severity, note)
    later = _later_release(job, setting)
    option = meant_option(job, setting) if instead is None and later is None else None
    meant, is_whole = _at_place(job, setting, option)
    names = of_same_group(job, setting) if instead is None and later is None else []
    finding = RULE.at(
        setting.key_span,
        "{who} has no section `{name}`"
        if setting.via == _SECTION
        else "{who} has no option `{name}`",
        label="did you mean `{meant}`?" if meant else "unknown option",
        help="use release {later} or a newer one, or remove it"
        if later
        else "write `{meant}`"
        if meant
        else instead or ("remove it, or set one of: {names}" if names else "remove it"),
        note=note,
        cann=code,
        severity=severity,
        stage=stage_of(job.front_end, None),
        who=who(job),
        effect=_effect(job, setting),
        name=setting.key,
        meant=meant or "",
        later=later or "",
        names=tuple(names),
        ge_key=ge_key(setting) or "",
        flag=flag_of(setting.key) or "",
    )
    tell_release(finding, difference(job, setting))
    is_fixable = is_whole and severity is not Severity.INFO
    if meant and is_fixable and not _is_set(job, option) and _takes_value(job, setting, option):
        finding.with_fix("write `{meant}`", replace(setting.key_span, meant), safe=False)
    return finding


def _is_set(job: Job, option: str | None) -> bool:
    return any(option in (other.key, other.option) for other in job.settings)


def _takes_value(job: Job, setting: Setting, option: str | None) -> bool:
    """Whether the value is legal for the option that is meant, as far as it is known."""
    meant = copy(setting)
    meant.spec = options_at(job).get(option or "")
    return verdict(meant) is None


def _later_release(job: Job, setting: Setting) -> str | None:
    """The first release with the option, where the job is for an older one."""
    if job.release is None:
        return None
    newest = spec_at(job, setting, None)
    return newest.since if newest else table_of(job.front_end).others_since.get(setting.key)


def _at_place(job: Job, setting: Setting, option: str | None) -> tuple[str | None, bool]:
    """An option as it is written in the place of a setting, and whether that is all to change.

    The place of `config.debug.x` is `x`: an option of another group cannot be written there. The
    place of a flag of msit with one dash begins with the dash.
    """
    written = setting.source.slice(setting.key_span)
    if job.front_end is FrontEnd.MSIT and option is not None and written.startswith("-"):
        return f"--{option}", True
    if option is None or not setting.key.endswith(written):
        return option, False
    group = setting.key[: len(setting.key) - len(written)]
    return option.removeprefix(group), option.startswith(group)


def _has_legal_value(job: Job, setting: Setting) -> bool:
    """Whether the option has any legal value but none, where it is read."""
    spec = options_of(job.front_end).get(setting.key)
    return spec is None or not spec.values or any(spec.values)


def _effect(job: Job, setting: Setting) -> str:
    """What a section does with a name that it does not have, in the words of the table."""
    told = (section_of(job, setting) or {}).get("effect")
    return Phrase(told) if told else ""


def _misplaced(job: Job, setting: Setting, place: str, severity: Severity, note: str) -> Diagnostic:
    return RULE.at(
        setting.key_span,
        "`{via}` has no option `{name}`",
        label="not an option of `{via}`",
        help="set it in `{place}` instead"
        if _has_legal_value(job, setting)
        else "remove it: no value of it is legal",
        note=note,
        severity=severity,
        stage=stage_of(job.front_end, None),
        effect=_effect(job, setting),
        via=setting.via,
        name=setting.key,
        place=place,
        who=who(job),
    )


def _misnamed(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.key_span,
        "the TensorFlow adapter has no optimizer `{name}`",
        label="did you mean `{meant}`?",
        help="write `{meant}`",
        note="the adapter ignores all parameters of an optimizer with another name, "
        "without a message",
        severity=Severity.WARNING,
        name=setting.key,
        meant=OPTIMIZER,
    )


def _outcome(job: Job, setting: Setting) -> tuple[Severity, str, str | None]:
    """The severity, note and error code for an unknown name."""
    if setting.via == "raw_ge_options":
        if not refusals_of(job, Check.UNKNOWN):
            return Severity.WARNING, _LOGGED, None
        return Severity.ERROR, _UNSUPPORTED, "E10055"
    if job.front_end is FrontEnd.ATC:
        return Severity.ERROR, _STOPS, None
    section = section_of(job, setting)
    if section is not None:
        if setting.key in section.get("silent", ()):
            return Severity.INFO, _SILENT, None
        is_refused = section["unknown"] == "refused"
        return Severity.ERROR if is_refused else Severity.WARNING, _EFFECT, None
    if raises_at_name(job, setting):
        return Severity.ERROR, _RAISES, None
    is_logged = job.front_end is FrontEnd.GE or setting.via == "jit"
    return Severity.WARNING, _LOGGED if is_logged else _IGNORED, None
