"""How CANN reads a modify_mixlist file (manual/mixed-precision-list.md)."""

from __future__ import annotations

from functools import lru_cache

from cannlint.cann.mixlist import GRAY, LEGAL_OPERATIONS, LISTS, final_list
from cannlint.facts import Fact
from cannlint.kinds import Kind
from cannlint.reading.json_reading import EMPTY_FILE, NOT_JSON, JsonReading
from cannlint.schema import part_of
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from cannlint.syntax.json_nodes import Member, Node
    from cannlint.text.source import Source

    Operations = frozenset[tuple[str, str]]
    """Pairs of a list and an update, e.g. ("white-list", "to-remove")."""

ILLEGAL_COMBINATION: Fact[str] = Fact("illegal-combination")
GRAY_ADD_ALONE: Fact[str] = Fact("gray-add-alone")
DUPLICATE_OPERATOR: Fact[tuple[str, str]] = Fact("duplicate-operator")

SCHEMA = "modify_mixlist"


class Mention:
    """One operator name in one of the file's arrays, and what the array asks for."""

    __slots__ = ("list_name", "node", "op_type", "update")

    def __init__(self, op_type: str, list_name: str, update: str, node: Node) -> None:
        self.op_type = op_type
        self.list_name = list_name
        self.update = update
        self.node = node

    @property
    def operation(self) -> tuple[str, str]:
        """The list and the update."""
        return self.list_name, self.update


class Mixlist(JsonReading):
    """A modify_mixlist file as CANN reads it.

    `operations` has the operations of each operator type, in the order of CANN's map (by
    name); it is empty when the shape of the file is refused. `is_empty` is a file with
    nothing but blanks.
    """

    __slots__ = ("_mentions", "_requests", "is_empty", "operations")

    def __init__(self, source: Source) -> None:
        super().__init__(source, Kind.MIXLIST)
        self.operations: dict[str, Operations] = {}
        self.is_empty = False
        self._mentions: list[Mention] | None = None
        self._requests: dict[str, list[Mention]] = {}

    @property
    def root(self) -> Node | None:
        """The value that CANN reads, or would if not for faults that leave its sense clear."""
        return None if self.is_empty else self.document.clear_root

    def illegal(self) -> list[str]:
        """The operator types whose operations CANN does not allow together."""
        return [op for op, done in self.operations.items() if done not in LEGAL_OPERATIONS]

    def mentions(self) -> list[Mention]:
        """Every operator name that counts, in the order of the file; six rules ask.

        Of a refused file also those that would count in what is well-formed.
        """
        if self._mentions is None:
            self._mentions = list(self._in_order())
        return self._mentions

    def _in_order(self) -> Iterator[Mention]:
        for list_name, update, array in self.arrays():
            for item in array.items:
                if item.sort == "string":
                    yield Mention(str(item.plain), list_name, update, item)

    def arrays(self) -> Iterator[tuple[str, str, Node]]:
        """The arrays of operators that count, each with its list and its update."""
        for member in _counting(self.root, part_of(SCHEMA, "properties")):
            for update in _counting(member.value, _updates(member.name)):
                if update.value.sort == "array":
                    yield member.name, update.name, update.value

    def requests(self) -> dict[str, list[Mention]]:
        """Operator type → its mentions, both in the order of the file."""
        if not self._requests:
            for mention in self.mentions():
                self._requests.setdefault(mention.op_type, []).append(mention)
        return self._requests

    def final(self) -> dict[str, dict[str, str]]:
        """Operator type → list it starts in → list it ends in; empty for a refused file."""
        if not self.accepted:
            return {}
        return {
            op: {start: final_list(start, done) for start in LISTS}
            for op, done in self.operations.items()
        }


def _counting(node: Node | None, keys: Container[str]) -> Iterator[Member]:
    """The members of an object that have one of `keys` and are not overridden."""
    members = node.members if node is not None else []
    lasts = {member.name: member for member in members}
    for member in members:
        if member.name in keys and lasts[member.name] is member:
            yield member


def read(source: Source) -> Mixlist:
    """Read a file as CANN does."""
    reading = Mixlist(source)
    if not source.text.strip(C_BLANKS):
        reading.is_empty = True
        reading.note(EMPTY_FILE, None)
        reading.refuse()
        return reading
    value = reading.read_value()
    if value is NOT_JSON:
        reading.refuse("E21002", "E21002")
        reading.note_syntax()
        value = reading.root.plain if reading.root is not None else None
    else:
        reading.refuse_by(SCHEMA, value)
    if not reading.accepted:
        reading.note_violations(SCHEMA)
    reading.note_lost()
    found = _operations(reading, value)
    if reading.accepted:
        reading.operations = {op_type: found[op_type] for op_type in sorted(found)}
        if reading.illegal():
            reading.refuse("E20003")
    return reading


def _operations(reading: Mixlist, value: object) -> dict[str, Operations]:
    """Operator type → its operations, of all that is as CANN takes it; and facts about them."""
    found: dict[str, Operations] = {}
    for list_name, update, op_types in _arrays(value):
        operation = (list_name, update)
        is_repeated = False
        for op_type in op_types:
            if isinstance(op_type, str):
                before = found.get(op_type, _NONE)
                is_repeated = is_repeated or operation in before
                found[op_type] = _and(before, operation)
        if is_repeated:
            reading.note(DUPLICATE_OPERATOR, operation)
    for op_type, done in found.items():
        if done not in LEGAL_OPERATIONS:
            reading.note(ILLEGAL_COMBINATION, op_type)
        elif done == _GRAY_ADD:
            reading.note(GRAY_ADD_ALONE, op_type)
    return found


def _arrays(value: object) -> Iterator[tuple[str, str, list[object]]]:
    """The arrays of operators in a value, each with its list and its update."""
    lists = part_of(SCHEMA, "properties")
    for list_name, updates in value.items() if isinstance(value, dict) else ():
        if list_name in lists and isinstance(updates, dict):
            known = _updates(list_name)
            for update, op_types in updates.items():
                if update in known and isinstance(op_types, list):
                    yield list_name, update, op_types


def _updates(list_name: str) -> Container[str]:
    """What may be done with a list, by the schema."""
    known: dict[str, object] = part_of(SCHEMA, "properties", list_name).get("properties", {})
    return known


_NONE: Operations = frozenset()
_GRAY_ADD: Operations = frozenset({(GRAY, "to-add")})


@lru_cache(maxsize=256)
def _and(before: Operations, operation: tuple[str, str]) -> Operations:
    """Operations with one more: few sets are different, and the names may be many."""
    return before | {operation}
