"""What the look-up of a file in the operator library found."""

from __future__ import annotations

from cannlint.facts import MOST, record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from cannlint.facts import Facts
    from cannlint.library.operators import Operators

    Note = tuple[str, Any]
    """A fact about a line, with the part of the file that it is about."""

    Notes = list[Note]

NOTHING: Notes = []
"""The notes about a line that has no facts; never changed."""


class Lookups:
    """The facts that the library adds to those of a reading.

    `facts` is empty where the library has everything that the file names, as it is named. `names`
    are those of the passes in a fusion switch file whose places were looked for.
    """

    __slots__ = ("facts", "names", "operators")

    def __init__(self, operators: Operators) -> None:
        self.operators = operators
        self.facts: Facts = {}
        self.names: set[str] = set()

    def note(self, fact: str, part: Any) -> None:
        """Record a fact about a part of the file."""
        record(self.facts, fact, part)

    def look_up_each(self, lines: Iterable[Any], look_up: Callable[[Any], Notes]) -> None:
        """Record what `look_up` finds about each line."""
        for line in lines:
            for fact, part in look_up(line):
                record(self.facts, fact, part)

    def is_full(self, fact: str) -> bool:
        """Whether more parts of the file with this fact would not be kept."""
        return len(self.facts.get(fact, ())) >= MOST

    def parts_with(self, fact: str) -> list[Any]:
        """The parts of the file that a fact was recorded about, in the order of the file."""
        return self.facts.get(fact, [])


class UnknownType:
    """An operator type that the library does not have, and `part`, what the file says of it.

    `missing` are the folders of the SoCs asked for that lack it, `elsewhere` those that have it.
    """

    __slots__ = ("elsewhere", "missing", "name", "part")

    def __init__(
        self, name: str, missing: tuple[str, ...], elsewhere: tuple[str, ...], part: Any
    ) -> None:
        self.name = name
        self.missing = missing
        self.elsewhere = elsewhere
        self.part = part


def unknown_type(name: str, operators: Operators, part: Any = None) -> UnknownType | None:
    """Look up an operator type; None where the SoCs asked for have it."""
    missing = operators.missing_from(name)
    if not missing:
        return None
    return UnknownType(name, missing, tuple(operators.everywhere(name)), part)
