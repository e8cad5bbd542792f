"""The mixed-precision lists and what a set of operations makes of them (resolution.md 5.2)."""

from __future__ import annotations

LISTS = ("white-list", "black-list", "gray-list")
"""The lists an operator type may be in, by CANN's key; the order of the final table."""

UPDATES = ("to-add", "to-remove")
"""The two operations on a list."""

LEGAL_OPERATIONS = frozenset(
    frozenset(operations)
    for operations in (
        [("black-list", "to-remove")],
        [("white-list", "to-remove")],
        [("gray-list", "to-add")],
        [("gray-list", "to-add"), ("black-list", "to-remove")],
        [("gray-list", "to-add"), ("white-list", "to-remove")],
        [("white-list", "to-add")],
        [("white-list", "to-add"), ("gray-list", "to-remove")],
        [("white-list", "to-add"), ("black-list", "to-remove")],
        [("black-list", "to-add")],
        [("black-list", "to-add"), ("gray-list", "to-remove")],
        [("black-list", "to-add"), ("white-list", "to-remove")],
    )
)
"""The 11 of 63 sets of (list, operation) that one operator type may have in a file."""


def final_list(start: str, operations: frozenset[tuple[str, str]]) -> str:
    """The list an operator ends in that the library has in `start`.

    `gray-list` `to-add` alone moves nothing: CANN only reads it as permission.
    """
    if ("black-list", "to-add") in operations:
        return "black-list"
    if ("white-list", "to-add") in operations:
        return "white-list"
    return "gray-list" if (start, "to-remove") in operations else start
