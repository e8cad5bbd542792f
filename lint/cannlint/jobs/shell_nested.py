"""Text within a shell text: what a quoted command or a here document holds.

Its words are read like those of the script, and stand where their characters are written.
"""

from __future__ import annotations

import re

from cannlint.jobs.shell_model import Scope, Word, joined, offsets, part_of
from cannlint.jobs.shell_words import document_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell_lexer import Lexer

_SHELL_NAME = re.compile(r"(?:.*/)?(?:ba|z|da|k)?sh")
_REMOTE = ("ssh", "su")


def placed(inner: Word, outer: Word) -> Word:
    """A word that was read from the text of another, with its places in the file."""
    whole = part_of(outer, inner.start, inner.end)
    starts, ends = outer.places()
    inner_starts, inner_ends = inner.places()
    whole.text, whole.quoted = inner.text, inner.quoted
    last = len(starts) - 1  # what is added behind the text stands at its end
    whole.starts = offsets(starts[min(at, last)] for at in inner_starts)
    whole.ends = offsets(ends[max(at - 1, 0)] for at in inner_ends)
    return whole


class Document:
    """A here document: the word behind `<<`, and where its lines stand.

    `is_script` tells that a shell runs it.
    """

    __slots__ = ("is_script", "mark", "span")

    def __init__(self, mark: Word) -> None:
        self.is_script = False
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


def reads_script(words: list[Word]) -> bool:
    """Whether a command is a shell, or has one run, that is given no script otherwise."""
    programs = [word.text for word in words if not word.text.startswith("-")]
    if not programs:
        return False
    is_login = programs[0] == "sudo" and any(word.text in ("-s", "-i", "-Es") for word in words)
    return bool(_SHELL_NAME.fullmatch(programs[-1])) or programs[0] in _REMOTE or is_login


class Given:
    """The texts that shells read as their scripts: here documents, here strings, what is echoed."""

    def __init__(self, lexer: Lexer) -> None:
        self.lexer = lexer
        self.piped: list[Word] = []

    def to(self, words: list[Word], mark: str) -> list[Word]:
        """Those of a command and of others on its line, as far as they are read by now."""
        lexer = self.lexer
        given = []
        if reads_script(words):
            given = [*lexer.strings[-1:], *self.piped]
            for document in lexer.opened[-1:]:
                document.is_script = True
        given += (d.text(lexer.scope) for d in lexer.documents if d.is_script)
        is_echo = mark == "|" and len(words) > 1 and words[0].text == "echo"
        self.piped = [joined(words[1:])] if is_echo else []
        return given
