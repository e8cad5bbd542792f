"""The shell or ATC splits the command line in an unexpected way.

ATC gets other arguments than you meant. cannlint reports:

* a word that is neither a flag nor the value of a flag
* a flag without a value at the end of the line, or a flag that takes the next flag as its value
* a word with one dash that is not a flag, such as `-j8`; a word that begins with `-h` only prints
  the usage
* a space after the backslash at the end of a line: the backslash then no longer continues the line
* flags on the next line, without a backslash at the end of the line above: they are not part of the
  command
* a semicolon without quotes, as in `--input_shape=a:1,3;b:2`: it ends the command
* full-width quotes, which the shell does not remove, and full-width dashes, which do not begin a
  flag

## Example

```atc_script
atc --model=net.onnx --framework=5 --output = net --soc_version=Ascend910B3
```

## Write instead

```atc_script
atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3
```

## What CANN does

ATC stops without an error code at a word that is not a flag, after it has checked the flags. If a
flag takes the next flag as its value, ATC uses that value as it is; the result depends on the
option. After `-h` ATC prints its usage, exits with status 0 and converts nothing.

Source: manual/atc.md#words-of-the-command-line
"""

from __future__ import annotations

from cannlint.jobs.atc.getopt import MISSING, POSITIONAL, SHORT, meant_flags
from cannlint.jobs.atc.job import (
    BROKEN,
    CUT,
    HELP,
    LOST,
    QUOTES,
    SPACED,
    SWALLOWED,
    AtcJob,
    Check,
    Refusal,
    Slip,
)
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import MALFORMED_COMMAND
from cannlint.jobs.model import Job
from cannlint.rules.api import (
    Diagnostic,
    Findings,
    FixKind,
    JobRule,
    Kind,
    Message,
    Sequence,
    Severity,
    Stage,
    delete,
)

RULE = JobRule(
    "JB014",
    "malformed-command",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(MALFORMED_COMMAND,),
    fix=FixKind.SAFE,
    stage=Stage.FRONT_END,
)

_WIDE = "wide-dash"
_REPEATED = (LOST, CUT, SPACED, QUOTES, _WIDE)
"""Slips that are made throughout a command: the finding is at the one that ATC stops at first."""

_TEXTS = {
    POSITIONAL: (
        "unexpected argument `{text}`",
        "not a flag",
        "remove it, or write it as the value of a flag: `--flag=value`",
        "ATC stops with `Non-option parameter`, without an error code",
    ),
    SHORT: (
        "unknown flag `{text}`",
        "not a flag",
        "write flags with two dashes",
        "ATC stops with `unknown command line flag '{blamed}'`, without an error code",
    ),
    MISSING: (
        "`{text}` has no value",
        "no value",
        "add its value",
        "ATC stops because the flag has no argument, without an error code",
    ),
    BROKEN: (
        "whitespace after the backslash ends the command here",
        "this backslash does not continue the line",
        "remove everything after the backslash",
        "ATC gets an argument that is only a space, and stops without an error code",
    ),
    LOST: (
        "this line is not part of the command: the line above does not end with a backslash",
        "not part of the command",
        "end the line above with a backslash",
        "the shell runs this line as a command of its own",
    ),
    CUT: (
        "an unquoted semicolon ends the command before `{text}`",
        "not part of the command",
        "quote the whole value",
        "the shell runs what follows as another command",
    ),
    HELP: (
        "`{text}` only prints the usage",
        "ATC converts nothing",
        "write the flag with two dashes, or remove it",
        "ATC prints its usage and exits with status 0",
    ),
    SWALLOWED: (
        "`{text}` is read as the value of `--{flag}`",
        "read as a value",
        "write the value of `--{flag}` before it",
        "a flag takes the next word as its value, whatever it is",
    ),
    SPACED: (
        "a space beside `=` separates `--{flag}` from its value",
        "a separate argument",
        "remove the spaces around `=`",
        "ATC gets the flag and its value as separate arguments",
    ),
    QUOTES: (
        "the full-width quotes become part of the value of `--{flag}`",
        "not shell quotes",
        'write `"` around the value',
        "the shell does not remove these quotes: ATC gets them",
    ),
}


