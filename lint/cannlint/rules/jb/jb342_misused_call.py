"""The call, dict or command has a form that the front end refuses.

An argument is missing, misspelt or one too many, or a dict has keys or values of a wrong type.
Python raises an exception, whatever the options are. The front ends do not convert such values.
A call of acl in C++ gets a null pointer for a value or a number that is no option, a command of
msit has a word or a flag that its parser does not take, or the value of vLLM's
`--additional-config` is not JSON.

## Example

```torch_script
import torch
import torch_npu
torch.npu.set_compile_mode(jit=False)
```

## Write instead

```torch_script
import torch
import torch_npu
torch.npu.set_compile_mode(jit_compile=False)
```

## What CANN does

The program ends with the exception, before anything is compiled; msit and vllm end with exit
status 2. A call in C++ returns an error, which the program has to look at.

Of the classes of the TensorFlow adapter, `DynamicInputConfig` has four required arguments; releases
before 7.0 had no `compile_hybrid_mode`, and accepted three.

Source: manual/tensorflow.md#npurunconfig
"""

from __future__ import annotations

from typing import Any

from cannlint.jobs import misuse
from cannlint.jobs.chosen_release import options_at
from cannlint.jobs.facts import MISUSED_CALL
from cannlint.jobs.misuse import Misuse
from cannlint.jobs.model import Job
from cannlint.jobs.reached import group_of
from cannlint.jobs.settings import FrontEnd
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import who

RULE = JobRule(
    "JB342",
    "misused-call",
    Severity.ERROR,
    (
        Kind.ATC_COMMANDS,
        Kind.TF_SCRIPT,
        Kind.TORCH_MINDSPORE_SCRIPT,
        Kind.MINDFORMERS_YAML,
        Kind.CPP_SOURCE,
    ),
    about=(MISUSED_CALL,),
    stage=Stage.FRONT_END,
    since="0.2.0",
)

_TEXTS = {
    misuse.TOO_MANY: (
        "`{name}` takes no more than {count} arguments",
        "one too many",
        "remove it",
    ),
    misuse.UNKNOWN: (
        "`{name}` has no argument `{argument}`",
        "unknown argument",
        "write one of: {known}",
    ),
    misuse.MISSING: (
        "`{name}` needs {needed}",
        "missing argument",
        "add {needed}",
    ),
    misuse.NO_DICT: (
        "`{name}` takes a dict, not a value of type {type}",
        "type {type}",
        "write a dict: `{{...}}`",
    ),
    misuse.KEY_TYPE: (
        "a key of `{name}` is a string, not a value of type {type}",
        "type {type}",
        "write the key as a string, in quotes",
    ),
    misuse.VALUE_TYPE: (
        "a value in `{name}` is a string, not a value of type {type}",
        "type {type}",
        "write the value as a string, in quotes",
    ),
    misuse.VALUE: (
        "invalid value `{value}` in `{name}`",
        "invalid value",
        "write one of: {expected}",
    ),
    misuse.NULL_TEXT: (
        "`{name}` takes a text, not a null pointer",
        "no text",
        "write a text, or remove the call",
    ),
    misuse.OUTSIDE: (
        "`{name}` has no option with this number",
        "no option",
        "write the name of an option, such as `ACL_PRECISION_MODE`",
    ),
    misuse.STRAY: (
        "`{name}` takes no word that belongs to no flag",
        "no flag",
        "write `--flag value` or `--flag=value`",
    ),
    misuse.VALUELESS: (
        "`{argument}` has no value",
        "no value",
        "write a value",
    ),
    misuse.PATH: (
        "`{argument}` takes a path of letters, digits, `_`, `.`, `/` and `-` only",
        "another character",
        "rename the file",
    ),
    misuse.NO_JSON: (
        "the value of `{name}` is not JSON",
        "not JSON",
        "write it in single quotes, and its keys and texts in double quotes; put no `,` behind the"
        " last entry",
    ),
    misuse.EMPTY: (
        "`{name}` takes a dict with at least one option",
        "empty",
        "add an option, such as `ge.graphRunMode`",
    ),
    misuse.NO_PROVIDER: (
        "ONNX Runtime has no provider `{value}`",
        "unknown provider",
        "write `{name}`",
    ),
    misuse.PROVIDERS: (
        "`{name}` is not as ONNX Runtime takes it",
        "not taken",
        "{reason}",
    ),
}
"""Kind of a misuse → message, label and help."""

_RETURNED = (misuse.NULL_TEXT, misuse.OUTSIDE)
"""Kinds of which a call of C++ tells by what it returns."""


@RULE.check
def misused_call(job: Job) -> Findings:
    """Report every call, key and argument that Python refuses."""
    for found in job.misuses:
        if not _is_of_later_release(job, found):
            yield _finding(job, found)


def _is_of_later_release(job: Job, found: Misuse) -> bool:
    """Whether the release of TensorFlow has none of the missing arguments."""
    if found.kind != misuse.MISSING or job.front_end is not FrontEnd.TF1:
        return False
    values: dict[str, Any] = found.values
    return all(name.strip("`") not in options_at(job) for name in values["needed"])


def _finding(job: Job, found: Misuse) -> Diagnostic:
    message, label, help = _TEXTS[found.kind]
    told = (group_of(job, found.name) or {}).get("effect")
    values: dict[str, Any] = found.values
    return RULE.at(
        found.span,
        message,
        label=label,
        help=help,
        note="the call returns {raised}"
        if found.kind in _RETURNED
        else "{who} stops with {raised}"
        if found.raised
        else "{effect}",
        source=found.source,
        name=found.name,
        who=who(job),
        raised=found.raised,
        effect=Phrase(told) if told else "",
        **values,
    )
