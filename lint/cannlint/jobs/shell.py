"""The simple commands of a shell script, with the place of every character of their words.

As much of the shell's grammar as it takes to find commands and their words: quotes, escapes,
comments, continuation lines, here documents, redirections, substitutions. Nothing is run. What
only a run could tell, such as `$1` or `$(...)`, stands in a word as HOLE.
"""

from __future__ import annotations

import re
from itertools import pairwise

from cannlint.errors import CannlintError
from cannlint.jobs.shell_model import NAME, Scope, Word
from cannlint.jobs.shell_nested import Document, Known, documents_run, part_of, placed
from cannlint.jobs.shell_words import read_word, shown_word
from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 40
"""Substitutions within each other that are read; deeper ones are skipped."""

_LONGEST = 4096
"""Characters of a variable that is followed: variables may double each other."""

MOST_WORDS = 50_000
"""Of one command; Linux starts none with more than 2 MiB of words, and a script has hundreds."""

_BLANKS = re.compile(r"(?:[ \t\r\f\v]|\\\r?\n)+")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?=)", re.ASCII)
_SET = re.compile(
    r"(?<![\w\-.])([A-Za-z_]\w*)\+?=|\b(?:for|read|select|local|mapfile|unset)[ \t]+([^\n;|&]*)",
    re.ASCII,
)
_REDIRECTION = re.compile(r"(?:&>>?|[<>]&\d*-?|<<<|>>|>\||<>|[<>])")
_OPENING = frozenset(("if", "while", "until", "for", "case", "select", "{", "function"))
_CLOSING = frozenset(("fi", "done", "esac", "}"))
_RESERVED = _OPENING | _CLOSING | frozenset(("then", "do", "else", "elif", "!", "in"))
_TRANSPARENT = frozenset(("if", "while", "until", "{", "then", "do", "else", "elif", "!"))
_SHELL = re.compile(r"(?:.*/)?(?:(?:ba|z|da|k)?sh|eval|sudo|docker|nohup|su|srun|ssh)")
_RUN = re.compile(r"-[A-Za-z]*c")
"""A program that runs a command, and the option in front of a command that is one word."""


class LongCommandError(CannlintError):
    """A command has more than MOST_WORDS."""


class Command:
    """The words of one simple command; `end_mark` is what ends it: `;`, a line feed, ...

    `end` is where its own words end: those of a variable stand where it was set.
    """

    __slots__ = ("end", "end_mark", "words")

    def __init__(self, words: list[Word], end_mark: str, end: int) -> None:
        self.words = words
        self.end_mark = end_mark
        self.end = end


def commands_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Command]:
    """The simple commands of a part of a script, in order, those in substitutions included.

    Raises LongCommandError where one has more words than any machine starts.
    """
    last = len(text) if end is None else end
    yield from _Shell(text, last, _set_once(text), 0).commands(start)


def commands_within(word: Word, level: int = 0) -> Iterator[Command]:
    """The commands in the text of a word, each where it is written."""
    if level < _DEEPEST:
        nested = _Shell(word.text, len(word.text), frozenset(), level, has_holes=True)
        for command in nested.commands(0):
            words = [placed(inner, word) for inner in command.words]
            yield Command(words, command.end_mark, words[-1].end)


def commands_of(words: list[Word]) -> Iterator[Command]:
    """A command by its words, and those that it hands to a shell."""
    if words:
        yield Command(words, "\n", words[-1].end)
    for word in _commands_given(words):
        yield from commands_within(word)


def _set_once(text: str) -> frozenset[str]:
    """The variables that a script sets in one place only."""
    seen: set[str] = set()
    again: set[str] = set()
    if "=" not in text or "$" not in text:
        return frozenset()
    for match in _SET.finditer(text):
        for name in (match[1],) if match[1] else NAME.findall(match[2]):
            (again if name in seen else seen).add(name)
            if not match[1]:
                again.add(name)
    return frozenset(seen - again)


def _commands_given(words: list[Word]) -> Iterator[Word]:
    """The quoted commands that another shell runs: `bash -c "..."`, `eval "..."`, `ssh h "..."`."""
    for before, word in pairwise(words):
        is_remote = words[0].text == "ssh" and " " in word.text
        runs = is_remote or before.text == "eval" or _RUN.fullmatch(before.text)
        if word.quoted and runs and _SHELL.fullmatch(words[0].text):
            yield word


def _check_count(words: list[Word]) -> None:
    if len(words) > MOST_WORDS:
        raise LongCommandError(Phrase("a command has more than 50,000 words"))


