r"""The option does not accept this value.

Most options accept a fixed list of values. The comparison is exact: a capital letter, a space or an
extra letter makes a different value. ATC and the Python classes refuse a wrong value at once. The
engine refuses it when it compiles the model. A few options use their default value instead, without
a message.

## Example

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --op_select_implmode=high_preformance
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3 \
    --op_select_implmode=high_performance
```

## What CANN does

ATC stops with the error code of the option: E10001 for most; E10003 for a wrong number or switch;
E10004, E10005, E10006, E10007 and E10010 for the options that have texts of their own. ATC does not
check some options, such as `--oo_level`; a later stage refuses their values, with E10001, E10060,
E20101, E40022 or E40023. `check -- atc ...` reports these as warnings, because ATC itself accepts
the command. If a flag is given more than once, ATC checks every value that it compares while it
reads the command line. For all other flags only the value that counts is checked.

A front end other than ATC hands most values on, and GE refuses them: also with E10004, E10006,
E10014, E10048, E10051, E10061, or with the internal codes E18888 and E19999. Where only some of the
known releases of GE refuse a value and the release is not known, it is no error.

The flags of `aoe`, of `omg` and of `msit convert` take the values of ATC. msit looks at none of
them, and reports a success whatever the program behind it says: for it the finding is an info.

Source: manual/options.md, manual/atc.md#words-of-the-command-line
"""

from __future__ import annotations

from functools import lru_cache

from cannlint.cann.error_codes import is_internal
from cannlint.jobs.atc.job import Check
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import ILLEGAL_VALUE
from cannlint.jobs.model import Job
from cannlint.jobs.reached import is_reached
from cannlint.jobs.release_differences import compiler_difference, difference, is_certain
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of
from cannlint.jobs.value_checks import FAULTS
from cannlint.jobs.values import front_end_verdict, verdict
from cannlint.jobs.verdicts import DEFAULT, FORMS, IGNORED, LATER, TYPES, Verdict
from cannlint.rules.api import (
    JOB_KINDS,
    Diagnostic,
    Findings,
    FixKind,
    JobRule,
    Message,
    Phrase,
    Severity,
    Stage,
    replace,
)
from cannlint.rules.jb.naming import known_name, late_severity, option_name, slipped, stage_of, who
from cannlint.rules.jb.releases import in_releases, tell_compiler, tell_release
from cannlint.rules.jb.wanted_types import wanted_type

RULE = JobRule(
    "JB002",
    "illegal-value",
    Severity.ERROR,
    JOB_KINDS,
    about=(ILLEGAL_VALUE,),
    fix=FixKind.UNSAFE,
    stage=Stage.FRONT_END,
)

_WANTED = {
    "values": "write one of: {expected}",
    "quoted": "write one of these, in quotes: {expected}",
    "text": "write a value",
    "int": "write an integer in digits",
    "range": "write an integer from {least} to {greatest}",
    "bool": "write True or False",
    "truth": "write, without quotes, `true` or `false` in JSON, `True` or `False` in Python",
    "string": "write a string, in quotes",
    "suffix": "name a file that ends with {expected}",
    "bytes": 'write bytes: `b"..."`',
    "object": "make a `{wanted}`, or remove the argument",
}
_HALF_RANGE = (
    "write an integer of at most {greatest}",
    "write an integer of at least {least}",
)
"""For a range without its first bound, and for one without its second."""
_NOTES = {
    LATER: "{who} accepts it; the compile stops later{with_code}",
    DEFAULT: "{who} uses its default value instead, without a message",
    IGNORED: "{who} ignores what it cannot read, without a message",
}
_AT = {
    "init": "GE refuses it{with_code} when it starts (GEInitialize){end}",
    "session": "GE refuses it{with_code} when the session is made{end}",
    "graph": "GE refuses it{with_code} when the graph is added{end}",
    "compile": "GE refuses it{with_code} when it compiles the graph{end}",
}
"""Stage of GE → what happens there; the front end has accepted the value."""


@RULE.check
def illegal_value(job: Job) -> Findings:
    """Report every illegal value that is known and that the front end reads."""
    by_atc: set[int] | None = None
    for setting in job.settings:
        found = verdict(setting)
        if found is None or found.hardware is not None:  # JB021 knows what the SoC has
            continue
        if is_reached(job, setting, found) and not slipped(job, setting):
            if by_atc is None:
                by_atc = _refused_by_atc(job)
            finding = _finding(job, setting, found, id(setting) in by_atc)
            finding.source = setting.source
            meant = finding.values["meant"]
            is_fixable = setting.is_literal and finding.severity is not Severity.INFO
            if meant and not found.is_type and is_fixable:
                finding.with_fix(
                    "write `{meant}`", replace(setting.value_span, str(meant)), safe=False
                )
            yield finding


def _refused_by_atc(job: Job) -> set[int]:
    """The settings whose values ATC refuses, by identity: there may be thousands."""
    refusals = refusals_of(job, Check.VALUE)
    return {id(setting) for refusal in refusals for setting in refusal.settings}


