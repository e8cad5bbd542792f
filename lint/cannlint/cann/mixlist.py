"""The mixed-precision lists and what a set of operations makes of them.

See manual/mixed-precision-list.md#what-a-move-does.
"""

from __future__ import annotations

LISTS = WHITE, BLACK, GRAY = ("white-list", "black-list", "gray-list")
"""The lists an operator type may be in, by CANN's key; the order of the final table."""

UPDATES = ("to-add", "to-remove")
"""The two operations on a list."""

LEGAL_OPERATIONS = frozenset(
    frozenset(operations)
    for operations in (
        [(BLACK, "to-remove")],
        [(WHITE, "to-remove")],
        [(GRAY, "to-add")],
        [(GRAY, "to-add"), (BLACK, "to-remove")],
        [(GRAY, "to-add"), (WHITE, "to-remove")],
        [(WHITE, "to-add")],
        [(WHITE, "to-add"), (GRAY, "to-remove")],
        [(WHITE, "to-add"), (BLACK, "to-remove")],
        [(BLACK, "to-add")],
        [(BLACK, "to-add"), (GRAY, "to-remove")],
        [(BLACK, "to-add"), (WHITE, "to-remove")],
    )
)
"""The 11 of 63 sets of (list, operation) that one operator type may have in a file."""


def final_list(start: str, operations: frozenset[tuple[str, str]]) -> str:
    """The list an operator ends in that the library has in `start`.

    `gray-list` `to-add` alone moves nothing: CANN only reads it as permission.
    """
    if (BLACK, "to-add") in operations:
        return BLACK
    if (WHITE, "to-add") in operations:
        return WHITE
    return GRAY if (start, "to-remove") in operations else start
