"""What rules say about the name of an entry, and about what stands around it."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from cannlint.cann.dtypes import DTYPES, MISTAKEN, WRITTEN
from cannlint.formats.customize_dtypes.lines import (
    INPUT_KEYWORD,
    OUTPUT_KEYWORD,
    TYPE_PREFIX,
    DtypeEntry,
)
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, Record, has_concrete_dtype
from cannlint.nearest import nearest
from cannlint.text.source import C_BLANKS, UNSEEN, Source
from cannlint.text.span import Span, trimmed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


_WORD = re.compile(r"[A-Za-z_]{5,24}")
_QUALIFIER = re.compile(r"^.*[.:：]|^dt_")
_SEPARATORS = re.compile(r"[\s;/|，；、+]+")


def misspelt_keywords(text: str, span: Span) -> Iterator[tuple[Span, str]]:
    """Yield each misspelt keyword, with the correct one."""
    for word in _WORD.finditer(text, span.start, span.end):
        keyword = _nearest_keyword(word[0])
        if keyword is not None and keyword != word[0]:
            yield Span(*word.span()), keyword


@lru_cache(maxsize=1024)
def _nearest_keyword(word: str) -> str | None:
    return nearest(word, (INPUT_KEYWORD, OUTPUT_KEYWORD))


def meant_dtypes(written: str) -> str:
    """Return the intended dtype of an item, in CANN's spelling; "" when it is not clear."""
    one = _meant_dtype(written)
    if one:
        return one
    several = [_meant_dtype(part) for part in _SEPARATORS.split(written) if part]
    return ",".join(several) if all(several) else ""


@lru_cache(maxsize=1024)
def _meant_dtype(written: str) -> str:
    bare = _QUALIFIER.sub("", _QUALIFIER.sub("", written.lower()))
    if bare in DTYPES:
        return bare
    known = MISTAKEN.get(bare) or WRITTEN.get(bare)
    if known:
        return known
    close = nearest(bare, DTYPES)
    return close if close and _digits(close) == _digits(bare) else ""


def _digits(name: str) -> str:
    return "".join(char for char in name if char.isdigit())


_PREFIX = re.compile(r"([^:：]{1,12})[:：](?:\s*[:：])?")
_OP_TYPE = TYPE_PREFIX.rstrip(":")


def meant_prefix(source: Source, entry: DtypeEntry) -> Span | None:
    """Return the span of a misspelt `OpType::` in an entry that CANN reads as a node name."""
    if entry.is_type:
        return None
    body = trimmed(source.text, entry.start, entry.end, UNSEEN)
    match = _PREFIX.match(source.text, body.start, body.end)
    if match is None:
        return None
    rest = source.text[match.end() : body.end].lstrip(UNSEEN)
    if not rest or rest.startswith((INPUT_KEYWORD, OUTPUT_KEYWORD)):
        return None
    return Span(*match.span()) if _is_nearly_op_type(match[1].strip(UNSEEN)) else None


@lru_cache(maxsize=1024)
def _is_nearly_op_type(word: str) -> bool:
    return nearest(word, [_OP_TYPE]) is not None


def lost_text(source: Source, entry: DtypeEntry) -> Span:
    """Return the text that CANN ignores between key and keyword; empty for only colons."""
    return trimmed(source.text, entry.gap.start, entry.gap.end, C_BLANKS + ":")


def keyword_in(name: str) -> str | None:
    """Return the keyword inside a name, when the colon between them is missing."""
    return next((word for word in (INPUT_KEYWORD, OUTPUT_KEYWORD) if word in name), None)


def holds_list(source: Source, entry: DtypeEntry) -> bool:
    """Return whether CANN reads dtypes from the name, because the name contains a keyword."""
    lists = (entry.inputs_span, entry.outputs_span)
    begins = min(span.start for span in lists if span.start)
    is_double = source.text.startswith("::", entry.key.end)
    return keyword_in(entry.name) is not None and (begins < entry.key.end or is_double)


