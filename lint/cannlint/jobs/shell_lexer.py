"""The simple commands of a shell text one by one: their words, and the mark that ends each."""

from __future__ import annotations

import re

from cannlint.jobs.shell_known import Known, is_list
from cannlint.jobs.shell_model import HOLE, Scope, Word, hole
from cannlint.jobs.shell_nested import Document
from cannlint.jobs.shell_words import read_value, read_word, shown_word

BLANKS = re.compile(r"(?:[ \t\r\f\v]|\\\r?\n)+")
ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?=)", re.ASCII)
DECLARING = frozenset(("export", "local", "declare", "readonly", "typeset"))
OPENING = frozenset(("if", "while", "until", "for", "case", "select", "{", "function"))
CLOSING = frozenset(("fi", "done", "esac", "}"))
HEADS = frozenset(("for", "case", "select", "function"))
"""Reserved words with words of their own behind them."""
GOES_ON = " "
"""The mark behind a reserved word, which is read like a command of its own."""

MOST_WORDS = 50_000
"""Of one command; Linux starts none with more than 2 MiB of words, and a script has hundreds."""

_ALONE = (OPENING | CLOSING | frozenset(("then", "do", "else", "elif", "!"))) - HEADS

_ARITHMETIC = re.compile(r"\(\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)\)")
_REDIRECTION = re.compile(r"(?:&>>?|[<>]&\d*-?|<<<|>>|>\||<>|[<>])")


class LongCommandError(Exception):
    """A command has more than MOST_WORDS."""


class Lexer:
    """Reads a part of a script; `known` is what its expansions find, the reader keeps it right.

    After each command, `lists` has the words of the arrays it assigns, by the offset of their
    names, `opened` its here documents and `strings` its here strings, `last` where its own words
    end: those of a variable stand where it was set. `documents` are those that end with its line.
    """

    def __init__(self, text: str, end: int, known: Known, has_holes: bool = False) -> None:
        self.scope = Scope(text, end, known, has_holes)
        self.text = text
        self.end = end
        self.known = known
        self.lists: dict[int, list[Word]] = {}
        self.documents: list[Document] = []
        self.opened: list[Document] = []
        self.strings: list[Word] = []
        self.last = 0
        self._open: list[Document] = []
        self._hidden: dict[str, Word] = {}

    def within(self, end: int) -> int:
        """Read no further than an offset; the one that held before."""
        before, self.end = self.end, end
        self.scope.end = end
        return before

    def start(self, at: int) -> int:
        """The offset of what follows some blanks."""
        blanks = BLANKS.match(self.text, at, self.end)
        return blanks.end() if blanks else at

    def command(self, at: int) -> tuple[list[Word], str, int]:
        """The words from an offset on, the mark that ends them, and where the next begin."""
        self.documents, self.opened, self.strings = [], [], []
        self.lists.clear()
        found = self._command(at)
        self.known.show(self._hidden)
        self._hidden.clear()
        return found

    def _command(self, at: int) -> tuple[list[Word], str, int]:
        words: list[Word] = []
        assigns = True
        while at < self.end:
            at = self.start(at)
            if at >= self.end:
                break
            char = self.text[at]
            if char == "\n":
                return words, "\n", self._skip_documents(at + 1)
            if char == "#":
                at = self.scope.line_end(at)
            elif char == "<" and (shown := shown_word(self.scope, at)):
                words.append(shown)
                at = shown.end
            elif char in "<>" or self.text.startswith("&>", at):
                at = self._redirection(words, at)
            elif char == "(" and (end := self._arithmetic(at)):
                words.append(hole(at, end))
                at = self.last = end
            elif char in ";&|()":
                return self._operator(words, at)
            elif assigns and (match := ASSIGNMENT.match(self.text, at, self.end)):
                word, at = self._assignment(match)
                words.append(word)
            else:
                start = at
                word, at = read_word(self.scope, at)
                self.last = at
                if not words and not word.quoted and word.text in _ALONE:
                    return [word], GOES_ON, at
                words += self._expanded(word, start, at)
                _check_count(words)
                assigns = assigns and words[0].text in DECLARING
        return words, "", at

    def _expanded(self, word: Word, start: int, end: int) -> list[Word]:
        """The words that one word of the script stands for."""
        if self.text[start] not in '$"':
            return [word]
        written = self.text[start:end]
        several = self.known.words_of(written)
        if several is None and word.text == HOLE and is_list(written):
            word.quoted = False  # any number of words
        return [word] if several is None else several

    def _assignment(self, match: re.Match[str]) -> tuple[Word, int]:
        """Read `NAME=value` as one word; its new value is not that of the words behind it."""
        start, after = match.span()
        if self.text.startswith("(", after):
            word = Word(start)
            word.text, word.end = match[0], after
            end = self._list(start, after + 1)
        else:
            word, end = read_value(self.scope, start)
        hidden = self.known.hide(match[1])
        if hidden is not None:
            self._hidden[match[1]] = hidden
        self.last = end
        return word, end

    def _arithmetic(self, at: int) -> int:
        """Where a `((...))` ends that begins at an offset; 0 where none does."""
        match = _ARITHMETIC.match(self.text, at, self.end)
        return match.end() if match is not None else 0

    def _list(self, name: int, at: int) -> int:
        """Read the words of an array; the offset behind its bracket."""
        words: list[Word] = []
        while at < self.end and self.text[at] != ")":
            if self.text[at] == "#":
                at = self.scope.line_end(at)
            elif self.text[at] in " \t\r\n;&|<>(" or self.text.startswith("\\\n", at):
                at += 1
            else:
                start = at
                word, at = read_word(self.scope, at)
                words += self._expanded(word, start, at)
                _check_count(words)
        self.lists[name] = words
        return at + 1

    def _operator(self, words: list[Word], at: int) -> tuple[list[Word], str, int]:
        double = self.text[at : at + 2]
        mark = double if double in ("&&", "||", ";;", "|&") else self.text[at]
        return words, mark, at + len(mark)

    def _redirection(self, words: list[Word], at: int) -> int:
        """Skip a redirection and its file; remember the end of a here document."""
        if self.text.startswith("<<", at) and not self.text.startswith("<<<", at):
            at += 3 if self.text.startswith("<<-", at) else 2
            mark, after = self._target(at)
            if mark is not None:
                self.opened.append(Document(mark))
                self._open += self.opened[-1:]
            return after
        if words and words[-1].end == at and words[-1].text.isdigit() and not words[-1].quoted:
            words.pop()
        match = _REDIRECTION.match(self.text, at, self.end)
        at = match.end() if match else at + 1
        if match and match[0][-1] in "-0123456789":
            return at
        target, after = self._target(at)
        if match and match[0] == "<<<" and target is not None:
            self.strings.append(target)
        return after

    def _target(self, at: int) -> tuple[Word | None, int]:
        at = self.start(at)
        if at >= self.end or self.text[at] in "\n;&|()<>":
            return None, at
        return read_word(self.scope, at)

    def _skip_documents(self, at: int) -> int:
        """The offset after the here documents that begin on this line."""
        for document in self._open:
            start = at
            while at < self.end:
                begin, stop = at, self.scope.line_end(at)
                document.span = (start, stop)
                at = min(stop + 1, self.end)
                if self.text[begin:stop].strip("\t\r ") == document.mark.text:
                    document.span = (start, begin)
                    break
        self.documents, self._open = self._open, []
        return at


def _check_count(words: list[Word]) -> None:
    if len(words) > MOST_WORDS:
        raise LongCommandError
