"""Whether the name and the value of a setting are legal, and what happens where they are not."""

from __future__ import annotations

import re

from cannlint.diagnostics import Phrase
from cannlint.jobs.model import FrontEnd
from cannlint.jobs.releases import release_of
from cannlint.jobs.tables import groups_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job, OptionSpec, Setting
    from cannlint.jobs.releases import Row

REFUSED, LATER, DEFAULT, IGNORED = "refused", "later", "default", "ignored"
"""What happens to an illegal value (see tables.py); the first two end the job."""

OPTIMIZER = "NpuOptimizer"
"""The optimizer whose parameters the adapter of TensorFlow 1 reads."""

OPTIMIZERS = "custom_optimizers"
"""The Setting.via of a misspelt name of that optimizer."""

_NAMES_NOT_CHECKED = ("parameter_map", OPTIMIZERS, "jit")
_TAKES_ANY_NAME = (FrontEnd.ATC, FrontEnd.GE)
"""GE goes on without the option; jobs/atc says what ATC does with a command line."""

_PYTHON_TYPES = {"enum": ("str",), "int": ("int", "bool")}
"""What Python may write for an option of a type."""

TYPES = "types"
"""The Verdict.wanted of a value that has to be of one of the types in `expected`."""

SUFFIX = "suffix"
"""The Verdict.wanted of a path that has to end as `expected` says."""

CONTAINERS = ("list", "tuple", "dict", "set")
_NO_TEXT = (*CONTAINERS, "function")
"""Types of Python whose values are no text, so that a Setting has none."""

_SCALAR = ("enum", "int", "bool", "string", "path")
"""The types of options that are one text, number or truth value."""

_BOOLS = ("true", "false", "True", "False")


class Verdict:
    """Why a value is not legal.

    `expected` are the legal texts, `outcome` and `code` what happens, `by` who causes it where the
    outcome does not tell, `effect` the table's own words about that, `wanted` what is asked for
    where the legal texts cannot be listed: `int`, `range`, `bool`, `text` (a value at all), or the
    name of a syntax. `is_type` is whether the value has another type than Python takes there,
    whatever its text.
    """

    __slots__ = ("by", "code", "effect", "expected", "is_type", "outcome", "wanted")

    def __init__(self, spec: OptionSpec, wanted: str, expected: tuple[str, ...] = ()) -> None:
        bad = spec.entry.get("bad", {})
        self.outcome: str = bad.get("outcome", REFUSED)
        self.code: str | None = bad.get("code")
        self.effect: str | None = bad.get("effect")
        self.by: str | None = bad.get("by")
        self.wanted = wanted
        self.expected = expected
        self.is_type = False


def verdict(setting: Setting) -> Verdict | None:
    """What is wrong with a setting's value by itself; None when it is legal or unknown.

    Other options, files and SoCs are not looked at. An option whose table has no `bad` is not
    checked by anyone.
    """
    spec, value = setting.spec, setting.value
    if spec is not None and (setting.value_type or "").partition(" ")[0] in _NO_TEXT:
        return _verdict_without_text(setting, spec)
    if spec is None or value is None:
        return None
    is_checked = "bad" in spec.entry or setting.via == "ge_options"
    if is_checked and setting.value_type is not None and not _fits(setting, spec):
        return _raise(setting, spec)
    if "bad" not in spec.entry:
        return None
    if setting.value_type == "none" and setting.via != "set_option":
        return None
    if _becomes_a_text(setting, spec):
        found = _refuse(spec, spec.type)
        found.outcome, found.effect = IGNORED, Phrase("the text of the value is passed on")
        return found
    if spec.type == "int" and setting.value_type == "bool" and setting.via != "set_option":
        value = "1" if value == "True" else "0"
    if spec.type == "bool" and not spec.values:
        return None if _is_bool(setting) else _refuse(spec, "bool")
    return text_verdict(spec, value)


