"""The findings that an editor asks for, numbered so that it need not get them twice."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count

_PAUSE = 0.2
"""Tell the editor to ask again after this time (in seconds) without a check."""


@dataclass(eq=False, slots=True)
class Report:
    """The findings of a file as a JSON text; `number` is another one if they are others.

    `sent` is the number that the editor has.
    """

    findings: str
    number: str
    sent: str | None = field(init=False, default=None)


class Reports:
    """The reports of all open files. An editor with older ones is told to ask again."""

    def __init__(self, ask_again: Callable[[], object]) -> None:
        self._tell_editor = ask_again
        self._reports: dict[str, Report] = {}
        self._numbers: Iterator[int] = count(1)
        self._timer: asyncio.TimerHandle | None = None

    def take(self, uri: str, findings: str) -> None:
        """Store the findings of a file: the items of a JSON list."""
        known = self._reports.get(uri)
        if known is None:
            self._reports[uri] = Report(findings, str(next(self._numbers)))
        elif known.findings != findings:
            known.findings, known.number = findings, str(next(self._numbers))
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(_PAUSE, self._ask_again)

    def drop(self, uri: str) -> None:
        """Remove a closed file."""
        self._reports.pop(uri, None)

    def answer(self, uri: str, known_number: str | None) -> str:
        """The DocumentDiagnosticReport of the protocol for an editor with an earlier report."""
        report = self._reports.get(uri)
        if report is None:
            return '{"kind": "full", "items": []}'
        report.sent = report.number
        if known_number == report.number:
            return f'{{"kind": "unchanged", "resultId": "{report.number}"}}'
        items = f'"items": [{report.findings}]'
        return f'{{"kind": "full", "resultId": "{report.number}", {items}}}'

    def _ask_again(self) -> None:
        """Tell the editor, once, that some findings are others than those it has asked for."""
        stale = [report for report in self._reports.values() if report.sent != report.number]
        for report in stale:
            report.sent = report.number
        if stale:
            self._tell_editor()
