"""Every regular expression that the code of a module compiles other than for a name of its own."""

from __future__ import annotations

import ast
import builtins
import inspect
import re
from collections.abc import Iterator
from typing import Any

from cannlint.syntax.grammar_file import GrammarError

WAYS = ("compile", "search", "match", "fullmatch", "findall", "finditer", "sub", "split")
_NAMED = "name"
"""Stands for a value that only a run knows: the name of a variable, or a text that was escaped."""


def written_in(module: Any) -> Iterator[tuple[str, re.Pattern[Any] | None, set[str]]]:
    """Each call of `re`: its place, the expression, and how it is used.

    None is an expression that only a run knows.
    """
    tree = ast.parse(inspect.getsource(module))
    named = {one.value for one in tree.body if isinstance(one, ast.Assign | ast.AnnAssign)}
    methods = {node.value: node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _is_of_re(node.func) and node not in named:
            way = node.func.attr  # type: ignore[attr-defined]
            if way == "compile":
                used = {methods[node]} if node in methods else {"search", "match", "fullmatch"}
            else:
                used = {way}
            shown = ast.unparse(node.args[0])
            yield f"{module.__name__} {shown}", _compiled(node, module), used


def _is_of_re(function: ast.expr) -> bool:
    return (
        isinstance(function, ast.Attribute)
        and isinstance(function.value, ast.Name)
        and function.value.id == "re"
        and function.attr in WAYS
    )


def _compiled(call: ast.Call, module: Any) -> re.Pattern[Any] | None:
    """The expression of a call, with a name for each value that only a run knows."""
    if isinstance(call.args[0], ast.Name) and call.args[0].id not in vars(module):
        return None
    flags = [word.value for word in call.keywords if word.arg == "flags"]
    at = {"compile": 1, "sub": 4, "split": 3}.get(call.func.attr, 2)  # type: ignore[attr-defined]
    flags += call.args[at : at + 1]
    names = {one.id for one in ast.walk(call.args[0]) if isinstance(one, ast.Name)}
    if "self" in names:
        return None
    inner = dict.fromkeys(names - vars(module).keys() - vars(builtins).keys(), _NAMED)
    try:
        source = eval(ast.unparse(call.args[0]), vars(module) | inner)
        return re.compile(source, eval(ast.unparse(flags[0]), vars(module)) if flags else 0)
    except (AttributeError, GrammarError, KeyError, TypeError):
        return None
