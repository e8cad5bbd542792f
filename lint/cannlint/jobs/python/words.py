"""The text of an expression of a script with the place of every character.

What is not known is an UNKNOWN_PART. Literals in any quotes, side by side or added, f-strings, `%`
and `.format()`: what they fill in stands where the field does.
"""

from __future__ import annotations

import ast
import re

from cannlint.jobs.python.accumulated import accumulation_of
from cannlint.jobs.python.letters import (
    FIELD,
    PERCENT,
    Field,
    Letters,
    decoded,
    field_of,
    filled_in,
    format_fields,
    joined,
    one_letter,
    percent_fields,
    text_of,
    unknown_field,
)
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.shell.steps import ManyStepsError
from cannlint.jobs.shell.word import UNKNOWN_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.python.accumulated import Accumulation, Step
    from cannlint.jobs.python.letters import Fields
    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope, Statement
    from cannlint.jobs.shell.word import Word

    Bound = tuple[ast.expr, Scope, list[Step]]
    """What a name is first bound to, where, and the steps that add to it."""

_DEEPEST = 40
MOST_FOLLOWED = 10_000
"""Expressions of one script that are followed, a name as often as it is used."""

_LONGEST, _LETTERS = 1 << 18, 100
"""Letters of a text, and how many of them count as one expression more."""
_WIDEST = 10 * _LONGEST
"""Characters that a literal is written with: an escape has up to ten for one letter."""
_QUOTE = re.compile(r"([A-Za-z]{0,2})('''|\"\"\"|'|\")")
_ENDS = {quote: re.compile(rf"\\.|{quote}", re.DOTALL) for quote in ("'''", '"""', "'", '"')}
"""What ends a literal, and escapes, which do not. One expression for a whole literal would take
200 bytes of memory for each of its letters."""
_COMMENT = re.compile(r"\#[^\n]*|[^'\"#]+")


class ManyExpressionsError(ManyStepsError):
    """The commands of a script have more expressions than are followed."""

    limit = MOST_FOLLOWED


