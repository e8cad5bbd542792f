"""A file as cannlint holds it: the bytes, their text, and where its lines are."""

from __future__ import annotations

import os
import stat

from cannlint.errors import UnreadablePathError
from cannlint.language import Phrase, said

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import Iterator

    from cannlint.text.span import Span

BYTE_ORDER_MARK = "\ufeff"
C_BLANKS = " \t\n\v\f\r"
"""What C's isspace knows, which is what CANN trims; Python's strip() would take more."""

UNSEEN = (
    C_BLANKS
    + BYTE_ORDER_MARK
    + "\u200b\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000"
    + "".join(map(chr, [*range(0x1C, 0x20), *range(0x2000, 0x200B)]))
)
"""What a person does not see around a word: every blank of Unicode, and the marks of no width."""

SIZE_LIMIT = 64 * 1024 * 1024
"""Bytes: a larger file is not read. Real files of these kinds have a few kilobytes."""

MOST_ENTRIES = 200_000
"""Lines, or values of JSON, that count. A file with more is not checked, and that is said: each
of them may decide whether CANN takes the file. Real files have some thousand, and CANN's largest,
an operator library, has 80,000."""

_UTF_16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Source:
    """The text of one file and the way from offsets to lines and columns.

    `text` holds every byte of the file: one that is not UTF-8 stands in it as a lone
    surrogate (PEP 383), so CANN's byte-wise readers can still be followed. A byte order mark
    is the first character of the text. Offsets count code points from 0; lines and columns
    count from 1. A line ends at a line feed, as in CANN; a carriage return belongs to its line.
    Of a file that lies outside of the project (`is_outside`) no report shows a line.
    """

    __slots__ = ("_starts", "data", "is_outside", "path", "text")

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.data = data
        self.text = data.decode("utf-8", "surrogateescape")
        self.is_outside = False
        self._starts: array[int] | None = None

    @property
    def has_byte_order_mark(self) -> bool:
        """Whether the file begins with a UTF-8 byte order mark."""
        return self.text.startswith(BYTE_ORDER_MARK)

    @property
    def bad_byte(self) -> int | None:
        """Offset in bytes of the first byte that is not UTF-8, or None."""
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            return error.start
        return None

    @property
    def likely_encoding(self) -> str | None:
        """The encoding that the bytes look like when they are not UTF-8; None when unclear."""
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

    def lines(
        self, start: int = 0, stop: int | None = None, number: int = 1
    ) -> Iterator[tuple[int, int, int]]:
        """Each line as (number, start, end); the end is before its line feed.

        A file that ends in a line feed has no line after it, as for C++'s getline. Of a part of
        the file, [start, stop), `number` is that of its first line.
        """
        text = self.text
        stop = len(text) if stop is None else stop
        while start < stop:
            end = text.find("\n", start, stop)
            if end < 0:
                end = stop
            yield number, start, end
            number, start = number + 1, end + 1

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset; both count from 1."""
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
        """Start and end of a line's text, without its line end; lines count from 1."""
        starts = self._line_starts()
        start = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        if end > start and self.text[end - 1] == "\r":
            end -= 1
        return start, end

    @property
    def line_count(self) -> int:
        """How many lines an editor shows, the empty one after the last line feed included."""
        return len(self._line_starts())

    def slice(self, span: Span) -> str:
        """The text of a span."""
        return self.text[span.start : span.end]

    def _line_starts(self) -> array[int]:
        if self._starts is None:
            from array import array  # a list takes nine times as much, and lines may be many

            starts, found = array("I", [0]), self.text.find("\n")
            while found >= 0:
                starts.append(found + 1)
                found = self.text.find("\n", found + 1)
            self._starts = starts
        return self._starts


def read_source(path: str, shown: str | None = None) -> Source:
    """Read a regular file; `shown` is the name to report it by.

    Anything else (a folder, a FIFO that would block, a device that would not end) and
    anything unreadable is an UnreadablePathError with the reason in words.
    """
    name = shown if shown is not None else path
    descriptor, size = open_regular(path, name, SIZE_LIMIT)
    try:
        return Source(name, _read_all(descriptor, size))
    except OSError as error:
        raise UnreadablePathError(name, _why_not_opened(error)) from None
    finally:
        os.close(descriptor)


def open_regular(path: str, name: str, limit: int) -> tuple[int, int]:
    """Descriptor, for the caller to close, and size in bytes of a regular file of up to `limit`.

    Anything else is an UnreadablePathError about `name`.
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
        raise UnreadablePathError(name, _too_large(status.st_size, limit))
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
    """Raise UnreadablePathError for a text that is not on disk and larger than what is read."""
    if len(source.data) > SIZE_LIMIT:
        raise UnreadablePathError(source.path, _too_large(len(source.data), SIZE_LIMIT))


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
