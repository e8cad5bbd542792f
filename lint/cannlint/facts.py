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

    # a look-up in the operator library: any kind
    UNKNOWN_TYPE = "unknown-type"
    TYPE_AS_NODE_NAME = "type-as-node-name"

    # a look-up of the entries of customize_dtypes
    EXTRA_POSITION = "extra-position"
    TOO_MANY_POSITIONS = "too-many-positions"
    TOO_FEW_POSITIONS = "too-few-positions"
    NO_SUCH_COLUMN = "no-such-column"
    COLUMNS_BY_KERNEL = "columns-by-kernel"

    # a look-up of the entries of op_precision
    NODE_NAME_AS_TYPE = "node-name-as-type"
    MODE_NOT_LISTED = "mode-not-listed"
    NO_MODES = "no-modes"
    MODE_NEEDS_HF32 = "mode-needs-hf32"

    # a look-up of the operators of a mixlist
    NOT_IN_LIST = "not-in-list"
    ALREADY_IN_LIST = "already-in-list"
    ONLY_REMOVED = "only-removed"

    # a look-up of the passes of fusion_switch
    UNKNOWN_PASS = "unknown-pass"
    PASS_IN_OTHER_CASE = "pass-in-other-case"
    PASS_OF_OTHER_GROUP = "pass-of-other-group"
    PASS_OF_GRAPH_ENGINE = "pass-of-graph-engine"
    OBSOLETE_PASS = "obsolete-pass"
    PASS_STAYS_ON = "pass-stays-on"
    ALL_OFF_LEAVES_ON = "all-off-leaves-on"
    ALL_ON_LEAVES_OFF = "all-on-leaves-off"
    UB_FUSION_WITHOUT_HARDWARE = "ub-fusion-without-hardware"

    # until every kind records its own
    IRREGULAR = "irregular"


def record(facts: Facts, fact: str, part: Any) -> None:
    """Record a fact about a part of a file."""
    parts = facts.setdefault(fact, [])
    if len(parts) < MOST:
        parts.append(part)
