"""Where the loops and the functions of a shell script begin and end, and what is set in each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter

from cannlint.jobs.shell_known import ALL, ANY, Known
from cannlint.jobs.shell_lexer import ASSIGNMENT, CLOSING, DECLARING, GOES_ON, HEADS, OPENING, Lexer
from cannlint.jobs.shell_model import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell_model import Word

FUNCTION = re.compile(
    r"(?:function\s+([\w:.-]+)\s*(?:\(\s*\))?"
    r"|(?<![\w:.-])([A-Za-z_][\w:.-]*)[ \t]*\(\s*\))\s*\{(?=\s)",
    re.ASCII,
)
LOOPS = frozenset(("for", "while", "until", "select"))
_READING = frozenset(("read", "mapfile", "readarray", "unset", "let", "getopts", "printf"))
_NAMING = frozenset(("eval", "read", "unset"))
_EMPTYING = frozenset(("local", "declare", "typeset"))
_ELEMENT = re.compile(r"([A-Za-z_]\w*)\[[^\]\n]*\]\+?=", re.ASCII)
_SETS = re.compile(r"(?<![\w\-.])([A-Za-z_]\w*)\+?=", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PARAMETERS = frozenset(("set", "shift"))
_GROWS = re.compile(r'set\s+--\s+"\$@"')
"""What only adds to the positional parameters."""
_INSIDE = re.compile(r"\$\{([A-Za-z_]\w*):?=", re.ASCII)


class Loop:
    """A loop by the offsets of its parts: what is between `do` and `done`, and the `done`."""

    __slots__ = ("body", "done", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.body = start
        self.done = start


class Function:
    """A function: its name, the offset it begins at, what is between its braces."""

    __slots__ = ("body", "end", "name", "start")

    def __init__(self, name: str, start: int, body: int) -> None:
        self.name = name
        self.start = start
        self.body = body
        self.end = body


class Blocks:
    """The loops and functions by the offset that each begins at, and all that the script sets.

    `changes` has (offset, name, whether the value is only added to), in the order written.
    """

    __slots__ = ("changes", "functions", "loops")

    def __init__(self) -> None:
        self.loops: dict[int, Loop] = {}
        self.functions: dict[int, Function] = {}
        self.changes: list[tuple[int, str, bool]] = []

    def named(self) -> dict[str, Function]:
        """The functions that are written once, by their names."""
        every = self.functions.values()
        times = Counter(function.name for function in every)
        return {function.name: function for function in every if times[function.name] == 1}

    def changed(self, start: int, end: int) -> dict[str, bool]:
        """The names that are set between two offsets, and whether they are only added to."""
        found: dict[str, bool] = {}
        at = bisect_left(self.changes, (start, "", False))
        while at < len(self.changes) and self.changes[at][0] < end:
            _, name, adds = self.changes[at]
            found[name] = adds and found.get(name, True)
            at += 1
        return found


def blocks_of(text: str, start: int, end: int) -> Blocks:
    """The blocks of a part of a script."""
    reader = _Reader(text, end)
    reader.read(start)
    return reader.blocks


def names_changed(words: list[Word], written: str) -> Iterator[str]:
    """The variables that a command changes other than by assignment."""
    first = words[0].text if words else ""
    if first in _NAMING:
        names = [word.text.lstrip()[:1] for word in words[1:2]]
    else:
        names = [word.text.partition("=")[0] for word in words[1:] if first in DECLARING]
    if any(HOLE in name for name in names):
        yield ANY
    if first in _READING:
        yield from (name for word in words[1:] for name in _NAME.findall(word.text))
    elif first in _PARAMETERS:
        yield ALL
    elif first in _EMPTYING:
        yield from (word.text for word in words[1:] if _NAME.fullmatch(word.text))
    elif written.startswith(("((", "for ((", "for((")):
        yield from _NAME.findall(written)
    elif first in ("for", "select") and len(words) > 1:
        yield words[1].text
    elif first == "eval":
        yield from (match[1] for word in words for match in _SETS.finditer(word.text))
    elif "[" in written and (element := _ELEMENT.match(written)):
        yield element[1]
    if "=" in written and "${" in written:
        yield from _INSIDE.findall(written)


def adds(assignment: str, value: str) -> bool:
    """Whether what is assigned has the old value in front: `A+=x`, `A="$A x"`."""
    if assignment.endswith("+="):
        return True
    name = assignment[:-1]
    return bool(re.match(rf'\(?\s*"?\$(?:{name}\b|\{{{name}(?:\[@\])?\}})[" \t]', value))


class _Reader:
    """Reads a script once, with nothing known, for its blocks."""

    def __init__(self, text: str, end: int) -> None:
        self.text = text
        self.lexer = Lexer(text, end, Known())
        self.blocks = Blocks()
        self.open: list[tuple[str, Loop | Function | None]] = []
        self.in_pattern = False

    def read(self, at: int) -> None:
        lexer = self.lexer
        while at < lexer.end:
            begin = lexer.start(at)
            function = FUNCTION.match(self.text, begin, lexer.end)
            if function is not None:
                self._begin_function(function)
                at = function.end()
                continue
            words, mark, at = lexer.command(at)
            lexer.scope.inner.clear()
            if self.in_pattern and not (words and words[0].text == "esac"):
                self.in_pattern = mark != ")"
                continue
            if mark == GOES_ON:
                self._reserved(words[0])
                continue
            if words and words[0].text in HEADS:
                self._reserved(words[0])
            self._note(words)
            self.in_pattern = (self.in_pattern and mark != ")") or mark == ";;"

    def _begin_function(self, match: re.Match[str]) -> None:
        function = Function(match[1] or match[2], match.start(), match.end())
        self.blocks.functions[match.start()] = function
        self.open.append(("{", function))

    def _reserved(self, word: Word) -> None:
        self.in_pattern = word.text == "case"
        if word.text in LOOPS:
            loop = self.blocks.loops[word.start] = Loop(word.start)
            self.open.append((word.text, loop))
        elif word.text in OPENING:
            self.open.append((word.text, None))
        elif word.text == "do" and self.open and isinstance(self.open[-1][1], Loop):
            self.open[-1][1].body = word.end
        elif word.text in CLOSING and self.open:
            block = self.open.pop()[1]
            if isinstance(block, Loop):
                block.done = word.start
            elif block is not None:
                block.end = word.start

    def _note(self, words: list[Word]) -> None:
        """Note what a command sets, at the offset of its first word."""
        if not words:
            return
        start = words[0].start
        changes = self.blocks.changes
        for word in words:
            match = ASSIGNMENT.match(self.text, word.start)
            if match is not None and match[0] == word.text[: len(match[0])]:
                value = self.text[match.end() : match.end() + 200]
                changes.append((start, match[1], adds(match[0], value)))
        written = self.text[start : self.lexer.last]
        grows = _GROWS.match(written) is not None
        changes += ((start, name, name == ALL and grows) for name in names_changed(words, written))
