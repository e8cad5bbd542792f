"""What an editor sends, with headers as the library takes them: it knows one way to write them."""

from __future__ import annotations

import logging
import re
from typing import BinaryIO

from cannlint.language import said

MOST_BYTES = 1 << 28
"""Of a message: a document of 64 MiB, each character of which is escaped, is smaller."""
_PIECE = 1 << 20
_LONGEST_HEADER = 1 << 12
_LENGTH = re.compile(rb"content-length[ \t]*:[ \t]*([0-9]+)[ \t]*\Z", re.IGNORECASE)


class Input:
    """A stream from an editor. A header may end with a line feed alone, and has any case.

    A message that is too long is passed over: to hold it would end the process.
    """

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._too_long = 0

    def readline(self) -> bytes:
        """The next line of a header; nothing at the end."""
        while True:
            line = self._stream.readline(_LONGEST_HEADER)
            text = line.rstrip(b"\r\n")
            found = _LENGTH.search(text)  # behind the body of a header that told no length
            if found is not None and int(found[1]) > MOST_BYTES:
                self._too_long = int(found[1])
                logging.error(
                    said(
                        "a message of {count:,} bytes is not read: the limit is {limit:,}",
                        count=self._too_long,
                        limit=MOST_BYTES,
                    )
                )
            elif self._too_long and line and not text:
                self._pass_over()
            elif found is not None:
                return b"Content-Length: %d\r\n" % int(found[1])
            elif not (self._too_long and line):
                return b"\r\n" if line and not text else line

    def read(self, count: int) -> bytes:
        """So many bytes of a message."""
        return self._stream.read(count)

    def _pass_over(self) -> None:
        while self._too_long:
            passed = len(self._stream.read(min(_PIECE, self._too_long)))
            self._too_long = self._too_long - passed if passed else 0
