"""Reports that go into files, and the language that each report is in."""

from __future__ import annotations

from cannlint.language import speak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.engine.run import Run

FOR_PEOPLE = ("full", "concise")
"""The formats that programs do not read."""


class ReportFile:
    """A file that a report is written to, and its format."""

    __slots__ = ("format", "path")

    def __init__(self, format: str, path: str) -> None:
        self.format = format
        self.path = path


def write_files(run: Run, files: Iterable[ReportFile]) -> None:
    """Write each report whole; CannlintError where that cannot be done."""
    for file in files:
        from cannlint.text.writing import write_whole

        speak(file.format in FOR_PEOPLE)
        write_whole(file.path, _text(run, file.format), overwrite=True)


def _text(run: Run, format: str) -> str:
    if format in FOR_PEOPLE:
        from cannlint.cli.printing import plain_report

        return plain_report(run, format)
    from cannlint.report.formats import render

    return render(run, format)
