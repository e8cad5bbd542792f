"""The entries of a customize_dtypes file whose key is correct."""

from __future__ import annotations

from cannlint.rules.cd.keys import is_misread, lost_text
from cannlint.text.source import UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.facts import Fact
    from cannlint.formats.customize_dtypes.lines import DtypeEntry
    from cannlint.formats.customize_dtypes.lookup import EntryLookup
    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, Record
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
