"""The statements of a shell script, as the parser finds them: commands, branches, loops."""

from __future__ import annotations

from cannlint.jobs.jobs_reading import LONG_COMMAND, LONG_SCRIPT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.shell.hidden import Document

    Spans = Sequence[tuple[int, int]]
    """Where parts of a word start and end."""

DECLARING = frozenset(("export", "local", "declare", "readonly", "typeset"))
MOST_WORDS = 50_000
"""Of one command; Linux starts none with more than 2 MiB of words, and a script has hundreds."""
MOST_OF_SCRIPT = 200_000
"""Statements, words and expansions of a script: each takes memory until the script is read."""
_MOST_EXPANSIONS = 1_000


class LongCommandError(Exception):
    """A command has more than MOST_WORDS; `reason` and `limit` are those of Unparsed."""

    reason, limit = LONG_COMMAND, MOST_WORDS


class LongScriptError(LongCommandError):
    """A script has more than MOST_OF_SCRIPT."""

    reason, limit = LONG_SCRIPT, MOST_OF_SCRIPT


class RawWord:
    """A word as it is written: where it stands, and its expansions; `items` are of an array."""

    __slots__ = ("end", "expansions", "items", "start")

    def __init__(self, start: int, end: int, expansions: Spans = ()) -> None:
        self.start = start
        self.end = end
        self.expansions = expansions
        self.items: list[RawWord] | None = None

    def add(self, end: int, expansions: Spans) -> None:
        """Add what is written right behind; with very many expansions, all counts as one."""
        self.end = end
        self.expansions = (*self.expansions, *expansions)
        if len(self.expansions) > _MOST_EXPANSIONS:
            self.expansions = ((self.start, self.end),)


class Statement:
    """A part of a script; `changes` are the names that it sets, once somebody has asked."""

    __slots__ = ("changes", "end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end
        self.changes: Sequence[tuple[str, bool]] | None = None

    def parts(self) -> list[Statement]:
        """The statements in this one."""
        return []


class Simple(Statement):
    """A simple command: its words, and the mark behind it.

    `string` is its here string, `target` the file that its output goes to. A script has very many
    commands, so that an empty list counts.
    """

    __slots__ = ("_inner", "documents", "last", "mark", "string", "target", "words")

    def __init__(self, start: int) -> None:
        super().__init__(start, start)
        self.words: list[RawWord] = []
        self.mark = "\n"
        self._inner: list[list[Statement]] | None = None
        self.string: RawWord | None = None
        self.target: RawWord | None = None
        self.documents: Sequence[Document] = ()
        self.last = start

    @property
    def inner(self) -> Sequence[list[Statement]]:
        """The statements of its substitutions."""
        return self._inner or ()

    def add_inner(self, statements: list[Statement]) -> None:
        """Add the statements of a substitution."""
        if self._inner is None:
            self._inner = []
        self._inner.append(statements)


class Block(Statement):
    """`{ ... }`, `( ... )`, or what the grammar does not understand.

    `kind` is how it begins; a part that is not understood has the kind of UNREAD where a branch
    or a loop may begin in it.
    """

    __slots__ = ("body", "kind")

    def __init__(self, start: int, end: int, kind: str, body: list[Statement]) -> None:
        super().__init__(start, end)
        self.kind = kind
        self.body = body

    def parts(self) -> list[Statement]:
        """The statements in it."""
        return self.body


GROUP, SUBSHELL, ERROR, UNREAD = "{", "(", "", "?"


class Chain(Statement):
    """Statements with `&&` and `||`, or with pipes between; `marks` stand in front of them."""

    __slots__ = ("is_pipeline", "links", "marks")

    def __init__(self, links: list[Statement], marks: list[str], is_pipeline: bool) -> None:
        super().__init__(links[0].start, links[-1].end)
        self.links = links
        self.marks = marks
        self.is_pipeline = is_pipeline

    def parts(self) -> list[Statement]:
        """The statements in it."""
        return self.links


class Branch:
    """A condition and what runs under it; the offsets of what is written as the condition."""

    __slots__ = ("body", "condition", "end", "start")

    def __init__(self, start: int) -> None:
        self.start = self.end = start
        self.condition: list[Statement] = []
        self.body: list[Statement] = []


class If(Statement):
    """`if` with its branches; `otherwise` is behind `else`."""

    __slots__ = ("branches", "otherwise")

    def __init__(self, start: int, end: int) -> None:
        super().__init__(start, end)
        self.branches: list[Branch] = []
        self.otherwise: list[Statement] | None = None

    def parts(self) -> list[Statement]:
        """The statements in it."""
        found: list[Statement] = []
        for branch in self.branches:
            found += [*branch.condition, *branch.body]
        return [*found, *(self.otherwise or ())]


class Loop(Statement):
    """`for` and `select` with a head, `while` and `until` with a condition.

    `inside` are the offsets of what stands between `do` and `done`.
    """

    __slots__ = ("branch", "head", "inside", "kind")

    def __init__(self, start: int, end: int, kind: str) -> None:
        super().__init__(start, end)
        self.kind = kind
        self.head: Simple | None = None
        self.branch = Branch(start)
        self.inside = end, end

    def parts(self) -> list[Statement]:
        """The statements in it."""
        head = [] if self.head is None else [self.head]
        return [*head, *self.branch.condition, *self.branch.body]


class Case(Statement):
    """`case`: of each item whether its pattern fits anything, its statements, and what ends it."""

    __slots__ = ("head", "items")

    def __init__(self, start: int, end: int, head: Simple) -> None:
        super().__init__(start, end)
        self.head = head
        self.items: list[tuple[bool, list[Statement], str]] = []

    def parts(self) -> list[Statement]:
        """The statements in it."""
        return [self.head, *(part for _, body, _ in self.items for part in body)]


class Function(Statement):
    """A function: its name, and what stands between its braces; `inside` are the offsets."""

    __slots__ = ("body", "inside", "name")

    def __init__(self, start: int, end: int, name: str, body: list[Statement]) -> None:
        super().__init__(start, end)
        self.name = name
        self.body = body
        self.inside = start, end

    def parts(self) -> list[Statement]:
        """The statements in it."""
        return self.body


def commands_of_all(statements: list[Statement]) -> Iterator[Statement]:
    """The simple commands of statements, and what could not be read, in the order written."""
    stack = statements[::-1]
    while stack:
        statement = stack.pop()
        parts = statement.parts()
        if isinstance(statement, Simple) or (isinstance(statement, Block) and not parts):
            yield statement
        else:
            stack += reversed(parts)


def last_command(statement: Statement) -> Simple | None:
    """The simple command at the end of a statement, which a mark or a redirection belongs to."""
    while isinstance(statement, Chain):
        statement = statement.links[-1]
    return statement if isinstance(statement, Simple) else None
