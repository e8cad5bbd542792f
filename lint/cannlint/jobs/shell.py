"""The simple commands of a shell script, with the place of every character of their words.

As much of the shell's grammar as it takes to find commands and their words: quotes, escapes,
comments, continuation lines, here documents, redirections, substitutions; variables, arrays and
positional parameters as far as they are known at each place; loops over known words and calls of
functions once for each. Nothing is run. What only a run could tell, such as `$(...)`, stands in a
word as HOLE.
"""

from __future__ import annotations

import re
from collections import Counter

from cannlint.jobs.shell_blocks import LOOPS
from cannlint.jobs.shell_flow import PIPES, SUBSHELL, Flow
from cannlint.jobs.shell_handed import commands_handed
from cannlint.jobs.shell_known import Known
from cannlint.jobs.shell_lexer import GOES_ON, HEADS, Lexer
from cannlint.jobs.shell_model import HOLE, Word
from cannlint.jobs.shell_nested import Given, placed
from cannlint.jobs.shell_script import Script, values_of
from cannlint.jobs.shell_sets import Setter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterator

    from cannlint.jobs.shell_blocks import Function, Loop
    from cannlint.jobs.shell_flow import Block

_DEEPEST = 40
"""Substitutions within each other that are read; deeper ones are skipped."""
_DEEPEST_CALL = 8
_MOST_VALUES = 32
"""Words of a loop that are followed one by one."""

_ENDS = ("return", "exit")
_JUMPS = frozenset(("break", "continue", "return", "exit"))
_SOURCE_OF_LOOP, _SOURCE_OF_CALL = "for {}", "call {}"


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
    """The simple commands of a part of a script, those in substitutions included.

    In the order they run, as far as that is known; functions that nothing calls come last.
    """
    last = len(text) if end is None else end
    yield from _Shell(Script(text, start, last), Known(), last, 0).whole(start)


def commands_within(word: Word, level: int = 0) -> Iterator[Command]:
    """The commands in the text of a word, each where it is written."""
    if level < _DEEPEST:
        end = len(word.text)
        script = Script(word.text, 0, end, has_holes=True)
        for command in _Shell(script, Known(), end, level).whole(0):
            words = [placed(inner, word) for inner in command.words]
            yield Command(words, command.end_mark, words[-1].end)


def commands_of(words: list[Word]) -> Iterator[Command]:
    """A command by its words, and those that it hands to a shell."""
    if words:
        yield Command(words, "\n", words[-1].end)
    for word in commands_handed(words):
        yield from commands_within(word)


