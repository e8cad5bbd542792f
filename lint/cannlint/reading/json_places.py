"""Positions in a JSON file; imported only when there are findings."""

from __future__ import annotations

from cannlint.facts import Fact
from cannlint.schema import BAD_NAME, NOT_DISTINCT, PATTERN, UNKNOWN_KEY, WRONG_TYPE
from cannlint.syntax.json_nodes import Member, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.schema import Path
    from cannlint.validation import Violation

    Overridden = tuple[Member, Member, Member]
    """A member that is overridden, the member after it, and the last member with its key."""

UNDEFINED_KEY: Fact[SchemaFault] = Fact("unknown-key")
MISTYPED_VALUE: Fact[SchemaFault] = Fact("wrong-type")
BAD_VALUE: Fact[SchemaFault] = Fact("bad-value")
REPEATED_NAME: Fact[SchemaFault] = Fact("repeated-name")

FACTS = {
    UNKNOWN_KEY: UNDEFINED_KEY,
    WRONG_TYPE: MISTYPED_VALUE,
    PATTERN: BAD_VALUE,
    NOT_DISTINCT: REPEATED_NAME,
}
"""The keyword of a schema → the fact that a value violates it."""

_REMARKS = ("_", "#", "//", ";", "comment", "note", "remark")


class Places:
    """Finds the nodes of a value by their paths; of duplicate keys the last one counts."""

    __slots__ = ("_members", "root")

    def __init__(self, root: Node | None) -> None:
        self.root = root
        self._members: dict[int, dict[str, Member]] = {}

    def members(self, node: Node) -> dict[str, Member]:
        """The members of an object by key; of duplicate keys the last one."""
        found = self._members.get(id(node))
        if found is None:
            found = self._members[id(node)] = {member.name: member for member in node.members}
        return found

    def member(self, path: Path) -> Member | None:
        """The member at a path; None if it has no node (MOST_NODES)."""
        owner, is_exact = self.nearest(path[:-1])
        return self.members(owner).get(str(path[-1])) if owner is not None and is_exact else None

    def node(self, path: Path) -> Node | None:
        """The value at a path; None if it has no node."""
        node, is_exact = self.nearest(path)
        return node if is_exact else None

    def name(self, path: Path) -> Node | None:
        """The name at a path: a key, or an item of a list."""
        if isinstance(path[-1], int):
            return self.node(path)
        member = self.member(path)
        return member.key if member is not None else None

    def names_beside(self, path: Path) -> list[str]:
        """All names in the object or list of the name at a path."""
        owner = self.node(path[:-1])
        if owner is None:
            return []
        items = [str(item.plain) for item in owner.items if item.sort == "string"]
        return [*self.members(owner), *items]

    def nearest(self, path: Path) -> tuple[Node | None, bool]:
        """The value at a path and True, or the innermost value around it and False."""
        node = self.root
        for step in path if node is not None else ():
            assert node is not None
            inner = _inner(self.members(node), node, step)
            if inner is None:
                return node, False
            node = inner
        return node, node is not None


def _inner(members: dict[str, Member], node: Node, step: str | int) -> Node | None:
    if isinstance(step, int):
        return node.items[step] if step < len(node.items) else None
    member = members.get(step)
    return member.value if member is not None else None


class SchemaFault:
    """A violation of the schema with its position.

    `node` is the value. For a key that is not known `member` is the key and `owner` the object
    that it is in; for a name that is not distinct `member` is the second one.
    """

    __slots__ = ("code", "expected", "keyword", "member", "node", "owner", "path")

    def __init__(
        self, violation: Violation, node: Node, member: Member | None, owner: Node | None
    ) -> None:
        self.keyword = violation.keyword
        self.path = violation.path
        self.expected = violation.expected
        self.code = violation.code
        self.node = node
        self.member = member
        self.owner = owner

    @property
    def is_remark(self) -> bool:
        """Whether an unknown key looks like a comment, as `_comment` does."""
        return str(self.path[-1]).lower().startswith(_REMARKS)

    @property
    def place(self) -> tuple[int, int]:
        """The start and end of the key, or of the value."""
        node = self.member.key if self.member is not None else self.node
        return node.span.start, node.span.end


def schema_faults(schema: str, value: object, places: Places, above: int = 0) -> list[SchemaFault]:
    """The violations of the schema in a value, in the order of the text.

    Of a value that is not located any more (MOST_NODES) the place is that of what it is in.
    `places` has the part of the value that is `above` steps below its root.
    """
    from cannlint.validation import violations

    return located(violations(schema, value), places, above)


def located(found: Iterable[Violation], places: Places, above: int = 0) -> list[SchemaFault]:
    """Violations with their places, in the order of the text; see `schema_faults`."""
    faults = (_at_its_place(violation, places, violation.path[above:]) for violation in found)
    return sorted((fault for fault in faults if fault is not None), key=lambda fault: fault.place)


def _at_its_place(violation: Violation, places: Places, path: Path) -> SchemaFault | None:
    if violation.keyword not in (UNKNOWN_KEY, NOT_DISTINCT, BAD_NAME):
        node, _ = places.nearest(path)
        return SchemaFault(violation, node, None, None) if node is not None else None
    member, owner = places.member(path), places.node(path[:-1])
    if member is None or owner is None:
        return None
    return SchemaFault(violation, member.value, member, owner)


def overridden(root: Node | None) -> Iterator[Overridden]:
    """Each member whose key comes again later; overridden values are not searched."""
    todo = [root] if root is not None else []
    while todo:
        node = todo.pop()
        yield from overridden_in(node)
        lasts = {member.name: member.value for member in node.members}
        inner = (*node.items, *lasts.values())
        todo += [value for value in inner if value.sort in ("object", "array")]


def overridden_in(node: Node) -> Iterator[Overridden]:
    """Each member of one object whose key comes again later."""
    lasts = {member.name: member for member in node.members}
    for member, following in zip(node.members, node.members[1:], strict=False):
        if lasts[member.name] is not member:
            yield member, following, lasts[member.name]
