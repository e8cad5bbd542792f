"""The intended key of an entry, when CANN reads another one."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

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