class _Shell:
    """Reads a part of a script from what is known there."""

    def __init__(self, script: Script, known: Known, end: int, level: int) -> None:
        self.script = script
        self.known = known
        self.level = level
        self.calls = 0
        self.lexer = Lexer(script.text, end, known, script.has_holes)
        self.flow = Flow(script, known)
        self.given = Given(self.lexer)
        self.setter = Setter(script.text, known, self.lexer)

    def whole(self, start: int) -> Iterator[Command]:
        """The commands of a script, and of the functions that nothing in it calls."""
        yield from self.commands(start)
        functions = self.script.blocks.functions
        if not functions:
            return
        times = Counter(name for _, name, _ in self.script.blocks.changes)
        for name in [name for name, count in times.items() if count > 1]:
            self.known.forget(name)
        self.known.forget_positional()
        at_end = self.known.copy()
        for function in reversed(functions.values()):
            if function.name not in self.script.called:
                self.known.restore(at_end)
                yield from self._run(function.body, function.end)

    def commands(self, at: int) -> Iterator[Command]:
        """The commands from an offset on, up to where the reader ends."""
        before = "\n"
        while at < self.lexer.end:
            begin = self.lexer.start(at)
            function = self.script.blocks.functions.get(begin)
            if function is not None and function.end > begin:
                at = function.end + 1
                continue
            words, mark, at = self.lexer.command(at)
            if self.flow.top.in_pattern and not (words and words[0].text == "esac"):
                self.lexer.scope.inner.clear()
                self.flow.pattern(self.script.text[begin:at], mark)
                before = "\n"
            elif mark == GOES_ON:
                self._reserved(words[0])
                before = "\n"
            elif words or mark != "\n" or before not in ("&&", "||", "|"):
                at = yield from self._command(words, before, mark, at)
                before = mark

    def _reserved(self, word: Word) -> None:
        loop = self.script.blocks.loops.get(word.start)
        if loop is not None:
            self.script.enter(loop, self.known)
        self.flow.reserved(word)

    def _command(
        self, words: list[Word], before: str, mark: str, at: int
    ) -> Generator[Command, None, int]:
        """One command; where to go on reading."""
        lexer = self.lexer
        written = self.script.text[words[0].start : lexer.last] if words else ""
        inner, lexer.scope.inner = lexer.scope.inner, []
        given = self.given.to(words, mark)
        if words and words[0].text in HEADS and not words[0].quoted:
            at = yield from self._head(words, written, mark, at)
        elif words:
            yield from self._simple(words, written, before, mark)
        for start, stop in inner:
            yield from self._nested(start, stop)
        for word in given:
            yield from commands_within(word, self.level + 1)
        self._end(words, written, before, mark, at)
        return at

    def _end(self, words: list[Word], written: str, before: str, mark: str, at: int) -> None:
        """Take the mark behind a command."""
        if mark == "(" and not words:
            self.flow.open(SUBSHELL, at)
        elif mark == ")" and self.flow.top.kind == SUBSHELL:
            self.flow.close(mark)
        elif mark == ";;":
            self.flow.next_pattern()
        else:
            self.flow.command_ends(words, written, before, mark)

    def _nested(self, start: int, stop: int) -> Iterator[Command]:
        """The commands of a substitution."""
        if self.level < _DEEPEST:
            nested = _Shell(self.script, self.known.copy(), stop, self.level + 1)
            nested.calls = self.calls
            yield from nested.commands(start)

    def _simple(self, words: list[Word], written: str, before: str, mark: str) -> Iterator[Command]:
        """A command without reserved words: what it sets, calls or runs."""
        piped = before in PIPES or mark in (*PIPES, "&")
        end = self.lexer.last
        rest = self.setter.take(words, written, piped)
        if not rest:
            return
        if rest[0].text in _JUMPS:
            failed = len(rest) > 1 and rest[1].text not in ("0", HOLE)
            self.flow.jump(rest[0].text == "break" or (rest[0].text in _ENDS and not failed))
        function = self.script.functions.get(rest[0].text)
        if function is not None and not rest[0].quoted:
            was = self.known.copy()
            own = [word.text.partition("=")[0] for word in words[: len(words) - len(rest)]]
            yield from self._call(function, rest, written, own)
            if piped:
                self.known.restore(was)
            return
        yield Command(rest, mark, end)
        for word in commands_handed(rest):
            yield from commands_within(word, self.level + 1)

    def _head(
        self, words: list[Word], written: str, mark: str, at: int
    ) -> Generator[Command, None, int]:
        """What stands in front of the body of a loop or a `case`."""
        kind = words[0].text
        block = self.flow.open(kind, at)
        if kind == "case":
            self.flow.depend_on(written)
            block.in_pattern = True
            self.flow.pattern("", mark)
        elif kind in LOOPS:
            loop = self.script.blocks.loops.get(words[0].start)
            values = values_of(words)
            if loop is None:
                self.known.forget(words[1].text if len(words) > 1 else "")
            elif kind == "for" and values and self._may_unroll(loop, words[1].text, values):
                yield from self._unroll(loop, words[1].text, values, written)
                at = max(at, loop.done)
            else:
                self.script.enter(loop, self.known)
            block.before.restore(self.known)
        return at

    def _may_unroll(self, loop: Loop, name: str, values: list[Word]) -> bool:
        """Whether the body is read for each value: where it asks for it, and not too often."""
        body = self.script.text[loop.body : loop.done]
        is_used = re.search(rf"\b{re.escape(name)}\b", body) is not None
        few = len(values) <= _MOST_VALUES
        return is_used and few and self.script.may_run(len(body), len(values))

    def _unroll(self, loop: Loop, name: str, values: list[Word], written: str) -> Iterator[Command]:
        own = frozenset((_SOURCE_OF_LOOP.format(loop.start),))
        given = self.known.mentioned(written.partition(" in ")[2])
        self.script.enter(loop, self.known, own)
        entry, context = self.known.copy(), self.setter.context
        self.setter.context |= own
        for value in values:
            self.known.restore(entry)
            self.known.set_text(name, value, own | given)
            body = yield from self._run(loop.body, loop.done)
            self.flow.top.jumps |= body.jumps
            self.flow.top.sources |= body.sources
            if body.left or body.stops:
                break
        if body.stops and len(values) > 1:  # whether it goes on, only a run knows
            self.known.restore(entry)
            self.known.forget(name)
            yield from self._run(loop.body, loop.done)
        self.setter.context = context
        self.known.restore(entry)
        self.known.forget(name)

    def _call(
        self, function: Function, words: list[Word], written: str, own_names: list[str]
    ) -> Iterator[Command]:
        """The commands of a function as it is called, with some variables set for the call."""
        script, known = self.script, self.known
        script.called.add(function.name)
        changed = script.blocks.changed(function.body, function.end)
        if self.calls >= _DEEPEST_CALL or not script.may_run(function.end - function.body):
            for name in changed:
                known.forget(name)
            return
        script.calls += 1
        own = frozenset((_SOURCE_OF_CALL.format(script.calls),)) | known.mentioned(written)
        before, context, names = known.copy(), self.setter.context, self.setter.local_names
        known.set_positional(words[1:], own)
        for name in own_names:
            known.forget(name)
        self.setter.context, self.setter.local_names = context | own, set()
        self.calls += 1
        body = yield from self._run(function.body, function.end)
        self.calls -= 1
        for name in changed if body.jumps else ():
            known.forget(name)
        known.take_back(before, self.setter.local_names | set(own_names))
        self.setter.context, self.setter.local_names = context, names

    def _run(self, start: int, stop: int) -> Generator[Command, None, Block]:
        """Read a part for itself; the block that it has been."""
        end, flow = self.lexer.within(stop), self.flow
        self.flow = Flow(self.script, self.known)
        yield from self.commands(start)
        while len(self.flow.stack) > 1:
            self.flow.close("")
        self.flow.end_chain()
        body = self.flow.top
        self.lexer.within(end)
        self.flow = flow
        return body
