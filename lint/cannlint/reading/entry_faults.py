"""What keeps an operator of a library from being initialised."""

from __future__ import annotations

from cannlint.validation import PATTERN, WRONG_TYPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.validation import Violation

    Path = tuple[str, ...]


class EntryFault:
    """What keeps an operator from being initialised.

    `path` are the keys from the root to the fault, `reason` a message template and `values`
    what fills it; `is_flag` is a precision_reduce.flag that is neither true nor false,
    `against` the path of the list that another one does not agree with.
    """

    __slots__ = ("against", "is_flag", "keyword", "path", "reason", "values")

    def __init__(
        self,
        path: Path,
        reason: str,
        values: dict[str, object],
        is_flag: bool = False,
        keyword: str = "",
    ) -> None:
        self.against: Path | None = None
        self.keyword = keyword
        self.path = path
        self.reason = reason
        self.values = values
        self.is_flag = is_flag


def fault_of(violation: Violation) -> EntryFault:
    """What a violation of the schema is called."""
    path = tuple(map(str, violation.path))
    wording = _TYPE_WORDINGS[len(path) - 1] if violation.keyword == WRONG_TYPE else ""
    if wording:
        values: dict[str, object] = {"op": path[0], "key": ".".join(path[1:])}
        return EntryFault(path, wording, values, keyword=WRONG_TYPE)
    if violation.keyword == PATTERN:
        reason, values = "`{flag}` is neither true nor false", {"flag": violation.value}
        return EntryFault(path, reason, values, is_flag=True)
    if violation.keyword == "enum" and violation.value:
        reason = "unknown paramType `{written}`; CANN knows {allowed}"
        return EntryFault(path, reason, {"written": violation.value, "allowed": violation.expected})
    # a name or a paramType that is not there, or is empty
    tensor, field = path[:2], violation.expected[0] if len(path) == 2 else path[2]
    return EntryFault(tensor, "`{tensor}` has no `{field}`", {"tensor": path[1], "field": field})


_TYPE_WORDINGS = (
    "the entry of `{op}` is not an object",
    "`{key}` is not an object",
    "`{key}` is not a string",
)
"""What is said about a value of the wrong type, by its depth."""


def count_faults(
    path: Path, lists: dict[str, tuple[str, ...]], columns: list[tuple[str, int]]
) -> Iterator[EntryFault]:
    """Each list of each tensor has as many items as the first list of the first tensor."""
    for name, items in lists.items():
        if not items:
            continue
        columns.append((f"{path[-1]}.{name}", len(items)))
        first, count = columns[0]
        if len(items) != count:
            reason = "columns: {number} in {field}, {count} in {first}"
            values: dict[str, object] = {
                "field": f"{path[-1]}.{name}",
                "number": len(items),
                "first": first,
                "count": count,
            }
            fault = EntryFault((*path, name), reason, values)
            fault.against = (*path[:-1], *first.split("."))
            yield fault
