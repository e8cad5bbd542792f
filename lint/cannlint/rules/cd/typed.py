"""The entries of a customize_dtypes file that an operator library can say something about."""

from __future__ import annotations

from functools import lru_cache

from cannlint.reading.customize_dtypes import has_concrete_dtype
from cannlint.rules.cd.keys import is_misread, lost_text
from cannlint.text.source import UNSEEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.library.operators import Operators
    from cannlint.reading.customize_dtypes import CustomizeDtypes, Record
    from cannlint.reading.operator import Operator
    from cannlint.syntax.customize_dtypes import DtypeEntry


@lru_cache(maxsize=1)
def type_entries(reading: CustomizeDtypes) -> list[tuple[Record, DtypeEntry]]:
    """The entries for operator types that CANN takes first, with nothing wrong about the key.

    Remembered for the file at hand: five rules ask.
    """
    return list(_type_entries(reading))


def _type_entries(reading: CustomizeDtypes) -> Iterator[tuple[Record, DtypeEntry]]:
    for record, entry in reading.entries():
        is_first = record.first is None and entry.is_type
        if is_first and not is_misread(reading.source, record, entry):
            lost = lost_text(reading.source, entry)
            if entry.name == entry.name.strip(UNSEEN) and lost.start >= lost.end:
                yield record, entry


def clear_records(reading: CustomizeDtypes) -> Iterator[tuple[Record, DtypeEntry]]:
    """The entries that count, for types and for names, with nothing wrong about the key."""
    for record, entry in reading.entries():
        is_plain = entry.name == entry.name.strip(UNSEEN)
        if record.counts and is_plain and not is_misread(reading.source, record, entry):
            yield record, entry


def known_entries(
    reading: CustomizeDtypes, operators: Operators
) -> Iterator[tuple[DtypeEntry, dict[str, Operator]]]:
    """The entries that count, each with the operator it is for on the SoCs asked for.

    Nothing is said about an operator of the user's own packages, which come before CANN's,
    nor about an entry without any dtype, whose compile fails.
    """
    for record, entry in type_entries(reading):
        if not record.counts or entry.name in operators.extra or not has_concrete_dtype(entry):
            continue
        found = operators.entries(entry.name)
        if found:
            yield entry, found
