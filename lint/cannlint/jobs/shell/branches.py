"""The blocks that a place of a shell script is in, and what is known where they end.

Of the branches of an `if` one runs, a loop any number of times, what is behind `&&` perhaps: so
what they set is known within them, and behind them only as far as it is the same in any case.
"""

from __future__ import annotations

from cannlint.jobs.shell.tree import CLOSING, OPENING
from cannlint.jobs.shell.values import NONE, Values
from cannlint.jobs.shell.word import HOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.script import Script
    from cannlint.jobs.shell.word import Sources, Word

CASE, SUBSHELL, GROUP, OR = "case", "(", "{", "||"
PIPES = ("|", "|&")
_TESTS = ("[", "[[", "test", "grep", HOLE)
"""Commands that end a script with `set -e` for what they are given; the last is `((...))`."""
_LONGEST_STATUS = 4_000
_LOOPS = frozenset(("for", "select", "while", "until"))


class Block:
    """One block, or a part that is read for itself.

    `before` is what was known in front of it, `ends` where its branches end.

    `sources` are those of its conditions, and of the conditions in it that something leaves
    under (`jumps`); `left` tells that the branch ends with that for certain, `stops` that it may
    leave although nothing has failed. `chain` is the list
    of commands with `&&` and `||` that is being read in the block.
    """

    __slots__ = (
        "before",
        "chain",
        "ends",
        "in_pattern",
        "is_whole",
        "jumps",
        "kind",
        "left",
        "sources",
        "start",
        "stops",
    )

    def __init__(self, kind: str, known: Values, start: int = 0) -> None:
        self.kind = kind
        self.before = known.copy()
        self.start = start
        self.ends: list[Values] = []
        self.sources: Sources = NONE
        self.jumps = self.left = self.stops = False
        self.is_whole = self.in_pattern = False
        self.chain: Block | None = None


class Flow:
    """Keeps what is known right as blocks begin and end."""

    def __init__(self, script: Script, known: Values) -> None:
        self.script = script
        self.text = script.text
        self.known = known
        self.stack = [Block("", known)]
        self.pipeline = ""

    @property
    def top(self) -> Block:
        """The innermost block."""
        return self.stack[-1]

    def open(self, kind: str, start: int) -> Block:
        """Begin a block, whose condition stands behind an offset."""
        self.stack.append(Block(kind, self.known, start))
        return self.top

    def reserved(self, word: Word) -> None:
        """Take a reserved word."""
        name, block = word.text, self.top
        if name in OPENING:
            self.open(name, word.end)
        elif name == "then" or (name == "do" and block.kind in ("while", "until")):
            self.depend_on(self.text[block.start : word.start])
        elif name in ("else", "elif") and block.kind == "if":
            self._end_branch(block)
            block.is_whole = name == "else"
            block.start = word.end
            self._begin_branch(block)
        elif name in CLOSING:
            self.close(name)

    def depend_on(self, condition: str) -> None:
        """What follows in the block runs under a condition."""
        block = self.top
        block.sources |= self.known.mentioned(self.script.with_functions(condition))
        self.known.forget_from(block.sources)

    def pattern(self, written: str, mark: str) -> None:
        """Take a part of a pattern of a `case`; with a bracket its branch begins."""
        block = self.top
        if mark == ")":
            block.in_pattern = False
            block.is_whole = block.is_whole or written.strip(" \t\n(") in ("*)", "*")
            self._begin_branch(block)

    def _begin_branch(self, block: Block) -> None:
        self.known.restore(block.before)
        self.known.forget_from(block.sources)
        block.left = False

    def _end_branch(self, block: Block) -> None:
        if not block.left:
            block.ends.append(self.known.copy())

    def next_pattern(self) -> None:
        """A branch of a `case` ends."""
        self.end_chain()
        if self.top.kind == CASE:
            self._end_branch(self.top)
            self.top.in_pattern = True

    def close(self, name: str) -> None:
        """End the innermost block."""
        if len(self.stack) == 1:
            return
        self.end_chain()
        block = self.stack.pop()
        if block.kind in ("if", CASE):
            if not block.in_pattern:
                self._end_branch(block)
            if not block.is_whole:
                block.ends.append(block.before)
            self.known.restore(block.ends[0] if block.ends else block.before)
            self.known.merge(block.ends[1:])
        elif block.kind == SUBSHELL or block.kind in _LOOPS:
            self.known.restore(block.before)
        if block.kind != SUBSHELL:
            self.leave_from(block)
        if self.top.chain is not None:
            self.known.merge([self.top.chain.before])

    def leave_from(self, block: Block) -> None:
        """What something in a block that has ended leaves, is left under its conditions."""
        if not block.jumps:
            return
        if block.kind == GROUP and block.left and self.top.chain is None:
            self.top.left = True
        target = self.top.chain or self.top
        target.jumps = True
        target.stops |= block.stops and target.kind != OR
        target.sources |= block.sources
        self.known.forget_from(block.sources)

    def jump(self, stops: bool) -> None:
        """A `break`, `continue`, `return` or `exit`; whether nothing has to fail for it."""
        chain = self.top.chain
        if chain is not None:
            chain.jumps = True
            chain.stops |= stops and chain.kind != OR
        else:
            self.top.left = True
            self.top.jumps |= len(self.stack) > 1
            self.top.stops |= stops

    def command_ends(self, words: list[Word], written: str, before: str, mark: str) -> None:
        """A command ends with a mark."""
        condition = self._condition(words, written, before, mark)
        block = self.top
        if before == "||" and block.chain is not None:
            self.known.merge([block.chain.before])
        if mark not in ("&&", "||"):
            if mark not in PIPES:
                self.end_chain()
            return
        if block.chain is None:
            block.chain = Block(mark, self.known)
        elif mark == "||":
            self.known.merge([block.chain.before])
        block.chain.kind = mark
        sources = self.known.mentioned(condition)
        block.chain.sources |= sources
        self.known.forget_from(sources)

    def _condition(self, words: list[Word], written: str, before: str, mark: str) -> str:
        """What the status of a pipeline depends on, where it is complete."""
        written = f"{self.pipeline} {written}" if before in PIPES else written
        self.pipeline = written if mark in PIPES else ""
        condition = self.script.condition_in(words, written)
        if words:
            earlier = self.known.status if "$?" in condition else ""
            self.known.status = f"{condition} {earlier}"[:_LONGEST_STATUS]
        is_test = bool(words) and words[0].text in _TESTS
        if self.script.ends_on_error and is_test and mark in ("\n", ";"):
            self.known.forget_from(self.known.mentioned(condition))
        return condition

    def end_chain(self) -> None:
        """A list of commands with `&&` and `||` ends."""
        chain, self.top.chain = self.top.chain, None
        if chain is None:
            return
        self.known.merge([chain.before])
        if chain.jumps:
            self.top.jumps = True
            self.top.stops |= chain.stops
            self.top.sources |= chain.sources
            self.known.forget_from(chain.sources)
