"""Facts: what a reading or a look-up found noteworthy, by name.

A reading records a fact when it meets one, with the part of the file that it is about (a line, a
member, an entry). The registry says which rules a fact concerns, and no other rule is imported: a
file without facts imports none. The name of a fact says what was found, not what a rule thinks of
it.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Facts = dict[str, list[Any]]
    """Fact → the parts of the file that it is about, in the order of the file."""

MOST = 5_000
"""Parts that are kept for one fact. A rule reports fewer of them, so none that it needs is lost."""


class Fact:
    """The names of all facts. Plain texts: every run would pay for an Enum."""

    READ = "read"
    """The file was read. For a rule that has no fact of its own: it is imported for every file."""

    # any file
    UNDECODABLE_BYTE = "undecodable-byte"
    NUL_BYTE = "nul-byte"
    BARE_CARRIAGE_RETURN = "bare-carriage-return"

    # until every kind records its own
    IRREGULAR = "irregular"
    UNSETTLED = "unsettled"


def record(facts: Facts, fact: str, part: Any) -> None:
    """Record a fact about a part of a file."""
    parts = facts.setdefault(fact, [])
    if len(parts) < MOST:
        parts.append(part)
