"""The simple commands of a shell script as they run, with the place of every character.

Variables, arrays and positional parameters as far as they are known at each place; loops over
known words and calls of functions once for each. Nothing is run. What only a run could tell, such
as `$(...)`, stands in a word as HOLE.
"""

from __future__ import annotations

import re
from collections import Counter

from cannlint.jobs.shell.assignments import Setter
from cannlint.jobs.shell.changes import Changes
from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.flow import ENDS_ON_ERROR, Flow, Scope
from cannlint.jobs.shell.nested import nested_commands, placed, reads_script
from cannlint.jobs.shell.parse import Script
from cannlint.jobs.shell.statements import (
    DECLARING,
    MOST_WORDS,
    SUBSHELL,
    UNREAD,
    Block,
    Case,
    Chain,
    Function,
    If,
    LongCommandError,
    Loop,
    Simple,
)
from cannlint.jobs.shell.values import ALL, ANY, NONE, Values
from cannlint.jobs.shell.word import HOLE, Word, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from cannlint.jobs.shell.statements import RawWord, Statement
    from cannlint.jobs.shell.word import Sources

_DEEPEST = 80
"""Statements, and commands within texts, that are read within each other; deeper ones are not."""
_DEEPEST_CALL = 8
_MOST_VALUES = 32
"""Words of a loop that are followed one by one."""
_WORK, _WORK_OF_RUN = 1_000_000, 2_000
"""Characters that are read again for loops and calls, and for how many each counts at least."""

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
    yield from _Run(Script(text), has_holes=False, depth=0).whole()


def commands_within(word: Word, depth: int = 0) -> Iterator[Command]:
    """The commands in the text of a word, each where it is written."""
    if depth < _DEEPEST:
        for command in _Run(Script(word.text), has_holes=True, depth=depth).whole():
            words = [placed(inner, word) for inner in command.words]
            yield Command(words, command.end_mark, words[-1].end)


def commands_of(words: list[Word]) -> Iterator[Command]:
    """A command by its words, and those that it has a shell run."""
    if words:
        yield Command(words, "\n", words[-1].end)
    for word in nested_commands(words):
        yield from commands_within(word)


class _Run:
    """What is the same for all of one text: its functions, and how much may be read again."""

    def __init__(self, script: Script, has_holes: bool, depth: int) -> None:
        self.script = script
        self.text = script.text
        self.has_holes = has_holes
        self.depth = depth
        times = Counter(function.name for function in script.functions)
        self.functions = {one.name: one for one in script.functions if times[one.name] == 1}
        self.changes = Changes(script, has_holes)
        self.ends_on_error = ENDS_ON_ERROR.search(script.text) is not None
        self.called: set[str] = set()
        self.work = _WORK
        self.calls = 0

    def whole(self) -> Iterator[Command]:
        """The commands of the script, and of the functions that nothing in it calls."""
        reader = _Reader(self, Values(), self.depth, 0)
        yield from reader.statements(self.script.statements)
        if not self.script.functions:
            return
        values = reader.values
        times = Counter(name for name, _ in self.changes.in_order(self.script.statements))
        for name in [name for name, count in times.items() if count > 1]:
            values.forget(name)
        values.forget_positional()
        at_end = values.copy()
        for function in reversed(self.script.functions):
            if function.name not in self.called:
                values.restore(at_end)
                yield from reader.run(function.body)

    def may_run(self, length: int, times: int = 1) -> bool:
        """Whether so many characters may be read again, so many times."""
        self.work -= times * max(length, _WORK_OF_RUN)
        return self.work > 0

    def changed(self, loop: Loop) -> dict[str, bool]:
        """What is set in a loop, or by functions that are named there."""
        found = self.changes.of([loop])
        if self.functions:
            text = self.text[loop.start : loop.end]
            if any(name in text for name in self.functions):
                for function in self.functions.values():
                    found.update(dict.fromkeys(self.changes.of(function.body), False))
        return found


