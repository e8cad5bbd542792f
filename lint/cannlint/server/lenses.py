"""Code lenses: a line above each job that says what its plan changes, and opens the plan.

A plan may take seconds. It is made when the editor asks for the text of a lens that is on the
screen, in a pause, in another thread.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcInternalError, JsonRpcInvalidParams

from cannlint.engine.plan_checks import Graphs
from cannlint.errors import CannlintError
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.language import said, translated
from cannlint.server.app import Server
from cannlint.server.convert import plain_range
from cannlint.server.documentation import write_for_editor
from cannlint.server.documents import Document
from cannlint.server.job_places import job_place
from cannlint.server.job_plans import JobPlans
from cannlint.server.protocol import AsJson
from cannlint.server.session import Checked
from cannlint.text.span import Span

SHOW_PLAN = "cannlint.showPlan"
"""The command of a lens: its arguments are the URI of the file and the number of the job."""

_PAUSE = 0.4
"""Make plans after this time (in seconds) without a check."""


class Lenses:
    """The plans that lenses show; those of one generation of texts."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._graphs = Graphs()
        self._plans: dict[str, JobPlans] = {}
        self._one_at_a_time = asyncio.Lock()
        self._last_check = 0.0
        self._refresh: asyncio.TimerHandle | None = None
        self._shown: set[str] = set()

    def of(self, document: Document, checked: Checked) -> Iterator[dict[str, Any]]:
        """A lens for each job of a file, without its text."""
        self._shown.add(document.uri)
        jobs = checked.reading.jobs if isinstance(checked.reading, JobsReading) else []
        for number, job in enumerate(jobs):
            line = Span(job.span.start, job.span.start)
            data = [document.uri, number, document.version]
            yield {"range": plain_range(document, line), "data": data}

    def checked(self, uri: str) -> None:
        """Forget the plans: a text has changed. What the lenses of other files show may have."""
        loop = asyncio.get_running_loop()
        self._last_check = loop.time()
        self._plans.clear()
        self._shown.intersection_update(self._server.session.documents)
        if self._shown - {uri} and _may_refresh(self._server.client_capabilities):
            if self._refresh is not None:
                self._refresh.cancel()
            self._refresh = loop.call_later(2 * _PAUSE, self._ask_to_refresh)

    def _ask_to_refresh(self) -> None:
        self._server.workspace_code_lens_refresh(None)

    async def title(self, uri: str, number: int, version: int | None) -> str:
        """The text of a lens; without a number where the file has changed since."""
        await self._rest()
        document = self._server.session.documents.get(uri)
        if document is None or document.version != version:
            return translated("plan")
        plans = self._plans_of(document)
        return await self._in_thread(lambda: plans.title(number))

    async def show(self, uri: str, number: int) -> dict[str, str]:
        """Write the plan into a file, and have the editor show it; its address and its text."""
        document = self._server.session.documents.get(uri)
        if document is None:
            raise JsonRpcInvalidParams(said("{uri} is not an open file", uri=uri))
        plans = self._plans_of(document)
        text = await self._in_thread(lambda: plans.text(number))
        name = _name(self._server.checked.get(uri), number)
        address = write_for_editor(f"{name}.plan.txt", text)
        if _may_show(self._server.client_capabilities):
            self._server.window_show_document(lsp.ShowDocumentParams(address, take_focus=True))
        else:
            self._server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, address))
        return {"uri": address, "text": text}

    def _plans_of(self, document: Document) -> JobPlans:
        plans = self._plans.get(document.uri)
        if plans is None:
            files = self._server.session.files_now()
            plans = JobPlans(document.source.path, files, self._graphs)
            self._plans[document.uri] = plans
        return plans

    async def _rest(self) -> None:
        """Wait until nobody types."""
        loop = asyncio.get_running_loop()
        while (left := self._last_check + _PAUSE - loop.time()) > 0:
            await asyncio.sleep(left)

    async def _in_thread(self, work: Callable[[], str]) -> str:
        """The result of some work in a thread of its own; of one at a time."""
        async with self._one_at_a_time:
            loop = asyncio.get_running_loop()
            result: asyncio.Future[str] = loop.create_future()
            threading.Thread(target=_work, args=(work, loop, result), daemon=True).start()
            return await result


def _work(
    work: Callable[[], str], loop: asyncio.AbstractEventLoop, result: asyncio.Future[str]
) -> None:
    text: str | None = None
    try:
        text = work()
    except CannlintError as error:
        text = str(error)
    finally:
        loop.call_soon_threadsafe(_finish, result, text)


def _finish(result: asyncio.Future[str], text: str | None) -> None:
    if result.done():  # the editor has cancelled the request
        return
    if text is None:
        result.set_exception(JsonRpcInternalError())
    else:
        result.set_result(text)


def _name(checked: Checked | None, number: int) -> str:
    """A name for the file of a plan: that of the job, without what file names do not have."""
    reading = checked.reading if checked is not None else None
    jobs = reading.jobs if isinstance(reading, JobsReading) else []
    place = job_place(jobs[number]) if number < len(jobs) else str(number)
    return "".join(char if char.isalnum() or char in "-_." else "-" for char in place)[:80]


def _may_show(capabilities: lsp.ClientCapabilities) -> bool:
    window = capabilities.window
    return bool(window is not None and window.show_document and window.show_document.support)


def _may_refresh(capabilities: lsp.ClientCapabilities) -> bool:
    workspace = capabilities.workspace
    lenses = workspace.code_lens if workspace is not None else None
    return bool(lenses is not None and lenses.refresh_support)


def add_lenses(server: Server) -> None:
    """Register the handlers of code lenses and of their command."""
    lenses = Lenses(server)
    server.after_check.append(lenses.checked)

    @server.feature(lsp.TEXT_DOCUMENT_CODE_LENS, lsp.CodeLensOptions(resolve_provider=True))
    def offered(params: lsp.CodeLensParams) -> AsJson:
        found = server.current(params.text_document.uri)
        return AsJson(list(lenses.of(*found)) if found else [])

    @server.feature(lsp.CODE_LENS_RESOLVE)
    async def resolved(lens: lsp.CodeLens) -> lsp.CodeLens:
        uri, number, *version = _arguments(lens.data, 3)
        title = await lenses.title(uri, number, *version)
        lens.command = lsp.Command(title, SHOW_PLAN, arguments=[uri, number])
        return lens

    @server.command(SHOW_PLAN)
    async def shown(*arguments: Any) -> dict[str, str]:
        return await lenses.show(*_arguments(list(arguments), 2))


def _arguments(given: Any, number: int) -> list[Any]:
    """The address of a file and the number of a job, and what else there is to be."""
    if not (
        isinstance(given, list)
        and len(given) == number
        and isinstance(given[0], str)
        and isinstance(given[1], int)
        and given[1] >= 0
    ):
        raise JsonRpcInvalidParams(translated("the address of a file and the number of a job"))
    return given
