"""The parameters of functions, and what their annotations say of them."""

from __future__ import annotations

import ast

from cannlint.jobs.python.syntax import dotted

TYPE_CHECKING = False
if TYPE_CHECKING:
    Function = ast.FunctionDef | ast.AsyncFunctionDef


def parameters(node: Function) -> list[ast.arg]:
    """The parameters of a function that have one value each, in order."""
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


def default_of(function: Function, name: str) -> ast.expr | None:
    """The default of a parameter; None where it has none."""
    own = function.args
    by_position = [*own.posonlyargs, *own.args]
    with_default = by_position[len(by_position) - len(own.defaults) :]
    for argument, default in zip(with_default, own.defaults, strict=True):
        if argument.arg == name:
            return default
    for argument, value in zip(own.kwonlyargs, own.kw_defaults, strict=True):
        if argument.arg == name:
            return value
    return None


def made_of(annotation: ast.expr | None) -> ast.expr | None:
    """An object of the class that an annotation names: `Config`, `"Config"`, `Optional[Config]`."""
    if isinstance(annotation, ast.Constant) and isinstance(annotation.value, str):
        try:
            annotation = ast.parse(annotation.value, mode="eval").body
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None
    if isinstance(annotation, ast.BinOp) and isinstance(annotation.op, ast.BitOr):
        annotation = annotation.left
    if isinstance(annotation, ast.Subscript):
        annotation = annotation.slice
    if annotation is None or dotted(annotation) is None:
        return None
    return ast.Call(annotation, [], [])
