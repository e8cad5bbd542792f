"""Which rules look for the mistakes that CANN reports with an error code.

The page of each rule names the codes that CANN stops with, so the pages decide.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.cann.error_codes import ERROR_CODE, newest_code
from cannlint.rules.loading import docstring_of, rule_names

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