def is_misread(source: Source, record: Record, entry: DtypeEntry) -> bool:
    """Return whether CANN reads a key that the user did not mean."""
    if record.is_comment or keyword_in(entry.name) or meant_prefix(source, entry):
        return True
    lost = lost_text(source, entry)
    return not entry.is_type and lost.start < lost.end


class MeantKeys:
    """The intended keys of a file, which decide whether a key may be fixed.

    A fixed entry takes effect. It must not replace another entry or make the compile fail.
    """

    def __init__(self, reading: CustomizeDtypes) -> None:
        self._reading = reading
        self._uses: Counter[tuple[bool, str]] | None = None

    def may_count(self, entry: DtypeEntry) -> bool:
        """Return whether an entry that matches nothing may be fixed to match its operator."""
        if self._uses is None:
            self._uses = Counter(self._key(other) for _, other in self._reading.entries())
        key = self._key(entry)
        return self._uses[key] == 1 and key[1] != "" and has_concrete_dtype(entry)

    def is_as_meant(self, entry: DtypeEntry) -> bool:
        """Return whether CANN reads the intended key."""
        return self._key(entry) == (entry.is_type, entry.name)

    def _key(self, entry: DtypeEntry) -> tuple[bool, str]:
        source = self._reading.source
        prefix = meant_prefix(source, entry)
        if prefix is None:
            return entry.is_type, entry.name.strip(UNSEEN)
        return True, source.text[prefix.end : entry.end].split(":", 1)[0].strip(UNSEEN)


class Leftover:
    """The place and the texts of a finding. `name` is a related place, `replacement` the fix."""

    def __init__(
        self,
        span: Span,
        message: str,
        help: str,
        name: Span | None = None,
        replacement: str | None = None,
        **values: str,
    ) -> None:
        self.span = span
        self.message = message
        self.help = help
        self.name = name
        self.replacement = replacement
        self.values: dict[str, Any] = values


def leftover(source: Source, record: Record, item: Span) -> Leftover | None:
    """Return what an item is a part of; None when it was meant as a dtype."""
    return (
        _of_name(source, record, item)
        or _of_output_keyword(source, item)
        or _of_second_entry(source, item)
        or _of_misspelt_keyword(source, item)
    )


def _of_name(source: Source, record: Record, item: Span) -> Leftover | None:
    if record.entry is None or not holds_list(source, record.entry):
        return None
    return Leftover(
        item,
        "the name contains `{keyword}`, so CANN reads what follows as dtypes",
        "a name must not contain a keyword; use the operator type, `OpType::...`",
        name=record.entry.key,
        keyword=keyword_in(record.entry.name) or "",
    )


def _of_output_keyword(source: Source, item: Span) -> Leftover | None:
    if not source.text.startswith(OUTPUT_KEYWORD, item.start - 1):
        return None
    return Leftover(
        item,
        "`InputDtype` has no list, so CANN reads `OutputDtype` as its dtypes",
        "write dtypes after `InputDtype:`, or remove it",
    )


def _of_second_entry(source: Source, item: Span) -> Leftover | None:
    written = source.slice(item)
    again = keyword_in(written) or (TYPE_PREFIX if TYPE_PREFIX in written else None)
    if again is None:
        return None
    return Leftover(
        item,
        "CANN reads the second `{keyword}` of this line as a dtype",
        "write each entry on a line of its own, and each keyword once",
        keyword=again,
    )


def _of_misspelt_keyword(source: Source, item: Span) -> Leftover | None:
    for span, keyword in misspelt_keywords(source.text, item):
        return Leftover(
            span,
            "unknown keyword `{found}`; CANN reads it as a dtype",
            "write `{keyword}` (case-sensitive)",
            replacement=keyword,
            found=source.slice(span),
            keyword=keyword,
        )
    return None