def _finding(job: Job, setting: Setting, found: Verdict, is_by_atc: bool) -> Diagnostic:
    in_ge = compiler_difference(setting) if found.at is not None or _is_of_ge(setting) else None
    meant = _meant(setting, found)
    other = None if meant else _other_option(job, setting)
    least, greatest = found.expected if found.wanted == "range" else ("", "")
    finding = RULE.at(
        setting.value_span,
        _message(setting, found),
        label="type {type}"
        if found.is_type
        else "did you mean `{meant}`?"
        if meant
        else "{fault}"
        if found.fault in FAULTS
        else "invalid value",
        help=_help_with_type(setting, found, meant)
        if found.is_type
        else _help(found, meant, other),
        note=_of_program(setting) if job.front_end is FrontEnd.MSIT else _note(found),
        cann=found.code,
        severity=Severity.ERROR
        if is_by_atc
        else in_releases(_severity(job, setting, found), in_ge),
        stage=Stage.FRONT_END if is_by_atc else _stage(setting, found),
        value=setting.value or "",
        name=option_name(job, setting),
        type=setting.value_type,
        wanted=found.expected[0] if found.wanted == "object" else wanted_type(setting, found),
        meant=meant or "",
        other=other or "",
        who=who(job),
        code=found.code or "",
        with_code=Message(" with {code}", {"code": found.code}) if found.code else "",
        effect=Phrase(found.effect or ""),
        expected=found.expected,
        least=least,
        greatest=greatest,
        form=Phrase(FORMS.get(found.wanted, "")),
        end=_end(job, found),
        fault=FAULTS.get(found.fault or "", ""),
    )
    return tell_compiler(tell_release(finding, difference(job, setting)), in_ge)


def _is_of_ge(setting: Setting) -> bool:
    """Whether the value is judged by GE: the front end has none, or has nothing against it."""
    return front_end_verdict(setting) is None


def _end(job: Job, found: Verdict) -> Message | str:
    """How the refusal of GE shows."""
    if found.code is not None and is_internal(found.code):
        return Message("; its message does not name the option", {})
    aborts = job.front_end is FrontEnd.TF1 and found.at == "init"
    return Message("; the process aborts", {}) if aborts else ""


def _message(setting: Setting, found: Verdict) -> str:
    if found.is_type:
        return "`{name}` takes {wanted}, not a value of type {type}"
    return "invalid value `{value}` for `{name}`" if setting.value else "`{name}` has no value"


def _help_with_type(setting: Setting, found: Verdict, meant: str | None) -> str:
    """The help for a value of a wrong type, which may be right otherwise."""
    if meant:
        return 'write `"{meant}"`, in quotes'
    is_of_vllm = setting.spec is not None and setting.spec.front_end is FrontEnd.VLLM_ASCEND
    if found.wanted == "bool" and is_of_vllm:
        return _WANTED["truth"]
    if found.wanted == TYPES:
        return "write {wanted}"
    if found.wanted == "string" and setting.value_type == "int":
        return 'write `"{value}"`, in quotes'
    is_number = found.wanted == "int" and (setting.value or "").isdigit()
    if is_number or (found.wanted == "bool" and setting.value in ("True", "False")):
        return "write `{value}` without quotes"
    if found.wanted == "values" and found.expected:
        return _WANTED["quoted"]
    return _help(found, None, None) if found.wanted in _WANTED else _WANTED["string"]


def _severity(job: Job, setting: Setting, found: Verdict) -> Severity:
    """ERROR if the front end stops, or GE and the engine after it; INFO if a release does not."""
    is_lost = job.front_end is FrontEnd.MSIT and setting.via is not None
    if is_lost or not is_certain(job, setting):
        return Severity.INFO
    if found.outcome in (DEFAULT, IGNORED):
        return Severity.WARNING
    return late_severity(job) if found.outcome == LATER else Severity.ERROR


def _stage(setting: Setting, found: Verdict) -> Stage:
    """The stage that refuses the value; MindSpore passes options of GE on without a check."""
    if not found.is_type and front_end_verdict(setting) is None:
        return Stage.COMPILER
    if setting.spec is None:
        return Stage.FRONT_END
    return stage_of(setting.spec.front_end, found.outcome, found.by)


def _help(found: Verdict, meant: str | None, other: str | None) -> str:
    if meant:
        return "write `{meant}`"
    if other:
        return "`{value}` is a value of `{other}`: set that option instead"
    if found.wanted == "values" and not found.expected:
        return "remove the option"
    if found.wanted == "range" and "" in found.expected:
        return _HALF_RANGE[found.expected.index("")]
    return _WANTED.get(found.wanted, "write it like {form}")


def _note(found: Verdict) -> str:
    if found.effect:
        return "{effect}"
    if found.at is not None:
        return _AT[found.at]
    refused = "{who} stops with {code}" if found.code else "{who} refuses it"
    return _NOTES.get(found.outcome, refused)


def _of_program(setting: Setting) -> str:
    """What becomes of a flag that another program than ATC takes."""
    if setting.via is None:
        return "the compiler stops{with_code}"
    return "the program stops{with_code}, and msit reports a success all the same"


def _meant(setting: Setting, found: Verdict) -> str | None:
    return _nearest(setting.value or "", found.expected) if found.wanted == "values" else None


@lru_cache(maxsize=1024)
def _nearest(value: str, expected: tuple[str, ...]) -> str | None:
    """Cached, because many jobs have the same value, and an editor asks after each keystroke."""
    from cannlint.nearest import nearest

    return nearest(value, expected)


def _other_option(job: Job, setting: Setting) -> str | None:
    """The option with the same purpose that has the value: precision_mode or precision_mode_v2."""
    excluded = setting.spec.excludes if setting.spec is not None else ()
    for spec in options_of(job.front_end).values():
        if spec.option in excluded and setting.value in spec.values:
            return known_name(job, spec.option)
    return None
