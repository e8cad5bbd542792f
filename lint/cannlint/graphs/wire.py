"""The mapped bytes of a model, and protobuf's wire form: its fields, not what is in them."""

from __future__ import annotations

import mmap
import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager

from cannlint.graphs.header import LARGEST
from cannlint.text.source import open_regular

ByteRange = tuple[int, int]
Field = tuple[int, int | ByteRange]


@contextmanager
def mapped(path: str) -> Iterator[mmap.mmap | None]:
    """The bytes of a file, None of an empty one; raises CannlintError where it is not readable."""
    descriptor, size = open_regular(path, path, LARGEST)
    with os.fdopen(descriptor, "rb") as file:
        if not size:
            yield None
            return
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            yield data


_VARINT_BITS = 70
"""The bits of ten bytes: the longest number."""

_FIXED = {1: 8, 5: 4}
_VARINT, _LENGTH = 0, 2

MOST_FIELDS = 10_000_000
"""The maximum number of fields: forty for each of 250,000 nodes."""

_LONGEST_TEXT = 1 << 20
_MOST_PACKED = 1 << 14
"""Bytes of packed numbers that are read: what describes an operator or a shape has fewer."""


def signed(number: int) -> int:
    """A number of 64 bits as two's complement has it."""
    number &= (1 << 64) - 1
    return number - (1 << 64) if number >> 63 else number


class WireError(Exception):
    """The bytes are no message, or one beyond all measure; `at` is the offset where that shows."""

    def __init__(self, at: int) -> None:
        super().__init__(at)
        self.at = at


class Wire:
    """The bytes of a file; nothing of them is copied but texts."""

    __slots__ = ("_data", "_left", "_most", "whole")

    def __init__(self, data: bytes | mmap.mmap, most_fields: int | None = None) -> None:
        self._data = data
        self._left = self._most = MOST_FIELDS if most_fields is None else most_fields
        self.whole: ByteRange = (0, len(data))

    @property
    def taken(self) -> int:
        """How many fields have been read."""
        return self._most - self._left

    def fields(self, span: ByteRange) -> Iterator[Field]:
        """Each field of a message as its number and value, in order.

        The value is a number, or the span of a text, a message, packed numbers or a number of
        fixed length. Raises WireError.
        """
        at, end = span
        while at < end:
            start = at
            self._left -= 1
            tag, at = self._varint(at, end)
            number, kind = tag >> 3, tag & 7
            value: int | ByteRange
            if kind == _VARINT:
                value, at = self._varint(at, end)
            else:
                length = _FIXED.get(kind, end)
                if kind == _LENGTH:
                    length, at = self._varint(at, end)
                value, at = (at, at + length), at + length
            if at > end or self._left < 0:
                raise WireError(start)
            yield number, value

    def text(self, span: ByteRange) -> str:
        """A text; a byte that is not UTF-8 is a lone surrogate (PEP 383)."""
        if span[1] - span[0] > _LONGEST_TEXT:
            raise WireError(span[0])
        return self._data[span[0] : span[1]].decode("utf-8", "surrogateescape")

    def integers(self, span: ByteRange) -> list[int]:
        """Packed numbers of variable length, negative ones in 64 bits."""
        if span[1] - span[0] > _MOST_PACKED:
            raise WireError(span[0])
        numbers, at = [], span[0]
        while at < span[1]:
            number, at = self._varint(at, span[1])
            numbers.append(signed(number))
        return numbers

    def fixed(self, span: ByteRange, form: str) -> list[float]:
        """Numbers of fixed length, little endian, as `struct` names their form."""
        if span[1] - span[0] > _MOST_PACKED:
            raise WireError(span[0])
        count = (span[1] - span[0]) // struct.calcsize(form)
        data = self._data[span[0] : span[0] + count * struct.calcsize(form)]
        return list(struct.unpack(f"<{count}{form}", data))

    def packed(self, span: ByteRange) -> list[int]:
        """The packed numbers in a span."""
        at, end = span
        numbers: list[int] = []
        while at < end:
            self._left -= 1
            if self._left < 0:
                raise WireError(at)
            number, at = self._varint(at, end)
            numbers.append(number)
        return numbers

    def _varint(self, at: int, end: int) -> tuple[int, int]:
        """A number, and the offset after it."""
        data, start, value, shift = self._data, at, 0, 0
        while at < end and shift < _VARINT_BITS:
            byte = data[at]
            at += 1
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value, at
            shift += 7
        raise WireError(start)
