"""A Python script as it is read: its syntax tree, and where every node stands in the file.

Nothing is ever run or imported: the tree of the standard library's `ast` is all there is.
"""

from __future__ import annotations

import ast
import re
import warnings
from itertools import islice

from cannlint.jobs.unparsed import PYTHON_2, SYNTAX, TOO_LONG, Unparsed
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.text.source import Source

    Located = ast.expr | ast.stmt | ast.keyword

MOST_WORDS = 40_000
"""Of the blocks of a script that are read together, their comments included: a tree has up to 1,700
bytes for each, and 300 kilobytes of text have so many."""

_WORD = re.compile(r"\w+|[\[({+\-~*;]|\.\.\.|\"\"|''")
"""A node of the tree is written with one of these at least, or is part of one that is."""

LINE_END = re.compile(r"\r\n|\r|\n")
_NOT_UTF_8 = re.compile("[\ud800-\udfff]")
_PYTHON_2 = re.compile(
    r"\s*(?:print\s+[^\s(=]|print\s*>>|exec\s+[\"']|raise\s+\w+\s*,|except\s+[\w.]+\s*,\s*\w+\s*:"
    r"|except\s*\([\w., ]+\)\s*,)"
)
"""A statement that Python 3 does not have."""
_LITERAL = re.compile(r"[bBrRuU]{0,2}('''|\"\"\"|'|\")(.*)\1", re.DOTALL)
_NOT_FOLLOWED = (ast.JoinedStr, ast.Lambda)
"""What is inside an f-string has no exact place before Python 3.12; a lambda has its own names."""


class TooLongError(Exception):
    """A script, or a part of it that has to be read at once, has more than MOST_WORDS."""


class Script:
    """A parsed script, or some blocks of it: `tree`, and the way from its nodes to the file.

    `ast` counts lines at every kind of line end, and columns in bytes of UTF-8; a Source counts
    code points. `parts` are the places of the texts that are parsed: line, offset, and text; `text`
    is all of them.
    """

    __slots__ = ("_lines", "source", "text", "tree")

    def __init__(self, source: Source, parts: Sequence[tuple[int, int, str]]) -> None:
        self.source = source
        self._lines: dict[int, tuple[int, str]] = {}
        texts, line = [], 1
        for first, start, text in parts:
            texts += ["\n" * (first - line), text]  # so that the nodes have their lines
            ends = [match.end() for match in LINE_END.finditer(text)]
            places = zip([0, *ends], [*ends, len(text)], strict=True)
            self._lines.update(enumerate(((start + at, text[at:end]) for at, end in places), first))
            line = first + len(ends)
        self.text = "".join(texts)
        self.tree = parsed(self.text)

    def span(self, node: Located) -> Span:
        """Where a node stands."""
        start = self._offset(node.lineno, node.col_offset)
        end = self._offset(node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return Span(start, max(start, end))

    def value_span(self, node: ast.expr, value: object) -> Span:
        """Where a value is written: a plain string without its quotes, else the expression.

        So what stands there can be replaced as long as it is the value itself.
        """
        span = self.span(node)
        for literal in _literals(node):
            inner = _without_quotes(self.source.slice(self.span(literal)))
            if inner is not None and inner[1] == _as_text(value):
                start = self.span(literal).start + inner[0]
                return Span(start, start + len(inner[1]))
        return span

    def _offset(self, line: int, column: int) -> int:
        start, text = self._lines.get(line) or (len(self.source.text), "")  # behind the last line
        if text.isascii():
            return start + min(column, len(text))
        return start + len(text.encode()[:column].decode("utf-8", "ignore"))


def parsable(text: str) -> str:
    """A text without what is not UTF-8: one character for one, so that places stay."""
    return text if text.isascii() else _NOT_UTF_8.sub("?", text)


def parsed(text: str) -> ast.Module:
    """The syntax tree of a text; raises SyntaxError, also at a NUL, and TooLongError."""
    if len(text) > MOST_WORDS and _has_too_many_words(text):
        raise TooLongError
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # such as an unknown escape in a string of the user
            return ast.parse(text)
    except (ValueError, RecursionError, MemoryError):  # a NUL, or parts too deep in each other
        raise SyntaxError from None


def check_syntax(text: str, line: int) -> None:
    """Raise SyntaxError where a text that begins at a line has an error; it takes no tree."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "<script>", "exec", dont_inherit=True)
    except SyntaxError as error:
        error.lineno = line - 1 + (error.lineno or 1)
        raise
    except (ValueError, RecursionError, MemoryError):
        raise SyntaxError from None


def unparsed_at(source: Source, line: int) -> Unparsed:
    """Where a script has an error, and whether that is a statement of Python 2."""
    line = min(max(line, 1), source.line_count)
    span = Span(*source.line_span(line))
    is_old = any(_PYTHON_2.match(text) for text in source.text.split("\n")[line - 1 :][:1])
    return Unparsed(span, PYTHON_2 if is_old else SYNTAX)


def too_long(source: Source) -> Unparsed:
    """A script that has more words than are read."""
    return Unparsed(Span(*source.line_span(1)), TOO_LONG, MOST_WORDS)


def words_in(text: str) -> int:
    """The number of words that MOST_WORDS limits."""
    return sum(1 for _ in _WORD.finditer(text))


def _has_too_many_words(text: str) -> bool:
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
        inner: list[ast.AST] = []
        for name in found._fields:
            part = getattr(found, name, None)
            if isinstance(part, ast.AST):
                inner.append(part)
            elif isinstance(part, list):
                inner += [one for one in part if isinstance(one, ast.AST)]
        waiting += inner[::-1]


def _literals(node: ast.expr) -> Iterator[ast.expr]:
    return (
        part
        for part in expressions(node)
        if isinstance(part, ast.Constant) and isinstance(part.value, str | bytes)
    )


def _without_quotes(text: str) -> tuple[int, str] | None:
    """Offset and text between the quotes of a literal."""
    match = _LITERAL.fullmatch(text)
    return (match.start(2), match[2]) if match else None


def _as_text(value: object) -> object:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value
