"""Run the server on stdin and stdout, and stop when the editor is gone."""

from __future__ import annotations

import logging
import sys
from json import JSONDecodeError

from pygls.exceptions import JsonRpcException

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import BinaryIO

    from cannlint.server.app import Server

_OF_THE_EDITOR = (JsonRpcException, JSONDecodeError, UnicodeDecodeError)
"""Errors of invalid messages; a traceback would not help."""

_HAS_TRACEBACK = "Unable to deserialize message\n"
"""The beginning of the text that pygls logs with such a traceback."""

_TOO_LATE = "Cancel notification for unknown message id"
"""Logged by pygls if a request is cancelled after the answer, which editors often do."""

_NO_MESSAGE = "Unable to handle message"
"""Logged by pygls if bytes are not a message; errors in handlers have another text."""


def serve(server: Server) -> None:
    """Serve an editor until it asks to exit, or stdin is closed."""
    log = logging.StreamHandler(sys.stderr)
    log.setFormatter(_Formatter())
    log.addFilter(lambda record: not record.msg.startswith(_TOO_LATE))
    logging.basicConfig(handlers=[log], level=logging.WARNING)
    server.start_io(stdout=_Output(sys.stdout.buffer))  # type: ignore[arg-type]


class _Output:
    """A stream to an editor; stops writing when the editor has died."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._is_open = True

    def write(self, data: bytes) -> None:
        if self._is_open:
            try:
                self._stream.write(data)
                self._stream.flush()
            except OSError:
                self._is_open = False

    def flush(self) -> None:
        """Do nothing: every write is flushed."""

    def close(self) -> None:
        self._is_open = False


class _Formatter(logging.Formatter):
    """Log one line for an invalid message, and a traceback for an error of the server."""

    def format(self, record: logging.LogRecord) -> str:
        if record.msg == _NO_MESSAGE and record.exc_info and record.exc_info[1]:
            error = record.exc_info[1]
            return f"{_NO_MESSAGE}: {type(error).__name__}: {error}".partition("\n")[0]
        text = super().format(record)
        return text.partition("\n")[0] if text.startswith(_HAS_TRACEBACK) else text

    def formatException(  # noqa: N802
        self,
        ei: tuple[type[BaseException], BaseException, TracebackType | None]
        | tuple[None, None, None],
    ) -> str:
        if isinstance(ei[1], _OF_THE_EDITOR):
            return f"{type(ei[1]).__name__}: {ei[1]}"
        return super().formatException(ei)
