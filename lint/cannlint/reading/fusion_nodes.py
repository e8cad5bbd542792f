"""The names and keys in the JSON form of a fusion switch file, at their places."""

from __future__ import annotations

from cannlint.cann.fusion import (
    EXCEPTIONAL,
    GROUPS,
    PRIORITY,
    PRIORITY_RANGES,
    SWITCH,
    TOP_KEYS,
)
from cannlint.reading.fusion_switch import counting
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.syntax.json_nodes import Member, Node


def pass_names(reading: FusionSwitch) -> Iterator[list[Node]]:
    """The strings that name passes and count, container by container."""
    for _, switches in reading.sections(SWITCH):
        yield [member.key for member in counting(switches)]
    for _, levels in reading.sections(PRIORITY):
        for level in PRIORITY_RANGES:
            passes = levels.last(level)
            if passes is not None:
                yield [member.key for member in counting(passes)]
    yield exceptions(reading)


def exceptions(reading: FusionSwitch) -> list[Node]:
    """The names in the list of passes that are forced on."""
    listed = reading.root.last(EXCEPTIONAL) if reading.root is not None else None
    return [item for item in listed.items if item.sort == "string"] if listed is not None else []


def shadowed_keys(reading: FusionSwitch) -> Iterator[tuple[Member, Member]]:
    """Each padded key that CANN passes over, with the key that it takes for both.

    Of the levels of `Priority` it takes none twice, unless the level is empty.
    """
    root = reading.root
    if root is None:
        return
    yield from _twins(root, TOP_KEYS)
    for section in (root.last(SWITCH), root.last(PRIORITY)):
        yield from _twins(section, GROUPS)
    for _, levels in reading.sections(PRIORITY):
        for padded, plain in _twins(levels, tuple(PRIORITY_RANGES)):
            if plain.value.sort == "object" and not plain.value.members:
                yield padded, plain


def _twins(node: Node | None, known: tuple[str, ...]) -> Iterator[tuple[Member, Member]]:
    lasts = {m.name: m for m in node.members} if node is not None else {}
    for name, member in lasts.items():
        bare = name.strip(C_BLANKS)
        if bare != name and bare in known and bare in lasts:
            yield member, lasts[bare]
