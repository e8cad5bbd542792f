"""keep_dtype: the operators that keep the dtypes of the model, a name on each line."""

from __future__ import annotations

import re

from cannlint.formats.customize_dtypes import TYPE_LINE
from cannlint.formats.format import CAME, DTYPES, GONE, Entry, Format, Rank, mostly, types_and_nodes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.inspection import Inspection
    from cannlint.formats.keep_dtype.reading import KeepDtype
    from cannlint.formats.shown import Account, Item, Place
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups
    from cannlint.text.source import Source
    from cannlint.text.span import Span


_NAME = r"(?<![a-z])keep(?:[_-]?d?_?types?)?(?=[.0-9]|$)|(?<![a-z])exe?c[a-z]*_?list(?![a-z])"


class KeepDtypeFormat(Format):
    """A keep_dtype file. Operator types alone are one, unless the name says customize_dtypes."""

    option = "keep_dtype"
    rule_prefix = "KD"
    has_lines = True
    grammar = "keep_dtype"
    signs = (
        (Rank.BARE_TYPES, lambda look: mostly(look.text, re.compile(TYPE_LINE).match)),
        (Rank.NAME, lambda look: re.search(_NAME, look.name)),
    )
    key = r"[^\n]*"
    new_file = "keep_dtype.cfg"
    concerns = (CAME, GONE, DTYPES)
    is_read_by_front_end = True

    def read(self, source: Source) -> KeepDtype:
        """CANN's reading of a file."""
        from cannlint.formats.keep_dtype.reading import read

        return read(source)

    def look_up(self, reading: KeepDtype, operators: Operators) -> Lookups:
        """The operator types."""
        from cannlint.formats.keep_dtype.lookup import look_up

        return look_up(reading, operators)

    def accounts(self, reading: KeepDtype, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each line."""
        from cannlint.formats.keep_dtype.shown import accounts

        return accounts(reading)

    def add_effect(self, entry: Inspection, reading: KeepDtype, library: Library | None) -> None:
        """The names of nodes and operator types."""
        entry["names"] = reading.entries(is_type=False)
        entry["types"] = reading.entries(is_type=True)

    def summary(self, reading: KeepDtype, operators: Operators) -> str:
        """How many there are."""
        types, nodes = reading.entries(is_type=True), reading.entries(is_type=False)
        return types_and_nodes(len(types), len(nodes) - self.misread(reading, operators))

    def entries(self, reading: KeepDtype) -> tuple[list[Entry], int]:
        """The operator types, and the number of nodes."""
        by_type = [Entry(name) for name in reading.entries(is_type=True)]
        return by_type, len(reading.entries(is_type=False))

    def places(self, reading: KeepDtype, asked: Span, has_parts: bool) -> Iterator[Place]:
        """The names."""
        from cannlint.formats.keep_dtype.shown import places

        return places(reading, asked, has_parts)

    def completions(self, text: str, offset: int, operators: Operators) -> Iterator[Item]:
        """What can stand at an offset."""
        from cannlint.formats.keep_dtype.shown import completions

        return completions(text, offset, operators)


FORMAT = KeepDtypeFormat()
