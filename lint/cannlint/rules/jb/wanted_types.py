"""The type of the values that an option takes, in words."""

from __future__ import annotations

from cannlint.diagnostics import Message, Phrase
from cannlint.jobs.settings import Setting
from cannlint.jobs.verdicts import TYPES, Verdict

_TYPES = {
    "int": Phrase("an integer"),
    "bool": Phrase("True or False"),
    "bytes": Phrase("bytes"),
}
_PYTHON_TYPES = {
    "str": Phrase("a string"),
    "int": Phrase("an integer"),
    "float": Phrase("a number"),
    "bool": Phrase("True or False"),
    "list": Phrase("a list"),
    "tuple": Phrase("a tuple"),
    "dict": Phrase("a dict"),
    "function": Phrase("a function"),
    "none": Phrase("None"),
}
"""Type of Python, in the words of Setting.type → its description; others have none."""
_TEXT = Phrase("a string")


def wanted_type(setting: Setting, found: Verdict) -> object:
    """What the option takes, where a value has another type."""
    if found.wanted != TYPES:
        return _TYPES.get(found.wanted, _TEXT)
    if setting.spec is not None and setting.spec.instance_of:
        owner = setting.spec.instance_of
        return Message.of("a member of `{owner}`", owner=owner)
    wanted: object = None
    for name in found.expected:
        one = _PYTHON_TYPES.get(name)
        if one is not None:
            wanted = (
                one if wanted is None else Message.of("{one} or {other}", one=wanted, other=one)
            )
    return wanted
