"""Read a text file in pieces."""

from __future__ import annotations

import codecs
from typing import IO

from cannlint.text.source import BYTE_ORDER_MARK


class TextFile:
    """The text of an open file; a byte that is not UTF-8 is a lone surrogate (PEP 383).

    Unlike io.TextIOWrapper it does not close the file when it is done.
    """

    __slots__ = ("_decoder", "_file", "_is_start")

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._is_start = True

    def read(self, size: int) -> str:
        """The text of the next `size` bytes, without a byte order mark; empty at the end."""
        text = ""
        while not text:
            data = self._file.read(size)
            text = self._decoder.decode(data, final=not data)
            if self._is_start and text:
                self._is_start = False
                text = text.removeprefix(BYTE_ORDER_MARK)
            if not data:
                break
        return text
