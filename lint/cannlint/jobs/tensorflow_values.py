"""What TensorFlow's Python code says of a value whose type it checks (python_types.py)."""

from __future__ import annotations

from cannlint.diagnostics import Phrase
from cannlint.jobs.python_types import (
    argument_fits,
    fits_in_64_bits,
    has_list,
    is_argument,
    is_in_list,
)
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.verdicts import REFUSED, Verdict, bound, is_between, refuse, text_verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.settings import OptionSpec, Setting

    Bounds = Sequence[int | None]

_SMALLEST, _GREATEST = -(2**63), 2**63 - 1


def python_verdict(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """The same for a value that TensorFlow's Python code takes or refuses by its type."""
    found = (
        _refused_argument(setting, spec) if is_argument(setting) else _not_in_list(setting, spec)
    )
    checked = spec.front_end is FrontEnd.TF2 and has_list(spec) and not spec.choices
    is_text = setting.value is not None and setting.value_type != "none"
    if found is not None or checked or not is_text or not spec.bad:
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
            found = _raise(spec, "object", Phrase("Python raises an exception"))
            found.expected = tuple(spec.takes)
            return found
        if spec.field == "i" and not fits_in_64_bits(setting):
            return _out_of_range(spec, (_SMALLEST, _GREATEST), Phrase("Python raises ValueError"))
        wanted = {"s": "string", "i": "int", "b": "bool"}.get(spec.field, spec.type)
        wanted = "bytes" if spec.takes == ["bytes"] else wanted
        return _raise(spec, wanted, Phrase("Python raises TypeError"))
    bounds = spec.argument_range
    if bounds is None or setting.value is None or setting.value_type != "int":
        return None
    if is_between(int(setting.value), *bounds):
        return None
    return _out_of_range(spec, bounds, Phrase("Python raises ValueError"))


def _not_in_list(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """A value that is not in the list of npu_device."""
    if not has_list(spec) or is_in_list(setting, spec):
        return None
    own = ("int", "bool") if spec.type == "int" else ("bool",) if spec.type == "bool" else ("str",)
    is_other = setting.value_type not in own and spec.default is not None
    raises = Phrase("Python raises TypeError") if is_other else Phrase("Python raises ValueError")
    if setting.value_type in own and spec.type == "int":
        return _out_of_range(spec, spec.range, raises)
    if setting.value_type in own:
        found = refuse(spec, "values" if spec.values else spec.type)
        found.effect, found.outcome, found.code = raises, REFUSED, None
        return found
    return _raise(spec, "values" if spec.values else spec.type, raises)


def _out_of_range(spec: OptionSpec, bounds: Bounds, effect: Phrase) -> Verdict:
    found = Verdict(spec, "range", tuple(map(bound, bounds)))
    found.outcome, found.code, found.effect = REFUSED, None, effect
    return found


def _raise(spec: OptionSpec, wanted: str, effect: Phrase) -> Verdict:
    """A value of a type at which Python raises this exception."""
    found = Verdict(spec, wanted, tuple(value for value in spec.values if value))
    found.is_type, found.outcome, found.code, found.effect = True, REFUSED, None, effect
    found.by = None
    return found
