"""`cannlint check` behind its command line: run, report, exit status."""

from __future__ import annotations

import sys

from cannlint.cli.exits import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS
from cannlint.engine import STANDARD_INPUT, check_paths
from cannlint.errors import CannlintError
from cannlint.language import ENGLISH, language_of_locale, use

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.engine import Options, Run

FOR_PEOPLE = ("full", "concise")
"""The formats that programs do not read."""

_MANY_FILES = 300
"""So many files are worth a progress bar."""


class ReportFile:
    """A file that a report is written to, and its format."""

    __slots__ = ("format", "path")

    def __init__(self, format: str, path: str) -> None:
        self.format = format
        self.path = path


class Output:
    """How to report: the format, and what makes the status 1 (`fail_on`, `exit_zero`).

    `files` are further reports. `language` None is that of the locale in what people read,
    and English in what programs do.
    """

    __slots__ = ("exit_zero", "fail_on", "files", "format", "language", "quiet", "statistics")

    def __init__(self) -> None:
        self.format = "full"
        self.fail_on = "error"
        self.files: tuple[ReportFile, ...] = ()
        self.exit_zero = False
        self.language: str | None = None
        self.quiet = False
        self.statistics = False


def run_check(paths: Sequence[str], options: Options, output: Output) -> int:
    """Check, print the report, and give the exit status."""
    try:
        if STANDARD_INPUT in paths:
            options.stdin_data = sys.stdin.buffer.read()
        run = check_paths(paths or ["."], options, _with_progress)
    except CannlintError as error:
        print(f"cannlint: {error}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    return report_run(run, output)


def report_run(run: Run, output: Output) -> int:
    """Print the report of a run, write those for files, and give the exit status."""
    _speak(output.language, output.format)
    _print(run, output)
    for file in output.files:
        _speak(output.language, file.format)
        _write_file(run, file)
    for complaint in run.complaints:
        print(f"cannlint: {_printable(complaint)}", file=sys.stderr)
    if run.failed:
        return EXIT_CANNOT_RUN
    return EXIT_FINDINGS if _fails(run, output) else EXIT_CLEAN


def _speak(language: str | None, format: str) -> None:
    if language is None and format in FOR_PEOPLE:
        language = language_of_locale()
    use(language or ENGLISH)


def _printable(text: str) -> str:
    from cannlint.text.printable import printable

    return printable(text)


def _fails(run: Run, output: Output) -> bool:
    if output.exit_zero or not run.findings:
        return False
    from cannlint.diagnostics import Severity
    from cannlint.report.summary import reaches

    return reaches(run.findings, Severity(output.fail_on))


def _with_progress(paths: Sequence[str]) -> Iterable[str]:
    """The paths, with a bar on a terminal's stderr while there are many."""
    if len(paths) < _MANY_FILES or not sys.stderr.isatty():
        return paths
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(paths, description="checking", console=console, transient=True)


def _print(run: Run, output: Output) -> None:
    if output.format not in FOR_PEOPLE:
        from cannlint.report.formats import render

        sys.stdout.write(render(run, output.format))
        return
    if not run.findings and not output.statistics:
        if not output.quiet and not run.failed:
            from cannlint.report.clean import clean_line

            sys.stdout.write(clean_line(run.files, run.suppressed) + "\n")
        return
    from cannlint.cli.printing import print_report

    print_report(run, output)


def _write_file(run: Run, file: ReportFile) -> None:
    from cannlint.report.formats import FORMATS, render
    from cannlint.text.writing import write_whole

    if file.format in FORMATS:
        text = render(run, file.format)
    else:
        from cannlint.cli.printing import plain_report

        text = plain_report(run, file.format)
    write_whole(file.path, text, overwrite=True)
