"""Whether the value of a setting is legal by itself, and what happens where it is not."""

from __future__ import annotations

from cannlint.diagnostics import Phrase
from cannlint.jobs.python_types import CONTAINERS, is_python_value
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import compiler_spec, options_of
from cannlint.jobs.tensorflow_values import python_verdict
from cannlint.jobs.verdicts import (
    ACCEPTED,
    IGNORED,
    LATER,
    REFUSED,
    TYPES,
    Verdict,
    follows,
    refuse,
    text_verdict,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.settings import OptionSpec, Setting

_PYTHON_TYPES = {"enum": ("str",), "int": ("int", "bool")}
"""What Python may write for an option of a type."""

_NO_TEXT = (*CONTAINERS, "function")
"""Types of Python whose values are no text, so that a Setting has none."""

_TEXT_ONLY = ("ge_options", "os.environ")
"""Forms of writing that take texts only."""

_SCALAR = ("enum", "int", "bool", "string", "path")
"""The types of options that are one text, number or truth value."""

_ZERO = Phrase("its text is handed on, and every text but `False` switches the option on")

_BOOLS = ("true", "false", "True", "False")


def verdict(setting: Setting) -> Verdict | None:
    """What is wrong with a setting's value by itself; None when it is legal or unknown.

    The first who takes exception to it counts: the front end, or GE, which gets what the front end
    passes on. Other options, files and SoCs are not looked at.
    """
    return front_end_verdict(setting) or compiler_verdict(setting) or handed_on_verdict(setting)


def is_refused_by_itself(setting: Setting) -> bool:
    """Whether a setting's value stops the job, whatever else is set."""
    fault = verdict(setting)
    return fault is not None and fault.outcome in (REFUSED, LATER)


def handed_on_verdict(setting: Setting) -> Verdict | None:
    """What is wrong with the value of a flag that msit hands on unseen, or of one of aoe and omg.

    The flags are those of ATC.
    """
    if setting.spec is None or setting.spec.front_end is not FrontEnd.MSIT or not setting.value:
        return None
    spec = options_of(FrontEnd.ATC).get(setting.spec.key)
    return text_verdict(spec, setting.value) if spec is not None and spec.bad else None


def compiler_verdict(setting: Setting) -> Verdict | None:
    """What is wrong with the text that a front end passes on to GE."""
    spec, text = compiler_spec(setting), sent_text(setting)
    if spec is None or text is None or spec.ignored or not spec.bad:
        return None
    found = text_verdict(spec, text)
    return None if found is None or found.outcome == ACCEPTED else found


def sent_text(setting: Setting) -> str | None:
    """The text that a front end makes of a value; None where it sends none, or it is not known.

    Of one of a list that a front end checks itself it may make another text, which GE takes.
    """
    spec, value = setting.spec, setting.value
    if spec is None or value is None or setting.value_type == "none":
        return None
    if spec.front_end is FrontEnd.GE:
        return value if setting.value_type in (None, "str") else None
    is_mapped = spec.type == "enum" and spec.bad.get("outcome") == REFUSED and not spec.choices
    is_unread = setting.via == "parameter_map" and setting.type != spec.field
    if spec.type == "bool" or is_mapped or is_unread:
        return None
    if value in ("True", "False") and (setting.value_type == "bool" or spec.type == "int"):
        return str(int(value == "True"))
    return value


def front_end_verdict(setting: Setting) -> Verdict | None:
    """What the front end takes exception to; a row without `bad` is of an option it hands on."""
    spec, value = setting.spec, setting.value
    if spec is None:
        return None
    if is_python_value(setting):
        return python_verdict(setting, spec)
    if (setting.value_type or "").partition(" ")[0] in _NO_TEXT:
        return _verdict_without_text(setting, spec)
    if value is None:
        return None
    is_checked = spec.bad or setting.via in _TEXT_ONLY
    if is_checked and setting.value_type is not None and not _fits(setting, spec):
        return _wrong_type(setting, spec)
    if not spec.bad or spec.bad["outcome"] == ACCEPTED or spec.front_end is FrontEnd.GE:
        return None
    if setting.value_type == "none" and setting.via != "set_option":
        return None
    if _is_true_as_text(setting, spec):
        found = refuse(spec, "bool")
        found.outcome, found.effect = IGNORED, _ZERO
        return found
    if _becomes_a_text(setting, spec):
        found = refuse(spec, spec.type)
        found.outcome, found.effect = IGNORED, Phrase("the text of the value is passed on")
        return found
    if spec.type == "int" and setting.value_type == "bool" and setting.via != "set_option":
        value = "1" if value == "True" else "0"
    if spec.type == "bool" and not spec.values:
        return None if _is_bool(setting) else refuse(spec, "bool")
    return text_verdict(spec, value)


def _verdict_without_text(setting: Setting, spec: OptionSpec) -> Verdict | None:
    """The verdict on a list, a dict or a lambda."""
    if setting.via == "set_option":
        if not spec.bad:
            return None
        found = refuse(spec, "values" if spec.values else spec.type)
        found.is_type = True
        return found
    if setting.via in _TEXT_ONLY:
        return _wrong_type(setting, spec)
    is_refused = spec.bad.get("outcome") == REFUSED
    limits = spec.types is not None or (is_refused and spec.type in _SCALAR)
    return _wrong_type(setting, spec) if limits and not _fits(setting, spec) else None


def _becomes_a_text(setting: Setting, spec: OptionSpec) -> bool:
    """Whether a number is passed on as a text that is no number: `True`, `1.0`."""
    is_whole = not (setting.value or "").partition(".")[2].strip("0")
    is_other = setting.value_type in ("bool", "float") and is_whole
    return is_other and spec.as_text and spec.type != "bool"


def _is_true_as_text(setting: Setting, spec: OptionSpec) -> bool:
    """Whether a zero passes for False, and is on where its text is asked: all but `False` is."""
    return spec.as_text and spec.type == "bool" and setting.value in ("0", "0.0")


def _fits(setting: Setting, spec: OptionSpec) -> bool:
    """Whether Python takes a value of this type; JB003 checks the fields of a parameter_map."""
    if setting.via in ("parameter_map", "set_option"):
        return True
    if setting.via in _TEXT_ONLY:
        return setting.value_type == "str"
    if spec.truth:
        return setting.value_type != "str" or _is_true_text(setting, spec)
    if spec.types is not None:
        is_int = setting.value_type == "bool" and not spec.strict
        return setting.value_type in spec.types or (is_int and "int" in spec.types)
    if setting.value_type == "none":
        return spec.type not in ("enum", "int", "bool") if spec.none is None else spec.none
    if spec.type == "bool":
        if setting.value == "" and setting.value_type == "str":
            return spec.empty
        is_number = setting.value in ("0", "1") and setting.value_type == "int"
        is_number |= setting.value in ("0.0", "1.0") and setting.value_type == "float"
        return setting.value_type == "bool" or (is_number and not spec.strict)
    if setting.value_type in _NO_TEXT and spec.type in _SCALAR:
        return False
    return setting.value_type in _PYTHON_TYPES.get(spec.type, (setting.value_type,))


def _is_true_text(setting: Setting, spec: OptionSpec) -> bool:
    """Whether a text does what it says: it is empty, or meant as true."""
    if not setting.value:
        return True
    return spec.syntax is not None and follows(spec.syntax, setting.value)


def _wrong_type(setting: Setting, spec: OptionSpec) -> Verdict:
    """A value of a type at which Python raises an exception."""
    is_text = setting.via in _TEXT_ONLY
    if spec.types is not None and not is_text and not spec.values:
        found = Verdict(spec, TYPES, tuple(spec.types))
    else:
        found = refuse(spec, "string" if is_text else "values" if spec.values else spec.type)
    found.is_type = True
    if spec.truth:
        return found
    bad = spec.bad
    raised = bad.get("wrong_type") or (bad.get("effect") if bad.get("outcome") == REFUSED else None)
    found.outcome, found.code, found.by, found.hardware = REFUSED, None, None, None
    found.effect = raised or Phrase("Python raises an exception")
    return found


def _is_bool(setting: Setting) -> bool:
    return setting.value_type is not None or setting.type == "b" or setting.value in _BOOLS


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


def differ(one: Setting, other: Setting) -> bool:
    """Whether two values are known and are not the same."""
    values = normal_text(one), normal_text(other)
    return None not in values and values[0] != values[1]


def is_refused_while_parsing(setting: Setting) -> bool:
    """Whether ATC stops at a value while it reads the line."""
    spec = setting.spec
    if spec is None or spec.stage != "parse":
        return False
    found = verdict(setting)
    return found is not None and found.outcome == REFUSED


def is_refused_flag(setting: Setting) -> bool:
    """Whether ATC stops at a setting while it reads the line: at its name, or at its value."""
    return setting.spec is None or is_refused_while_parsing(setting)
