"""The simple commands of a shell script as they run, with the place of every character.

Variables, arrays and positional parameters as far as they are known at each place; loops over
known words and calls of functions once for each. Nothing is run. What only a run could tell, such
as `$(...)`, stands in a word as HOLE.
"""

from __future__ import annotations

import re
from collections import Counter

from cannlint.jobs.shell.assignments import Setter
from cannlint.jobs.shell.blocks import LOOPS, Code
from cannlint.jobs.shell.branches import PIPES, SUBSHELL, Flow
from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.nested import nested_commands, placed, reads_script
from cannlint.jobs.shell.scan import prepare
from cannlint.jobs.shell.script import Script, values_of
from cannlint.jobs.shell.tree import (
    DECLARING,
    FUNCTION,
    HEADS,
    MOST_WORDS,
    RESERVED,
    LongCommandError,
    document_word,
    raw_commands,
)
from cannlint.jobs.shell.values import Values
from cannlint.jobs.shell.word import HOLE, Word, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable, Iterator

    from cannlint.jobs.shell.blocks import Function, Loop
    from cannlint.jobs.shell.branches import Block
    from cannlint.jobs.shell.tree import RawCommand

_DEEPEST = 40
"""Commands within texts within each other that are read; deeper ones are skipped."""
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

    def moved(self, by: int) -> Command:
        """The command of a text that begins at an offset of another."""
        return Command([word.moved(by) for word in self.words], self.end_mark, self.end + by)


def commands_in(text: str) -> Iterator[Command]:
    """The simple commands of a script, those in substitutions included.

    In the order they run, as far as that is known; functions that nothing calls come last.
    """
    yield from _commands(text, has_holes=False, level=0)


def commands_within(word: Word, level: int = 0) -> Iterator[Command]:
    """The commands in the text of a word, each where it is written."""
    if level < _DEEPEST:
        for command in _commands(word.text, has_holes=True, level=level):
            words = [placed(inner, word) for inner in command.words]
            yield Command(words, command.end_mark, words[-1].end)


def commands_of(words: list[Word]) -> Iterator[Command]:
    """A command by its words, and those that it has a shell run."""
    if words:
        yield Command(words, "\n", words[-1].end)
    for word in nested_commands(words):
        yield from commands_within(word)


def _commands(text: str, has_holes: bool, level: int) -> Iterator[Command]:
    prepared = prepare(text)
    raw = raw_commands(prepared)
    if "done" not in text and FUNCTION.search(text) is None:
        code = Code(prepared, [], has_holes)
        reader = _Reader(Script(text, {}), Values(), code, level)
        yield from reader.commands(raw)
        return
    code = Code(prepared, list(raw), has_holes)
    yield from _Reader(Script(text, code.blocks.named()), Values(), code, level).whole()


