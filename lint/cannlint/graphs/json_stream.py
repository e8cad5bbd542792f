"""JSON of any size, one value at a time: memory is bounded by the largest value that is asked for.

The caller walks the outer arrays and objects; what is in them is decoded by the standard library.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import IO, Any

from cannlint.errors import CannlintError
from cannlint.graphs.text_file import TextFile
from cannlint.language import said, translated

_CHUNK = 1 << 20
LONGEST_VALUE = 1 << 26
"""Characters of one value that is decoded at once."""

_NEAR_END = 16
"""Characters: more than a number or a word that the end of a chunk has cut can be wrong by."""

_BLANKS = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class JsonStream:
    """A place in a JSON text; `path` is the name to report it by.

    Raises CannlintError with line and column where the text is not JSON.
    """

    __slots__ = ("_at", "_column", "_file", "_line", "_text", "path")

    def __init__(self, path: str, file: IO[bytes]) -> None:
        self.path = path
        self._file = TextFile(file)
        self._text = self._file.read(_CHUNK)
        self._at = 0
        self._line, self._column = 1, 1

    def value(self) -> Any:
        """The value at this place; the place moves behind the value."""
        self.peek()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except RecursionError:
                raise self.fault(translated("nested too deeply")) from None
            except ValueError as error:
                if not (self._may_be_cut(error) and self._more()):
                    raise self._syntax_fault(error) from None
            else:
                if end < len(self._text) or not self._more():  # at the end a number may go on
                    self._at = end
                    return value

    def items(self) -> Iterator[None]:
        """Go to each item of the array at this place; the caller has to read each item."""
        self._take("[")
        if self.peek() == "]":
            self._at += 1
            return
        while True:
            yield
            if self.peek() == "]":
                self._at += 1
                return
            self._take(",")

    def members(self) -> Iterator[str]:
        """Each key of the object at this place; the caller reads its value before the next key."""
        self._take("{")
        if self.peek() == "}":
            self._at += 1
            return
        while True:
            if self.peek() != '"':
                raise self.fault(translated("expected a key in double quotes"))
            key: str = self.value()
            self._take(":")
            yield key
            if self.peek() == "}":
                self._at += 1
                return
            self._take(",")

    def end(self) -> None:
        """Raise an error if anything but blanks follows."""
        if self.peek():
            raise self.fault(translated("expected the end of the file"))

    def peek(self) -> str:
        """Move to the next character that is not blank, and return it; empty at the end."""
        while True:
            match = _BLANKS.match(self._text, self._at)
            self._at = match.end() if match else self._at
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def fault(self, what: str, at: int | None = None) -> CannlintError:
        """An error about this place; `what` says what is wrong."""
        line, column = self._position(self._at if at is None else at)
        return CannlintError(
            "{path}:{line}:{column}: not a graph in JSON: {what}",
            path=self.path,
            line=line,
            column=column,
            what=what,
        )

    def _take(self, mark: str) -> None:
        found = self.peek()
        if found != mark:
            raise self.fault(
                said("expected `{mark}`", mark=mark)
                if found
                else translated("the file ends too early")
            )
        self._at += 1

    def _may_be_cut(self, error: ValueError) -> bool:
        place: int = getattr(error, "pos", 0)
        return "Unterminated" in str(error) or place >= len(self._text) - _NEAR_END

    def _more(self) -> bool:
        """Read the next chunk, and drop what was read already; False at the end of the file."""
        rest = len(self._text) - self._at
        if rest > LONGEST_VALUE:
            raise self.fault(
                said(
                    "one value has more than {longest_value:,} characters",
                    longest_value=LONGEST_VALUE,
                )
            )
        chunk = self._file.read(max(_CHUNK, rest))  # twice as much each time: linear in all
        if chunk:
            self._line, self._column = self._position(self._at)
            self._text = self._text[self._at :] + chunk
            self._at = 0
        return bool(chunk)

    def _position(self, at: int) -> tuple[int, int]:
        feeds = self._text.count("\n", 0, at)
        if not feeds:
            return self._line, self._column + at
        return self._line + feeds, at - self._text.rfind("\n", 0, at)

    def _syntax_fault(self, error: ValueError) -> CannlintError:
        if isinstance(error, json.JSONDecodeError):
            if error.pos >= len(self._text):
                return self.fault(translated("the file ends too early"), error.pos)
            message = error.msg.removesuffix(" at").removesuffix(" starting")
            return self.fault(message[0].lower() + message[1:], error.pos)
        return self.fault(translated("a number with too many digits"))
