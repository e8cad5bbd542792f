"""Entries of a customize_dtypes file whose key no other rule is about."""

from __future__ import annotations

from cannlint.rules.cd.keys import is_misread, lost_text
from cannlint.text.source import UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.lookup.base import Lookups
    from cannlint.lookup.customize_dtypes import EntryLookup
    from cannlint.reading.customize_dtypes import CustomizeDtypes, Record
    from cannlint.syntax.customize_dtypes import DtypeEntry


def clear_records(reading: CustomizeDtypes) -> Iterator[tuple[Record, DtypeEntry]]:
    """The entries that count, for types and for names, with nothing wrong about the key."""
    for record, entry in reading.entries():
        if record.counts and _has_clear_key(reading, record, entry):
            yield record, entry


def clear_entries(reading: CustomizeDtypes, lookups: Lookups, fact: str) -> Iterator[EntryLookup]:
    """The entries that a look-up recorded a fact about, with nothing wrong about the key."""
    for found in lookups.parts_with(fact):
        if is_clear(reading, found):
            yield found


def is_clear(reading: CustomizeDtypes, found: EntryLookup) -> bool:
    """Whether nothing is wrong about the key of an entry, nor lost behind it."""
    lost = lost_text(reading.source, found.entry)
    return lost.start >= lost.end and _has_clear_key(reading, found.record, found.entry)


def _has_clear_key(reading: CustomizeDtypes, record: Record, entry: DtypeEntry) -> bool:
    is_bare = entry.name == entry.name.strip(UNSEEN)
    return is_bare and not is_misread(reading.source, record, entry)