class _Reader:
    """Reads statements from what is known in front of them."""

    def __init__(self, run: _Run, values: Values, depth: int, calls: int) -> None:
        self.all = run
        self.text = run.text
        self.values = values
        self.depth = depth
        self.calls = calls
        self.expander = Expander(run.script.hidden, values, run.has_holes)
        self.flow = Flow(run.text, run.functions, values, run.ends_on_error)
        self.setter = Setter(run.text, values)
        self.echoed: list[Word] = []

    def statements(self, statements: list[Statement]) -> Iterator[Command]:
        """The commands of statements one behind the other."""
        if self.depth >= _DEEPEST:
            if statements:
                self.values.forget(ANY)
            return
        self.depth += 1
        for statement in statements:
            yield from _READERS[type(statement)](self, statement)
        self.depth -= 1

    def _simple(self, command: Simple) -> Iterator[Command]:
        words, written = yield from self._command(command, is_piped=command.mark == "&")
        self.flow.command_ends(words, written, command.mark)

    def _command(
        self, command: Simple, is_piped: bool
    ) -> Generator[Command, None, tuple[list[Word], str]]:
        """Read a simple command; its words, and how it is written."""
        words = self._words(command)
        raw = command.words
        written = self.text[command.start : raw[-1].end] if raw else ""
        texts = self._texts(words, command)
        if words:
            yield from self._runs(words, written, command, is_piped)
        for inner in command.inner:
            yield from self._inner(inner)
        for word in texts:
            yield from commands_within(word, self.depth + 1)
        return words, written

    def _words(self, command: Simple) -> list[Word]:
        """The words of a command; the new value of a variable is not that of words behind it."""
        words: list[Word] = []
        hidden: dict[str, Word] = {}
        assigns = True
        self.setter.lists.clear()
        for one in command.words:
            match = ASSIGNMENT.match(self.text, one.start) if assigns else None
            if match is None:
                words += self.expander.words(one)
                assigns = assigns and bool(words) and words[0].text in DECLARING
                _check_count(words)
                continue
            words.append(self._assigned(one))
            value = self.values.hide(match[1])
            if value is not None:
                hidden[match[1]] = value
        self.values.show(hidden)
        return words

    def _assigned(self, one: RawWord) -> Word:
        if one.items is None:
            return self.expander.value(one)
        items = [word for item in one.items for word in self.expander.words(item)]
        _check_count(items)
        self.setter.lists[one.start] = items
        return self.expander.array(one)

    def _texts(self, words: list[Word], command: Simple) -> list[Word]:
        """The texts that a shell reads as its script: here documents and strings, echoed words."""
        texts: list[Word] = []
        if reads_script(words):
            if command.string is not None:
                texts.append(self.expander.word(command.string))
            texts += self.echoed
            texts += [self.expander.document(document) for document in command.documents[-1:]]
        is_echo = command.mark == "|" and len(words) > 1 and words[0].text == "echo"
        self.echoed = [joined(words[1:])] if is_echo else []
        return texts

    def _inner(self, statements: list[Statement]) -> Iterator[Command]:
        """The commands of a substitution."""
        inner = _Reader(self.all, self.values.copy(), self.depth + 1, self.calls)
        yield from inner.statements(statements)

    def _runs(
        self, words: list[Word], written: str, command: Simple, is_piped: bool
    ) -> Iterator[Command]:
        """What a command sets, calls or runs."""
        rest = self.setter.take(words, written, is_piped)
        if not rest:
            return
        if rest[0].text in _JUMPS:
            failed = len(rest) > 1 and rest[1].text not in ("0", HOLE)
            self.flow.jump(rest[0].text == "break" or (rest[0].text in _ENDS and not failed))
        function = self.all.functions.get(rest[0].text)
        if function is not None and not rest[0].quoted:
            was = self.values.copy()
            own = [word.text.partition("=")[0] for word in words[: len(words) - len(rest)]]
            yield from self._call(function, rest, written, own)
            if is_piped:
                self.values.restore(was)
            return
        yield Command(rest, command.mark, command.words[-1].end)
        for word in nested_commands(rest):
            yield from commands_within(word, self.depth + 1)

    def _chain(self, chain: Chain) -> Iterator[Command]:
        if chain.is_pipeline:
            yield from self._pipeline(chain)
            return
        flow = self.flow
        outer, flow.scope.chain = flow.scope.chain, None
        for mark, part in chain.links:
            if mark:
                flow.begin_link(mark)
            yield from _READERS[type(part)](self, part)
            own = flow.scope.chain
            if own is not None and not isinstance(part, Simple | Chain):
                self.values.merge([own.before])
        flow.end_chain()
        flow.scope.chain = outer

    def _pipeline(self, pipeline: Chain) -> Iterator[Command]:
        """A part of a pipeline sets nothing in the shell itself."""
        texts: list[str] = []
        words: list[Word] = []
        mark = "\n"
        for _, part in pipeline.links:
            words = []
            if isinstance(part, Simple):
                words, written = yield from self._command(part, is_piped=True)
                texts.append(written)
                mark = part.mark
            else:
                yield from _READERS[type(part)](self, part)
        self.flow.command_ends(words, " ".join(texts), mark)

    def _block(self, block: Block) -> Iterator[Command]:
        if block.kind == UNREAD:
            yield from self._unread(block)
            return
        if not block.kind:
            yield from self.statements(block.body)
            return
        scope = self.flow.open(block.kind)
        yield from self.statements(block.body)
        if block.kind == SUBSHELL:
            self.values.restore(scope.before)
            scope.jumps = False
        self.flow.close()

    def _unread(self, block: Block) -> Iterator[Command]:
        """Where branches and loops begin and end is not known: nor is what is set in them."""
        changed = self.all.changes.of([block])
        for statement in block.body:
            for name in changed:
                self.values.forget(name)
            yield from self.statements([statement])
        for name in changed:
            self.values.forget(name)

    def _if(self, statement: If) -> Iterator[Command]:
        flow = self.flow
        flow.open("if")
        ends: list[Values] = []
        for branch in statement.branches:
            if branch is not statement.branches[0]:
                flow.begin_branch()
            yield from self.statements(branch.condition)
            flow.depend_on(self.text[branch.start : branch.end])
            yield from self.statements(branch.body)
            flow.end_branch(ends)
        if statement.otherwise is not None:
            flow.begin_branch()
            yield from self.statements(statement.otherwise)
            flow.end_branch(ends)
        flow.join(ends, statement.otherwise is not None)
        flow.close()

    def _case(self, case: Case) -> Iterator[Command]:
        flow = self.flow
        self._words(case.head)
        scope = flow.open("case")
        flow.depend_on(self.text[case.head.start : case.head.end])
        scope.before = self.values.copy()
        for inner in case.head.inner:
            yield from self._inner(inner)
        ends: list[Values] = []
        falls = False
        for _, body, mark in case.items:
            was = self.values.copy()
            flow.begin_branch()
            if falls:
                self.values.merge([was])
            yield from self.statements(body)
            falls = mark in (";&", ";;&")
            flow.end_branch(ends)
        flow.join(ends, any(is_any for is_any, _, _ in case.items))
        flow.close()

    def _loop(self, loop: Loop) -> Iterator[Command]:
        head, flow, branch = loop.head, self.flow, loop.branch
        if head is None:
            self._enter(loop)
            scope = flow.open(loop.kind)
            yield from self.statements(branch.condition)
            flow.depend_on(self.text[branch.start : branch.end])
            yield from self.statements(branch.body)
        else:
            words = self._words(head)
            values = _values_of(words)
            scope = flow.open(loop.kind)
            if loop.kind == "for" and values and self._may_unroll(loop, words[1].text, values):
                yield from self._unroll(loop, words[1].text, values)
                scope.before = self.values.copy()
            else:
                self._enter(loop)
                scope.before = self.values.copy()
                yield from self.statements(branch.body)
            for inner in head.inner:
                yield from self._inner(inner)
        self.values.restore(scope.before)
        flow.close()

    def _enter(self, loop: Loop, sources: Sources = NONE) -> None:
        """Know only what is so in every iteration of a loop; the rest may come from its values."""
        values = self.values
        for name, adds in self.all.changed(loop).items():
            if adds:
                values.open_end(name)
            elif name == ALL:
                values.forget_positional()
            own = values.sources.get(name, NONE)
            if not adds:
                values.forget(name)
            values.note_sources(name, own | sources)

    def _may_unroll(self, loop: Loop, name: str, values: list[Word]) -> bool:
        """Whether the body is read for each value: where it asks for it, and not too often."""
        body = self.text[slice(*loop.inside)]
        is_used = re.search(rf"\b{re.escape(name)}\b", body) is not None
        few = len(values) <= _MOST_VALUES
        return is_used and few and self.all.may_run(len(body), len(values))

    def _unroll(self, loop: Loop, name: str, values: list[Word]) -> Iterator[Command]:
        assert loop.head is not None
        written = self.text[loop.head.start : loop.head.end]
        own = frozenset((_SOURCE_OF_LOOP.format(loop.start),))
        given = self.values.mentioned(written.partition(" in ")[2])
        self._enter(loop, own)
        entry, context = self.values.copy(), self.setter.context
        self.setter.context |= own
        for value in values:
            self.values.restore(entry)
            self.values.set_text(name, value, own | given)
            body = yield from self.run(loop.branch.body)
            self.flow.scope.jumps |= body.jumps
            self.flow.scope.sources |= body.sources
            if body.left or body.stops:
                break
        if body.stops and len(values) > 1:  # whether it goes on, only a run knows
            self.values.restore(entry)
            self.values.forget(name)
            yield from self.run(loop.branch.body)
        self.setter.context = context
        self.values.restore(entry)
        self.values.forget(name)

    def _define(self, function: Function) -> Iterator[Command]:
        """A function runs where it is called."""
        yield from ()

    def _call(
        self, function: Function, words: list[Word], written: str, own_names: list[str]
    ) -> Iterator[Command]:
        """The commands of a function as it is called, with some variables set for the call."""
        run, values = self.all, self.values
        run.called.add(function.name)
        changed = run.changes.of(function.body)
        length = function.inside[1] - function.inside[0]
        if self.calls >= _DEEPEST_CALL or not run.may_run(length):
            for name in changed:
                values.forget(name)
            return
        run.calls += 1
        own = frozenset((_SOURCE_OF_CALL.format(run.calls),)) | values.mentioned(written)
        before, context, names = values.copy(), self.setter.context, self.setter.local_names
        values.set_positional(words[1:], own)
        for name in own_names:
            values.forget(name)
        self.setter.context, self.setter.local_names = context | own, set()
        self.calls += 1
        body = yield from self.run(function.body)
        self.calls -= 1
        for name in changed if body.jumps else ():
            values.forget(name)
        values.take_back(before, self.setter.local_names | set(own_names))
        self.setter.context, self.setter.local_names = context, names

    def run(self, statements: list[Statement]) -> Generator[Command, None, Scope]:
        """Read a body for itself; the scope that it has been."""
        outer, run = self.flow, self.all
        self.flow = Flow(self.text, run.functions, self.values, run.ends_on_error)
        yield from self.statements(statements)
        self.flow, body = outer, self.flow.scope
        return body


def _values_of(words: list[Word]) -> list[Word]:
    """The values that a loop goes through; none where they are not known."""
    if len(words) < 4 or words[2].text != "in":
        return []
    values = words[3:]
    return [] if any(HOLE in word.text or "{" in word.text for word in values) else values


def _check_count(words: list[Word]) -> None:
    if len(words) > MOST_WORDS:
        raise LongCommandError


_READERS: dict[type[Statement], Callable[..., Iterator[Command]]] = {
    Simple: _Reader._simple,
    Chain: _Reader._chain,
    Block: _Reader._block,
    If: _Reader._if,
    Case: _Reader._case,
    Loop: _Reader._loop,
    Function: _Reader._define,
}
