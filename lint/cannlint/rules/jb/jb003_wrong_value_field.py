"""The value is stored in a field of `parameter_map` that the adapter does not read.

The value is lost. Each entry of a `parameter_map` has the fields `.s` (text), `.i` (number) and
`.b` (boolean), and the adapter reads one field for each option. If the value is in another field,
the adapter reads an empty text, 0 or False. Each field accepts one type only: `.s` accepts bytes,
which `tf.compat.as_bytes` makes from a string.

## Example

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["deterministic"].b = True
```

## Write instead

```tf_script
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["deterministic"].i = 1
```

## What CANN does

The adapter uses an empty text, 0 or False, without a message. If the option does not accept that
value, the adapter refuses the session; `precision_mode`, for example, cannot be empty. The adapter
checks the field of a few options: it refuses a wrong field of `jit_compile` and
`shape_generalization_mode`, and uses the default of `export_compile_stat` and
`oo_constant_folding`. Python raises TypeError if a field is set to a value of another type, and
ValueError if an integer has more than 64 bits, or if an entry is given a value without a field.

Source: manual/tensorflow.md#session-options-of-tensorflow-1
"""

from __future__ import annotations

from cannlint.jobs.facts import PARAMETER_MAP
from cannlint.jobs.model import Job
from cannlint.jobs.python_types import NO_FIELD, has_type_of_field, is_stored
from cannlint.jobs.reached import wrong_field_outcome
from cannlint.jobs.settings import Setting
from cannlint.jobs.verdicts import LATER, REFUSED
from cannlint.rules.api import Diagnostic, Findings, JobRule, Kind, Phrase, Severity, Stage
from cannlint.rules.jb.naming import stage_of

RULE = JobRule(
    "JB003",
    "wrong-value-field",
    Severity.WARNING,
    (Kind.TF_SCRIPT, Kind.TORCH_MINDSPORE_SCRIPT),
    about=(PARAMETER_MAP,),
    stage=Stage.FRONT_END,
)

_READ_AS = {"s": Phrase("an empty string"), "i": "0", "b": "False", "f": "0"}
_WANTED = {
    "s": "bytes",
    "i": Phrase("an integer"),
    "b": Phrase("True or False"),
    "f": Phrase("a number"),
}
_HELPS = {
    "s": 'write `["{name}"].s = tf.compat.as_bytes(...)`',
    "i": 'assign an integer to `["{name}"].i`',
    "b": 'assign True or False to `["{name}"].b`',
    "f": 'assign a number to `["{name}"].f`',
}


@RULE.check
def wrong_value_field(job: Job) -> Findings:
    """Report every setting of a parameter_map whose value cannot be stored, or is not read."""
    for setting in job.settings:
        if setting.via != "parameter_map":
            continue
        if setting.type == NO_FIELD:
            yield _in_no_field(setting)
        elif not has_type_of_field(setting):
            yield _not_stored(setting)
        elif not is_stored(setting):
            yield _too_large(setting)
        elif setting.spec is not None and setting.type != setting.spec.field:
            yield _not_read(job, setting)


def _in_no_field(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.key_span,
        "`{name}` of `parameter_map` is given a value, and none of its fields is",
        label="Python raises ValueError",
        help=_HELPS[setting.spec.field]
        if setting.spec is not None
        else 'assign the value to `["{name}"].s`, `.i` or `.b`',
        note="protobuf takes values only for the fields of an entry",
        severity=Severity.ERROR,
        name=setting.key,
        source=setting.source,
    )


def _not_stored(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.value_span,
        "the field `.{field}` takes {wanted}, not a value of type {type}",
        label="Python raises TypeError",
        help=_help(setting),
        note="protobuf checks the type when the field is assigned",
        severity=Severity.ERROR,
        field=setting.type,
        wanted=_WANTED[setting.type],
        type=setting.value_type,
        name=setting.key,
        source=setting.source,
    )


def _help(setting: Setting) -> str:
    """What to write: the field that the option is read from, where it is another one."""
    read = setting.type if setting.spec is None else setting.spec.field
    return _HELPS[read] if read != setting.type or read == "s" else "write {wanted}"


def _too_large(setting: Setting) -> Diagnostic:
    return RULE.at(
        setting.value_span,
        "the field `.i` takes an integer of 64 bits",
        label="Python raises ValueError",
        help="write a smaller number",
        note="protobuf checks the range when the field is assigned",
        severity=Severity.ERROR,
        source=setting.source,
    )


def _not_read(job: Job, setting: Setting) -> Diagnostic:
    assert setting.spec is not None
    field = setting.spec.field
    outcome, effect = _outcome(job, setting)
    return RULE.at(
        setting.key_span,
        "`{name}` is read from `.{field}`; the value in `.{written}` is ignored",
        label="stored in `.{written}`",
        help=_HELPS[field],
        note=effect,
        severity=Severity.ERROR if outcome in (REFUSED, LATER) else Severity.WARNING,
        stage=stage_of(job.front_end, outcome),
        name=setting.key,
        field=field,
        written=setting.type,
        read_as=_READ_AS[field],
        effect=_effect(setting),
        source=setting.source,
    )


def _effect(setting: Setting) -> Phrase:
    """The table's sentence about a wrong field, or else about a wrong value."""
    spec = setting.spec
    return Phrase((spec.wrong_field or spec.bad).get("effect", "") if spec is not None else "")


def _outcome(job: Job, setting: Setting) -> tuple[str | None, str]:
    """The outcome for the option, and the sentence about it."""
    assert setting.spec is not None
    checked = setting.spec.wrong_field
    if job.get(setting.option) is not setting:
        return None, "the key is set again later, and the later value counts"
    if checked:
        return checked["outcome"], "{effect}"
    outcome = wrong_field_outcome(job, setting)
    if outcome is None:
        return None, "the adapter reads {read_as}, without a message"
    return outcome, "the adapter reads {read_as}: {effect}"
