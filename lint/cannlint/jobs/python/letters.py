"""A text of a Python script, with the place of each letter, and what fields fill into it."""

from __future__ import annotations

import ast
import re
import sys
from itertools import count

from cannlint.jobs.python.operations import UNKNOWN, number_of
from cannlint.jobs.python.syntax import dotted
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, offsets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable

    from cannlint.jobs.python.module import Module
    from cannlint.jobs.python.scopes import Scope

    Fields = Callable[[str], str]
    """How a field is written, each once and in their order → its text."""


_PLAIN = re.compile(r"\{(\w*)\}|%(?:\((\w+)\))?[sd]", re.ASCII)
"""A field that shows a value as it is."""


class Field(str):
    """The text of a field that is not known; `choices` are the words that it may be."""

    __slots__ = ("choices",)
    choices: tuple[Word, ...]


def _unknown_text(node: ast.expr | None, scope: Scope, module: Module) -> str:
    """An UNKNOWN_PART that knows what it may be."""
    words: list[Word] = []
    for text, span, _ in module.choices(node, scope) if node is not None else ():
        word = Word(span.start)
        word.text, word.end, word.quoted = text, span.end, True
        words.append(word)
    if not words:
        return UNKNOWN_PART
    field = Field(UNKNOWN_PART)
    field.choices = tuple(words)
    return field


def text_of(node: ast.expr | None, scope: Scope, module: Module) -> str:
    """The text of a value in a field; an UNKNOWN_PART where it is unknown."""
    value = UNKNOWN
    bound = module.attribute(dotted(node) or "") if isinstance(node, ast.Attribute) else None
    if node is not None:
        value = module.value(*bound) if bound is not None else module.value(node, scope)
    if value is UNKNOWN:
        return _unknown_text(*(bound or (node, scope)), module)
    if isinstance(value, bool) or not isinstance(value, str | int):
        return UNKNOWN_PART
    text = str(value) if not isinstance(value, int) or abs(value) < 10**30 else UNKNOWN_PART
    return UNKNOWN_PART if not text or "{" in text or "%" in text else text


def field_of(part: ast.expr, scope: Scope, module: Module) -> str:
    """The text of a field of an f-string."""
    is_plain = isinstance(part, ast.FormattedValue) and part.format_spec is None
    return text_of(part.value, scope, module) if is_plain and part.conversion < 0 else UNKNOWN_PART  # type: ignore[attr-defined]


def format_fields(call: ast.Call, scope: Scope, module: Module) -> Fields:
    """What a call of `.format()` fills in."""
    named = {keyword.arg: keyword.value for keyword in call.keywords}
    if None in named or any(isinstance(given, ast.Starred) for given in call.args):
        return lambda _: UNKNOWN_PART
    numbers = count()

    def value(written: str) -> str:
        plain = _PLAIN.fullmatch(written)
        name = plain[1] if plain is not None else None
        if name is None:
            next(numbers)
            return UNKNOWN_PART
        at = number_of(name) if name else next(numbers)
        return text_of(
            call.args[at] if 0 <= at < len(call.args) else named.get(name), scope, module
        )

    return value


def percent_fields(right: ast.expr, scope: Scope, module: Module) -> Fields:
    """What `%` fills in: from a tuple, a dict, or one value."""
    listed = right.elts if isinstance(right, ast.Tuple) else [right]
    named: dict[object, ast.expr] = {}
    if isinstance(right, ast.Dict):
        keys = ((key, value) for key, value in zip(right.keys, right.values, strict=True))
        named = {key.value: value for key, value in keys if isinstance(key, ast.Constant)}
    numbers = count()

    def value(written: str) -> str:
        plain = _PLAIN.fullmatch(written)
        if "*" in written:  # the width is a value, too
            next(numbers)
        if any(isinstance(given, ast.Starred) for given in listed):
            return UNKNOWN_PART
        if "(" in written:
            return (
                text_of(named.get(plain[2]), scope, module) if plain is not None else UNKNOWN_PART
            )
        at = next(numbers)
        if plain is None or named or at >= len(listed):
            return UNKNOWN_PART
        is_known = isinstance(right, ast.Tuple) or len(listed) == 1
        return text_of(listed[at], scope, module) if is_known else UNKNOWN_PART

    return value


