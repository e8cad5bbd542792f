"""The arguments in the text of an error message of CANN.

CANN fills its texts with values, in brackets (8.1) or without (later). The texts of all codes use
few forms of words, so the forms are known here and not the text of each code. A form is tried at
the beginning of a text, which keeps the time linear.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    Argument = tuple[str, str]
    """The name of an argument (value, parameter, file, operator, type, reason) and its value."""

_PARAMETER = r"(?P<parameter>\[[^\]]*\]|\S+?(?: / \S+?)?)"
_FORMS = tuple(
    map(
        re.compile,
        (
            rf"Value (?:(?P<value>\[.*?\]|.*?) )?(?:for|of) (?:parameter |environment variable |"
            rf"shape )?{_PARAMETER}(?: for Op (?P<operator>\S+))? (?:is|exceeds|or)\b",
            rf"(?:The required parameter|Parameter) {_PARAMETER} ",
            rf"Path for parameter {_PARAMETER} ",
            r"(?P<parameter>(?:\[?--)\S+) is required",
            r"(?:Cannot configure both parameters )?(?P<parameter>(?:\[?--|\[?ge\.)\S+) and "
            r"(?P<parameter_2>\S+) ",
            r"(?:Failed to (?:open|read|write|parse) |Parse json |Input )?"
            r"(?:[Cc]onfiguration |[Mm]odel )?(?:[Ff]ile|[Pp]ath|Directory) "
            rf"(?P<file>\[.*?\]|\S+?)(?: (?:for parameter|specified by) {_PARAMETER})?[.,]?(?: |$)",
            rf"Opname (?P<operator>\S+) specified in {_PARAMETER} ",
            rf"Failed to find node (?P<operator>\S+) specified by {_PARAMETER}\.?(?: |$)",
            r"No ONNX parser is registered for optype (?P<type>\S+)",
            r"(?:No .{0,60}? for (?:Op:?)?|IR for Op|Input Op|Op(?:erator)?) ?"
            r"(?P<operator>[^\s,]+),?(?: (?:with )?optype:? (?P<type>[^\s,]+))?",
        ),
    )
)
_REASON = "Reason: "


def arguments_of(text: str) -> tuple[Argument, ...]:
    """The arguments in a text, in its order; a name may occur twice (two parameters)."""
    return tuple(_arguments(text))


def _arguments(text: str) -> Iterator[Argument]:
    said, found, reason = text.partition(_REASON)
    for form in _FORMS:
        match = form.match(said)
        if match is not None:
            for name, value in match.groupdict().items():
                if value is not None and (bare := _bare(value)):
                    yield name.removesuffix("_2"), bare
            break
    if found and (bare := _bare(reason)):
        yield "reason", bare


def _bare(value: str) -> str:
    """A value without brackets around it and without a full stop behind it."""
    value = value.strip().rstrip(".,")
    if value.count("]") > value.count("["):
        value = value.removesuffix("]")
    elif value.count("[") > value.count("]"):
        value = value.removeprefix("[")
    if value.startswith("[") and value.endswith("]") and "[" not in value[1:]:
        value = value[1:-1].strip()
    return value
