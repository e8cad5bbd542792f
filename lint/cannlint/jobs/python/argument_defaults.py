"""The defaults of the arguments that a script takes from its command line."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from cannlint.jobs.python.scopes import Scope, Statement
from cannlint.jobs.python.syntax import dotted

_PARSED = ("parse_args", "parse_known_args")
_ARGUMENTS = frozenset(("args", "arg", "opt", "opts", "options", "FLAGS", "flags", "hparams"))
"""Names that are mostly given to what a command line is parsed into."""
_DEFINING = ("DEFINE_string", "DEFINE_enum", "DEFINE_integer", "DEFINE_bool", "DEFINE_boolean")
_OPTIONS = ("Option", "Argument", "option", "argument")
"""What typer and click make of a default."""


def is_command_line(owner: ast.expr, scope: Scope) -> bool:
    """Whether an object is what arguments of a command line are parsed into."""
    if not isinstance(owner, ast.Name):
        return False
    bound = scope.look_up(owner.id)
    called = bound[0].value if bound and isinstance(bound[0], ast.Subscript) else bound and bound[0]
    if isinstance(called, ast.Call):
        return (dotted(called.func) or "").rpartition(".")[2] in _PARSED or owner.id in _ARGUMENTS
    return owner.id in _ARGUMENTS


def without_option(default: ast.expr) -> ast.expr:
    """The default within `typer.Option("x")`."""
    is_call = isinstance(default, ast.Call) and bool(default.args)
    if is_call and (dotted(default.func) or "").rpartition(".")[2] in _OPTIONS:  # type: ignore[attr-defined]
        return default.args[0]  # type: ignore[attr-defined,no-any-return]
    return default


def defaults_of(calls: Iterable[tuple[Statement, ast.Call]]) -> dict[str, list[ast.expr]]:
    """The defaults that arguments of the command line have, by the attribute that they become."""
    found: dict[str, list[ast.expr]] = {}
    for _, call in calls:
        name = (dotted(call.func) or "").rpartition(".")[2]
        named = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in _DEFINING and len(call.args) > 1:
            target, default = _text(call.args[0]), call.args[1]
        elif name in ("add_argument", "option"):
            flags = [text for one in call.args if (text := _text(one)) is not None]
            long = next((one for one in flags if one.startswith("--")), (flags or [""])[0])
            target = _text(named.get("dest")) or long.lstrip("-").replace("-", "_")
            default = named.get("default")  # type: ignore[assignment]
        else:
            continue
        if target and default is not None:
            found.setdefault(target, []).append(default)
    return found


def _text(node: ast.expr | None) -> str | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, str) else None
