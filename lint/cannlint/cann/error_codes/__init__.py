"""The error codes of CANN: what each one means, and the component that reports it.

A code is a level (E error, W warning), a component (one digit or capital letter) and a number of
four digits. Numbers from 9000 on, and 8888, are for internal errors.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.language import Phrase

ERROR_CODE = re.compile(r"[EW](?:[0-9]{5}|[A-Z][0-9]{4})")
"""The form of a code."""

_INTERNAL = Phrase("an internal error; the lines around it in the log say more")

_OLD, _NEW = "E190", "E130"
"""E19000 to E19099 of CANN 8.1 are E13000 to E13099 later."""

_COMPONENTS = (
    ("1", Phrase("GE, the graph engine")),
    ("2", Phrase("FE, the fusion engine")),
    ("3", Phrase("the AI CPU operators")),
    ("4", Phrase("TEFusion, the operator compiler")),
    ("5678", Phrase("the AI Core operators")),
    ("9AB", Phrase("TBE, which builds operators")),
    ("E", Phrase("the runtime")),
    ("F", Phrase("automatic parallel cutting")),
    ("H", Phrase("ACL, the API of applications")),
    ("IJ", Phrase("HCCL, the communication between devices")),
    ("K", Phrase("profiling")),
    ("LM", Phrase("the driver")),
    ("O", Phrase("AMCT, which compresses models")),
    ("P", Phrase("the dump of tensors")),
    ("Z", Phrase("operators of all engines")),
)
"""The second characters of codes → the component."""


def newest_code(code: str) -> str:
    """The code that later releases use for the same."""
    return _NEW + code.removeprefix(_OLD) if code.startswith(_OLD) else code


def meaning_of(code: str) -> Phrase | None:
    """What CANN means by a code; None if it is not known."""
    found = _rows().get(newest_code(code))
    if found is None:
        return _INTERNAL if is_internal(code) else None
    return found[0]


def advice_on(code: str) -> Phrase | None:
    """What to do about a code; None if it depends on what the message names."""
    _, advice = _rows().get(newest_code(code), (None, None))
    return advice


def component_of(code: str) -> Phrase | None:
    """The component that reports a code; None if it is not known."""
    return next((name for letters, name in _COMPONENTS if code[1] in letters), None)


def is_internal(code: str) -> bool:
    """Whether a code is of an internal error, for which nobody wrote a message."""
    number = newest_code(code)[2:]
    return number[0] == "9" or number == "8888"


def is_error(code: str) -> bool:
    """Whether a code is of an error, not of a warning."""
    return code.startswith("E")


def known_error_codes() -> list[str]:
    """The codes that have a meaning here, without those of internal errors."""
    return list(_rows())


@cache
def _rows() -> dict[str, tuple[Phrase, Phrase | None]]:
    from cannlint.cann.error_codes import commands, compiler, models, operators, runtime

    parts = (commands, models, compiler, operators, runtime)
    rows = (row for part in parts for row in part.ROWS)
    return {code: (meaning, advice) for codes, meaning, advice in rows for code in codes.split()}
