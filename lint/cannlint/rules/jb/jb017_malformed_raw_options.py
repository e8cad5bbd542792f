"""ATC refuses the file of `--raw_ge_options`.

The file must be a JSON object with an object `compile options`. This object may contain the levels
`global`, `session` and `graph`. Each level has keys of GE, and every value is a string. The model,
the output, the framework and the SoC must be on the command line.

## Example

```console
$ cat raw.json
{"compile options": {"global": {"ge.deterministic": 1}}}
```

## Write instead

```console
$ cat raw.json
{"compile options": {"global": {"ge.deterministic": "1"}}}
```

## What CANN does

ATC stops with E10032. It stops with E10001 for an option that must be on the command line.

Source: manual/atc.md#raw_ge_options
"""

from __future__ import annotations

from cannlint.jobs.atc.job import (
    EMPTY_KEY,
    NO_OBJECT,
    NO_OPTIONS,
    NO_TEXT,
    NOT_JSON,
    UNKNOWN_LEVEL,
    Check,
    Refusal,
)
from cannlint.jobs.atc.refusals import refusals_of
from cannlint.jobs.facts import REFUSED_BY_ATC
from cannlint.jobs.model import Job
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Severity, Stage

RULE = JobRule(
    "JB017",
    "malformed-raw-options",
    Severity.ERROR,
    (Kind.ATC_COMMANDS,),
    about=(REFUSED_BY_ATC,),
    stage=Stage.FRONT_END,
)

_TEXTS = {
    NOT_JSON: ("the file is not JSON", "not JSON", "correct the JSON"),
    NO_OBJECT: ("expected an object", "not an object", "write `{{...}}`"),
    NO_OPTIONS: (
        "the file has no object `compile options`",
        "`compile options` is missing",
        "write the levels inside `compile options`",
    ),
    UNKNOWN_LEVEL: (
        "`{text}` is not a level of compile options",
        "unknown level",
        "write `global`, `session` or `graph`",
    ),
    NO_TEXT: ("the value of `{text}` is not a string", "not a string", "write it in quotes"),
    EMPTY_KEY: ("a key is empty", "no name", "write the name of the option, or remove the entry"),
}


@RULE.check
def malformed_raw_options(job: Job) -> Findings:
    """Report every place in the file that ATC refuses."""
    for refusal in refusals_of(job, Check.RAW_FILE, Check.RAW_REQUIRED):
        yield _fault(refusal) if refusal.fault is not None else _required(refusal)


def _fault(refusal: Refusal) -> Diagnostic:
    fault = refusal.fault
    assert fault is not None
    message, label, help = _TEXTS[fault.reason]
    finding = RULE.at(
        fault.span,
        message,
        label=label,
        help=help,
        note="ATC stops with E10032",
        cann="E10032",
        text=fault.text,
    )
    finding.source = fault.source
    return finding


def _required(refusal: Refusal) -> Diagnostic:
    [setting] = refusal.settings
    finding = RULE.at(
        setting.span,
        "`{key}` cannot be set in this file",
        label="command line only",
        help="write `--{option}` on the command line",
        note="ATC stops with E10001",
        cann="E10001",
        key=setting.key,
        option=setting.option,
    )
    finding.source = setting.source
    return finding
