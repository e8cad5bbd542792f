"""The names that statements and imports of a script bind: in the module, a function or a class.

A name can be followed where it is bound exactly once in the function or module it belongs to.
"""

from __future__ import annotations

import ast

from cannlint.jobs.python.parameters import default_of, made_of, parameters
from cannlint.jobs.python.syntax import unpacked, walk
from cannlint.jobs.python.uses import Uses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Imported = tuple[str, str]
    """A local name, and the full one that it stands for."""
    Path = tuple[tuple[int, int], ...]
    Function = ast.FunctionDef | ast.AsyncFunctionDef


def imported_by(tree: ast.AST) -> Iterator[Imported]:
    """The names that a part of a script imports, at any depth."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                local = alias.asname or alias.name.partition(".")[0]
                yield local, alias.name if alias.asname else local
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield alias.asname or alias.name, f"{node.module or ''}.{alias.name}"


def merged(imports: Iterable[Imported]) -> dict[str, str | None]:
    """Local name → what it stands for in full, None where there are several."""
    found: dict[str, str | None] = {}
    for local, full in imports:
        known = found.get(local, full)
        found[local] = full if known == full else None
    return found


def is_import(node: ast.stmt) -> bool:
    """Whether a statement only imports: also one that tries two modules."""
    if isinstance(node, ast.Try):
        names_error = any(handler.name for handler in node.handlers)
        handled = [one for handler in node.handlers for one in handler.body]
        inner = [*node.body, *handled, *node.orelse, *node.finalbody]
        return not names_error and all(map(is_import, inner))
    return isinstance(node, ast.Import | ast.ImportFrom | ast.Pass)


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


class Scope:
    """A module, function or class body.

    `bindings` has name → the expressions bound to it, None for one that is not a plain
    assignment (a parameter, a loop variable, an import, ...). `offered` has name → the expressions
    that it may stand for where a binding is None: the type of a parameter, the items of a loop; an
    empty list for a parameter that may be left out.
    `function` is the function whose body it is, `uses` how names are used in the whole script.
    """

    __slots__ = ("bindings", "function", "is_class", "offered", "outer", "uses")

    def __init__(
        self, outer: Scope | None = None, is_class: bool = False, uses: Uses | None = None
    ) -> None:
        self.outer = outer
        self.is_class = is_class
        self.bindings: dict[str, list[ast.expr | None]] = {}
        self.offered: dict[str, list[ast.expr]] = {}
        self.function: Function | None = None
        inherited = outer.uses if outer is not None else Uses(None)
        self.uses: Uses = uses or inherited

    def bind(self, name: str, value: ast.expr | None) -> None:
        """Note a binding."""
        self.bindings.setdefault(name, []).append(value)

    def look_up(self, name: str) -> tuple[ast.expr, Scope] | None:
        """What a name stands for, and the scope of that expression; None when it may be more."""
        scope: Scope | None = self
        while scope is not None:
            found = scope.bindings.get(name)
            if found is not None and (scope is self or not scope.is_class):
                return (found[0], scope) if len(found) == 1 and found[0] is not None else None
            scope = scope.outer
        return None

    def stands_for(self, name: str) -> tuple[list[ast.expr], Scope] | None:
        """All expressions that a name may stand for, and their scope; None where others may be.

        None itself is left out: it has no attributes.
        """
        home = self.home_of(name)
        if home is None:
            return None
        bound = home.bindings[name]
        found = [value for value in bound if value is not None and not is_none(value)]
        offered = home.offered.get(name)
        unknown = bound.count(None)
        values = found + (offered or [])
        is_known = unknown == 0 or (unknown == 1 and offered is not None)
        return (values, home) if values and is_known else None

    def only_items_are_read(self, name: str) -> bool:
        """Whether what has this name stays what it is: nothing but items of it are ever read."""
        return self.uses.are_items(name)

    def home_of(self, name: str) -> Scope | None:
        """The scope that a name belongs to, as seen from this one; None where it has none."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.bindings and (scope is self or not scope.is_class):
                return scope
            scope = scope.outer
        return None


def is_none(node: ast.expr | None) -> bool:
    """Whether an expression is the constant None."""
    return isinstance(node, ast.Constant) and node.value is None