_ESCAPE = re.compile(
    r"\\(?:\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)", re.DOTALL
)
_SIGNS = {
    **dict(zip("abfnrtv\\'\"", "\a\b\f\n\r\t\v\\'\"", strict=True)),
    **dict.fromkeys(("\n", "\r", "\r\n"), ""),
}
"""What stands behind a backslash → what the escape stands for."""
FIELD = re.compile(r"\{\{|\}\}|\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
PERCENT = re.compile(r"%%|%(?:\(\w*\))?[-#0 +]*(?:(?!0)\d+|\*)?(?:\.\d+)?[a-zA-Z]")


class Letters:
    """A text; `starts` and `ends` have the offsets of what each of its letters is written as.

    A letter takes nine bytes: a text may be as long as a file. `choices` are the words that an
    UNKNOWN_PART may be, by its place in the text.
    """

    __slots__ = ("choices", "ends", "starts", "text")

    def __init__(self, text: str, starts: array[int], ends: array[int]) -> None:
        self.choices: dict[int, tuple[Word, ...]] = {}
        self.text = text
        self.starts = starts
        self.ends = ends

    def __len__(self) -> int:
        return len(self.text)

    def part(self, start: int, end: int) -> Letters:
        """The letters from a start to an end."""
        part = Letters(self.text[start:end], self.starts[start:end], self.ends[start:end])
        if self.choices:
            part.choices = {at - start: w for at, w in self.choices.items() if start <= at < end}
        return part

    def filled(self, field: re.Pattern[str], values: Fields, *doubled: str) -> Letters:
        """The text with the values of its fields, and one letter for each that is doubled.

        `values` has the text of the next field, by how it is written, or an UNKNOWN_PART.
        """
        parts = []
        last = 0
        for match in field.finditer(self.text):
            start, end = match.span()
            parts.append(self.part(last, start))
            shown = match[0][0] if match[0] in doubled else values(match[0])
            parts.append(filled_in(shown, self.starts[start], self.ends[end - 1]))
            last = end
        return joined([*parts, self.part(last, len(self))]) if parts else self

    def word(self, start: int) -> Word:
        """The text as one quoted word; `start` is its place if it is empty."""
        word = Word(self.starts[0] if self.starts else start)
        word.text, word.starts, word.ends = self.text, self.starts, self.ends
        word.end = self.ends[-1] if self.ends else start
        word.quoted = True
        word.choices = self.choices or None
        return word


def one_letter(letter: str, start: int, end: int) -> Letters:
    """One letter that is written between two offsets."""
    return Letters(letter, offsets([start]), offsets([end]))


def filled_in(shown: str, start: int, end: int) -> Letters:
    """The letters of a value, all of which stand where it is filled in."""
    letters = Letters(shown, offsets([start]) * len(shown), offsets([end]) * len(shown))
    if isinstance(shown, Field):
        letters.choices = {0: shown.choices}
    return letters


def joined(parts: Iterable[Letters]) -> Letters:
    """Several texts, one behind the other."""
    texts: list[str] = []
    starts, ends = offsets(), offsets()
    choices: dict[int, tuple[Word, ...]] = {}
    for part in parts:
        choices |= {len(starts) + at: words for at, words in part.choices.items()}
        texts.append(part.text)
        starts += part.starts
        ends += part.ends
    whole = Letters("".join(texts), starts, ends)
    whole.choices = choices
    return whole


def unknown_field(written: str) -> str:
    """What stands for a field whose value is not known."""
    return UNKNOWN_PART


def decoded(prefix: str, inner: str, start: int, fields: Fields) -> Letters:
    """The text of one literal: of what stands between its quotes, from an offset on."""
    texts: list[str] = []
    starts, ends = offsets(), offsets()
    at = 0
    for escape in _ESCAPE.finditer(inner) if "r" not in prefix else ():
        begin, end = escape.span()
        unescaped = _unescaped(escape[0])
        texts += inner[at:begin], unescaped
        starts.extend(range(start + at, start + begin))
        ends.extend(range(start + at + 1, start + begin + 1))
        starts.extend([start + begin] * len(unescaped))
        ends.extend([start + end] * len(unescaped))
        at = end
    texts.append(inner[at:])
    starts.extend(range(start + at, start + len(inner)))
    ends.extend(range(start + at + 1, start + len(inner) + 1))
    letters = Letters("".join(texts), starts, ends)
    return letters.filled(FIELD, fields, "{{", "}}") if "f" in prefix else letters


def _unescaped(written: str) -> str:
    """What an escape stands for. `ast.literal_eval` leaves 1,000 bytes behind for each."""
    sign = written[1:]
    if sign in _SIGNS:
        return _SIGNS[sign]
    if sign[0] in "01234567":
        return chr(int(sign, 8))
    if len(sign) == 1:
        return written
    code = int(sign[1:], 16)
    return chr(code) if code <= sys.maxunicode else written
