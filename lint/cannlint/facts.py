"""Facts: what a reading, a look-up or a job has that is noteworthy, by name.

A reading records a fact when it meets one, with the part of the file that it is about (a line, a
member, an entry). A rule names the facts that it is about, and no other rule is imported: a file
without facts imports none. The name of a fact says what was found, not what a rule thinks of it. A
fact is declared beside the class of its parts, so that a type checker knows what a rule gets.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generic, TypeVar

    Part = TypeVar("Part")

    class Fact(str, Generic[Part]):
        """The name of a fact about parts of a type: `BLANK_LINE: Fact[Record]`."""

    Facts = dict[str, list[Any]]
    """Fact → the parts of the file that it is about, in the order of the file."""
else:
    Fact = str  # every run would pay for a class of its own, and for typing

MOST = 5_000
"""Parts that are stored for one fact. A rule reports fewer of them, so it misses none."""

READ: Fact[None] = Fact("read")
"""The file was read. For a rule that has no fact of its own: it is imported for every file."""


def record(facts: Facts, fact: Fact[Part], part: Part) -> None:
    """Record a fact about a part of a file."""
    parts = facts.setdefault(fact, [])
    if len(parts) < MOST:
        parts.append(part)
