"""What `.format()`, `%` and f-strings fill into a text, as far as it is known."""

from __future__ import annotations

import ast
import re
from itertools import count

from cannlint.jobs.python.operations import UNKNOWN, number_of
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.shell.word import UNKNOWN_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.python.letters import Fields
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope

_PLAIN = re.compile(r"\{(\w*)\}|%(?:\((\w+)\))?[sd]", re.ASCII)
"""A field that shows a value as it is."""


def text_of(node: ast.expr | None, scope: Scope, module: Module) -> str:
    """The text of a value in a field; an UNKNOWN_PART where it is unknown."""
    value = UNKNOWN
    bound = module.attribute(dotted(node) or "") if isinstance(node, ast.Attribute) else None
    if node is not None:
        value = module.value(*bound) if bound is not None else module.value(node, scope)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return UNKNOWN_PART
    text = str(value) if not isinstance(value, int) or abs(value) < 10**30 else UNKNOWN_PART
    return UNKNOWN_PART if not text or "{" in text or "%" in text else text


def field_of(part: ast.expr, scope: Scope, module: Module) -> str:
    """The text of a field of an f-string."""
    is_plain = isinstance(part, ast.FormattedValue) and part.format_spec is None
    return text_of(part.value, scope, module) if is_plain and part.conversion < 0 else UNKNOWN_PART  # type: ignore[attr-defined]


def format_fields(call: ast.Call, scope: Scope, module: Module) -> Fields:
    """What a call of `.format()` fills in."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named or any(isinstance(given, ast.Starred) for given in call.args):
        return lambda _: UNKNOWN_PART
    numbers = count()

    def value(written: str) -> str:
        plain = _PLAIN.fullmatch(written)
        name = plain[1] if plain is not None else None
        if name is None:
            next(numbers)
            return UNKNOWN_PART
        at = number_of(name) if name else next(numbers)
        return text_of(
            call.args[at] if 0 <= at < len(call.args) else named.get(name), scope, module
        )

    return value


def percent_fields(right: ast.expr, scope: Scope, module: Module) -> Fields:
    """What `%` fills in: from a tuple, a dict, or one value."""
    listed = right.elts if isinstance(right, ast.Tuple) else [right]
    named: dict[object, ast.expr] = {}
    if isinstance(right, ast.Dict):
        keys = ((key, value) for key, value in zip(right.keys, right.values, strict=True))
        named = {key.value: value for key, value in keys if isinstance(key, ast.Constant)}
    numbers = count()

    def value(written: str) -> str:
        plain = _PLAIN.fullmatch(written)
        if "*" in written:  # the width is a value, too
            next(numbers)
        if any(isinstance(given, ast.Starred) for given in listed):
            return UNKNOWN_PART
        if "(" in written:
            return (
                text_of(named.get(plain[2]), scope, module) if plain is not None else UNKNOWN_PART
            )
        at = next(numbers)
        if plain is None or named or at >= len(listed):
            return UNKNOWN_PART
        is_known = isinstance(right, ast.Tuple) or len(listed) == 1
        return text_of(listed[at], scope, module) if is_known else UNKNOWN_PART

    return value
