"""The entries with a correct key, and the supported combinations that are nearest to them."""

from __future__ import annotations

from collections import Counter

from cannlint.cann.dtypes import WRITTEN
from cannlint.formats.customize_dtypes.columns import asked_of, dtypes_by_side
from cannlint.formats.customize_dtypes.lines import INPUT_KEYWORD, OUTPUT_KEYWORD
from cannlint.rules.cd.names import is_misread, lost_text
from cannlint.text.source import UNSEEN
from cannlint.text.span import Span

ANY = "–"
"""An empty position of an entry."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.facts import Fact
    from cannlint.formats.customize_dtypes.columns import Lists
    from cannlint.formats.customize_dtypes.lines import DtypeEntry
    from cannlint.formats.customize_dtypes.lookup import EntryLookup
    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, Record
    from cannlint.formats.ops_info.operator import Operator
    from cannlint.lookup import Lookups


def clear_records(reading: CustomizeDtypes) -> Iterator[tuple[Record, DtypeEntry]]:
    """Yield the effective entries with a correct key."""
    for record, entry in reading.entries():
        if record.counts and _has_clear_key(reading, record, entry):
            yield record, entry


def clear_entries(
    reading: CustomizeDtypes, lookups: Lookups, fact: Fact[EntryLookup]
) -> Iterator[EntryLookup]:
    """Yield the entries with a correct key for which a look-up recorded the fact."""
    for found in lookups.parts_with(fact):
        if is_clear(reading, found):
            yield found


def is_clear(reading: CustomizeDtypes, found: EntryLookup) -> bool:
    """Return whether the key of an entry is correct and CANN ignores nothing after it."""
    if found.entry is found.record.node and found.entry.is_type:
        return True  # what the grammar has as a type
    lost = lost_text(reading.source, found.entry)
    return lost.start >= lost.end and _has_clear_key(reading, found.record, found.entry)


def _has_clear_key(reading: CustomizeDtypes, record: Record, entry: DtypeEntry) -> bool:
    is_bare = entry.name == entry.name.strip(UNSEEN)
    return is_bare and not is_misread(reading.source, record, entry)


def lists_span(entry: DtypeEntry) -> Span:
    """Return the span from the first dtype of an entry to the last one."""
    spans = [span for span in (entry.inputs_span, entry.outputs_span) if span.start < span.end]
    return Span(spans[0].start, spans[-1].end)


def nearest_columns(lists: Lists, operators: Iterable[Operator], most: int) -> list[str]:
    """Return the supported combinations nearest to an entry, in the form of its lists.

    Combinations that more SoCs support come first.
    """
    changes: dict[str, int] = {}
    support: Counter[str] = Counter()
    for operator in operators:
        found = dict(_written(lists, operator))
        changes |= found
        support.update(found)
    least = min(changes.values(), default=0)
    best = [text for text in changes if changes[text] == least]
    return sorted(best, key=lambda text: -support[text])[:most]


def combinations(lists: Lists, operators: Iterable[Operator]) -> list[str]:
    """Return what operators support at the positions of an entry, as in `float16 → float32`."""
    found = dict.fromkeys(
        _arrow([tensor.dtypes[at] for tensor, _ in side if tensor.dtypes] for side in asked)
        for operator in operators
        for asked in (asked_of(lists, operator),)
        for at in range(operator.column_count)
    )
    return list(filter(None, found))


def combination(lists: Lists) -> str:
    """Return what an entry asks for, in the same form."""
    return _arrow(dtypes_by_side(lists))


def _arrow(sides: Iterable[Iterable[str]]) -> str:
    written = (", ".join(WRITTEN.get(dtype, dtype) or ANY for dtype in side) for side in sides)
    return " → ".join(filter(None, written))


def _written(lists: Lists, operator: Operator) -> Iterator[tuple[str, int]]:
    """Yield each column as the lists of an entry, with the number of different dtypes."""
    asked = asked_of(lists, operator)
    for at in _always_supported(operator):
        parts, others = [], 0
        for keyword, side in zip((INPUT_KEYWORD, OUTPUT_KEYWORD), asked, strict=True):
            named = [(tensor.dtypes[at], dtype) for tensor, dtype in side if tensor.dtypes]
            if named:  # a position that is empty in the entry stays empty
                dtypes = [WRITTEN.get(has, has) if dtype else "" for has, dtype in named]
                parts.append(f"{keyword}:{','.join(dtypes)}")
            others += sum(1 for has, dtype in named if dtype not in ("", has))
        yield ",".join(parts), others


def _always_supported(operator: Operator) -> Iterable[int]:
    """Return the columns that the operator has for every node, or all when there is none."""
    columns = range(operator.column_count)
    by_case = [
        {*zip(*(tensor.dtypes for tensor in case.tensors), strict=True)}
        for case in getattr(operator, "by_case", ())
    ]
    always = [
        at
        for at in columns
        if all(tuple(tensor.dtypes[at] for tensor in operator.tensors) in one for one in by_case)
    ]
    return (always or columns) if by_case else columns