@RULE.check
def malformed_command(job: Job) -> Findings:
    """Report every word that the shell or ATC reads in an unexpected way."""
    if not isinstance(job, AtcJob):
        return
    refusals = refusals_of(job, Check.VALUE, Check.PATH, Check.LACKING, Check.WORD)
    for slips in _by_cause(job.source.text, job.slips):
        causes = [_refusal(job, slip, refusals) for slip in slips]
        met = next((refusal for refusal in refusals if refusal in causes), None)
        first = slips[causes.index(met) if met is not None else 0]
        finding = _finding(job, first, met)
        if slips[0].blanks is not None:
            finding.with_fix("remove the spaces", delete(slips[0].blanks))
        for slip in slips:
            if slip is not first:
                finding.also(slip.span, "the same here")
        yield finding


def _by_cause(text: str, slips: Sequence[Slip]) -> list[list[Slip]]:
    """The slips of a command, those together that one mistake causes.

    Words follow each other where a value has blanks without quotes.
    """
    causes: list[list[Slip]] = []
    by_kind: dict[str, list[Slip]] = {}
    last: Slip | None = None
    for slip in sorted(slips, key=lambda slip: slip.span.start):
        kind = _WIDE if slip.has_wide_dash else slip.kind
        if last is not None and _follows(text, last, slip):
            causes[-1].append(slip)
        elif kind in _REPEATED and kind in by_kind:
            by_kind[kind].append(slip)
        else:
            causes.append([slip])
            by_kind[kind] = causes[-1]
        last = slip
    return causes


def _follows(text: str, last: Slip, slip: Slip) -> bool:
    """Whether a word stands right behind another one that is no flag either."""
    are_words = slip.kind == POSITIONAL and last.kind in (POSITIONAL, QUOTES)
    between = text[last.span.end : slip.span.start]
    return are_words and not between.strip(" \t") and not slip.has_wide_dash


def _finding(job: AtcJob, slip: Slip, refusal: Refusal | None) -> Diagnostic:
    message, label, help, note = _TEXTS[slip.kind]
    if slip.has_wide_dash:
        label, help = "begins with a full-width dash", "write `--` in front of the flag"
    if slip.kind == HELP and slip.text.startswith("--"):
        help = "remove it"
    code = (refusal.code if refusal is not None else None) or ""
    blamed = slip.blamed or slip.text.lstrip("-")
    return RULE.at(
        slip.span,
        message,
        label=label,
        help=help,
        note="{does}; it stops with {code}" if code else note,
        cann=code or None,
        severity=Severity.ERROR if refusal is not None else Severity.WARNING,
        text=slip.text,
        flag=slip.setting.option if slip.setting is not None else "",
        blamed=blamed,
        does=Message(note, {"blamed": blamed}),
        code=code,
    )


def _refusal(job: AtcJob, slip: Slip, refusals: Sequence[Refusal]) -> Refusal | None:
    """The first refusal of ATC that the slip causes; None if ATC does not stop."""
    lost = _lost_options(job, slip)
    for refusal in refusals:
        about_it = slip.setting is not None and slip.setting in refusal.settings
        if refusal.slip is slip or refusal.option in lost or about_it:
            return refusal
    return None


def _lost_options(job: AtcJob, slip: Slip) -> set[str]:
    """The options that do not reach ATC because of the slip."""
    if slip.kind == SWALLOWED:
        return set(meant_flags(slip.text[2:].partition("=")[0]))
    if slip.kind in (LOST, CUT):
        return {setting.option for setting in job.lost if slip.span.start <= setting.span.start}
    return set()
