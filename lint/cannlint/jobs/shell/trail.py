"""What the statements of a script set, noted while they are read."""

from __future__ import annotations

from cannlint.jobs.shell.values import Values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.reader import Reader
    from cannlint.jobs.shell.run import Command, Run
    from cannlint.jobs.shell.statements import Statement


class Trail:
    """The statements of a script that stand in no other, and what is known behind them.

    From the offset `settled` on, no statement changes what is known (`values`): each command
    there can be read by itself. `run` is None for a script that has not been followed. `before` is
    what is known in front of the first statement.
    """

    __slots__ = ("run", "settled", "statements", "values")

    def __init__(self, before: Values | None = None) -> None:
        self.run: Run | None = None
        self.statements: list[Statement] = []
        self.settled = 0
        self.values = Values() if before is None else before.copy()

    def follow(self, reader: Reader) -> Iterator[Command]:
        """The commands of the script of a reader, with a note of what they set."""
        self.run = reader.all
        self.statements = reader.all.script.statements
        for statement in self.statements:
            before = reader.values.copy()
            yield from reader.statements([statement])
            setter = reader.setter
            declares = bool(setter.local_names) or setter.has_references
            if declares or not reader.values.knows_the_same(before):
                self.settled = statement.end + 1
