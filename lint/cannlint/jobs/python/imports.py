"""The names that the imports of a script bind, and what they stand for in full."""

from __future__ import annotations

import ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    Imported = tuple[str, str]
    """A local name, and the full one that it stands for."""


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