class _Reader:
    """Reads commands from what is known in front of them."""

    def __init__(self, script: Script, values: Values, code: Code, level: int) -> None:
        self.script = script
        self.values = values
        self.level = level
        self.calls = 0
        self.code = code
        self.text = script.text
        self.expander = Expander(code.prepared, values, code.has_holes)
        self.flow = Flow(script, values)
        self.setter = Setter(script.text, values)
        self.before = "\n"
        self.echoed: list[Word] = []
        self.skip_to = 0

    def whole(self) -> Iterator[Command]:
        """The commands of a script, and of the functions that nothing in it calls."""
        yield from self.between(0, len(self.code.raw))
        functions = self.code.blocks.functions
        if not functions:
            return
        times = Counter(name for _, name, _ in self.code.blocks.changes)
        for name in [name for name, count in times.items() if count > 1]:
            self.values.forget(name)
        self.values.forget_positional()
        at_end = self.values.copy()
        for function in reversed(functions.values()):
            if function.name not in self.script.called:
                self.values.restore(at_end)
                yield from self._run(function.code, function.body, function.end)

    def between(self, at: int, end: int) -> Iterator[Command]:
        """The commands between two indexes."""
        self.before = "\n"
        while at < end:
            function = self.code.blocks.functions.get(at)
            if function is not None and function.end > at:
                at = function.end + 1
                continue
            self.skip_to = at + 1
            yield from self._next(self.code.raw[at], at)
            at = self.skip_to

    def commands(self, raw: Iterable[RawCommand]) -> Iterator[Command]:
        """The commands of a text without loops and functions."""
        self.before = "\n"
        for one in raw:
            yield from self._next(one, -1)

    def _next(self, raw: RawCommand, at: int) -> Iterator[Command]:
        first = self.text[raw.words[0].start : raw.words[0].end] if raw.words else ""
        if self.flow.top.in_pattern and first != "esac":
            self.flow.pattern(self.text[raw.start : raw.after], raw.mark)
            self.before = "\n"
        elif raw.mark == RESERVED:
            self._reserved(self.expander.word(raw.words[0]), at)
            self.before = "\n"
        elif raw.words or raw.mark != "\n" or self.before not in ("&&", "||", "|"):
            yield from self._command(raw, at)

    def _reserved(self, word: Word, at: int) -> None:
        loop = self.code.blocks.loops.get(at)
        if loop is not None:
            self.script.enter(self.code, loop, self.values)
        self.flow.reserved(word)

    def _command(self, raw: RawCommand, at: int) -> Iterator[Command]:
        before = self.before
        words = self._words(raw)
        written = self.text[raw.start : raw.words[-1].end] if raw.words else ""
        texts = self._texts(words, raw)
        if words and words[0].text in HEADS and not words[0].quoted:
            yield from self._head(words, written, raw, at)
        elif words:
            yield from self._simple(words, written, before, raw)
        for inner in raw.inner:
            yield from self._inner(inner)
        for word in texts:
            yield from commands_within(word, self.level + 1)
        self._end(words, written, before, raw)
        self.before = raw.mark

    def _words(self, raw: RawCommand) -> list[Word]:
        """The words of a command; the new value of a variable is not that of words behind it."""
        words: list[Word] = []
        hidden: dict[str, Word] = {}
        assigns = True
        self.setter.lists.clear()
        for one in raw.words:
            match = ASSIGNMENT.match(self.text, one.start) if assigns else None
            if match is None:
                words += self.expander.words(one)
                assigns = assigns and bool(words) and words[0].text in DECLARING
                _check_count(words)
                continue
            if one.items is None:
                words.append(self.expander.value(one))
            else:
                words.append(self.expander.array(one))
                items = [word for item in one.items for word in self.expander.words(item)]
                _check_count(items)
                self.setter.lists[one.start] = items
            value = self.values.hide(match[1])
            if value is not None:
                hidden[match[1]] = value
        self.values.show(hidden)
        return words

    def _texts(self, words: list[Word], raw: RawCommand) -> list[Word]:
        """The texts that a shell reads as its script: here documents and strings, echoed words."""
        texts: list[Word] = []
        if reads_script(words):
            if raw.string is not None:
                texts.append(self.expander.word(raw.string))
            texts += self.echoed
            for document in raw.documents[-1:]:
                lines = document_word(self.code.prepared, document)
                texts.append(self.expander.document(lines, document.is_quoted))
        is_echo = raw.mark == "|" and len(words) > 1 and words[0].text == "echo"
        self.echoed = [joined(words[1:])] if is_echo else []
        return texts

    def _end(self, words: list[Word], written: str, before: str, raw: RawCommand) -> None:
        """Take the mark behind a command."""
        mark = raw.mark
        if mark == "(" and not words:
            self.flow.open(SUBSHELL, raw.after)
        elif mark == ")" and self.flow.top.kind == SUBSHELL:
            self.flow.close(mark)
        elif mark == ";;":
            self.flow.next_pattern()
        else:
            self.flow.command_ends(words, written, before, mark)

    def _inner(self, raw: list[RawCommand]) -> Iterator[Command]:
        """The commands of a substitution."""
        if self.level < _DEEPEST:
            code = Code(self.code.prepared, raw, self.code.has_holes)
            inner = _Reader(self.script, self.values.copy(), code, self.level + 1)
            inner.calls = self.calls
            yield from inner.between(0, len(raw))

    def _simple(
        self, words: list[Word], written: str, before: str, raw: RawCommand
    ) -> Iterator[Command]:
        """A command without reserved words: what it sets, calls or runs."""
        piped = before in PIPES or raw.mark in (*PIPES, "&")
        rest = self.setter.take(words, written, piped)
        if not rest:
            return
        if rest[0].text in _JUMPS:
            failed = len(rest) > 1 and rest[1].text not in ("0", HOLE)
            self.flow.jump(rest[0].text == "break" or (rest[0].text in _ENDS and not failed))
        function = self.script.functions.get(rest[0].text)
        if function is not None and not rest[0].quoted:
            was = self.values.copy()
            own = [word.text.partition("=")[0] for word in words[: len(words) - len(rest)]]
            yield from self._call(function, rest, written, own)
            if piped:
                self.values.restore(was)
            return
        yield Command(rest, raw.mark, raw.words[-1].end)
        for word in nested_commands(rest):
            yield from commands_within(word, self.level + 1)

    def _head(self, words: list[Word], written: str, raw: RawCommand, at: int) -> Iterator[Command]:
        """What stands in front of the body of a loop or a `case`."""
        kind = words[0].text
        block = self.flow.open(kind, raw.after)
        if kind == "case":
            self.flow.depend_on(written)
            block.in_pattern = True
            self.flow.pattern("", raw.mark)
        elif kind in LOOPS:
            loop = self.code.blocks.loops.get(at)
            values = values_of(words)
            if loop is None:
                self.values.forget(words[1].text if len(words) > 1 else "")
            elif kind == "for" and values and self._may_unroll(loop, words[1].text, values):
                yield from self._unroll(loop, words[1].text, values, written)
                self.skip_to = max(self.skip_to, loop.end)
            else:
                self.script.enter(self.code, loop, self.values)
            block.before.restore(self.values)

    def _may_unroll(self, loop: Loop, name: str, values: list[Word]) -> bool:
        """Whether the body is read for each value: where it asks for it, and not too often."""
        body = self.code.text(loop.body, loop.end) if 0 < loop.body <= loop.end else ""
        is_used = re.search(rf"\b{re.escape(name)}\b", body) is not None
        few = len(values) <= _MOST_VALUES
        return is_used and few and self.script.may_run(len(body), len(values))

    def _unroll(self, loop: Loop, name: str, values: list[Word], written: str) -> Iterator[Command]:
        code = self.code
        start = code.raw[loop.start].start
        own = frozenset((_SOURCE_OF_LOOP.format(start),))
        given = self.values.mentioned(written.partition(" in ")[2])
        self.script.enter(code, loop, self.values, own)
        entry, context = self.values.copy(), self.setter.context
        self.setter.context |= own
        for value in values:
            self.values.restore(entry)
            self.values.set_text(name, value, own | given)
            body = yield from self._run(code, loop.body, loop.end)
            self.flow.top.jumps |= body.jumps
            self.flow.top.sources |= body.sources
            if body.left or body.stops:
                break
        if body.stops and len(values) > 1:  # whether it goes on, only a run knows
            self.values.restore(entry)
            self.values.forget(name)
            yield from self._run(code, loop.body, loop.end)
        self.setter.context = context
        self.values.restore(entry)
        self.values.forget(name)

    def _call(
        self, function: Function, words: list[Word], written: str, own_names: list[str]
    ) -> Iterator[Command]:
        """The commands of a function as it is called, with some variables set for the call."""
        script, values = self.script, self.values
        script.called.add(function.name)
        changed = function.code.blocks.changed(function.body, function.end)
        if self.calls >= _DEEPEST_CALL or not script.may_run(len(function.text)):
            for name in changed:
                values.forget(name)
            return
        script.calls += 1
        own = frozenset((_SOURCE_OF_CALL.format(script.calls),)) | values.mentioned(written)
        before, context, names = values.copy(), self.setter.context, self.setter.local_names
        values.set_positional(words[1:], own)
        for name in own_names:
            values.forget(name)
        self.setter.context, self.setter.local_names = context | own, set()
        self.calls += 1
        body = yield from self._run(function.code, function.body, function.end)
        self.calls -= 1
        for name in changed if body.jumps else ():
            values.forget(name)
        values.take_back(before, self.setter.local_names | set(own_names))
        self.setter.context, self.setter.local_names = context, names

    def _run(self, code: Code, start: int, end: int) -> Generator[Command, None, Block]:
        """Read a part for itself; the block that it has been."""
        outer = self.flow, self.code, self.before, self.skip_to
        self.flow, self.code = Flow(self.script, self.values), code
        yield from self.between(start, end)
        while len(self.flow.stack) > 1:
            self.flow.close("")
        self.flow.end_chain()
        body = self.flow.top
        self.flow, self.code, self.before, self.skip_to = outer
        return body


def _check_count(words: list[Word]) -> None:
    if len(words) > MOST_WORDS:
        raise LongCommandError
