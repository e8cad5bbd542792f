"""Where the loops and the functions of a shell script begin and end, and what is set in each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter

from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.tree import CLOSING, DECLARING, FUNCTION, HEADS, OPENING, RESERVED
from cannlint.jobs.shell.values import ALL, ANY, Values
from cannlint.jobs.shell.word import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.scan import Prepared
    from cannlint.jobs.shell.tree import RawCommand
    from cannlint.jobs.shell.word import Word

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
    """A loop by the indexes of its commands: what is between `do` and `done`, and the `done`."""

    __slots__ = ("body", "end", "start")

    def __init__(self, start: int) -> None:
        self.start = start
        self.body = self.end = 0


class Function:
    """A function: its name, and the indexes of the commands between its braces."""

    __slots__ = ("body", "code", "end", "name")

    def __init__(self, name: str, code: Code, body: int) -> None:
        self.name = name
        self.code = code
        self.body = body
        self.end = 0

    @property
    def text(self) -> str:
        """What is written between its braces."""
        return self.code.text(self.body, self.end)


class Code:
    """Commands of a text one after the other, and the blocks that they make up."""

    __slots__ = ("blocks", "has_holes", "prepared", "raw")

    def __init__(self, prepared: Prepared, raw: list[RawCommand], has_holes: bool) -> None:
        self.prepared = prepared
        self.raw = raw
        self.has_holes = has_holes
        self.blocks = Blocks()
        reader = _Reader(self)
        reader.read()
        self.blocks = reader.blocks

    def text(self, start: int, end: int) -> str:
        """What is written from one command up to another."""
        first = self.raw[start].start if start < len(self.raw) else 0
        last = self.raw[end].start if end < len(self.raw) else len(self.prepared.text)
        return self.prepared.text[first:last]


class Blocks:
    """The loops and functions by the index that each begins at, and all that the script sets.

    `changes` has (index, name, whether the value is only added to), in the order written.
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
        """The names that are set between two commands, and whether they are only added to."""
        found: dict[str, bool] = {}
        at = bisect_left(self.changes, (start, "", False))
        while at < len(self.changes) and self.changes[at][0] < end:
            _, name, adds = self.changes[at]
            found[name] = adds and found.get(name, True)
            at += 1
        return found


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
    """Reads commands once, with nothing known, for their blocks."""

    def __init__(self, code: Code) -> None:
        self.raw = code.raw
        self.text = code.prepared.text
        self.expander = Expander(code.prepared, Values(), code.has_holes)
        self.blocks = Blocks()
        self.open: list[tuple[str, Loop | Function | None]] = []
        self.in_pattern = False
        self.code = code

    def read(self) -> None:
        at = 0
        while at < len(self.raw):
            raw = self.raw[at]
            match = FUNCTION.match(self.text, raw.start) if raw.words else None
            if match is not None:
                at = self._begin_function(match, at)
                continue
            words = [self.expander.value(word) for word in raw.words]
            if self.in_pattern and not (words and words[0].text == "esac"):
                self.in_pattern = raw.mark != ")"
            elif raw.mark == RESERVED:
                self._reserved(words[0].text, at)
            else:
                if words and words[0].text in HEADS:
                    self._reserved(words[0].text, at)
                self._note(words, raw, at)
                self.in_pattern = (self.in_pattern and raw.mark != ")") or raw.mark == ";;"
            at += 1

    def _begin_function(self, match: re.Match[str], at: int) -> int:
        """Begin a function; the index of what is first between its braces."""
        body = at + 1
        while body < len(self.raw) and self.raw[body].start < match.end():
            body += 1
        function = Function(match[1] or match[2], self.code, body)
        self.blocks.functions[at] = function
        self.open.append(("{", function))
        return body

    def _reserved(self, name: str, at: int) -> None:
        self.in_pattern = name == "case"
        if name in LOOPS:
            loop = self.blocks.loops[at] = Loop(at)
            self.open.append((name, loop))
        elif name in OPENING:
            self.open.append((name, None))
        elif name == "do" and self.open and isinstance(self.open[-1][1], Loop):
            self.open[-1][1].body = at + 1
        elif name in CLOSING and self.open:
            block = self.open.pop()[1]
            if block is not None:
                block.end = at

    def _note(self, words: list[Word], raw: RawCommand, at: int) -> None:
        """Note what a command sets."""
        changes = self.blocks.changes
        for word in words:
            match = ASSIGNMENT.match(self.text, word.start)
            if match is not None and match[0] == word.text[: len(match[0])]:
                value = self.text[match.end() : match.end() + 200]
                changes.append((at, match[1], adds(match[0], value)))
        written = self.text[raw.start : raw.words[-1].end] if words else ""
        grows = _GROWS.match(written) is not None
        changes += ((at, name, name == ALL and grows) for name in names_changed(words, written))
