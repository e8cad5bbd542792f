"""Messages of the editor: what is no valid request gets an error as its answer."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from cattrs import ClassValidationError, Converter, transform_error
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol, default_converter, lsp_method

from cannlint.language import said, translated

_PARSE_ERROR = int(lsp.ErrorCodes.ParseError)
_INVALID_REQUEST = int(lsp.ErrorCodes.InvalidRequest)
_INVALID_PARAMS = int(lsp.ErrorCodes.InvalidParams)
_NOT_INITIALIZED = int(lsp.ErrorCodes.ServerNotInitialized)

_MOST_PROBLEMS = 3
"""The maximum number of invalid parameters that one error names."""


@dataclass(eq=False, slots=True)
class JsonText:
    """The result or the parameters of a message as a JSON text."""

    text: str


@dataclass(eq=False, slots=True)
class AsJson:
    """An answer that is JSON already."""

    value: Any


def converter() -> Converter:
    """The converter of the library, which also takes answers that are JSON already."""
    made: Converter = default_converter()  # type: ignore[no-untyped-call]
    made.register_unstructure_hook(AsJson, attrgetter("value"))
    return made


class Protocol(LanguageServerProtocol):
    """Answers every request, also an invalid one.

    It keeps no documents: the session has them, and those of pygls differ from the editor's.
    """

    _is_initialized = False

    @lsp_method(lsp.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: Any) -> Iterator[Any]:
        """Leave it to the session."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: Any) -> Iterator[Any]:
        """Leave it to the session."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: Any) -> Iterator[Any]:
        """Leave it to the session."""
        yield self.fm.features[lsp.TEXT_DOCUMENT_DID_CLOSE], (params,), None

    def tell(self, method: str, params: JsonText) -> None:
        """Send a notification."""
        self._write(f'"method": "{method}", "params": {params.text}')

    def _send_data(self, data: Any) -> None:
        """Send a message of the library."""
        result = getattr(data, "result", None)
        if isinstance(result, JsonText):
            self._write(f'"id": {json.dumps(data.id)}, "result": {result.text}')
        else:
            super()._send_data(data)

    def _write(self, members: str) -> None:
        """Send a message with these members, which are ASCII."""
        body = f'{{"jsonrpc": "{self.VERSION}", {members}}}'
        if self.writer is not None:
            self.writer.write(f"Content-Length: {len(body)}\r\n\r\n{body}".encode())

    def refuse(self, number: int | str | None, code: int, reason: str) -> None:
        """Answer a request with an error; None stands for a request whose id is unknown."""
        error = {"code": code, "message": reason}
        self._send_data({"jsonrpc": self.VERSION, "id": number, "error": error})

    def refuse_text(self) -> None:
        """Answer a text that is not JSON."""
        self.refuse(None, _PARSE_ERROR, translated("the message is not JSON"))

    def structure_message(self, data: Any) -> Any:
        """Leave a JSON object as it is.

        The library calls this for every object inside a message, and drops a message for which it
        fails; `handle_message` converts the whole message.
        """
        return data

    def handle_message(self, message: Any) -> None:
        """Handle one message; `message` is any JSON value."""
        is_message = isinstance(message, dict) and message.get("jsonrpc") == self.VERSION
        if not is_message or not isinstance(message.get("method", ""), str):
            number = _number(message) if isinstance(message, dict) else None
            self.refuse(number, _INVALID_REQUEST, translated("the message is not JSON-RPC 2.0"))
        elif "method" in message and "id" in message:
            self._take_request(message)
        elif "method" not in message or self._is_initialized or message["method"] == lsp.EXIT:
            self._take(message)

    def _take_request(self, message: dict[str, Any]) -> None:
        number, method = _number(message), message["method"]
        if number is None:
            reason = translated("the id of a request must be a number or a string")
            self.refuse(None, _INVALID_REQUEST, reason)
        elif not self._is_initialized and method != lsp.INITIALIZE:
            self.refuse(number, _NOT_INITIALIZED, translated("send `initialize` first"))
        elif self._is_initialized and method == lsp.INITIALIZE:
            reason = translated("`initialize` can only be sent once")
            self.refuse(number, _INVALID_REQUEST, reason)
        elif self._shutdown:
            reason = translated("the server was asked to shut down")
            self.refuse(number, _INVALID_REQUEST, reason)
        else:
            self._take(message)

    def _take(self, message: dict[str, Any]) -> None:
        """Convert a message and handle it; a notification or an answer that is wrong is dropped."""
        try:
            structured = super().structure_message(message)
        except (JsonRpcInvalidParams, JsonRpcInternalError) as error:
            if "method" in message and "id" in message:
                reason = said(
                    "invalid parameters of {method}: {problems}",
                    method=message["method"],
                    problems=_problems(error),
                )
                self.refuse(_number(message), _INVALID_PARAMS, reason)
            return
        if message.get("method") == lsp.INITIALIZE:
            self._is_initialized = True
        super().handle_message(structured)


def _number(message: dict[str, Any]) -> int | str | None:
    """The id of a message; None if it has none, or none that JSON-RPC allows."""
    number = message.get("id")
    return number if isinstance(number, (int, str)) and not isinstance(number, bool) else None


def _problems(error: Exception) -> str:
    """The invalid parameters, each with its path."""
    cause = error.__cause__
    if not isinstance(cause, ClassValidationError):
        return str(cause)
    return "; ".join(transform_error(cause)[:_MOST_PROBLEMS])
