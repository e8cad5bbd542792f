"""What `inspect` and editors show of a modify_mixlist file."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.cann.mixlist import LISTS, UPDATES
from cannlint.formats.mixlist.reading import Mixlist
from cannlint.formats.shown import (
    Account,
    Icon,
    Item,
    Place,
    Sort,
    inside,
    json_place,
    named,
    op_types,
)
from cannlint.language import translated
from cannlint.library.operators import Operators
from cannlint.text.span import Span


def accounts(reading: Mixlist, operators: Operators) -> Iterator[Account]:
    """What becomes of each operator type, from the list that it is in by default."""
    final = reading.final()
    if not final:
        return
    seen: set[str] = set()
    for mention in reading.mentions():
        if mention.op_type in seen:
            continue
        seen.add(mention.op_type)
        start = mention.node.span.start
        line = reading.source.position(start)[0]
        lists = operators.lists_of(mention.op_type)
        outcome = ", ".join(
            f"{_bare(start)} → {_bare(end)}"
            for start, end in final[mention.op_type].items()
            if start != end and (not lists or start in lists)
        )
        what_becomes = outcome or translated("stays where it is")
        account = Account(line, mention.op_type, what_becomes, bool(outcome), start)
        account.shows_findings = True
        yield account


def _bare(list_name: str) -> str:
    return list_name.removesuffix("-list")


def places(reading: Mixlist, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The operator types."""
    for mention in reading.mentions():
        span = mention.node.span
        place = Place(Sort.OP_TYPE, mention.op_type, inside(span), span)
        place.list_name = f"{mention.list_name} {mention.update}"
        yield place


def completions(text: str, offset: int, operators: Operators) -> Iterator[Item]:
    """What can stand at an offset of a file."""
    path, is_key = json_place(text[:offset])
    if is_key and not path:
        yield from named(LISTS, Icon.PROPERTY)
    elif is_key and len(path) == 1 and path[0] in LISTS:
        yield from named(UPDATES, Icon.PROPERTY)
    elif not is_key and len(path) == 3:
        yield from op_types(operators)
