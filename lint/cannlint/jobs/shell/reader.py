"""The commands of statements, in the order they run as far as that is known."""

from __future__ import annotations

from cannlint.jobs.shell.command_words import CommandWords, loop_values
from cannlint.jobs.shell.flow import Flow, Scope
from cannlint.jobs.shell.run import Command
from cannlint.jobs.shell.runners import nested_commands
from cannlint.jobs.shell.statements import (
    SUBSHELL,
    UNREAD,
    Block,
    Case,
    Chain,
    Function,
    If,
    Loop,
    Simple,
)
from cannlint.jobs.shell.values import ANY, Values
from cannlint.jobs.shell.word import UNKNOWN_PART, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from cannlint.jobs.shell.run import Run
    from cannlint.jobs.shell.statements import Statement
    from cannlint.jobs.shell.states import State

DEEPEST = 80
"""Statements, and commands within texts, that are read within each other; deeper ones are not."""
_DEEPEST_CALL = 8
_STEPS_OF_COMMAND = 40

_ENDS = ("return", "exit")
_JUMPS = frozenset(("break", "continue", "return", "exit"))


class Reader:
    """Reads statements from what is known in front of them."""

    def __init__(self, run: Run, values: Values, depth: int, calls: int) -> None:
        self.all = run
        self.text = run.text
        self.values = values
        self.depth = depth
        self.calls = calls
        self.flow = Flow(run.text, run.functions, values, run.ends_on_error)
        self.reading = CommandWords(run, values)
        self.setter = self.reading.setter

    def statements(self, statements: list[Statement]) -> Iterator[Command]:
        """The commands of statements one behind the other."""
        if self.depth >= DEEPEST:
            if statements:
                self.values.forget(ANY)
                self.all.steps.deepest = DEEPEST
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
        words = self.reading.words(command)
        self.all.steps.take(_STEPS_OF_COMMAND + 4 * len(words))
        raw = command.words
        written = self.text[command.start : raw[-1].end] if raw else ""
        texts = self.reading.texts(words, command)
        if words:
            yield from self._runs(words, written, command, is_piped)
        yield from self._inner(command.inner)
        for word in texts:
            yield from self.all.within(word, self.depth + 1)
        return words, written

    def _inner(self, substitutions: Sequence[list[Statement]]) -> Iterator[Command]:
        """The commands of substitutions."""
        for statements in substitutions:
            before = self.values.set_apart()
            inner = Reader(self.all, self.values, self.depth + 1, self.calls)
            yield from inner.statements(statements)
            self.values.come_back(before)

    def _runs(
        self, words: list[Word], written: str, command: Simple, is_piped: bool
    ) -> Iterator[Command]:
        """What a command sets, calls or runs."""
        rest = self.setter.take(words, written, is_piped)
        for word in words[: len(words) - len(rest)]:
            self.all.note_assignment(word)
        if not rest:
            return
        self.all.note_command(rest, written, command.words[-1].end)
        if rest[0].text in _JUMPS:
            failed = len(rest) > 1 and rest[1].text not in ("0", UNKNOWN_PART)
            self.flow.jump(rest[0].text == "break" or (rest[0].text in _ENDS and not failed))
        function = self.all.functions.get(rest[0].text)
        if function is not None and not rest[0].quoted:
            was = self.values.state()
            own = [word.text.partition("=")[0] for word in words[: len(words) - len(rest)]]
            yield from self._call(function, rest, written, own)
            if is_piped:
                self.values.restore(was)
            return
        yield Command(rest, command.mark, command.words[-1].end)
        for word in nested_commands(rest):
            yield from self.all.within(word, self.depth + 1)

    def _chain(self, chain: Chain) -> Iterator[Command]:
        if chain.is_pipeline:
            yield from self._pipeline(chain)
            return
        flow = self.flow
        outer, flow.scope.chain = flow.scope.chain, None
        for mark, part in zip(chain.marks, chain.links, strict=True):
            if mark:
                flow.begin_link(mark)
            yield from _READERS[type(part)](self, part)
            own = flow.scope.chain
            if own is not None and not isinstance(part, Simple | Chain):
                self.values.merge(own.before)
        flow.end_chain()
        flow.scope.chain = outer

    def _pipeline(self, pipeline: Chain) -> Iterator[Command]:
        """A part of a pipeline sets nothing in the shell itself."""
        texts: list[str] = []
        words: list[Word] = []
        mark = "\n"
        for part in pipeline.links:
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
            self.values.forget(*changed)
            yield from self.statements([statement])
        self.values.forget(*changed)

    def _if(self, statement: If) -> Iterator[Command]:
        flow = self.flow
        flow.open("if")
        ends: list[State] = []
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
        self.reading.words(case.head)
        flow.open("case")
        flow.depend_on(self.text[case.head.start : case.head.end])
        yield from self._inner(case.head.inner)
        ends: list[State] = []
        falls = False
        for _, body, mark in case.items:
            was = self.values.state()
            flow.begin_branch()
            if falls:
                self.values.merge(was)
            yield from self.statements(body)
            falls = mark in (";&", ";;&")
            flow.end_branch(ends)
        flow.join(ends, any(is_any for is_any, _, _ in case.items))
        flow.close()

    def _loop(self, loop: Loop) -> Iterator[Command]:
        head, flow, branch = loop.head, self.flow, loop.branch
        if head is None:
            self.all.enter(loop, self.values)
            scope = flow.open(loop.kind)
            yield from self.statements(branch.condition)
            flow.depend_on(self.text[branch.start : branch.end])
            yield from self.statements(branch.body)
        else:
            words = self.reading.words(head)
            values = loop_values(words)
            scope = flow.open(loop.kind)
            if loop.kind == "for" and values and self.all.may_unroll(loop, words[1].text, values):
                yield from self._unroll(loop, words[1].text, values)
                scope.before = self.values.state()
            else:
                self.all.enter(loop, self.values)
                scope.before = self.values.state()
                yield from self.statements(branch.body)
            yield from self._inner(head.inner)
        self.values.restore(scope.before)
        flow.close()

    def _unroll(self, loop: Loop, name: str, values: list[Word]) -> Iterator[Command]:
        assert loop.head is not None
        written = self.text[loop.head.start : loop.head.end]
        own = frozenset((f"for {loop.start}",))
        given = self.values.mentioned(written.partition(" in ")[2])
        self.all.enter(loop, self.values, own)
        entry, context = self.values.state(), self.setter.context
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

    def _call(
        self, function: Function, words: list[Word], written: str, own_names: list[str]
    ) -> Iterator[Command]:
        """The commands of a function as it is called, with some variables set for the call."""
        run, values = self.all, self.values
        run.called.add(function.name)
        changed = run.changed_by(function)
        length = function.inside[1] - function.inside[0]
        if self.calls >= _DEEPEST_CALL or not run.may_run(length):
            values.forget(*changed)
            return
        run.calls += 1
        own = frozenset((f"call {run.calls}",)) | values.mentioned(written)
        before, context, names = values.state(), self.setter.context, self.setter.local_names
        values.set_positional(words[1:], own)
        values.forget(*own_names)
        self.setter.context, self.setter.local_names = context | own, set()
        self.calls += 1
        body = yield from self.run(function.body)
        self.calls -= 1
        if body.jumps:
            values.forget(*changed)
        values.restore_names(before, self.setter.local_names | set(own_names))
        self.setter.context, self.setter.local_names = context, names

    def run(self, statements: list[Statement]) -> Generator[Command, None, Scope]:
        """Read a body for itself; the scope that it has been."""
        outer, run = self.flow, self.all
        self.flow = Flow(self.text, run.functions, self.values, run.ends_on_error)
        yield from self.statements(statements)
        self.flow, body = outer, self.flow.scope
        return body


_READERS: dict[type[Statement], Callable[..., Iterator[Command]]] = {
    Simple: Reader._simple,
    Chain: Reader._chain,
    Block: Reader._block,
    If: Reader._if,
    Case: Reader._case,
    Loop: Reader._loop,
    Function: lambda _reader, _function: iter(()),  # it runs where it is called
}
