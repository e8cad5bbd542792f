"""The open files of an editor, with their current text, saved or not.

The editor counts lines at a line feed, a carriage return, or both together, and characters in
code units of the encoding that was agreed on; a Source counts code points, in lines that end at
a line feed only. The library's own documents end lines at U+2028 and others, too, so that their
text would drift from the editor's: these do not.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right
from itertools import accumulate

from lsprotocol.types import Position, PositionEncodingKind, Range
from pygls.uris import to_fs_path

from cannlint.server.languages import is_saved, suffix_of
from cannlint.text.source import Source
from cannlint.text.span import Span

_LINE_END = re.compile(r"\r\n|\r|\n")
_HALF = re.compile("[\ud800-\udfff]")
_LAST_OF_BASIC_PLANE = "\uffff"


class Document:
    """An open file; if it was never saved, its URI is used as its path.

    `language` is that of the editor. A suffix for it is added to the path of a file that was never
    saved. `version` is the editor's, `place` the real path, however the editor writes it.
    """

    __slots__ = (
        "_source",
        "_starts",
        "encoding",
        "is_saved",
        "language",
        "path",
        "place",
        "text",
        "uri",
        "version",
    )

    def __init__(
        self,
        uri: str,
        text: str,
        version: int | None,
        encoding: PositionEncodingKind,
        language: str | None = None,
    ) -> None:
        self.uri = uri
        self.is_saved = is_saved(uri)
        self.language = language
        self.path = self.path_now(text)
        self.place = os.path.realpath(self.path)
        self.encoding = encoding
        self.version = version
        self._set(text)

    def _set(self, text: str) -> None:
        self.text = text
        self._source: Source | None = None
        self._starts: list[int] = []

    def path_now(self, text: str) -> str:
        """The path with this text; another one if a file without a name is in another language."""
        path = f"{to_fs_path(self.uri) or self.uri}{suffix_of(self.uri, self.language, text)}"
        return path.replace("\0", "\ufffd")

    @property
    def source(self) -> Source:
        """The text as a Source; its path is relative to the working folder if inside."""
        if self._source is None:
            # half of a UTF-16 character has no bytes; its replacement keeps all offsets
            data = _HALF.sub("\ufffd", self.text).encode()
            self._source = Source(shown_path(self.path), data)
        return self._source

    def change(self, text: str, range: Range | None) -> None:
        """Replace a range, or the whole text."""
        if range is None:
            self._set(text)
            return
        start, end = self.offset(range.start), self.offset(range.end)
        start, end = min(start, end), max(start, end)
        self._set(self.text[:start] + text + self.text[end:])

    def offset(self, position: Position) -> int:
        """The offset of a position; a position beyond its line is at the end of the line."""
        self._index()
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[position.line], self._end(position.line)
        line = self.text[start:end]
        return start + min(self._code_points(line, position.character), len(line))

    def position(self, offset: int) -> Position:
        """The position of an offset; an offset inside a line end is before it."""
        return Position(*self.line_and_column(offset))

    def line_and_column(self, offset: int, near: int = 0) -> tuple[int, int]:
        """Line and character of an offset; it is likely to be in the line `near`."""
        self._index()
        starts = self._starts
        line = near
        if not (near + 1 < len(starts) and starts[near] <= offset < starts[near + 1]):
            line = bisect_right(starts, offset) - 1
        if line + 1 == len(starts) or offset + len("\r\n") > starts[line + 1]:
            offset = min(offset, self._end(line))
        if self.text.isascii():
            return line, offset - starts[line]
        return line, self._units(self.text[starts[line] : offset])

    def range(self, span: Span) -> Range:
        """The editor's range of a span."""
        return Range(self.position(span.start), self.position(span.end))

    def _index(self) -> None:
        if self._starts:
            return
        text = self.text
        if text.count("\r") == text.count("\r\n"):  # no line ends at a carriage return alone
            lengths = [len(line) + 1 for line in text.split("\n")]
            self._starts = [0, *accumulate(lengths[:-1])]
        else:
            self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def _end(self, line: int) -> int:
        """The end of a line, before its line end."""
        if line + 1 == len(self._starts):
            return len(self.text)
        end = self._starts[line + 1]
        return end - (2 if self.text.startswith("\r\n", end - 2) else 1)

    def _units(self, text: str) -> int:
        if self.encoding is PositionEncodingKind.Utf32 or text.isascii():
            return len(text)
        if self.encoding is PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > _LAST_OF_BASIC_PLANE for char in text)

    def _code_points(self, line: str, units: int) -> int:
        if self.encoding is PositionEncodingKind.Utf32 or line.isascii():
            return units
        count = 0
        for at, char in enumerate(line):
            if count >= units:
                return at
            count += self._units(char)
        return len(line)


def shown_path(path: str) -> str:
    """The path shown in findings: relative to the working folder if inside."""
    relative = os.path.relpath(path) if os.path.isabs(path) else path
    return path if relative.startswith(os.pardir) else relative
