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

    # a compile job (jobs/facts.py); the options that it sets are facts as well, by their names
    UNKNOWN_OPTION = "unknown-option"
    SHORTENED_OPTION = "shortened-option"
    REPEATED_OPTION = "repeated-option"
    DEPRECATED_OPTION = "deprecated-option"
    RESERVED_OPTION = "reserved-option"
    NEEDS_COMPANION = "needs-companion"
    """An option that needs another one."""
    ILLEGAL_VALUE = "illegal-value"
    PARAMETER_MAP = "parameter-map"
    """An option that is set in a parameter_map of TensorFlow 1."""
    MISSING_FILE = "missing-file"
    MALFORMED_COMMAND = "malformed-command"
    REFUSED_BY_ATC = "refused-by-atc"

    # until every kind records its own
    IRREGULAR = "irregular"
    UNSETTLED = "unsettled"


def record(facts: Facts, fact: str, part: Any) -> None:
    """Record a fact about a part of a file."""
    parts = facts.setdefault(fact, [])
    if len(parts) < MOST:
        parts.append(part)
