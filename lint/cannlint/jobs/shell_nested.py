"""Text within a shell text: what a variable, a quoted command or a here document holds.

Its words are read like those of the script, and stand where their characters are written.
"""

from __future__ import annotations

import re

from cannlint.jobs.shell_model import NAME, Scope, Word, offsets
from cannlint.jobs.shell_words import document_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SHELL_NAME = re.compile(r"(?:.*/)?(?:ba|z|da|k)?sh")
_REMOTE = ("ssh", "su")
_VARIABLE = re.compile(rf"\$(?:({NAME.pattern})|\{{({NAME.pattern})\}})", re.ASCII)
_ARRAY = re.compile(rf'("?)\$\{{({NAME.pattern})\[[@*]\]\}}\1', re.ASCII)
_SPLIT = re.compile(r"\S+")
_NOT_SPLIT = re.compile(r"['\"\\*?\[]")
"""What a shell leaves alone, or takes for names of files, where it cuts a value into words."""


_MOST = 50_000
"""Words of variables that are followed in one script: a long list may be used many times."""


class Known:
    """What is known of the variables of a part of a script: texts, and lists of words."""

    __slots__ = ("arrays", "left", "texts")

    def __init__(self, scope: Scope) -> None:
        self.left = _MOST
        self.texts = scope.texts
        self.arrays: dict[str, list[Word]] = {}

    def words_of(self, written: str) -> list[Word] | None:
        """The words that one word of the script stands for, where they are known to be several."""
        words = self._words_of(written) if self.left > 0 else None
        self.left -= len(words or ())
        return words

    def _words_of(self, written: str) -> list[Word] | None:
        array = _ARRAY.fullmatch(written)
        if array is not None:
            return self.arrays.get(array[2])
        variable = _VARIABLE.fullmatch(written)
        value = self.texts.get(variable[1] or variable[2]) if variable is not None else None
        if value is None or not re.search(r"\s", value.text) or _NOT_SPLIT.search(value.text):
            return None
        return [part_of(value, *match.span()) for match in _SPLIT.finditer(value.text)]


def part_of(word: Word, start: int, end: int) -> Word:
    """The characters [start, end) of a word as a word of their own."""
    starts, ends = word.places()
    part = Word(starts[start] if start < end else word.start)
    part.end = ends[end - 1] if start < end else word.start
    part.text, part.quoted = word.text[start:end], word.quoted
    part.starts, part.ends = starts[start:end], ends[start:end]
    return part


def placed(inner: Word, outer: Word) -> Word:
    """A word that was read from the text of another, with its places in the file."""
    whole = part_of(outer, inner.start, inner.end)
    starts, ends = outer.places()
    inner_starts, inner_ends = inner.places()
    whole.text, whole.quoted = inner.text, inner.quoted
    whole.starts = offsets(starts[at] for at in inner_starts)
    whole.ends = offsets(ends[at - 1] for at in inner_ends)
    return whole


class Document:
    """A here document: the word behind `<<`, and where its lines stand."""

    __slots__ = ("mark", "span")

    def __init__(self, mark: Word) -> None:
        self.mark = mark
        self.span = (0, 0)

    def text(self, scope: Scope) -> Word:
        """Its lines as one word: with a quoted mark they are as written, else expanded."""
        start, end = self.span
        if not self.mark.quoted:
            return document_word(scope, start, end)
        word = Word(start)
        word.end, word.text, word.quoted = end, scope.text[start:end], True
        return word


def documents_run(words: list[Word], documents: list[Document]) -> Iterator[Document]:
    """The here documents that a command hands to a shell as its script."""
    programs = [word.text for word in words if not word.text.startswith("-")]
    if programs and (_SHELL_NAME.fullmatch(programs[-1]) or programs[0] in _REMOTE):
        yield from documents[-1:]
