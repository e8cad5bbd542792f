"""The blocks of a Python script: statements of the module that are read by themselves.

A block begins where a statement of the module does, and what it is depends on nothing in front of
it. So its syntax tree is the same as in the whole script, which may be too long to parse at once.
"""

from __future__ import annotations

import ast
import re
from sys import intern

from cannlint.jobs.python.scopes import imported_by, is_import
from cannlint.jobs.python.statements import may_leave
from cannlint.jobs.python.syntax import LINE_END, TooLongError, check_syntax, parsed, walk, words_in
from cannlint.text.source import BYTE_ORDER_MARK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.scopes import Imported

_BEGINS = re.compile(r"^(?!(?:else|elif|except|finally)\b)[^\s#)\]}]", re.MULTILINE)
"""Where a statement of the module may begin, or a line of a text that goes over several."""
_UNCLOSED = "never closed"
"""In the message about a bracket, which the next lines may close."""
_CONTINUED = re.compile(r"\\(?:\r\n|\r|\n)\Z")
"""The end of a line that goes on; `\\Z` is the end of what is searched."""
_SHORT = 200
"""Statements of one form share a block until it has so many characters."""
REGION = 16_000
"""Characters that are parsed at once."""

_WORD = re.compile(r"[^\W\d]\w*")
_GLOBAL = re.compile(r"\bglobal[ \t]([\w, \t]+)|\b(\w{1,99})[ \t]{0,9}:=")
_OWN = re.compile(r"\bself\.(\w+)")
_OWN_BOUND = re.compile(r"\bself\.(\w+)[ \t]{0,9}(?::[^=\n]{1,200})?[-+*/%@&|^<>]{0,3}=(?!=)")


class Block:
    """A block at an offset and a line of its script.

    `nodes` are its statements, None where they are not kept; `size` is the number of words that
    MOST_WORDS limits. `words` are all words of its text, `bound` those that it gives a meaning to
    in other blocks: the names that it binds in the module, and `.name` for what it sets as
    `self.name`. `imports` are the names that imports bind in it, at any depth. `only_imports`: it
    has nothing else. `is_definition`: functions and classes, so that nothing of it runs in the
    module itself. `may_leave`: the module may end there.
    """

    __slots__ = (
        "_lines", "bound", "imports", "is_definition", "line", "may_leave", "nodes",
        "only_imports", "size", "start", "text", "words",
    )  # fmt: skip

    def __init__(self, start: int, line: int, text: str, nodes: list[ast.stmt]) -> None:
        self.start = start
        self.line = line
        self.text = text
        self._lines: list[int] | None = None
        self.nodes: list[ast.stmt] | None = nodes
        self.size = words_in(text)
        words = list(map(intern, _WORD.findall(text)))
        if "self." in text:
            words += [f".{name}" for name in _OWN.findall(text)]
        self.words = frozenset(words)
        has_imports = "import" in self.words
        imports = (one for node in nodes for one in imported_by(node)) if has_imports else ()
        self.imports: tuple[Imported, ...] = tuple(imports)
        self.only_imports = bool(self.imports) and all(map(is_import, nodes))
        self.is_definition = all(isinstance(node, _DEFINITIONS) for node in nodes)
        self.may_leave = not self.is_definition and any(map(may_leave, nodes))
        bound = _bound_by_definitions(text, nodes) if self.is_definition else _bound_by(nodes)
        self.bound = frozenset(bound)

    def line_at(self, number: int) -> tuple[int, str]:
        """Where a line of the script begins, and its text; what is behind the block is empty."""
        if self._lines is None:
            self._lines = [0, *(match.end() for match in LINE_END.finditer(self.text))]
        at = min(number - self.line, len(self._lines) - 1)
        start = self._lines[at]
        end = self._lines[at + 1] if at + 1 < len(self._lines) else len(self.text)
        return self.start + start, self.text[start:end]


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def beginning_of(text: str) -> int:
    """Where the first statement may begin: behind a byte order mark."""
    return len(BYTE_ORDER_MARK) if text.startswith(BYTE_ORDER_MARK) else 0