class _Shell:
    """Reads a part of a script: `once` are the variables that the script sets in one place."""

    def __init__(
        self, text: str, end: int, once: frozenset[str], level: int, has_holes: bool = False
    ) -> None:
        self.scope = Scope(text, end, has_holes)
        self.text = text
        self.end = end
        self.once = once
        self.level = level
        self.depth = 0
        self.known = Known(self.scope)
        self.lists: dict[str, list[Word]] = {}
        self.documents: list[Document] = []
        self.read_documents: list[Document] = []
        self.last = 0

    def commands(self, start: int) -> Iterator[Command]:
        at, before = start, "\n"
        while at < self.end:
            words, mark, at = self._simple_command(at)
            words = self._settle(words, before, mark)
            inner, self.scope.inner = self.scope.inner, []
            documents, self.read_documents = self.read_documents, []
            if words:
                yield Command(words, mark, self.last)
            for begin, stop in inner:
                yield from self._nested(begin, stop)
            for word in _commands_given(words):
                yield from commands_within(word, self.level + 1)
            for document in documents_run(words, documents):
                yield from commands_within(document.text(self.scope), self.level + 1)
            before = mark

    def _nested(self, begin: int, stop: int) -> Iterator[Command]:
        if self.level < _DEEPEST:
            nested = _Shell(self.text, stop, frozenset(), self.level + 1, self.scope.has_holes)
            yield from nested.commands(begin)

    def _simple_command(self, at: int) -> tuple[list[Word], str, int]:
        """The words from an offset on, the mark that ends them, and where the next begin."""
        words: list[Word] = []
        while at < self.end:
            blanks = _BLANKS.match(self.text, at, self.end)
            at = blanks.end() if blanks else at
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
            elif char == "(" and self._begins_list(words, at):
                at = self._list(words[-1], at + 1)
            elif char in ";&|()":
                return self._operator(words, at)
            else:
                start = at
                word, at = read_word(self.scope, at)
                self.last = at
                several = self.text[start] in '$"' and self.known.words_of(self.text[start:at])
                words += several or [word]
                _check_count(words)
        return words, "", at

    def _begins_list(self, words: list[Word], at: int) -> bool:
        """Whether a bracket begins the words of an array: `ARGS=(...)`."""
        match = _ASSIGNMENT.fullmatch(words[-1].text) if words else None
        return match is not None and words[-1].end == at

    def _list(self, assignment: Word, at: int) -> int:
        """Read the words of an array; the offset behind its bracket."""
        words: list[Word] = []
        while at < self.end and self.text[at] != ")":
            if self.text[at] == "#":
                at = self.scope.line_end(at)
            elif self.text[at] in " \t\r\n;&|<>(" or self.text.startswith("\\\n", at):
                at += 1
            else:
                word, at = read_word(self.scope, at)
                words.append(word)
                _check_count(words)
        self.lists[assignment.text.rstrip("+=")] = words
        return at + 1

    def _operator(self, words: list[Word], at: int) -> tuple[list[Word], str, int]:
        double = self.text[at : at + 2]
        mark = double if double in ("&&", "||", ";;", "|&") else self.text[at]
        if mark == "(":
            self.depth += 1
        elif mark == ")" and self.depth:
            self.depth -= 1
        return words, mark, at + len(mark)

    def _settle(self, words: list[Word], before: str, mark: str) -> list[Word]:
        """A command without its reserved words and assignments; plain assignments are kept."""
        while words and words[0].text in _RESERVED and not words[0].quoted:
            first = words[0].text
            self.depth += (first in _OPENING) - (first in _CLOSING)
            self.depth = max(self.depth, 0)
            if first not in _TRANSPARENT:
                return []
            words = words[1:]
        exported = bool(words) and words[0].text == "export"
        assigned = words[1:] if exported else words
        count = 0
        while count < len(assigned) and _ASSIGNMENT.match(assigned[count].text):
            count += 1
        plain = before in ("\n", ";") and mark in ("\n", ";", "", "&&") and not self.depth
        if count == len(assigned) and plain:
            for word in assigned:
                self._assign(word)
        return [] if exported else words[count:]

    def _assign(self, word: Word) -> None:
        name, _, value = word.text.partition("=")
        if name not in self.once:
            return
        if not value and name in self.lists:
            self.known.arrays[name] = self.lists[name]
        elif value[:1] != "~" and len(value) < _LONGEST:
            self.scope.texts[name] = part_of(word, len(name) + 1, len(word.text))

    def _redirection(self, words: list[Word], at: int) -> int:
        """Skip a redirection and its file; remember the end of a here document."""
        if self.text.startswith("<<", at) and not self.text.startswith("<<<", at):
            at += 3 if self.text.startswith("<<-", at) else 2
            mark, after = self._target(at)
            if mark is not None:
                self.documents.append(Document(mark))
            return after
        if words and words[-1].end == at and words[-1].text.isdigit() and not words[-1].quoted:
            words.pop()
        match = _REDIRECTION.match(self.text, at, self.end)
        at = match.end() if match else at + 1
        if match and match[0][-1] in "-0123456789":
            return at
        return self._target(at)[1]

    def _target(self, at: int) -> tuple[Word | None, int]:
        blanks = _BLANKS.match(self.text, at, self.end)
        at = blanks.end() if blanks else at
        if at >= self.end or self.text[at] in "\n;&|()<>":
            return None, at
        return read_word(self.scope, at)

    def _skip_documents(self, at: int) -> int:
        """The offset after the here documents that begin on this line."""
        for document in self.documents:
            start = at
            while at < self.end:
                begin, stop = at, self.scope.line_end(at)
                document.span = (start, stop)
                at = min(stop + 1, self.end)
                if self.text[begin:stop].strip("\t\r ") == document.mark.text:
                    document.span = (start, begin)
                    break
        self.read_documents, self.documents = self.documents, []
        return at
