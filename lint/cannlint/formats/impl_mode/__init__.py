"""The built-in mode files of CANN: they are read as a user's op_precision_mode file."""

from __future__ import annotations

from cannlint.formats.format import Format
from cannlint.formats.scripts import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.impl_mode.reading import ImplMode
    from cannlint.formats.shown import Account
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source


class ImplModeFormat(Format):
    """A built-in mode file."""

    role = "library"
    rule_prefix = "OP"
    has_lines = True
    grammar = "op_precision"
    key = r"[^=\n]*"
    comments = Language.INI

    def read(self, source: Source) -> ImplMode:
        """CANN's reading of a file."""
        from cannlint.formats.impl_mode.reading import read

        return read(source)

    def accounts(self, reading: ImplMode, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each line."""
        from cannlint.formats.op_precision.shown import accounts

        return accounts(reading)


FORMAT = ImplModeFormat()
