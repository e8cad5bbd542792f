"""The wire form of protobuf messages: the fields of a message, without reading what is in them."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from mmap import mmap

    Data = bytes | mmap
    Span = tuple[int, int]
    Field = tuple[int, int | Span]

_LONGEST_VARINT = 70
"""Bits that ten bytes have; a number has no more."""

_FIXED = {1: 8, 5: 4}
_VARINT, _LENGTH = 0, 2


class WireError(Exception):
    """The bytes are no message; `at` is the offset where that shows."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


def fields(data: Data, span: Span) -> Iterator[Field]:
    """Each field of a message as its number and value, in order.

    The value is a number, or the span of a text, a message or packed numbers. Numbers of
    fixed length are passed over. Nothing is copied. Raises WireError.
    """
    at, end = span
    while at < end:
        start = at
        tag, at = _varint(data, at, end)
        number, kind = tag >> 3, tag & 7
        if kind == _VARINT:
            value, at = _varint(data, at, end)
            yield number, value
        elif kind == _LENGTH:
            length, at = _varint(data, at, end)
            if length > end - at:
                raise WireError(start)
            yield number, (at, at + length)
            at += length
        elif kind in _FIXED:
            at += _FIXED[kind]
            if at > end:
                raise WireError(start)
        else:
            raise WireError(start)


def text(data: Data, span: Span) -> str:
    """A text; a byte that is not UTF-8 is a lone surrogate (PEP 383)."""
    return data[span[0] : span[1]].decode("utf-8", "surrogateescape")


def packed_count(data: Data, span: Span) -> int:
    """How many numbers are packed in a span: each ends with a byte below 128."""
    return sum(byte < 0x80 for byte in data[span[0] : span[1]])


def _varint(data: Data, at: int, end: int) -> tuple[int, int]:
    """A number and the offset behind it."""
    start, value, shift = at, 0, 0
    while at < end and shift < _LONGEST_VARINT:
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
    raise WireError(start)
