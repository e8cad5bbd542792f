"""The blocks of a Python script: statements of the module that are parsed by themselves.

A block ends where its text is whole statements and the next line begins another one. So its syntax
tree is the same as in the whole script, wherever the block stands, and what a block is depends on
nothing in front of it: after an edit only the blocks around it are parsed again.
"""

from __future__ import annotations

import ast
import re
from bisect import bisect_right
from sys import intern

from cannlint.jobs.python.imports import imported_by, is_import
from cannlint.jobs.python.scopes import may_leave
from cannlint.jobs.python.script import LINE_END, TooLongError, check_syntax, parsed, words_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.imports import Imported


_BEGINS = re.compile(
    r"^(?!(?:else|elif|except|finally)\b)(?:(import|from)\b|(def|class|async[ \t]+def|@)"
    r"|(if|try)\b|[^\s#)\]}])",
    re.MULTILINE,
)
"""Where a statement of the module may begin: an import, a definition, a branch, another one."""
_BRANCH, _END = 3, 4
_UNCLOSED = "was never closed"
"""In the message about a bracket, which the next lines may close."""
_SHORT = 200
"""Statements of one form share a block until it has so many characters."""
_MOST = 5_000
"""Blocks of a script; one that has more is one block."""

_WORD = re.compile(r"[^\W\d]\w*")
_DEFINED = re.compile(r"^(?:async[ \t]+)?(?:def|class)[ \t]+(\w+)", re.MULTILINE)
_GLOBAL = re.compile(r"\bglobal[ \t]+([\w, \t]+)|(\w+)[ \t]*:=")
_OWN = re.compile(r"\bself\.(\w+)")
_OWN_BOUND = re.compile(r"\bself\.(\w+)[ \t]{0,9}(?::[^=\n]{1,200})?[-+*/%@&|^<>]{0,3}=(?!=)")


class Block:
    """A block at an offset and a line of its script; both change when text before it does.

    `size` is the number of words for the limit of script.py. `words` are all words, `bound` those that it gives a meaning to in other blocks: the
    names that it binds in the module, and `.name` for what it sets as `self.name`. `imports` are
    the names that imports bind in it, at any depth. `only_imports`: it has nothing else.
    `is_definition`: functions and classes, so that nothing of it runs in the module itself.
    `may_leave`: the module may end there. `facts` are what concerns the script as a whole,
    None until it is asked for.
    """

    __slots__ = (
        "bound", "facts", "imports", "is_definition", "line", "lines", "may_leave",
        "only_imports", "size", "start", "text", "words",
    )  # fmt: skip

    def __init__(self, start: int, line: int, text: str, tree: ast.Module) -> None:
        self.start = start
        self.line = line
        self.text = text
        self.lines = sum(1 for _ in LINE_END.finditer(text))
        self.size = words_in(text)
        words = list(map(intern, _WORD.findall(text)))
        words += [f".{name}" for name in _OWN.findall(text)]
        self.words = frozenset(words)
        has_imports = "import" in self.words
        self.imports: tuple[Imported, ...] = tuple(imported_by(tree)) if has_imports else ()
        self.only_imports = bool(self.imports) and all(map(is_import, tree.body))
        self.is_definition = all(isinstance(node, _DEFINITIONS) for node in tree.body)
        self.may_leave = not self.is_definition and any(map(may_leave, tree.body))
        self.bound = frozenset(_bound_in_text(text) if self.is_definition else _bound_by(tree))
        self.facts: frozenset[str] | None = None

    @property
    def end(self) -> int:
        """The offset behind the block."""
        return self.start + len(self.text)


_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def blocks_of(text: str, start: int, line: int) -> Iterator[Block]:
    """The blocks of a text from an offset on, which is the beginning of a line.

    Raises SyntaxError with the line of the script, and TooLongError.
    """
    end, form = start, _form_at(text, start)
    while start < len(text):
        begun = form
        end, form = _next(text, end)
        while form == begun and begun not in (_BRANCH, _END) and end - start < _SHORT:
            end, form = _next(text, end)
        more, before = 1, None
        while True:
            try:
                tree = parsed(text[start:end])
                break
            except SyntaxError as error:
                what = error.msg, error.lineno, error.offset
                if end == len(text) or (what == before and _UNCLOSED not in error.msg):
                    error.lineno = line - 1 + (error.lineno or 1)
                    raise
                before = what
            except TooLongError:
                if before is not None:
                    check_syntax(text[start:], line)
                raise
            for _ in range(more):  # a line of a string, an argument, what a decorator is for
                end, form = _next(text, end)
            more *= 4
        block = Block(start, line, text[start:end], tree)
        yield block
        start, line = end, line + block.lines


def _next(text: str, offset: int) -> tuple[int, int | None]:
    """Where the next statement may begin, and its form."""
    found = _BEGINS.search(text, offset + 1)
    return (found.start(), found.lastindex) if found is not None else (len(text), _END)


def _form_at(text: str, offset: int) -> int | None:
    """The form of the first statement of a block, behind comments."""
    found = _BEGINS.search(text, offset)
    return found.lastindex if found is not None else _END


def block_at(blocks: Sequence[Block], offset: int) -> int:
    """The index of the block that an offset is in."""
    return max(0, bisect_right(blocks, offset, key=lambda block: block.start) - 1)


def _bound_in_text(text: str) -> Iterator[str]:
    """What definitions bind in the module, and for other definitions: read without their tree."""
    yield from _DEFINED.findall(text)
    for names, name in _GLOBAL.findall(text):
        yield from _WORD.findall(names or name)
    yield from (f".{name}" for name in _OWN_BOUND.findall(text))


def _bound_by(tree: ast.Module) -> Iterator[str]:
    """The same for other statements; a name of a function in one of them counts, too."""
    for node in ast.walk(tree):
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
