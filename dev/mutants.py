"""What can be changed in a module, one comparison, condition or constant at a time."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from inspect import CO_OPTIMIZED
from pathlib import Path
from types import CodeType
from typing import NamedTuple

PACKAGE = Path("lint", "cannlint")
OPPOSITE: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}

LIMIT = re.compile(r"_?(MOST|LONGEST|LARGEST|DEEPEST|WIDEST|MAX|CHUNK|STEPS|ROUNDS)(_|$)|.*_LIMIT$")
"""Names of the program's own limits: that one more is allowed is no fault."""

OF_THE_MACHINE = re.compile(r"sys\.(platform|version_info|byteorder)|os\.name|TYPE_CHECKING")
"""What is the same in every run of the tests on a machine."""

MEANS_THE_SAME = frozenset({"strict", "maxsize", "stacklevel", "daemon"})
"""Keyword arguments that change no result of a program without faults."""


class Site(NamedTuple):
    """A place in a tree that can be changed: what it is called, and the change itself."""

    line: int
    label: str
    apply: Callable[[], None]


class Mutant(NamedTuple):
    """The change number `number` of a module; `text` is its line, `folder` its package."""

    folder: str
    path: Path
    number: int
    line: int
    label: str
    text: str

    def applied_to(self, source: str) -> str:
        """The module with the change in it."""
        return ast.unparse(_applied(self, source)) + "\n"


def sites(tree: ast.Module) -> Iterator[Site]:
    """Every place of a module that can be changed, in the order of a walk."""
    for parent in _running_code(tree):
        for node in ast.iter_child_nodes(parent):
            if isinstance(node, ast.Compare):
                yield from () if any(map(_is_limit, _operands(node))) else _compared(node)
            elif isinstance(node, ast.BoolOp):
                yield _swapped(node)
            elif isinstance(node, ast.UnaryOp):
                yield from _without_sign(parent, node)
            elif isinstance(node, ast.Constant) and isinstance(node.value, int):
                value = not node.value if isinstance(node.value, bool) else node.value + 1
                change = _setter(node, "value", value)
                yield Site(node.lineno, f"{node.value!r} -> {value!r}", change)


def _operands(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]


def _is_limit(node: ast.AST) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")
    return LIMIT.match(name) is not None


def _without_sign(parent: ast.AST, node: ast.UnaryOp) -> Iterator[Site]:
    if isinstance(node.op, ast.Not):
        yield Site(node.lineno, "not X -> X", _replacer(parent, node, node.operand))
    elif isinstance(node.op, ast.USub) and not isinstance(node.operand, ast.Constant):
        yield Site(node.lineno, "-X -> X", _replacer(parent, node, node.operand))


def _compared(node: ast.Compare) -> Iterator[Site]:
    for at, operator in enumerate(node.ops):
        other = OPPOSITE[type(operator)]

        def change(at: int = at, other: type[ast.cmpop] = other) -> None:
            node.ops[at] = other()

        yield Site(node.lineno, f"{type(operator).__name__} -> {other.__name__}", change)


def _swapped(node: ast.BoolOp) -> Site:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    names = f"{type(node.op).__name__} -> {type(other).__name__}"
    return Site(node.lineno, names, _setter(node, "op", other))


def _setter(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _replacer(parent: ast.AST, node: ast.AST, other: ast.AST) -> Callable[[], None]:
    def change() -> None:
        for field, value in ast.iter_fields(parent):
            if value is node:
                setattr(parent, field, other)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = other

    return change


def _running_code(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes that can change what the program does on this machine.

    Those are no annotations, limits, platforms, arguments of decorators, nothing for type checkers.
    """
    yield node
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _means_the_same(child):
                yield from _running_code(child)


def _means_the_same(node: ast.AST) -> bool:
    if isinstance(node, ast.keyword):
        return node.arg in MEANS_THE_SAME
    if isinstance(node, (ast.Assign, ast.AnnAssign)):
        target = node.targets[0] if isinstance(node, ast.Assign) else node.target
        return _is_limit(target) or OF_THE_MACHINE.search(ast.unparse(target)) is not None
    is_branch = isinstance(node, (ast.If, ast.IfExp))
    return is_branch and OF_THE_MACHINE.search(ast.unparse(node.test)) is not None


def mutants(root: Path) -> Iterator[Mutant]:
    """All changes of the modules of the package, which is in `root`."""
    for path in sorted((root / PACKAGE).rglob("*.py")):
        inside = path.relative_to(root / PACKAGE)
        source = path.read_text("utf-8")
        lines = source.splitlines()
        for number, (line, label, _) in enumerate(sites(ast.parse(source))):
            text = lines[line - 1].strip()
            yield Mutant(inside.parts[0], path.relative_to(root), number, line, label, text)


def _applied(mutant: Mutant, source: str) -> ast.Module:
    tree = ast.parse(source)
    list(sites(tree))[mutant.number].apply()
    return tree


def changed(mutant: Mutant, source: str) -> tuple[CodeType, CodeType] | None:
    """The function that has the change in it, without and with it; None for what runs at import."""
    before = _functions(compile(source, mutant.path, "exec"))
    after = _functions(compile(_applied(mutant, source), mutant.path, "exec"))
    differ = [pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]]
    return differ[0] if differ else None


def _functions(code: CodeType) -> Iterator[CodeType]:
    """The functions of a module and of its classes, without those inside of functions."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            if constant.co_flags & CO_OPTIMIZED:
                yield constant
            else:
                yield from _functions(constant)
