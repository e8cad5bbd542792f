"""The codes that people write (whole, beginnings, names of rules), and rules by a code of CANN."""

from __future__ import annotations

import re
from functools import cache

from cannlint.cann.error_codes import ERROR_CODE, newest_code
from cannlint.errors import CannlintError
from cannlint.language import said
from cannlint.rules.loading import docstring_of, rule_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.nearest import Names


_NAMED = re.compile(rf"\b{ERROR_CODE.pattern}\b")


def rules_with(error_code: str) -> tuple[str, ...]:
    """The codes of the rules for an error code of CANN, in any release, sorted."""
    return _rules_by_error_code().get(newest_code(error_code), ())


@cache
def _rules_by_error_code() -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for code in rule_names():
        named = map(newest_code, _NAMED.findall(docstring_of(code)))
        for error_code in dict.fromkeys(named):
            found[error_code] = (*found.get(error_code, ()), code)
    return found


def known_code(written: str) -> str | None:
    """The code, or the beginning of codes, that is meant; None for one that no rule has."""
    code = _names().get(written, written.upper())
    return code if code and any(rule.startswith(code) for rule in rule_names()) else None


def meant_code(written: str, *others: str) -> str | None:
    """The code or name that is nearest to a wrong one; `others` could be meant, too."""
    return _nearest(others).nearest(written)


def check_codes(codes: Iterable[str]) -> tuple[str, ...]:
    """Rule codes, beginnings of codes, or rule names, as codes.

    Raises CannlintError for one that no rule has.
    """
    return tuple(map(_checked, codes))


def _checked(written: str) -> str:
    code = known_code(written)
    if code is None:
        meant = meant_code(written)
        hint = said("; did you mean {meant}?", meant=meant) if meant else ""
        raise CannlintError("no rule has the code {written!r}{hint}", written=written, hint=hint)
    return code


@cache
def _names() -> dict[str, str]:
    """Rule name → code."""
    return {name: code for code, name in rule_names().items()}


@cache
def _nearest(others: tuple[str, ...]) -> Names:
    from cannlint.nearest import Names

    return Names([*rule_names(), *_names(), *others])