def _verdict_without_text(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """The verdict on a list, a dict or a lambda."""
    if setting.via == "set_option":
        if "bad" not in spec.entry:
            return None
        found = _refuse(spec, "values" if spec.values else spec.type)
        found.is_type = True
        return found
    if setting.via == "ge_options":
        return _raise(setting, spec)
    is_refused = spec.entry.get("bad", {}).get("outcome") == REFUSED
    limits = "types" in spec.entry or (is_refused and spec.type in _SCALAR)
    return _raise(setting, spec) if limits and not _fits(setting, spec) else None


def _becomes_a_text(setting: Setting, spec: OptionSpec) -> bool:
    """Whether a number is passed on as a text that is no number: `True`, `1.0`."""
    is_whole = not (setting.value or "").partition(".")[2].strip("0")
    is_other = setting.value_type in ("bool", "float") and is_whole
    return is_other and bool(spec.entry.get("as_text"))


def text_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    """The same for a text, whatever its type in a script was."""
    if not value:
        return None if spec.entry.get("empty", False) else _refuse(spec, "text")
    if spec.values:
        return None if _is_listed(spec, value) else _refuse(spec, "values")
    if spec.type == "int":
        return _int_verdict(spec, value)
    return _syntax_verdict(spec, value)


def _fits(setting: Setting, spec: OptionSpec) -> bool:
    """Whether Python takes a value of this type; JB003 checks the fields of a parameter_map."""
    if setting.via in ("parameter_map", "set_option"):
        return True
    if setting.via == "ge_options":
        return setting.value_type == "str"
    if spec.entry.get("truth", False):
        return setting.value_type != "str"
    if "types" in spec.entry:
        types = spec.entry["types"]
        is_int = setting.value_type == "bool" and not spec.entry.get("strict", False)
        return setting.value_type in types or (is_int and "int" in types)
    if setting.value_type == "none":
        return bool(spec.entry.get("none", spec.type not in ("enum", "int", "bool")))
    if spec.type == "bool":
        if setting.value == "" and setting.value_type == "str":
            return bool(spec.entry.get("empty", False))
        is_number = setting.value in ("0", "1") and setting.value_type == "int"
        is_number |= setting.value in ("0.0", "1.0") and setting.value_type == "float"
        return setting.value_type == "bool" or (is_number and not spec.entry.get("strict", False))
    if setting.value_type in _NO_TEXT and spec.type in _SCALAR:
        return False
    return setting.value_type in _PYTHON_TYPES.get(spec.type, (setting.value_type,))


def _raise(setting: Setting, spec: OptionSpec) -> Verdict:
    """A value of a type at which Python raises an exception."""
    is_text = setting.via == "ge_options"
    types = spec.entry.get("types")
    if types is not None and not is_text and not spec.values:
        found = Verdict(spec, TYPES, tuple(types))
    else:
        found = _refuse(spec, "string" if is_text else "values" if spec.values else spec.type)
    found.is_type = True
    if spec.entry.get("truth", False):
        return found
    bad = spec.entry.get("bad", {})
    raised = bad.get("wrong_type") or (bad.get("effect") if bad.get("outcome") == REFUSED else None)
    found.outcome, found.code, found.by = REFUSED, None, None
    found.effect = raised or Phrase("Python raises an exception")
    return found


def _refuse(spec: OptionSpec, wanted: str) -> Verdict:
    return Verdict(spec, wanted, tuple(value for value in spec.values if value))


def _is_bool(setting: Setting) -> bool:
    return setting.value_type is not None or setting.type == "b" or setting.value in _BOOLS


def _is_listed(spec: OptionSpec, value: str) -> bool:
    if spec.entry.get("ignore_case", False):
        value = value.lower()
    return value in spec.values


def _int_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    if not re.fullmatch(r"-?[0-9]+(?:[.]0)?" if spec.entry.get("as_text") else r"-?[0-9]+", value):
        return _no_number(spec)
    least, greatest = spec.entry.get("range", (None, None))
    # a number of so many digits is out of every range, and Python refuses to read it
    value = value.partition(".")[0]
    number = int(value) if len(value) < 20 else (10**20 if value[0] != "-" else -(10**20))
    low = least is not None and number < least
    high = greatest is not None and number > greatest
    return Verdict(spec, "range", tuple(map(_bound, (least, greatest)))) if low or high else None


def _no_number(spec: OptionSpec) -> Verdict:
    """A text that is not a number: its code may differ from that of a number out of range."""
    found = Verdict(spec, "int")
    found.code = spec.entry.get("bad", {}).get("no_number", found.code)
    return found


def _bound(number: int | None) -> str:
    return "" if number is None else str(number)


def _syntax_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    suffix = spec.entry.get("suffix")
    if suffix is not None and not value.endswith(suffix):
        return Verdict(spec, SUFFIX, (suffix,))
    syntax = spec.entry.get("syntax")
    if syntax is None:
        return None
    from cannlint.jobs.syntaxes import follows

    return None if follows(syntax, value) else Verdict(spec, syntax)


def normal_text(setting: Setting) -> str | None:
    """The value in lower case, by which two values are compared: `True` and `1` are the same."""
    if setting.value is None:
        return None
    text = setting.value.lower()
    is_bool = setting.spec is not None and setting.spec.type == "bool"
    return (
        {"1": "true", "1.0": "true", "0": "false", "0.0": "false"}.get(text, text)
        if is_bool
        else text
    )


def is_refused_while_parsing(setting: Setting) -> bool:
    """Whether ATC stops at a value while it reads the line."""
    spec = setting.spec
    if spec is None or spec.entry.get("stage") != "parse":
        return False
    found = verdict(setting)
    return found is not None and found.outcome == REFUSED


def raises_at_name(job: Job, setting: Setting) -> bool:
    """Whether the name is unknown and Python raises an exception there (options.md 1.0.1)."""
    if setting.spec is not None or job.front_end in _TAKES_ANY_NAME:
        return False
    if setting.via == "attribute":
        return group_of(job, setting.key.rpartition(".")[0]) is None
    return setting.via not in _NAMES_NOT_CHECKED


def group_of(job: Job, name: str) -> Row | None:
    """A group of options in the release that a job is for; None where it has no such group."""
    release = release_of(job.release) if job.release is not None else None
    return groups_of(job.front_end, release).get(name)
