"""The operator types of a modify_mixlist file, looked up in the operator library."""

from __future__ import annotations

from cannlint.cann.mixlist import BLACK, GRAY, WHITE
from cannlint.facts import Fact
from cannlint.lookup import Lookups, unknown_type

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.formats.mixlist.reading import Mention, Mixlist
    from cannlint.library.operators import Operators
    from cannlint.lookup import UnknownType

    Operation = tuple[str, str]
    """A list and an update, e.g. ("white-list", "to-remove")."""

UNKNOWN_TYPE: Fact[tuple[UnknownType, list[Mention]]] = Fact("unknown-type")
NOT_IN_LIST: Fact[ListLookup] = Fact("not-in-list")
ALREADY_IN_LIST: Fact[ListLookup] = Fact("already-in-list")
ONLY_REMOVED: Fact[Mention] = Fact("only-removed")

ADD, REMOVE = "to-add", "to-remove"
_NONE: frozenset[str] = frozenset()


class ListLookup:
    """A mention of an operator type, and the lists that the operator is in by default."""

    __slots__ = ("lists", "mention")

    def __init__(self, mention: Mention, lists: frozenset[str]) -> None:
        self.mention = mention
        self.lists = lists


def look_up(reading: Mixlist, operators: Operators) -> Lookups:
    """Look up every operator type, and the lists that it is in.

    Where the mentions stand is found only for a file that there is something to say about.
    """
    lookups = Lookups(operators)
    types = reading.operations.items()
    if not reading.accepted or any(_has_facts(*of_type, operators) for of_type in types):
        _record(lookups, reading)
    return lookups


def _has_facts(op_type: str, operations: Iterable[Operation], operators: Operators) -> bool:
    """Whether there is a fact about an operator type, or about one of its operations."""
    lists = operators.lists_of(op_type)
    return (
        bool(operators.missing_from(op_type))
        or operators.may_lack(op_type)
        or any(_fact_of(operation, lists) is not None for operation in operations)
        or _becomes_gray(operations, lists)
    )


def _record(lookups: Lookups, reading: Mixlist) -> None:
    operators, requests = lookups.operators, reading.requests()
    known = {name: operators.lists_of(name) for name in operators.known_among(requests)}
    for mention in reading.mentions() if reading.accepted else ():
        lists = known.get(mention.op_type, _NONE)
        fact = _fact_of(mention.operation, lists) if lists else None
        if fact is not None:
            lookups.note(fact, ListLookup(mention, lists))
    for op_type, mentions in requests.items():
        if lookups.is_full(UNKNOWN_TYPE):
            break
        unknown = unknown_type(op_type, operators)
        if unknown is not None:
            lookups.note(UNKNOWN_TYPE, (unknown, mentions))
    if not any(update == REMOVE for _, update, _ in reading.arrays()):
        return
    for op_type, mentions in requests.items():
        lists = known.get(op_type, _NONE)
        is_gray = _becomes_gray({mention.operation for mention in mentions}, lists)
        if is_gray and (lists or not operators.missing_from(op_type)):
            lookups.note(ONLY_REMOVED, mentions[0])


def _fact_of(operation: Operation, lists: frozenset[str]) -> Fact[ListLookup] | None:
    """The fact about an operation on an operator that is in these lists."""
    list_name, update = operation
    if update == REMOVE and lists and list_name not in lists:
        return NOT_IN_LIST
    if update == ADD and list_name != GRAY and lists == {list_name}:
        return ALREADY_IN_LIST
    return None


def _becomes_gray(operations: Iterable[Operation], lists: frozenset[str]) -> bool:
    """Whether an operator is only removed from the white or the black list, and may be in it."""
    [(list_name, update), *others] = operations
    is_removed = update == REMOVE and list_name in (WHITE, BLACK) and not others
    return is_removed and (not lists or list_name in lists)