def blocks_of(text: str, size: int = REGION) -> Iterator[Block]:
    """The blocks of a script; `size` is the number of characters to parse at once.

    Raises SyntaxError with the line of the script, and TooLongError.
    """
    start, line, length = beginning_of(text), 1, size
    while start < len(text):
        region = _Region(text, start, line, length)
        found = region.blocks()
        if region.end < len(text) and len(found) == 1:
            length = region.end + 1 - start  # the next statement tells where the block ends
            continue
        if region.end < len(text):
            found.pop()  # the next statement may be part of it
        for nodes, first, offset, end in found:
            yield Block(offset, first, text[offset:end], nodes)
        start, length = end, size
        line = first + sum(1 for _ in LINE_END.finditer(text, offset, end))


class _Region:
    """Statements of a script that are parsed at once, up to a place where one may begin."""

    def __init__(self, text: str, start: int, line: int, size: int) -> None:
        self.text = text
        self.start = start
        self.line = line
        before, tried, step = None, 0, 0
        while True:
            begin = _BEGINS.search(text, start + size)
            self.end = begin.start() if begin is not None else len(text)
            try:
                self.nodes = parsed(text[start : self.end], line).body
                return
            except SyntaxError as error:
                what = error.msg, error.lineno, error.offset
                if begin is None or (what == before and _UNCLOSED not in str(error.msg)):
                    raise
                before, tried = what, self.end - start
            except TooLongError:
                if before is None or step:
                    raise
                check_syntax(text[start:], line)
                step = REGION  # the statement may end between what was tried and this
            size = tried + (step or tried)

    def blocks(self) -> list[tuple[list[ast.stmt], int, int, int]]:
        """The statements of each block, its first line, and where it begins and ends."""
        ends = (match.end() for match in LINE_END.finditer(self.text, self.start, self.end))
        starts = [self.start, *ends]
        found: list[tuple[list[ast.stmt], int, int, int]] = []
        nodes: list[ast.stmt] = []
        first, offset, last = self.line, self.start, self.line
        for node in self.nodes:
            begin = min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])
            at = starts[begin - self.line]
            is_cut = begin > last and not _CONTINUED.search(self.text, max(offset, at - 3), at)
            if nodes and is_cut and not _are_one(nodes[0], node, at - offset):
                found.append((nodes, first, offset, at))
                nodes, first, offset = [], begin, at
            nodes.append(node)
            last = node.end_lineno or begin
        return [*found, (nodes, first, offset, self.end)]


def _are_one(first: ast.stmt, node: ast.stmt, length: int) -> bool:
    """Whether a statement goes on with a block that has so many characters."""
    form = _form(first)
    return length < _SHORT and form is not None and form == _form(node)


def _form(node: ast.stmt) -> str | None:
    """What may share a block; None for a statement that has one for itself."""
    if isinstance(node, ast.If | ast.Try):
        return None
    if isinstance(node, ast.Import | ast.ImportFrom):
        return "import"
    return "definition" if isinstance(node, _DEFINITIONS) else "other"


def _bound_by_definitions(text: str, nodes: Sequence[ast.stmt]) -> Iterator[str]:
    """What definitions bind in the module, and for other definitions: their bodies are text."""
    yield from (node.name for node in nodes if isinstance(node, _DEFINITIONS))
    if "global" in text or ":=" in text:
        for names, name in _GLOBAL.findall(text):
            yield from _WORD.findall(names or name)
    if "self." in text:
        yield from (f".{name}" for name in _OWN_BOUND.findall(text))


def _bound_by(nodes: Sequence[ast.stmt]) -> Iterator[str]:
    """The same for other statements; a name of a function in one of them counts, too."""
    for node in (inner for outer in nodes for inner in walk(outer)):
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            yield node.id
        elif isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            yield f".{node.attr}"
        elif isinstance(node, _DEFINITIONS):
            yield node.name
        elif isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.alias):
            yield node.asname or node.name.partition(".")[0]
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            yield from filter(None, [node.name])
        elif isinstance(node, ast.MatchMapping) and node.rest:
            yield node.rest
