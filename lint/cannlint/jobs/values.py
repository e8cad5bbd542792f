"""Whether the name and the value of a setting are legal, and what happens where they are not."""

from __future__ import annotations

import re

from cannlint.diagnostics import Phrase
from cannlint.jobs.model import FrontEnd
from cannlint.jobs.python_types import (
    argument_fits,
    fits_in_64_bits,
    has_list,
    is_argument,
    is_in_list,
    is_python_value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import Job, OptionSpec, Setting

    Bounds = tuple[int | None, int | None]

REFUSED, LATER, DEFAULT, IGNORED = "refused", "later", "default", "ignored"
"""What happens to an illegal value (see tables.py); the first two end the job."""

OPTIMIZER = "NpuOptimizer"
"""The optimizer whose parameters the adapter of TensorFlow 1 reads."""

OPTIMIZERS = "custom_optimizers"
"""The Setting.via of a misspelt name of that optimizer."""

_NAMES_NOT_CHECKED = ("parameter_map", OPTIMIZERS)
_TAKES_ANY_NAME = (FrontEnd.ATC, FrontEnd.GE)
"""GE goes on without the option; jobs/atc says what ATC does with a command line."""

_PYTHON_TYPES = {"enum": ("str",), "int": ("int", "bool")}
"""What Python may write for an option of a type."""

_SMALLEST, _GREATEST = -(2**63), 2**63 - 1
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
    if spec is None:
        return None
    if is_python_value(setting):
        return _python_verdict(setting, spec)
    if value is None:
        return None
    is_checked = "bad" in spec.entry or setting.via == "ge_options"
    if is_checked and setting.value_type is not None and not _fits(setting, spec):
        return _wrong_type(setting, spec)
    if "bad" not in spec.entry:
        return None
    if setting.value_type == "none":
        return None
    if spec.type == "int" and setting.value_type == "bool":
        value = "1" if value == "True" else "0"
    if spec.type == "bool" and not spec.values:
        return None if _is_bool(setting) else _refuse(spec, "bool")
    return text_verdict(spec, value)


def _python_verdict(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """The same for a value that TensorFlow's Python code takes or refuses by its type."""
    found = (
        _refused_argument(setting, spec) if is_argument(setting) else _not_in_list(setting, spec)
    )
    checked = spec.front_end is FrontEnd.TF2 and has_list(spec) and "choices" not in spec.entry
    is_text = setting.value is not None and setting.value_type != "none"
    if found is not None or checked or not is_text or "bad" not in spec.entry:
        return found
    if spec.type == "bool":
        return None
    number = "1" if setting.value == "True" else "0"
    is_number = spec.type == "int" and setting.value_type == "bool"
    return text_verdict(spec, number if is_number else setting.value or "")


def _refused_argument(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """An argument that NPURunConfig, a class in it or the estimator refuses."""
    if not argument_fits(setting, spec):
        if spec.type == "object":
            found = _raise(setting, spec, "object", Phrase("Python raises an exception"))
            found.expected = tuple(spec.entry["takes"])
            return found
        if spec.entry.get("field") == "i" and not fits_in_64_bits(setting):
            return _out_of_range(spec, (_SMALLEST, _GREATEST), Phrase("Python raises ValueError"))
        wanted = {"s": "string", "i": "int", "b": "bool"}.get(
            spec.entry.get("field", ""), spec.type
        )
        wanted = "bytes" if spec.entry.get("takes") == ["bytes"] else wanted
        return _raise(setting, spec, wanted, Phrase("Python raises TypeError"))
    bounds = spec.entry.get("argument_range")
    if bounds is None or setting.value is None or setting.value_type != "int":
        return None
    if _is_between(int(setting.value), *bounds):
        return None
    return _out_of_range(spec, bounds, Phrase("Python raises ValueError"))


def _not_in_list(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """A value that is not in the list of npu_device."""
    if not has_list(spec) or is_in_list(setting, spec):
        return None
    own = ("int", "bool") if spec.type == "int" else ("bool",) if spec.type == "bool" else ("str",)
    is_other = setting.value_type not in own and spec.entry.get("default") is not None
    raises = Phrase("Python raises TypeError") if is_other else Phrase("Python raises ValueError")
    if setting.value_type in own and spec.type == "int":
        return _out_of_range(spec, spec.entry["range"], raises)
    if setting.value_type in own:
        found = _refuse(spec, "values" if spec.values else spec.type)
        found.effect, found.outcome, found.code = raises, REFUSED, None
        return found
    return _raise(setting, spec, "values" if spec.values else spec.type, raises)


def _out_of_range(spec: OptionSpec, bounds: Bounds, effect: Phrase) -> Verdict:
    found = Verdict(spec, "range", tuple(map(_bound, bounds)))
    found.outcome, found.code, found.effect = REFUSED, None, effect
    return found


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
    if setting.via in ("ge_options", "os.environ"):
        return setting.value_type == "str"
    if spec.entry.get("truth", False):
        return setting.value_type != "str" or not setting.value
    if setting.value_type == "none":
        return bool(spec.entry.get("none", spec.type not in ("enum", "int", "bool")))
    if spec.type == "bool":
        is_number = setting.value in ("0", "1") and setting.value_type == "int"
        return setting.value_type == "bool" or (is_number and not spec.entry.get("strict", False))
    return setting.value_type in _PYTHON_TYPES.get(spec.type, (setting.value_type,))


def _raise(setting: Setting, spec: OptionSpec, wanted: str, effect: Phrase) -> Verdict:
    """A value of a type at which Python raises this exception."""
    found = Verdict(spec, wanted, tuple(value for value in spec.values if value))
    found.is_type, found.outcome, found.code, found.effect = True, REFUSED, None, effect
    found.by = None
    return found


def _wrong_type(setting: Setting, spec: OptionSpec) -> Verdict:
    """A value of a type at which Python raises an exception."""
    is_text = setting.via in ("ge_options", "os.environ")
    found = _refuse(spec, "string" if is_text else "values" if spec.values else spec.type)
    found.is_type = True
    if spec.entry.get("truth", False):
        return found
    found.outcome, found.code, found.by = REFUSED, None, None
    found.effect = Phrase("Python raises an exception")
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
    if not re.fullmatch(r"-?[0-9]+", value):
        return _no_number(spec)
    least, greatest = spec.entry.get("range", (None, None))
    bits = spec.entry.get("bits")
    if bits is not None:
        stored = _in_bits(int(value[:21]), bits)
        if stored != int(value[:21]) and _is_between(stored, least, greatest):
            return None if spec.entry.get("sends_all", False) else _cut_off(spec, bits)
        value = str(stored)
    # a number of so many digits is out of every range, and Python refuses to read it
    number = int(value) if len(value) < 20 else (10**20 if value[0] != "-" else -(10**20))
    low = least is not None and number < least
    high = greatest is not None and number > greatest
    return Verdict(spec, "range", tuple(map(_bound, (least, greatest)))) if low or high else None


def _in_bits(number: int, bits: int) -> int:
    """What is left of a number that is stored in so many bits, one of them for the sign."""
    half = 1 << (bits - 1)
    return (number + half) % (2 * half) - half


def _is_between(number: int, least: int | None, greatest: int | None) -> bool:
    return (least is None or number >= least) and (greatest is None or number <= greatest)


def _cut_off(spec: OptionSpec, bits: int) -> Verdict:
    half = 1 << (bits - 1)
    found = Verdict(spec, "range", (str(-half), str(half - 1)))
    found.outcome, found.code = DEFAULT, None
    found.effect = Phrase("the adapter keeps only 32 bits of the number")
    return found


def _no_number(spec: OptionSpec) -> Verdict:
    """A text that is not a number: its code may differ from that of a number out of range."""
    found = Verdict(spec, "int")
    found.code = spec.entry.get("bad", {}).get("no_number", found.code)
    return found


def _bound(number: int | None) -> str:
    return "" if number is None else str(number)


def _syntax_verdict(spec: OptionSpec, value: str) -> Verdict | None:
    syntax = spec.entry.get("syntax")
    if syntax is None:
        return None
    from cannlint.jobs.syntaxes import follows

    return None if follows(syntax, value) else Verdict(spec, syntax)


def is_refused_while_parsing(setting: Setting) -> bool:
    """Whether ATC stops at a value while it reads the line."""
    spec = setting.spec
    if spec is None or spec.entry.get("stage") != "parse":
        return False
    found = verdict(setting)
    return found is not None and found.outcome == REFUSED


def raises_at_name(job: Job, setting: Setting) -> bool:
    """Whether the name is unknown and Python raises an exception there (options.md 1.0.1)."""
    is_checked = setting.via not in _NAMES_NOT_CHECKED
    return setting.spec is None and is_checked and job.front_end not in _TAKES_ANY_NAME
