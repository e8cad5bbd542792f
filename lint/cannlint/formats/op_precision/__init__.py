"""op_precision_mode: the implementation modes of operators, in an ini file."""

from __future__ import annotations

import re

from cannlint.cann.modes import IMPL_MODES, SELECT_IMPLMODES
from cannlint.formats.format import CAME, GONE, MODES, Format, Rank
from cannlint.formats.scripts import Language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.format import Look
    from cannlint.formats.op_precision.reading import OpPrecision
    from cannlint.formats.shown import Account, Item, Place
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups
    from cannlint.text.source import Source
    from cannlint.text.span import Span


_SECTION = r"(?im)^[ \t\ufeff]*\[[ \t]*By(?:Op|Node)(?:Type|Name)[ \t]*\]"
_MODE_LINE = (
    r"(?im)^(?![ \t\ufeff]*[-#\[])(?!.*mode[ \t]*=)"
    rf"(?-i:(?=[^=\n]*[A-Z0-9/]))[^=\n]+=[ \t]*(?:{'|'.join((*IMPL_MODES, *SELECT_IMPLMODES))})\b"
)
_MISSPELT_MODE = (
    r"(?m)^[ \t\ufeff]*[A-Z]\w*[ \t]*=[ \t]*"
    r"((?i:high|super|enable|support)[-_ ]?(?i:p|f|hi_f|out)\w{4,})[ \t\r]*$"
)
_NAME = r"op_?precision(?:_?mode)?"
_LOOSE_NAME = r"precision.*\.ini$"


def _has_section(look: Look) -> object:
    return "[" in look.text and re.search(_SECTION, look.text)


def _has_modes(look: Look) -> object:
    return "=" in look.text and (re.search(_MODE_LINE, look.text) or _has_misspelt(look.text))


def _has_misspelt(text: str) -> bool:
    """Whether an operator type has a value close to a mode."""
    found = re.search(_MISSPELT_MODE, text)
    if found is None:
        return False
    from cannlint.nearest import nearest

    return nearest(found[1], IMPL_MODES) is not None


class OpPrecisionFormat(Format):
    """An op_precision_mode file."""

    option = "op_precision_mode"
    rule_prefix = "OP"
    has_lines = True
    grammar = "op_precision"
    signs = (
        (Rank.HEADER, _has_section),
        (Rank.VALUE, _has_modes),
        (Rank.COMMON_NAME, lambda look: re.search(_NAME, look.name)),
        (Rank.LOOSEST_NAME, lambda look: re.search(_LOOSE_NAME, look.name)),
    )
    key = r"[^=\n]*"
    comments = Language.INI
    new_file = "op_precision.ini"
    concerns = (CAME, GONE, MODES)
    needs_graph = False
    sets_modes = True

    def read(self, source: Source) -> OpPrecision:
        """CANN's reading of a file."""
        from cannlint.formats.op_precision.reading import read

        return read(source)

    def look_up(self, reading: OpPrecision, operators: Operators) -> Lookups:
        """The operators, and the modes that they have."""
        from cannlint.formats.op_precision.lookup import look_up

        return look_up(reading, operators)

    def accounts(self, reading: OpPrecision, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each line."""
        from cannlint.formats.op_precision.shown import accounts

        return accounts(reading)

    def places(self, reading: OpPrecision, asked: Span, has_parts: bool) -> Iterator[Place]:
        """The names and modes of entries."""
        from cannlint.formats.op_precision.shown import places

        return places(reading, asked, has_parts)

    def completions(self, text: str, offset: int, operators: Operators) -> Iterator[Item]:
        """What can stand at an offset."""
        from cannlint.formats.op_precision.shown import completions

        return completions(text, offset, operators)


FORMAT = OpPrecisionFormat()
