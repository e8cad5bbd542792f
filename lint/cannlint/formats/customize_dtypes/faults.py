"""Why CANN refuses a line of a customize_dtypes file (manual/customize-dtypes.md)."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from cannlint.cann.dtypes import DTYPES
from cannlint.formats.customize_dtypes.lines import OUTPUT_KEYWORD, item_places, items
from cannlint.language import Phrase
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.formats.customize_dtypes.lines import DtypeEntry, OddLine


class Refusal(Enum):
    """Why CANN refuses a line."""

    BLANK = Phrase("a blank line")
    NO_COLON = Phrase("no `:` after the name")
    EMPTY_KEY = Phrase("nothing before the first `:`")
    NO_KEYWORD = Phrase("neither InputDtype nor OutputDtype")
    OUTPUT_FIRST = Phrase("OutputDtype before InputDtype")
    TRUNCATED = Phrase("nothing after the keyword")
    UNKNOWN_DTYPE = Phrase("no such dtype")


_CODES = {Refusal.TRUNCATED: (), Refusal.UNKNOWN_DTYPE: ("E20003", "E20101")}


class Fault:
    """A reason to refuse a line, and where it stands."""

    __slots__ = ("refusal", "span")

    def __init__(self, refusal: Refusal, span: Span) -> None:
        self.refusal = refusal
        self.span = span

    @property
    def codes(self) -> tuple[str, ...]:
        """What CANN reports when this is the first fault; nothing when it crashes."""
        return _CODES.get(self.refusal, ("E20101",))


def entry_and_faults(text: str, line: OddLine) -> tuple[DtypeEntry | None, list[Fault]]:
    """What CANN makes of an odd line of a file: an entry, and why it refuses it.

    CANN looks for the key and for the keywords independently, so a line may have both.
    """
    if line.lists_sort == "no_keyword":
        faults = _key_faults(line)
        return None, faults or [Fault(Refusal.NO_KEYWORD, line.body)]
    cut = line.lists_span("CUT")
    if cut is not None and line.colon is None:
        return None, [Fault(Refusal.TRUNCATED, cut)]
    faults = _key_faults(line)
    first = line.lists_span("OUTPUT_FIRST")
    if first is not None:
        keyword = Span(first.start, first.start + len(OUTPUT_KEYWORD))
        faults.append(Fault(Refusal.OUTPUT_FIRST, keyword))
        is_named = line.colon is None or line.colon <= first.start
        return (line.entry(text) if is_named and cut is None else None), faults
    if cut is not None:
        return None, [*faults, Fault(Refusal.TRUNCATED, cut)]
    return line.entry(text), faults


def _key_faults(line: OddLine) -> list[Fault]:
    if line.key_sort == "blank":
        return [Fault(Refusal.BLANK, line.line)]
    if line.key_sort == "no_colon":
        body = line.body
        return [Fault(Refusal.NO_COLON, body if body.start < body.end else line.line)]
    colon = line.key_span("FIRST_COLON")
    return [Fault(Refusal.EMPTY_KEY, colon)] if colon is not None else []


def unknown_dtypes(text: str, span: Span) -> Iterator[Fault]:
    """The items of a list that are no dtype of CANN."""
    for item in items(text, span):
        name = text[item.start : item.end]
        if name and _ascii_lower(name) not in DTYPES:
            yield Fault(Refusal.UNKNOWN_DTYPE, item)


def dtypes_of(text: str | None) -> list[str]:
    """The dtypes of a list in the compiler's spelling; `""` for an empty or unknown item."""
    return [name or "" for name in names_of(text)] if text else []


@lru_cache(maxsize=4096)
def names_of(text: str) -> tuple[str | None, ...]:
    """Each item of a list: the compiler's name, `""` when empty, None when CANN has none."""
    found = [text[start:end] for start, end in item_places(text)]
    return tuple(DTYPES.get(_ascii_lower(item)) if item else "" for item in found)


def _ascii_lower(text: str) -> str:
    """Lower case as C's tolower does it: the Kelvin sign is no `k`."""
    return text.lower() if text.isascii() else text
