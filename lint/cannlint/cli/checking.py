"""`cannlint check` behind its command line: run, report, exit status."""

from __future__ import annotations

import sys

from cannlint.cli.complaints import complain
from cannlint.cli.exits import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS
from cannlint.cli.report_files import FOR_PEOPLE, write_files
from cannlint.engine.find import STANDARD_INPUT
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import FixMode
from cannlint.errors import CannlintError
from cannlint.language import speak, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.cli.report_files import ReportFile
    from cannlint.engine.run import Options, Run
    from cannlint.engine.units import CheckedFile

_MANY_FILES = 300
"""So many files are worth a progress bar."""


class Output:
    """How to report: the format, and what makes the status 1 (`fail_on`, `exit_zero`).

    `files` are further reports.
    """

    __slots__ = ("exit_zero", "fail_on", "files", "format", "quiet", "statistics")

    def __init__(self) -> None:
        self.format = "full"
        self.fail_on = "error"
        self.files: tuple[ReportFile, ...] = ()
        self.exit_zero = False
        self.quiet = False
        self.statistics = False


def run_check(paths: Sequence[str], options: Options, output: Output) -> int:
    """Check, print the report, and give the exit status."""
    speak(output.format in FOR_PEOPLE)
    try:
        if STANDARD_INPUT in paths:
            options.stdin_data = _standard_input()
        run = check_paths(paths or ([] if options.command else ["."]), options, _with_progress)
    except CannlintError as error:
        complain(error)
        return EXIT_CANNOT_RUN
    if options.fix is FixMode.DIFF:
        return _report_difference(run, output)
    if options.fix is FixMode.WRITE and STANDARD_INPUT in paths:
        _print_mended(run, options)
        return _on_stderr(run, output)
    return report_run(run, output)


def _standard_input() -> bytes:
    """All of standard input; CannlintError where that is more than a file may have."""
    from cannlint.text.source import SIZE_LIMIT

    data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise CannlintError(
            "standard input has more than {size_limit:,} bytes; it is not read",
            size_limit=SIZE_LIMIT,
        )
    return data


def report_run(run: Run, output: Output) -> int:
    """Print the report of a run, write those for files, and give the exit status."""
    _print(run, output)
    _print_complaints(run)
    write_files(run, output.files)
    if run.failed:
        return EXIT_CANNOT_RUN
    return EXIT_FINDINGS if _fails(run, output) else EXIT_CLEAN


def _print_complaints(run: Run) -> None:
    for complaint in run.complaints:
        complain(complaint)


def _on_stderr(run: Run, output: Output) -> int:
    """The report of a run whose standard output is a text or a difference."""
    from contextlib import redirect_stdout

    with redirect_stdout(sys.stderr):
        return report_run(run, output)


def _report_difference(run: Run, output: Output) -> int:
    """Print what the fixes would change, and the report only where something went wrong."""
    from cannlint.report.difference import print_difference

    for before, after in run.mended.values():
        print_difference(before, after)
    if run.failed:
        return _on_stderr(run, output)
    _print_complaints(run)
    if not output.quiet:
        from cannlint.report.summary import would_fix

        print(would_fix(run), file=sys.stderr)
    write_files(run, output.files)
    return EXIT_FINDINGS if run.mended and not output.exit_zero else EXIT_CLEAN


def _print_mended(run: Run, options: Options) -> None:
    """What came on standard input, mended where it could be."""
    for before, after in run.mended.values():
        if before.data is options.stdin_data:
            sys.stdout.buffer.write(after.data)
            return
    sys.stdout.buffer.write(options.stdin_data)


def _fails(run: Run, output: Output) -> bool:
    if output.exit_zero or not run.findings:
        return False
    from cannlint.diagnostics import Severity
    from cannlint.report.summary import reaches

    return reaches(run.findings, Severity(output.fail_on))


def _with_progress(results: Iterable[list[CheckedFile]], count: int) -> Iterable[list[CheckedFile]]:
    """The results of so many units, with a bar on a terminal's stderr while there are many."""
    if count < _MANY_FILES or not sys.stderr.isatty():
        return results
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(results, translated("checking"), total=count, console=console, transient=True)


def _print(run: Run, output: Output) -> None:
    if output.format not in FOR_PEOPLE:
        from cannlint.report.formats import render

        sys.stdout.write(render(run, output.format))
        return
    if not run.findings and not output.statistics:
        if not output.quiet and not run.failed:
            from cannlint.report.clean import clean_line

            sys.stdout.write(clean_line(run) + "\n")
        return
    from cannlint.cli.printing import print_report

    print_report(run, output)
