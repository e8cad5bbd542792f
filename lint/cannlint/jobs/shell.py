"""The simple commands of a shell script, with the place of every character of their words.

As much of the shell's grammar as it takes to find commands and their words: quotes, escapes,
comments, continuation lines, here documents, redirections, substitutions. Nothing is run. What
only a run could tell, such as `$1` or `$(...)`, stands in a word as HOLE.
"""

from __future__ import annotations

import re
from itertools import pairwise

from cannlint.jobs.shell_words import HOLE, NAME, Scope, Word, read_word, shown_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_DEEPEST = 40
"""Substitutions within each other that are read; deeper ones are skipped."""

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
_SHELL = re.compile(r"(?:.*/)?(?:(?:ba|z|da|k)?sh|eval|sudo|docker|nohup|su|srun)")
_RUN = re.compile(r"-[A-Za-z]*c")
"""A program that runs a command, and the option in front of a command that is one word."""


class Command:
    """The words of one simple command; `end_mark` is what ends it: `;`, a line feed, ..."""

    __slots__ = ("end_mark", "words")

    def __init__(self, words: list[Word], end_mark: str) -> None:
        self.words = words
        self.end_mark = end_mark


def commands_in(text: str, start: int = 0, end: int | None = None) -> Iterator[Command]:
    """The simple commands of a part of a script, in order, those in substitutions included."""
    last = len(text) if end is None else end
    yield from _Shell(text, last, _set_once(text), 0).commands(start)


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


def _commands_given(words: list[Word]) -> Iterator[tuple[int, int]]:
    """The places of quoted commands that another shell runs: `bash -c "..."`, `eval "..."`."""
    for before, word in pairwise(words):
        runs = before.text == "eval" or _RUN.fullmatch(before.text)
        if word.quoted and runs and _SHELL.fullmatch(words[0].text):
            yield word.start + 1, word.end - 1


class _Shell:
    """Reads a part of a script: `once` are the variables that the script sets in one place."""

    def __init__(self, text: str, end: int, once: frozenset[str], level: int) -> None:
        self.scope = Scope(text, end)
        self.text = text
        self.end = end
        self.once = once
        self.level = level
        self.depth = 0
        self.documents: list[str] = []

    def commands(self, start: int) -> Iterator[Command]:
        at, before = start, "\n"
        while at < self.end:
            words, mark, at = self._simple_command(at)
            words = self._settle(words, before, mark)
            inner, self.scope.inner = self.scope.inner, []
            if words:
                yield Command(words, mark)
            for begin, stop in (*inner, *_commands_given(words)):
                yield from self._nested(begin, stop)
            before = mark

    def _nested(self, begin: int, stop: int) -> Iterator[Command]:
        if self.level < _DEEPEST:
            nested = _Shell(self.text, stop, frozenset(), self.level + 1)
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
            elif char in ";&|()":
                return self._operator(words, at)
            else:
                word, at = read_word(self.scope, at)
                words.append(word)
        return words, "", at

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
        if name in self.once and HOLE not in value and value[:1] != "~":
            self.scope.values[name] = value

    def _redirection(self, words: list[Word], at: int) -> int:
        """Skip a redirection and its file; remember the end of a here document."""
        if self.text.startswith("<<", at) and not self.text.startswith("<<<", at):
            at += 3 if self.text.startswith("<<-", at) else 2
            end, after = self._target(at)
            if end is not None:
                self.documents.append(end.text)
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
        for end in self.documents:
            while at < self.end:
                stop = self.scope.line_end(at)
                line = self.text[at:stop]
                at = min(stop + 1, self.end)
                if line.strip("\t\r ") == end:
                    break
        self.documents.clear()
        return at
