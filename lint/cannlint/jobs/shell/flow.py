"""What is known where the blocks of a shell script end, and where something may leave them.

Of the branches of an `if` one runs, a loop any number of times, what is behind `&&` perhaps: so
what they set is known within them, and behind them only as far as it is the same in any case.
"""

from __future__ import annotations

import re

from cannlint.jobs.shell.statements import GROUP
from cannlint.jobs.shell.values import Values
from cannlint.jobs.shell.word import NONE, UNKNOWN_PART

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.statements import Function
    from cannlint.jobs.shell.states import State
    from cannlint.jobs.shell.word import Sources, Word

OR = "||"
_TESTS = ("[", "[[", "test", "grep", UNKNOWN_PART)
"""Commands that end a script with `set -e` for what they are given; the last is `((...))`."""
_LONGEST_STATUS = 4_000
ENDS_ON_ERROR = re.compile(r"^[ \t]*(?:set|#!.*sh)[ \t]+(?:-o[ \t]+errexit|-[a-z]*e)", re.MULTILINE)
_ASSIGNMENT = re.compile(r"[A-Za-z_]\w*\+?=", re.ASCII)
_NAMES = re.compile(r"[\w:.-]+")
_STEPS = frozenset(
    ["cd", "mkdir", "echo", "python", "python3", "cp", "mv", "rm", "source", ".", "export",
     "pushd", "popd", "wget", "curl", "tar", "unzip", "pip", "pip3", "chmod", "chown", "atc",
     "set", "printf", "touch", "ln", "sleep", "git", "make", "cmake", "bash", "sh"]
)  # fmt: skip
"""Commands that fail when something is wrong, not to tell one value from another."""


class Scope:
    """A block, a chain of `&&` and `||`, or a body that is read for itself.

    `before` is what was known in front of it. `sources` are those of its conditions, and of the
    conditions in it that something leaves under (`jumps`); `left` tells that it ends with that
    for certain, `stops` that it may leave although nothing has failed. `chain` is the chain that
    is being read in it. `dead` is what was known in front of what never runs.
    """

    __slots__ = ("before", "chain", "dead", "jumps", "kind", "left", "outer", "sources", "stops")

    def __init__(self, kind: str, known: Values, outer: Scope | None = None) -> None:
        self.kind = kind
        self.before = known.state()
        self.outer = outer
        self.sources: Sources = NONE
        self.jumps = self.left = self.stops = False
        self.chain: Scope | None = None
        self.dead: State | None = None


class Flow:
    """Keeps what is known right as blocks begin and end.

    `condition` is the text that the status of the last statement depends on; empty where it only
    may have failed. `is_assignment`: it was one, which does not fail.
    """

    def __init__(
        self, text: str, functions: dict[str, Function], known: Values, ends_on_error: bool
    ) -> None:
        self.text = text
        self.functions = functions
        self.known = known
        self.ends_on_error = ends_on_error
        self.scope = Scope("", known)
        self.condition = ""
        self.is_assignment = False

    def open(self, kind: str) -> Scope:
        """Begin a block."""
        self.scope = Scope(kind, self.known, self.scope)
        return self.scope

    def close(self) -> None:
        """End the block: what something in it leaves, is left under its conditions."""
        scope, outer = self.scope, self.scope.outer
        assert outer is not None
        self.scope = outer
        self.condition = ""
        if not scope.jumps:
            return
        if scope.kind == GROUP and scope.left and outer.chain is None:
            outer.left = True
        target = outer.chain or outer
        target.jumps = True
        target.stops |= scope.stops and target.kind != OR
        target.sources |= scope.sources
        self.known.forget_from(scope.sources)

    def begin_branch(self) -> None:
        """Begin another branch of the block."""
        self.known.restore(self.scope.before)
        self.known.forget_from(self.scope.sources)
        self.scope.left = False

    def end_branch(self, ends: list[State]) -> None:
        """Note what is known where a branch ends."""
        if not self.scope.left:
            ends.append(self.known.state())

    def join(self, ends: list[State], is_whole: bool) -> None:
        """Know what is so at all ends, and in front where it may be that no branch has run."""
        if not is_whole:
            ends.append(self.scope.before)
        self.known.join(self.scope.before, ends, self.scope.sources)

    def depend_on(self, condition: str) -> None:
        """What follows in the block runs under a condition."""
        self.scope.sources |= self.known.mentioned(self.with_functions(condition))
        self.known.forget_from(self.scope.sources)

    def jump(self, stops: bool) -> None:
        """A `break`, `continue`, `return` or `exit`; whether nothing has to fail for it."""
        chain = self.scope.chain
        if chain is not None:
            chain.jumps = True
            chain.stops |= stops and chain.kind != OR
        else:
            self.scope.left = True
            self.scope.jumps |= self.scope.outer is not None
            self.scope.stops |= stops

    def begin_link(self, mark: str) -> None:
        """What follows in a chain runs only if what is in front came to the right status."""
        chain = self.scope.chain
        if chain is None:
            chain = self.scope.chain = Scope(mark, self.known)
        elif OR in (mark, chain.kind):
            self.known.merge(chain.before)
        if mark == OR and self.is_assignment and chain.dead is None:
            chain.dead = self.known.state()
        chain.kind = mark
        sources = self.known.mentioned(self.condition)
        chain.sources |= sources
        self.known.forget_from(sources)

    def end_chain(self) -> None:
        """A chain of commands with `&&` and `||` ends."""
        chain, self.scope.chain = self.scope.chain, None
        self.condition = ""
        if chain is None:
            return
        if chain.dead is not None:
            self.known.restore(chain.dead)
        self.known.merge(chain.before, chain.sources)
        if chain.jumps:
            self.scope.jumps = True
            self.scope.stops |= chain.stops
            self.scope.sources |= chain.sources
            self.known.forget_from(chain.sources)

    def command_ends(self, words: list[Word], written: str, mark: str) -> None:
        """A command or a pipeline ends: what its status depends on."""
        name = words[0].text.rpartition("/")[2] if words else ""
        self.is_assignment = all(_ASSIGNMENT.match(word.text) for word in words)
        is_step = self.is_assignment or (name in _STEPS and name not in self.functions)
        condition = self.condition = "" if is_step else self.with_functions(written)
        if not words:
            return
        earlier = self.known.status if "$?" in condition else ""
        self.known.status = f"{condition} {earlier}"[:_LONGEST_STATUS]
        if self.ends_on_error and words[0].text in _TESTS and mark in ("\n", ";"):
            self.known.forget_from(self.known.mentioned(condition))

    def with_functions(self, condition: str) -> str:
        """A condition with the bodies of the functions that it calls."""
        if not self.functions:
            return condition
        named = set(_NAMES.findall(condition)) & self.functions.keys()
        bodies = (self.text[slice(*self.functions[name].inside)] for name in sorted(named))
        return " ".join([condition, *bodies])
