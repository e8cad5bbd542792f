"""`cannlint check` behind its command line: run, report, exit status."""

from __future__ import annotations

import sys

from cannlint.cli.exits import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS
from cannlint.engine import STANDARD_INPUT, check_paths
from cannlint.errors import CannlintError
from cannlint.run import FixMode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.run import Options, Run

_MANY_FILES = 300
"""So many files are worth a progress bar."""


class Output:
    """How to report: the format, and what makes the status 1 (`fail_on`, `exit_zero`)."""

    __slots__ = ("exit_zero", "fail_on", "format", "quiet", "statistics")

    def __init__(self) -> None:
        self.format = "full"
        self.fail_on = "error"
        self.exit_zero = False
        self.quiet = False
        self.statistics = False


def run_check(paths: Sequence[str], options: Options, output: Output) -> int:
    """Check, print the report, and give the exit status."""
    try:
        if STANDARD_INPUT in paths:
            options.stdin_data = sys.stdin.buffer.read()
        run = check_paths(paths or ([] if options.command else ["."]), options, _with_progress)
    except CannlintError as error:
        print(f"cannlint: {error}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    if options.fix is FixMode.DIFF:
        return _report_difference(run, output)
    if options.fix is FixMode.WRITE and STANDARD_INPUT in paths:
        _print_mended(run, options)
        return _on_stderr(run, output)
    return report_run(run, output)


def report_run(run: Run, output: Output) -> int:
    """Print the report of a run, and give the exit status."""
    _print(run, output)
    _print_complaints(run)
    if run.failed:
        return EXIT_CANNOT_RUN
    return EXIT_FINDINGS if _fails(run, output) else EXIT_CLEAN


def _print_complaints(run: Run) -> None:
    for complaint in run.complaints:
        print(f"cannlint: {_printable(complaint)}", file=sys.stderr)


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
    return EXIT_FINDINGS if run.mended and not output.exit_zero else EXIT_CLEAN


def _print_mended(run: Run, options: Options) -> None:
    """What came on standard input, mended where it could be."""
    for before, after in run.mended.values():
        if before.data is options.stdin_data:
            sys.stdout.buffer.write(after.data)
            return
    sys.stdout.buffer.write(options.stdin_data)


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
    if output.format == "json":
        from cannlint.report.json_report import dump, report

        _write(dump(report(run)))
        return
    if not run.findings and not output.statistics:
        if not output.quiet and not run.failed:
            _write(clean_line(run))
        return
    from cannlint.cli.printing import print_report

    print_report(run, output)


def clean_line(run: Run) -> str:
    """The one line about a run without findings."""
    files = f"{run.files} file{'' if run.files == 1 else 's'} checked"
    known = run.comparison.matched if run.comparison is not None else 0
    kept = [f"{run.suppressed} suppressed"] if run.suppressed else []
    kept += [f"{known} in the baseline"] if known else []
    accepted = f" ({', '.join(kept)})" if kept else ""
    if run.fixed:
        return f"{files}: {run.fixed} fixed, 0 remaining{accepted}"
    return f"{files}, nothing to report{accepted}"


def _write(text: str) -> None:
    sys.stdout.write(text + "\n")
