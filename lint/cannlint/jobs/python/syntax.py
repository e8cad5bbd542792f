"""The syntax of a Python script: parsed, never run or imported, by the `ast` of Python itself."""

from __future__ import annotations

import ast
import re
import warnings
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

MOST_WORDS = 40_000
"""Of the blocks of a script that are read together, their comments included: a tree has up to 1,700
bytes for each, and 300 kilobytes of text have so many."""

_WORD = re.compile(r"\w+|[\[({+\-~*;]|\.\.\.|\"\"|''")
"""A node of the tree is written with one of these at least, or is part of one that is."""

LINE_END = re.compile(r"\r\n|\r|\n")
_NOT_UTF_8 = re.compile("[\ud800-\udfff]")
_NOT_FOLLOWED = (ast.JoinedStr, ast.Lambda)
"""What is inside an f-string has no exact place before Python 3.12; a lambda has its own names."""


class TooLongError(Exception):
    """A script, or a part of it that has to be read at once, has more than MOST_WORDS."""


def parsable(text: str) -> str:
    """A text without what is not UTF-8: one character for one, so that places stay."""
    return text if text.isascii() else _NOT_UTF_8.sub("?", text)


def parsed(text: str, line: int = 1) -> ast.Module:
    """The syntax tree of a text that begins at a line of a script.

    Raises SyntaxError with a line of the script, also at a NUL, and TooLongError.
    """
    if has_too_many_words(text):
        raise TooLongError
    tree: ast.Module = _compiled(text, line, ast.PyCF_ONLY_AST)
    return tree if line == 1 else ast.increment_lineno(tree, line - 1)


def check_syntax(text: str, line: int) -> None:
    """Raise SyntaxError where a text that begins at a line has an error; it takes no tree."""
    _compiled(text, line, 0)


def _compiled(text: str, line: int, flags: int) -> Any:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as an unknown escape in a string of the user
            return compile(text, "<script>", "exec", flags, dont_inherit=True)
    except SyntaxError as error:
        error.lineno = error.lineno and error.lineno + line - 1
        raise
    except (ValueError, RecursionError, MemoryError):  # a NUL, or parts too deep in each other
        raise SyntaxError from None


def words_in(text: str) -> int:
    """The number of words that MOST_WORDS limits."""
    return len(_WORD.findall(text))


def has_too_many_words(text: str) -> bool:
    """Whether a text has more than MOST_WORDS."""
    if len(text) <= MOST_WORDS:
        return False
    return next(islice(_WORD.finditer(text), MOST_WORDS, None), None) is not None


def dotted(node: ast.expr) -> str | None:
    """The name that an expression spells: `tf.compat.as_bytes`; calls on the way as `()`.

    None for what is no such name.
    """
    parts: list[str] = []
    while True:
        if isinstance(node, ast.Attribute):
            parts.append(f".{node.attr}")
            node = node.value
        elif isinstance(node, ast.Call) and not node.args and not node.keywords:
            parts.append("()")
            node = node.func
        elif isinstance(node, ast.Call) and _attribute_got(node) is not None:
            parts.append(f".{_attribute_got(node)}")
            node = node.args[0]
        elif isinstance(node, ast.NamedExpr):
            node = node.value
        elif isinstance(node, ast.Name):
            return node.id + "".join(reversed(parts))
        else:
            return None


def _attribute_got(call: ast.Call) -> str | None:
    """The attribute that `getattr(object, "attribute")` gets."""
    is_getattr = isinstance(call.func, ast.Name) and call.func.id == "getattr"
    if not is_getattr or len(call.args) != 2 or call.keywords:
        return None
    name = call.args[1]
    text = name.value if isinstance(name, ast.Constant) else None
    return text if isinstance(text, str) and text.isidentifier() else None


def unpacked(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]] | None:
    """The parts of `a, b = 1, 2`; None where they do not match one to one."""
    if not isinstance(target, ast.Tuple | ast.List) or not isinstance(value, ast.Tuple | ast.List):
        return None
    targets, values = target.elts, value.elts
    if len(targets) != len(values) or any(isinstance(one, ast.Starred) for one in targets + values):
        return None
    return list(zip(targets, values, strict=True))


def expressions(node: ast.AST) -> Iterator[ast.expr]:
    """An expression's parts and itself, in the order they are written, without recursion."""
    waiting = [node]
    while waiting:
        found = waiting.pop()
        if isinstance(found, _NOT_FOLLOWED):
            continue
        if isinstance(found, ast.expr):
            yield found
        waiting += reversed(inner(found))


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """What `ast.walk` gives, but for nodes without a place, and sooner."""
    waiting = [node]
    for found in waiting:
        yield found
        waiting += inner(found)


def inner(node: ast.AST) -> list[ast.AST]:
    """The nodes in a node that have a place, and what holds such nodes."""
    kind = type(node)
    fields = _fields.get(kind)
    if fields is None:
        fields = _fields[kind] = tuple(name for name in kind._fields if name not in _PLAIN)
    found: list[ast.AST] = []
    for name in fields:
        part = getattr(node, name, None)
        if isinstance(part, list):
            found += [one for one in part if isinstance(one, ast.AST)]
        elif isinstance(part, ast.AST):
            found.append(part)
    return found


_PLAIN = frozenset(
    ["ctx", "op", "ops", "id", "attr", "kind", "conversion", "type_comment", "level", "simple"]
)
"""Fields of nodes that hold a text, a number, or a node without a place."""
_fields: dict[type[ast.AST], tuple[str, ...]] = {}
"""Kind of node → its other fields."""


def lies_in(node: ast.stmt, block: ast.stmt) -> bool:
    """Whether a statement begins in the lines of another one."""
    return block.lineno <= node.lineno <= (block.end_lineno or block.lineno)
