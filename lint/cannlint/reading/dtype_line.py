"""How CANN takes one line of a customize_dtypes file apart (resolution.md 3.1)."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache

from cannlint.cann.dtypes import DTYPES
from cannlint.language import Phrase
from cannlint.syntax.customize_dtypes import (
    INPUT_KEYWORD,
    OUTPUT_KEYWORD,
    TYPE_PREFIX,
    DtypeEntry,
    Shape,
    items,
)
from cannlint.text.source import C_BLANKS, UNSEEN
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


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


def take_apart(text: str, line: tuple[int, int, int]) -> tuple[DtypeEntry | None, list[Fault]]:
    """A line as CANN's code splits it, whatever it looks like.

    CANN looks for the key and for the keywords independently, so a line may have a fault and
    an entry. Text from a NUL byte on is not seen: CANN copies the line as a C string.
    """
    _, start, end = line
    is_type, body = body_of(text, start, end)
    faults = list(_key_faults(text, body, Span(start, end)))
    inputs_at = text.find(INPUT_KEYWORD, body.start, body.end)
    outputs_at = text.find(OUTPUT_KEYWORD, body.start, body.end)
    colon = text.find(":", body.start, body.end)
    if inputs_at < 0 and outputs_at < 0:
        return None, faults or [Fault(Refusal.NO_KEYWORD, body)]
    if colon < 0:
        truncated = list(_truncated(text, body))
        if truncated:
            return None, truncated
        colon = body.start
    swapped = inputs_at > outputs_at >= 0
    if swapped:
        faults.append(
            Fault(Refusal.OUTPUT_FIRST, Span(outputs_at, outputs_at + len(OUTPUT_KEYWORD)))
        )
        if outputs_at < colon:
            return None, faults
    inputs = list_after(text, inputs_at, INPUT_KEYWORD, body.end, outputs_at)
    outputs = list_after(text, outputs_at, OUTPUT_KEYWORD, body.end, inputs_at if swapped else -1)
    for found in (inputs, outputs):
        if found is not None and found[1] is None:
            if not swapped:
                faults.append(Fault(Refusal.TRUNCATED, Span(found[0], body.end)))
            return None, faults
    first = min(at for at in (inputs_at, outputs_at) if at >= 0)
    shape = Shape(
        is_type,
        (body.start - start, text[body.start : colon]),
        max(first, colon) - start,
        _from(start, inputs),
        _from(start, outputs),
    )
    return DtypeEntry(line, shape), faults


def _from(start: int, found: tuple[int, str | None] | None) -> tuple[int, str | None]:
    """A list's place, counted from the start of its line."""
    return (found[0] - start, found[1]) if found is not None else (0, None)


def body_of(text: str, start: int, end: int) -> tuple[bool, Span]:
    """Whether a line begins with `OpType::`, and what CANN takes apart of it."""
    nul = text.find("\0", start, end)
    stop = nul if nul >= 0 else end
    is_type = text.startswith(TYPE_PREFIX, start, stop)
    return is_type, trimmed(text, start + len(TYPE_PREFIX) * is_type, stop, C_BLANKS)


def _key_faults(text: str, body: Span, line: Span) -> Iterator[Fault]:
    if not text[line.start : line.end].strip(UNSEEN):
        yield Fault(Refusal.BLANK, line)
        return
    colon = text.find(":", body.start, body.end)
    if colon < 0:
        yield Fault(Refusal.NO_COLON, body if body.start < body.end else line)
    elif colon == body.start:
        yield Fault(Refusal.EMPTY_KEY, Span(colon, colon + 1))


def _truncated(text: str, body: Span) -> Iterator[Fault]:
    """The keyword that a line without a colon ends with, when it is the first of its sort."""
    for keyword in (INPUT_KEYWORD, OUTPUT_KEYWORD):
        at = text.find(keyword, body.start, body.end)
        if at >= 0 and at + len(keyword) == body.end:
            yield Fault(Refusal.TRUNCATED, Span(at, body.end))


def list_after(
    text: str, at: int, keyword: str, end: int, other: int
) -> tuple[int, str | None] | None:
    """The list after a keyword: its start and text; None without keyword, text None at the end.

    One byte after the keyword is skipped, whatever it is; of a character with more bytes the
    others make a dtype that is none, and here the whole character does. The inputs end where
    OutputDtype begins, except when that is the skipped byte: then CANN's length underflows and
    the list runs to the end of the line.
    """
    if at < 0:
        return None
    start = at + len(keyword)
    if start >= end:
        return at, None
    start += len(text[start].encode("utf-8", "surrogateescape")) == 1
    stop = other if other >= start else end
    return start, text[start:stop]


def looks_like_comment(text: str) -> bool:
    """Whether a person would take a line for a comment."""
    return text.lstrip(UNSEEN).startswith(("#", "//", ";"))


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
    stripped = [item.strip(C_BLANKS) for item in text.split(",")]
    return tuple(DTYPES.get(_ascii_lower(item)) if item else "" for item in stripped)


def _ascii_lower(text: str) -> str:
    """Lower case as C's tolower does it: the Kelvin sign is no `k`."""
    return text.lower() if text.isascii() else text
