"""customize_dtypes: the dtypes of single operators, a line for each."""

from __future__ import annotations

import re

from cannlint.formats.format import CAME, DTYPES, GONE, Format, Rank, mostly

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.customize_dtypes.reading import CustomizeDtypes
    from cannlint.formats.format import Look
    from cannlint.formats.shown import Account, Item, Place
    from cannlint.library.operators import Operators
    from cannlint.lookup import Lookups
    from cannlint.text.source import Source
    from cannlint.text.span import Span

TYPE_LINE = r"(?i)\s*OpType\s*::?\s*\w"
"""How a line about an operator type begins."""

_DTYPE_LINE = (
    r"(?i)\s*OpType\s*::?\s*"
    r"(?:[\w.]+\s*[:：]+\s*(?!OpType)[^\s:：]|[\w.].*\b(?:b?float|bf|fp|u?int)\d+\b)"
)
_NAME = r"custom\w*_?(?:dtype|precision)|customi[sz]e"


def _has_keywords(look: Look) -> bool:
    lowered = look.text.lower()
    return "put" in lowered and mostly(lowered, _has_keyword)


def _has_keyword(line: str) -> bool:
    """Whether a lower-case line has `InputDtype` or `OutputDtype` before dtypes or at its end."""
    squeezed = line.replace("_", "").replace(" ", "").replace("：", ":")
    if any(f"putdtype{end}" in squeezed for end in (":", "=", "s:", "s=")):
        return True
    return squeezed.endswith((":inputdtype", ":outputdtype"))


def _has_types(look: Look) -> bool:
    return ":" in look.text and mostly(look.text, re.compile(TYPE_LINE).match)


def _has_dtypes(look: Look) -> bool:
    return _has_types(look) and mostly(look.text, re.compile(_DTYPE_LINE).match)


def _is_named(look: Look) -> object:
    return re.search(_NAME, look.name)


class CustomizeDtypesFormat(Format):
    """A customize_dtypes file."""

    option = "customize_dtypes"
    rule_prefix = "CD"
    has_lines = True
    grammar = "customize_dtypes"
    signs = (
        (Rank.KEYWORD, _has_keywords),
        (Rank.TYPES, _has_dtypes),
        (Rank.BARE_TYPES, lambda look: _is_named(look) and _has_types(look)),
        (Rank.NAME, _is_named),
    )
    key = r"[^:\n]*"
    new_file = "customize_dtypes.cfg"
    concerns = (CAME, GONE, DTYPES)

    def read(self, source: Source) -> CustomizeDtypes:
        """CANN's reading of a file."""
        from cannlint.formats.customize_dtypes.reading import read

        return read(source)

    def look_up(self, reading: CustomizeDtypes, operators: Operators) -> Lookups:
        """The operators, and the columns that fit their dtypes."""
        from cannlint.formats.customize_dtypes.lookup import look_up

        return look_up(reading, operators)

    def accounts(self, reading: CustomizeDtypes, operators: Operators) -> Iterator[Account]:
        """What CANN makes of each line."""
        from cannlint.formats.customize_dtypes.shown import accounts

        return accounts(reading)

    def places(self, reading: CustomizeDtypes, asked: Span, has_parts: bool) -> Iterator[Place]:
        """The names and dtypes of entries."""
        from cannlint.formats.customize_dtypes.shown import places

        return places(reading, asked, has_parts)

    def completions(self, text: str, offset: int, operators: Operators) -> Iterator[Item]:
        """What can stand at an offset."""
        from cannlint.formats.customize_dtypes.shown import completions

        return completions(text, offset, operators)


FORMAT = CustomizeDtypesFormat()
