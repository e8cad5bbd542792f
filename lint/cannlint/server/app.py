"""The language server on standard input and output: checks open files, publishes their findings."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Callable
from json import JSONDecodeError
from types import TracebackType
from typing import Any, BinaryIO

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from cannlint.errors import CannlintError
from cannlint.kinds import JOB_KINDS
from cannlint.server.background import PAUSE, SETTLE, TYPING, Background, Garbage
from cannlint.server.convert import Positions, diagnostic
from cannlint.server.documents import Document
from cannlint.server.input import Input
from cannlint.server.protocol import JsonText, Protocol, converter
from cannlint.server.reports import Reports
from cannlint.server.session import Checked, Session
from cannlint.version import __version__

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
    streams = Input(sys.stdin.buffer), _Output(sys.stdout.buffer)
    server.start_io(*streams)  # type: ignore[arg-type]


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


class Server(LanguageServer):
    """The server: checks open files and answers requests about them.

    A file is read whole when nobody has typed for a moment: a check that a change overtakes is
    dropped, and what was found about an older version is never published.
    """

    protocol: Protocol

    def __init__(self) -> None:
        super().__init__(
            "cannlint", __version__, protocol_cls=Protocol, converter_factory=converter
        )
        self.session = Session()
        self.checked: dict[str, Checked] = {}
        self.reports: Reports | None = None
        """The findings for an editor that asks for them; None if they are published."""
        self.after_check: list[Callable[[str], None]] = []
        """Who is told that a file was checked, and so may have changed: called with its URI."""
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._background = Background(self.session, self._planned)
        self._garbage = Garbage()
        self._at_rest: set[str] = set()
        self._others: dict[str, None] = {}
        self._next_other: asyncio.TimerHandle | None = None
        self._complained: str | None = None

    @property
    def encoding(self) -> lsp.PositionEncodingKind:
        """The agreed unit of columns."""
        agreed = self.server_capabilities.position_encoding
        return lsp.PositionEncodingKind(agreed or lsp.PositionEncodingKind.Utf16)

    def report_server_error(self, error: Exception, source: Any) -> None:
        """Answer a message that is not JSON; show an error of the server itself."""
        if isinstance(error, (ValueError, RecursionError)) and source is JsonRpcException:
            self.protocol.refuse_text()
        else:
            super().report_server_error(error, source)

    def schedule(self, uri: str, at_rest: bool = False, seconds: float = SETTLE) -> None:
        """Check a file after all changes received so far are applied.

        If the file was opened or saved, nobody is typing, and its plans need not wait.
        """
        self._cancel(uri)
        self._put_off_others()
        if at_rest:
            self._at_rest.add(uri)
        loop = asyncio.get_running_loop()
        self._timers[uri] = loop.call_later(seconds, self.check, uri)

    def edited(self, uri: str) -> None:
        """Check a file when nobody has typed in it for a moment."""
        self.schedule(uri, seconds=TYPING)

    async def settled(self, uri: str) -> None:
        """Wait until no check of a file is to come."""
        loop = asyncio.get_running_loop()
        while (timer := self._timers.get(uri)) is not None:
            await asyncio.sleep(max(timer.when() - loop.time(), SETTLE))

    def check(self, uri: str, may_plan: bool = True) -> None:
        """Check a file with all files of its jobs, and publish the findings of each.

        Where that takes a new plan it is asked for, but not right after one was made.
        """
        document = self.session.documents.get(uri)
        if document is None:
            return
        self._garbage.put_off()
        try:
            found = self.session.check(document)
        except CannlintError as error:
            self._cancel(uri)
            self._say(str(error))
            return
        for member, checked in found:
            may_plan |= self._cancel(member.uri)  # its own check would ask for a plan
            self.checked[member.uri] = checked
        for tell in self.after_check:
            tell(uri)
        for member, checked in found:
            self._publish(member, checked)
            for other in self.session.neighbours(member):
                if all(other is not known for known, _ in found):  # named for the first time
                    self.schedule(other.uri)
        self._say(self.session.complaint)
        if self.session.is_outdated and may_plan:
            self._background.ask(uri, at_once=any(one.uri in self._at_rest for one, _ in found))
        self._at_rest.difference_update(member.uri for member, _ in found)

    def _planned(self, uris: set[str]) -> None:
        for uri in uris:
            self.check(uri, may_plan=False)

    def current(self, uri: str) -> tuple[Document, Checked] | None:
        """A file and its check; the file is checked first if it has changed."""
        document = self.session.documents.get(uri)
        if document is None:
            return None
        checked = self.checked.get(uri)
        if checked is None or checked.source is not document.source:
            self.check(uri)
            checked = self.checked.get(uri)
        if checked is None or checked.source is not document.source:
            return None  # it could not be checked, and what is known is about another text
        return document, checked

    def last(self, uri: str) -> Checked | None:
        """The last check of a file, be it of an earlier text: completion does not wait for one."""
        if uri not in self.checked:
            self.check(uri)
        return self.checked.get(uri)

    def _publish(self, document: Document, checked: Checked) -> None:
        positions = Positions(self.session.documents.values(), self.encoding)
        shown = (*checked.findings, *checked.summaries)
        found = ", ".join([diagnostic(one, document, positions) for one in shown])
        if self.reports is not None:
            self.reports.take(document.uri, found)
            return
        uri, version = json.dumps(document.uri), json.dumps(document.version)
        self.protocol.tell(
            lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS,
            JsonText(f'{{"uri": {uri}, "version": {version}, "diagnostics": [{found}]}}'),
        )

    def _say(self, complaint: str | None) -> None:
        """Show what cannot be used; each problem only once."""
        if complaint is not None and complaint != self._complained:
            self.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, complaint))
        self._complained = complaint

    def _cancel(self, uri: str) -> bool:
        """Whether a check of the file was to come."""
        timer = self._timers.pop(uri, None)
        if timer is not None:
            timer.cancel()
        return timer is not None

    def close(self, uri: str) -> None:
        """Remove a closed file and its findings."""
        document = self.session.documents.get(uri)
        others = self.session.neighbours(document) if document is not None else []
        changes_settings = document is not None and self.session.changes_settings(document)
        self.session.close(uri)
        self.checked.pop(uri, None)
        self._cancel(uri)
        if self.reports is not None:
            self.reports.drop(uri)
        else:
            self.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))
        for other in others:  # what was not saved is gone
            self.schedule(other.uri)
        if changes_settings:
            self.configuration_changed()

    def saved(self, uri: str) -> None:
        """Check a saved file, and the files whose jobs may name it."""
        self.session.search_again()
        for known, checked in self.checked.items():
            if known == uri or checked.kind in JOB_KINDS:
                self.schedule(known, at_rest=True)

    def changed_on_disk(self, uri: str) -> None:
        """Check the files whose jobs name a file that another program changed."""
        self.session.search_again()
        for document in self.session.named_with(to_fs_path(uri) or uri):
            self.schedule(document.uri, at_rest=True)

    def configuration_changed(self) -> None:
        """Check all open files again."""
        self.session.forget_configuration()
        for uri in self.session.documents:
            self.schedule(uri, at_rest=True)

    def configuration_edited(self, uri: str) -> None:
        """Check all other open files in the next pause, one after the other."""
        self._others = {other: None for other in self.session.documents if other != uri}
        self._put_off_others()

    def _put_off_others(self, seconds: float = PAUSE) -> None:
        if self._next_other is not None:
            self._next_other.cancel()
            self._next_other = None
        if self._others:
            loop = asyncio.get_running_loop()
            self._next_other = loop.call_later(seconds, self._check_other)

    def _check_other(self) -> None:
        """Check one file; a change that has come meanwhile is handled before the next."""
        uri = next(iter(self._others))
        del self._others[uri]
        self.check(uri)
        self._put_off_others(SETTLE)