class Statement:
    """A simple statement, or the head of a compound one as `parts`.

    `path` has the branchings it is in, from the outside: the number of each and that of the arm.
    """

    __slots__ = ("node", "parts", "path", "scope")

    def __init__(self, node: ast.stmt, parts: list[ast.AST], scope: Scope, path: Path) -> None:
        self.node = node
        self.parts = parts
        self.scope = scope
        self.path = path


def bind_parameters(node: Function, scope: Scope) -> None:
    """Note the parameters of a function in the scope of its body."""
    scope.function = node
    arguments = node.args
    for argument in parameters(node):
        scope.bind(argument.arg, None)
        made = made_of(argument.annotation)
        if made is not None:
            scope.offered[argument.arg] = [made]
        elif is_none(default_of(node, argument.arg)):
            scope.offered[argument.arg] = []
    for others in (arguments.vararg, arguments.kwarg):
        if others is not None:
            scope.bind(others.arg, None)


def bind(statement: Statement) -> None:
    """Note what a statement binds."""
    node, scope = statement.node, statement.scope
    if isinstance(node, ast.Assign) and len(node.targets) == 1:
        _bind_target(node.targets[0], node.value, scope)
    elif isinstance(node, ast.AnnAssign):
        if node.value is not None:
            _bind_target(node.target, node.value, scope)
    elif isinstance(node, (*_FUNCTIONS, ast.ClassDef)):
        scope.bind(node.name, None)
    elif isinstance(node, (ast.Global, ast.Nonlocal)):
        for name in node.names:
            _bind_everywhere(name, scope)
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        for alias in node.names:
            scope.bind(alias.asname or alias.name.partition(".")[0], None)
    else:
        _bind_any(statement)


def _bind_target(target: ast.expr, value: ast.expr, scope: Scope) -> None:
    if isinstance(target, ast.Name):
        scope.bind(target.id, value)
    elif isinstance(target, ast.Attribute | ast.Subscript):
        _bind_names(target, scope)
    else:
        pairs = unpacked(target, value)
        for inner, item in pairs or ():
            _bind_target(inner, item, scope)
        if pairs is None:
            _bind_names(target, scope)


def _bind_everywhere(name: str, scope: Scope) -> None:
    """`global` and `nonlocal`: what the name is bound to elsewhere is not all there is."""
    here: Scope | None = scope
    while here is not None:
        here.bind(name, None)
        here = here.outer


def _bind_any(statement: Statement) -> None:
    """Loop variables, `with ... as`, `except ... as`, `del`, `x += 1`, `a = b = 1`."""
    for part in statement.parts:
        _bind_names(part, statement.scope)
    _offer(statement.node, statement.scope)
    for handler in getattr(statement.node, "handlers", ()):
        if handler.name:
            statement.scope.bind(handler.name, None)
    for case in getattr(statement.node, "cases", ()):
        for pattern in ast.walk(case.pattern):
            name = getattr(pattern, "name", None) or getattr(pattern, "rest", None)
            if name:
                statement.scope.bind(name, None)


def _offer(node: ast.stmt, scope: Scope) -> None:
    """Note what the loop over a list, and `a = b = 1`, may bind a name to."""
    if isinstance(node, ast.For) and isinstance(node.target, ast.Name):
        items = node.iter.elts if isinstance(node.iter, ast.Tuple | ast.List) else []
        if items:
            scope.offered.setdefault(node.target.id, list(items))
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            if isinstance(target, ast.Name):
                scope.offered.setdefault(target.id, [node.value])


def _bind_names(part: ast.AST, scope: Scope) -> None:
    nodes = list(walk(part))
    walrus = {id(node.target) for node in nodes if isinstance(node, ast.NamedExpr)}
    for node in nodes:
        is_bound = isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Name) and is_bound and id(node) not in walrus:
            scope.bind(node.id, None)


def bind_walrus(part: ast.AST, scope: Scope) -> None:
    """Note what `(name := value)` binds in a part of a statement."""
    for node in walk(part):
        if isinstance(node, ast.NamedExpr):
            scope.bind(node.target.id, node.value)
