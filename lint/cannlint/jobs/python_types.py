"""What the Python code of the TensorFlow adapter does with the type of a value.

* NPURunConfig and the classes in it: the estimator writes every argument into a field of a
  parameter_map, and protobuf checks its type (`field`). The constructors check some arguments
  themselves (`takes`). None means that an argument is not set, but for those that are written
  without a question (`none` is false).
* `npu.global_options()`: an option with a list of values takes what Python finds in that list, so
  that 1, 1.0 and True are the same; an option without one takes anything.
"""

from __future__ import annotations

from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.verdicts import is_between

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import OptionSpec, Setting

CONTAINERS = ("list", "tuple", "dict", "set")
"""The types of values that have no text."""

_NOT_ARGUMENTS = ("parameter_map", "os.environ", None)
_OF_FIELD = {"s": ("str", "bytes"), "i": ("int", "bool"), "b": ("bool", "int")}
NO_FIELD = ""
"""In the place of a field: `parameter_map["k"] = value`, for which protobuf raises ValueError."""

_STORED = {
    NO_FIELD: (),
    "s": ("bytes",),
    "i": ("int", "bool"),
    "b": ("bool", "int"),
    "f": ("float", "int", "bool"),
}
"""Field of a parameter_map → the types that protobuf stores in it."""

_SMALLEST, _GREATEST = -(2**63), 2**63 - 1


def is_argument(setting: Setting) -> bool:
    """Whether a setting is an argument of NPURunConfig or of a class in it."""
    spec = setting.spec
    is_tf1 = spec is not None and spec.front_end is FrontEnd.TF1
    return is_tf1 and setting.via not in _NOT_ARGUMENTS


def is_python_value(setting: Setting) -> bool:
    """Whether TensorFlow's Python code is given a value of a known type."""
    if setting.value_type is None or setting.spec is None:
        return False
    return is_argument(setting) or setting.spec.front_end is FrontEnd.TF2


def argument_fits(setting: Setting, spec: OptionSpec) -> bool:
    """Whether the constructor and the estimator accept a value of this type."""
    if setting.value_type == "none":
        return spec.none is not False
    of_field = _OF_FIELD.get(spec.field, ("any",))
    wanted = spec.takes or of_field
    if "any" in wanted:
        return True
    return setting.value_type in wanted and _fits_field(setting, spec)


def _fits_field(setting: Setting, spec: OptionSpec) -> bool:
    return spec.field != "i" or fits_in_64_bits(setting)


def has_type_of_field(setting: Setting) -> bool:
    """Whether protobuf takes the type of a value of a parameter_map; it raises TypeError if not."""
    stored = _STORED[setting.type]
    return setting.value_type in stored or (setting.value_type is None and bool(stored))


def is_stored(setting: Setting) -> bool:
    """Whether Python goes on behind a setting, whether or not its option is known."""
    if setting.via != "parameter_map":
        return True
    return has_type_of_field(setting) and (setting.type != "i" or fits_in_64_bits(setting))


def fits_in_64_bits(setting: Setting) -> bool:
    """Whether protobuf can store an integer; it raises ValueError for others."""
    if setting.value_type != "int" or setting.value is None:
        return True
    return len(setting.value) < 21 and _SMALLEST <= int(setting.value) <= _GREATEST


def has_list(spec: OptionSpec) -> bool:
    """Whether npu_device compares the values of an option with a list."""
    outcome = spec.bad.get("outcome")
    return outcome == "refused" or bool(spec.choices)


def is_in_list(setting: Setting, spec: OptionSpec) -> bool:
    """Whether Python finds a value in the list of an option; `setting.value_type` is known."""
    value, kind = setting.value or "", setting.value_type
    if kind == "none":
        return bool(spec.none)
    if kind == "str":
        return value in (spec.choices or spec.values)
    if spec.type not in ("int", "bool") or kind not in ("int", "bool", "float"):
        return False
    number = float(value == "True") if kind == "bool" else float(value)
    low, high = (0, 1) if spec.type == "bool" else spec.range
    return number.is_integer() and is_between(int(number), low, high)
