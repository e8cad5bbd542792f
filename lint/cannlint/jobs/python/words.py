"""The text of an expression of a script with the place of every character, a HOLE for the rest.

Literals in any quotes, side by side or added, f-strings, `%` and `.format()`: what they fill in is
not worked out.
"""

from __future__ import annotations

import ast
import re

from cannlint.jobs.python.accumulated import accumulation_of
from cannlint.jobs.python.script import dotted
from cannlint.jobs.shell.word import HOLE, Word, offsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.python.accumulated import Accumulation, Step
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope, Statement

    Bound = tuple[ast.expr, Scope, list[Step]]
    """What a name is first bound to, where, and the steps that add to it."""

_DEEPEST = 40
_MOST = 10_000
"""Expressions of one script that are followed, a name as often as it is used."""
_LONGEST, _LETTERS = 1 << 18, 100
"""Letters of a text, and how many of them count as one expression more."""
_PIECE = re.compile(r"([A-Za-z]{0,2})('''|\"\"\"|'|\")((?:\\.|(?!\2).)*)\2", re.DOTALL)
_ESCAPE = re.compile(
    r"\\(?:\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL
)
_FIELD = re.compile(r"\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_PERCENT = re.compile(r"%%|%(?:\(\w*\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z]")
_COMMENT = re.compile(r"\#[^\n]*|[^'\"#]+")

Letters = list[tuple[str, int, int]]
"""A text letter by letter, each with the offsets of what it is written as."""


class Words:
    """The texts of the expressions of one script, as they are `before` a statement."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.script = module.script
        self.followed = 0
        self.before: Statement | None = None
        self._accumulations: dict[tuple[str, int], Accumulation | None] = {}

    def text(self, node: ast.expr, scope: Scope) -> Word:
        """An expression as one word; all of it a HOLE where nothing is known."""
        return _word(self._letters(node, scope, 0), self.script.span(node).start)

    def several(self, node: ast.expr, scope: Scope, depth: int = 0) -> list[Word] | None:
        """The words of a list or a tuple; None for what is none. A HOLE stands for any number."""
        if not self._may_follow(depth):
            return None
        if isinstance(node, ast.List | ast.Tuple):
            return [self.text(item, scope) for item in node.elts]
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            sides = [self.several(side, scope, depth + 1) for side in (node.left, node.right)]
            if sides[0] is None:
                return None
            return sides[0] + (sides[1] if sides[1] is not None else [self.unknown(node.right)])
        return self._accumulated_words(node, scope, depth) if isinstance(node, ast.Name) else None

    def _accumulated_words(self, node: ast.Name, scope: Scope, depth: int) -> list[Word] | None:
        """The words of a list that a name stands for, with those that have been added to it."""
        found = self._accumulated(node, scope)
        words = self.several(found[0], found[1], depth + 1) if found is not None else None
        if found is None or words is None:
            return None
        for step in found[2]:
            if step.replaces:
                words = [self.unknown(node)]
            elif step.node is None:
                words = [*words, self.unknown(node)]
            elif step.is_item:
                words = [*words, self.text(step.node, found[1])]
            else:
                more = self.several(step.node, found[1], depth + 1)
                words = [*words, *(more if more is not None else [self.unknown(step.node)])]
        return words

    def _accumulated(self, node: ast.Name, scope: Scope) -> Bound | None:
        """What a name is bound to, where, and what has been added to it by now."""
        home = scope.home_of(node.id)
        if self.before is None or home is None:
            return None
        key = (node.id, id(home))
        if key not in self._accumulations:
            self._accumulations[key] = accumulation_of(self.module, node.id, home)
        found = self._accumulations[key]
        steps = found.before(self.before, scope) if found is not None else None
        return (found.first, home, steps) if found is not None and steps is not None else None

    def _accumulated_letters(self, node: ast.Name, scope: Scope, depth: int) -> Letters | None:
        """The letters of a text that a name stands for, with those that have been added to it."""
        found = self._accumulated(node, scope)
        if found is None:
            return None
        letters = self._letters(found[0], found[1], depth + 1)
        for step in found[2]:
            if step.is_item or step.replaces:
                continue  # of a list: a text stays as it is
            more = self._hole(node)
            if step.node is not None:
                more = self._letters(step.node, found[1], depth + 1)
            letters = letters + _more(letters, more)
        return letters

    def unknown(self, node: ast.expr) -> Word:
        """An expression that only a run knows."""
        return _word(self._hole(node), self.script.span(node).start)

    def _hole(self, node: ast.expr) -> Letters:
        span = self.script.span(node)
        return [(HOLE, span.start, span.end)]

    def _letters(self, node: ast.expr, scope: Scope, depth: int) -> Letters:
        found: Letters | None = None
        if not self._may_follow(depth):
            return self._hole(node)
        if isinstance(node, ast.Constant):
            found = self._literal(node, str(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = (v.value if isinstance(v, ast.Constant) else HOLE for v in node.values)
            found = self._literal(node, "".join(map(str, parts)))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = (self._letters(n, scope, depth + 1) for n in (node.left, node.right))
            found = left + _more(left, right)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            found = _filled(self._letters(node.left, scope, depth + 1), _PERCENT, "%%")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found = self._method(node, node.func, scope, depth)
        elif isinstance(node, ast.Name):
            found = self._accumulated_letters(node, scope, depth)
        self.followed += len(found or ()) // _LETTERS
        return found if found is not None and len(found) < _LONGEST else self._hole(node)

    def _may_follow(self, depth: int) -> bool:
        self.followed += 1
        return depth < _DEEPEST and self.followed < _MOST

    def _method(
        self, node: ast.Call, method: ast.Attribute, scope: Scope, depth: int
    ) -> Letters | None:
        """`"...".format(...)`, `" ".join([...])`."""
        if method.attr == "format":
            return _filled(self._letters(method.value, scope, depth + 1), _FIELD, "{{", "}}")
        if method.attr != "join" or len(node.args) != 1:
            return None
        words = self.several(node.args[0], scope, depth + 1)
        between = self._letters(method.value, scope, depth + 1)
        letters: Letters = []
        for number, word in enumerate(words or ()):
            letters += between if number else []
            letters += zip(word.text, *word.places(), strict=True)
        return letters if words else None

    def _literal(self, node: ast.expr, value: str) -> Letters | None:
        """The letters of literals that stand side by side; None where they are not so written."""
        span = self.script.span(node)
        letters: Letters = []
        at, text = span.start, self.script.source.text
        while at < span.end:
            piece = _PIECE.match(text, at, span.end) or _COMMENT.match(text, at, span.end)
            if piece is None:
                break
            if piece.re is _PIECE:
                letters += _decoded(piece[1].lower(), piece[3], piece.start(3))
            at = piece.end()
        return letters if "".join(letter for letter, _, _ in letters) == value else None


def _more(left: Letters, right: Letters) -> Letters:
    """What is added to a text; an unknown one may be several words, but not behind a flag's `=`."""
    is_unknown = [letter for letter, _, _ in right] == [HOLE]
    if not is_unknown or not left or left[-1][0] in "= '\"":
        return right
    return [*right, (" ", *right[0][1:]), *right]


def _decoded(prefix: str, inner: str, start: int) -> Letters:
    """What stands between the quotes of one literal."""
    letters: Letters = []
    at = 0
    while at < len(inner):
        escape = _ESCAPE.match(inner, at) if "r" not in prefix else None
        end = escape.end() if escape else at + 1
        written = inner[at:end]
        letters += ((letter, start + at, start + end) for letter in _unescaped(written))
        at = end
    return _filled(letters, _FIELD, "{{", "}}") if "f" in prefix else letters


def _unescaped(written: str) -> str:
    if len(written) == 1:
        return written
    try:
        return str(ast.literal_eval(f'"{written}"')) if written != '\\"' else '"'
    except (SyntaxError, ValueError):
        return written


def _filled(letters: Letters, field: re.Pattern[str], *doubled: str) -> Letters:
    """A text with a HOLE for each of its fields, and one letter for each that is doubled."""
    text = "".join(letter for letter, _, _ in letters)
    filled: Letters = []
    last = 0
    for match in field.finditer(text):
        start, end = match.span()
        filled += letters[last:start]
        shown = match[0][0] if match[0] in doubled else HOLE
        filled.append((shown, letters[start][1], letters[end - 1][2]))
        last = end
    return filled + letters[last:]


def _word(letters: Sequence[tuple[str, int, int]], start: int) -> Word:
    word = Word(letters[0][1] if letters else start)
    word.text = "".join(letter for letter, _, _ in letters)
    word.starts = offsets(begin for _, begin, _ in letters)
    word.ends = offsets(end for _, _, end in letters)
    word.end = word.ends[-1] if word.ends else start
    word.quoted = True
    return word


def split_calls(node: ast.expr) -> Iterator[ast.expr]:
    """The text of `shlex.split(text)` or `text.split()`, which cut it as a shell does."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if dotted(node.func) in ("shlex.split", "split") and node.args:
            yield node.args[0]
        elif node.func.attr == "split" and not node.args:
            yield node.func.value
