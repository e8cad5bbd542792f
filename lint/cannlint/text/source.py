"""Files in memory: bytes, text, and positions of lines."""

from __future__ import annotations

import os
import stat
import sys

from cannlint.errors import TooLargeError, UnreadablePathError
from cannlint.language import Phrase, said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from cannlint.text.span import Span

BYTE_ORDER_MARK = "\ufeff"
C_BLANKS = " \t\n\v\f\r"
"""The characters of isspace() in C, which CANN trims; Python's strip() removes more."""

UNSEEN = (
    C_BLANKS
    + BYTE_ORDER_MARK
    + "\u200b\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    + "".join(map(chr, [*range(0x1C, 0x20), *range(0x2000, 0x200B)]))
)
"""Invisible characters around words: all blanks of Unicode, and zero-width characters."""

QUOTES = ('"', "'", "\u2018", "\u201c")
"""The quotes that a quoted name begins with."""

SIZE_LIMIT = 64 * 1024 * 1024
"""Larger files (in bytes) are not read. Real files have a few kilobytes."""

MOST_ENTRIES = 200_000
"""Files with more effective lines or JSON values are not checked, with an error: any of them may
decide whether CANN accepts the file. Real files have some thousand; the largest file of CANN, an
operator library, has 80,000."""

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Source:
    """The text of one file, with conversion of offsets to lines and columns.

    `text` contains every byte of the file: a byte that is not UTF-8 is a lone surrogate (PEP 383),
    because CANN reads bytes. A byte order mark is the first character. Offsets count code points
    from 0; lines and columns start at 1. A line ends at a line feed, as in CANN; a carriage return
    is part of its line. Reports show no lines of a file outside the project (`is_outside`).
    """

    __slots__ = ("_starts", "data", "is_outside", "path", "text")

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.text = data.decode("utf-8", "surrogateescape")
        self.is_outside = False
        self._starts: array[int] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """The bytes go to another process, and the text is made of them there."""
        return _restored, (self.path, self.data, self.is_outside)

    @property
    def bad_byte(self) -> int | None:
        """The byte offset of the first byte that is not UTF-8, or None."""
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            return error.start
        return None

    @property
    def likely_encoding(self) -> str | None:
        """The probable encoding of a file that is not UTF-8; None if unclear."""
        if self.data.startswith(_UTF_16_MARKS):
            return "UTF-16"
        for codec, name in (("gb18030", "GBK"), ("big5", "Big5")):
            try:
                decoded = self.data.decode(codec)
            except UnicodeDecodeError:
                continue
            if any("\u4e00" <= char <= "\u9fff" for char in decoded):
                return name
        return None

    def lines(self) -> Iterator[tuple[int, int, int]]:
        """Each line as (number, start, end); the end is before the line feed.

        There is no line after a final line feed, as with getline() of C++.
        """
        text = self.text
        number, start, stop = 1, 0, len(text)
        while start < stop:
            end = text.find("\n", start, stop)
            if end < 0:
                end = stop
            yield number, start, end
            number, start = number + 1, end + 1

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, from 1."""
        starts = self._line_starts()
        low, high = 0, len(starts)
        while high - low > 1:
            middle = (low + high) // 2
            if starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low + 1, offset - starts[low] + 1

    def line_span(self, number: int) -> tuple[int, int]:
        """Start and end of a line without its line end; lines start at 1."""
        starts = self._line_starts()
        start = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        if end > start and self.text[end - 1] == "\r":
            end -= 1
        return start, end

    @property
    def line_count(self) -> int:
        """The number of lines in an editor, including the empty one after a final line feed."""
        return len(self._line_starts())

    def slice(self, span: Span) -> str:
        """The text of a span."""
        return self.text[span.start : span.end]

    def _line_starts(self) -> array[int]:
        if self._starts is None:
            from array import array  # a list takes nine times as much memory

            starts, found = array("I", [0]), self.text.find("\n")
            while found >= 0:
                starts.append(found + 1)
                found = self.text.find("\n", found + 1)
            self._starts = starts
        return self._starts


def _restored(path: str, data: bytes, is_outside: bool) -> Source:
    source = Source(path, data)
    source.is_outside = is_outside
    return source


def read_source(path: str, shown: str | None = None) -> Source:
    """Read a regular file; `shown` is its name in reports.

    Raises UnreadablePathError with a reason for unreadable files and for everything else: a folder,
    a FIFO that would block, a device without an end.
    """
    name = shown if shown is not None else path
    descriptor, size = open_regular(path, name, SIZE_LIMIT)
    try:
        return Source(name, _read_all(descriptor, size))
    except OSError as error:
        raise UnreadablePathError(name, _why_not_opened(error)) from None
    finally:
        os.close(descriptor)


def read_beginning(path: str, most: int) -> bytes:
    """Up to so many bytes of a regular file of any size. Raises UnreadablePathError otherwise."""
    descriptor, _ = open_regular(path, path, sys.maxsize)
    try:
        return os.read(descriptor, most)
    except OSError as error:
        raise UnreadablePathError(path, _why_not_opened(error)) from None
    finally:
        os.close(descriptor)


def open_regular(path: str, name: str, limit: int) -> tuple[int, int]:
    """Open a regular file of up to `limit` bytes; return its descriptor and size.

    The caller closes the descriptor. Raises UnreadablePathError about `name` otherwise.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _O_BINARY)
    except (OSError, ValueError) as error:
        raise UnreadablePathError(name, _why_not_opened(error)) from None
    status = os.fstat(descriptor)
    if not stat.S_ISREG(status.st_mode):
        os.close(descriptor)
        raise UnreadablePathError(name, _why_not_regular(status.st_mode))
    if status.st_size > limit:
        os.close(descriptor)
        raise TooLargeError(name, _too_large(status.st_size, limit))
    return descriptor, status.st_size


_O_BINARY = getattr(os, "O_BINARY", 0)


def _read_all(descriptor: int, size: int) -> bytes:
    data = os.read(descriptor, size + 1)
    if len(data) == size:
        return data
    while len(data) <= SIZE_LIMIT:
        more = os.read(descriptor, 1 << 20)
        if not more:
            break
        data += more
    return data


def check_size(source: Source) -> None:
    """Raise UnreadablePathError for a text larger than the limit that was not read from disk."""
    if len(source.data) > SIZE_LIMIT:
        raise TooLargeError(source.path, _too_large(len(source.data), SIZE_LIMIT))


def _why_not_opened(error: OSError | ValueError) -> str:
    if isinstance(error, FileNotFoundError):
        return Phrase("no such file or folder")
    if isinstance(error, PermissionError):
        return Phrase("no permission to read it")
    if isinstance(error, OSError) and error.strerror:
        return error.strerror[0].lower() + error.strerror[1:]
    return Phrase("not a valid path")


def _why_not_regular(mode: int) -> str:
    if stat.S_ISDIR(mode):
        return Phrase("is a folder, not a file")
    if stat.S_ISFIFO(mode):
        return Phrase("is a pipe: use `-` with --stdin-filename to read standard input")
    return Phrase("is not a regular file")


def _too_large(size: int, limit: int) -> str:
    return said(
        "has {size:,} bytes: files larger than {limit:,} bytes are not read",
        size=size,
        limit=limit,
    )
