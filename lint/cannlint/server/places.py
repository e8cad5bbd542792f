"""Names in a config file with their positions, for hover, completion and hints."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.formats.shown import Place
from cannlint.kinds import FORMATS
from cannlint.reading.base import Reading
from cannlint.text.span import Span


def places(reading: Reading) -> Iterator[Place]:
    """All names in a file, in order; in a refused file, those that can be recognised."""
    return _places(reading, Span(0, len(reading.source.text)), has_parts=True)


def entries(reading: Reading) -> Iterator[Place]:
    """The names of entries only, without dtypes and modes."""
    return _places(reading, Span(0, len(reading.source.text)), has_parts=False)


def place_at(reading: Reading, offset: int) -> Place | None:
    """The name that contains an offset, or ends at it."""
    for place in _places(reading, Span(offset, offset), has_parts=True):
        if place.span.start <= offset <= place.span.end:
            return place
    return None


def _places(reading: Reading, asked: Span, has_parts: bool) -> Iterator[Place]:
    """The names in the lines of a span; in JSON files, all names."""
    return FORMATS[reading.kind].places(reading, asked, has_parts)