class Words:
    """The texts of the expressions of one script, as they are `before` a statement."""

    def __init__(self, module: Module) -> None:
        self.module = module
        self.script = module.script
        self.before: Statement | None = None
        self._accumulations: dict[tuple[str, int], Accumulation | None] = {}
        self._followed_names: set[str] = set()
        """Names that are being followed: one that is added to itself is unknown there."""

    def text(self, node: ast.expr, scope: Scope, depth: int = 0) -> Word:
        """An expression as one word; all of it an UNKNOWN_PART where nothing is known."""
        return self._letters(node, scope, depth).word(self.script.span(node).start)

    def several(self, node: ast.expr, scope: Scope, depth: int = 0) -> list[Word] | None:
        """The words of a list or a tuple; None for what is none.

        A word that is an UNKNOWN_PART stands for any number of them.
        """
        if not self._may_follow(depth):
            return None
        if isinstance(node, ast.List | ast.Tuple):
            listed = [self.text(item, scope, depth + 1) for item in node.elts]
            if listed and listed[0].text == UNKNOWN_PART:
                listed[0] = self._usual(node.elts[0], scope) or listed[0]
            return listed
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            sides = [self.several(side, scope, depth + 1) for side in (node.left, node.right)]
            if sides[0] is None:
                return None
            return sides[0] + (sides[1] if sides[1] is not None else [self.unknown(node.right)])
        if isinstance(node, ast.Name) and node.id not in self._followed_names:
            self._followed_names.add(node.id)
            words = self._accumulated_words(node, scope, depth)
            if words is None:
                words = self._given_words(node, scope, depth)
            self._followed_names.remove(node.id)
            return words
        return None

    def _usual(self, node: ast.expr, scope: Scope) -> Word | None:
        """The program of a command that a user may name otherwise: what it is if nobody does."""
        named = text_of(node, scope, self.module)
        return named.choices[0] if isinstance(named, Field) and len(named.choices) == 1 else None

    def _given_words(self, node: ast.Name, scope: Scope, depth: int) -> list[Word] | None:
        """The words of a list that the only call of a function gives it."""
        given = self.module.arguments.value_of(node.id, scope)
        is_list = given is not None and isinstance(given[0], ast.List | ast.Tuple)
        return self.several(*given, depth + 1) if given is not None and is_list else None

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
                words = [*words, self._added_by(step, node, found[1], depth)]
            elif step.is_item:
                words = [*words, self.text(step.node, found[1], depth + 1)]
            else:
                more = self.several(step.node, found[1], depth + 1)
                words = [*words, *(more if more is not None else [self.unknown(step.node)])]
        return words

    def _added_by(self, step: Step, node: ast.Name, scope: Scope, depth: int) -> Word:
        """What a statement adds to a list that may not run: any number of words."""
        word = self.unknown(node)
        if step.may_add is not None and step.is_item:
            word.added = (self.text(step.may_add, scope, depth + 1),)
        elif step.may_add is not None:
            word.added = tuple(self.several(step.may_add, scope, depth + 1) or ())
        return word

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
            more = self._unknown(node)
            if step.node is not None:
                more = self._letters(step.node, found[1], depth + 1)
            letters = _added(letters, more)
        return letters

    def _attribute(self, node: ast.Attribute, depth: int) -> Letters | None:
        """The letters of `self.cmd`, where one statement of the script sets it."""
        name = dotted(node) or ""
        bound = self.module.attribute(name)
        if bound is None or name in self._followed_names:
            return None
        self._followed_names.add(name)
        letters = self._letters(*bound, depth + 1)
        self._followed_names.remove(name)
        return letters

    def _value(self, node: ast.expr, scope: Scope) -> Letters:
        """The letters of what the script gives a name, or may give it."""
        span = self.script.span(node)
        return filled_in(text_of(node, scope, self.module), span.start, span.end)

    def unknown(self, node: ast.expr) -> Word:
        """An expression that only a run knows."""
        return self._unknown(node).word(self.script.span(node).start)

    def _unknown(self, node: ast.expr) -> Letters:
        span = self.script.span(node)
        return one_letter(UNKNOWN_PART, span.start, span.end)

    def _letters(self, node: ast.expr, scope: Scope, depth: int) -> Letters:
        found: Letters | None = None
        if not self._may_follow(depth):
            return self._unknown(node)
        if isinstance(node, ast.Constant):
            found = self._literal(node, str(node.value))
        elif isinstance(node, ast.JoinedStr):
            parts = [
                str(v.value) if isinstance(v, ast.Constant) else field_of(v, scope, self.module)
                for v in node.values
            ]
            shown = (
                part
                for part, v in zip(parts, node.values, strict=True)
                if not isinstance(v, ast.Constant)
            )
            found = self._literal(node, "".join(parts), lambda _: next(shown, UNKNOWN_PART))
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            left, right = (self._letters(n, scope, depth + 1) for n in (node.left, node.right))
            found = _added(left, right)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
            fields = percent_fields(node.right, scope, self.module)
            found = self._letters(node.left, scope, depth + 1).filled(PERCENT, fields, "%%")
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found = self._method(node, node.func, scope, depth)
        elif isinstance(node, ast.Name) and node.id not in self._followed_names:
            self._followed_names.add(node.id)
            found = self._accumulated_letters(node, scope, depth) or self._value(node, scope)
            self._followed_names.remove(node.id)
        elif isinstance(node, ast.Attribute):
            found = self._attribute(node, depth) or self._value(node, scope)
        self.module.followed += len(found or ()) // _LETTERS
        return found if found is not None and len(found) < _LONGEST else self._unknown(node)

    def _may_follow(self, depth: int) -> bool:
        self.module.followed += 1
        if self.module.followed > MOST_FOLLOWED:
            raise ManyExpressionsError
        return depth < _DEEPEST

    def _method(
        self, node: ast.Call, method: ast.Attribute, scope: Scope, depth: int
    ) -> Letters | None:
        """`"...".format(...)`, `" ".join([...])`."""
        if method.attr == "format":
            fields = format_fields(node, scope, self.module)
            return self._letters(method.value, scope, depth + 1).filled(FIELD, fields, "{{", "}}")
        if method.attr != "join" or len(node.args) != 1:
            return None
        words = self.several(node.args[0], scope, depth + 1)
        between = self._letters(method.value, scope, depth + 1)
        if not words or len(between) * len(words) >= _LONGEST:
            return None
        parts: list[Letters] = []
        for word in words:
            parts += (between,) if parts else ()
            parts.append(Letters(word.text, *word.places()))
        return joined(parts)

    def _literal(
        self, node: ast.expr, value: str, fields: Fields = unknown_field
    ) -> Letters | None:
        """The letters of literals that stand side by side; None where they are not so written.

        None also of a text that is too long, before its letters take memory.
        """
        span = self.script.span(node)
        if len(value) >= _LONGEST or span.end - span.start >= _WIDEST:
            return None
        pieces: list[Letters] = []
        at, text = span.start, self.script.source.text
        while at < span.end:
            quote = _QUOTE.match(text, at, span.end)
            end = _end_of(quote, span.end) if quote else _COMMENT.match(text, at, span.end)
            if end is None:
                break
            if quote is not None:
                inner = text[quote.end() : end.start()]
                pieces.append(decoded(quote[1].lower(), inner, quote.end(), fields))
            at = end.end()
        letters = joined(pieces)
        return letters if letters.text == value else None


def _end_of(quote: re.Match[str], limit: int) -> re.Match[str] | None:
    """The closing quote of a literal."""
    found = _ENDS[quote[2]].finditer(quote.string, quote.end(), limit)
    return next((match for match in found if match[0] == quote[2]), None)


def _added(left: Letters, right: Letters) -> Letters:
    """What is added to a text; an unknown one may be several words, but not behind a flag's `=`."""
    if right.text != UNKNOWN_PART or not left.text or left.text[-1] in "= '\"":
        return joined([left, right])
    blank = one_letter(" ", right.starts[0], right.ends[0])
    return joined([left, right, blank, right])


def split_calls(node: ast.expr) -> Iterator[ast.expr]:
    """The text of `shlex.split(text)` or `text.split()`, which cut it as a shell does."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        if dotted(node.func) in ("shlex.split", "split") and node.args:
            yield node.args[0]
        elif node.func.attr == "split" and not node.args:
            yield node.func.value
