"""The intended keyword or dtype for a misspelt one."""

from __future__ import annotations

import re
from functools import lru_cache

from cannlint.cann.dtypes import DTYPES, MISTAKEN, WRITTEN
from cannlint.formats.customize_dtypes.lines import INPUT_KEYWORD, OUTPUT_KEYWORD
from cannlint.nearest import nearest
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

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
