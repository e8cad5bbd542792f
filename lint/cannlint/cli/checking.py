"""`cannlint check` behind its command line: run the check, print the report."""

from __future__ import annotations

import sys

from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS, print_error
from cannlint.cli.output import FOR_PEOPLE, print_report, write_report_files
from cannlint.engine.find import STANDARD_INPUT
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import FixMode
from cannlint.errors import CannlintError
from cannlint.language import speak, translated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.cli.output import Output
    from cannlint.engine.run import Options, Run
    from cannlint.engine.units import CheckedFile

_MANY_FILES = 300
"""Show a progress bar from this number of files on."""


def run_check(paths: Sequence[str], options: Options, output: Output) -> int:
    """Check, print the report, and return the exit status."""
    speak(output.format in FOR_PEOPLE)
    try:
        if STANDARD_INPUT in paths:
            options.stdin_data = _read_stdin()
        run = check_paths(paths or ([] if options.command else ["."]), options, _with_progress)
    except CannlintError as error:
        print_error(error)
        return EXIT_CANNOT_RUN
    configure(output, run, options)
    if options.fix is FixMode.DIFF:
        return _report_diff(run, output)
    if options.fix is FixMode.WRITE and STANDARD_INPUT in paths:
        _print_fixed_stdin(run, options)
        return _report_on_stderr(run, output)
    return report_run(run, output)


def configure(output: Output, run: Run, options: Options) -> None:
    """Take what the output options leave open from the configuration of this folder."""
    if run.failed or not run.findings:
        return
    from cannlint.diagnostics import Severity
    from cannlint.engine.scope import scope_of

    settings = scope_of(options).settings_of("cannlint.toml")
    if settings is not None and output.fail_on is None and settings.fail_on:
        output.fail_on = Severity(settings.fail_on)
    if settings is not None and output.severity is None and settings.severity:
        output.severity = Severity(settings.severity)


def _read_stdin() -> bytes:
    """Read all of stdin. Raises CannlintError if it is closed, or exceeds the size limit."""
    from cannlint.text.source import SIZE_LIMIT

    if sys.stdin is None:
        raise CannlintError("standard input is closed: nothing to read")
    data = sys.stdin.buffer.read(SIZE_LIMIT + 1)
    if len(data) > SIZE_LIMIT:
        raise CannlintError(
            "standard input is larger than {size_limit:,} bytes: not read",
            size_limit=SIZE_LIMIT,
        )
    return data


def report_run(run: Run, output: Output) -> int:
    """Print the report, write the report files, and return the exit status."""
    fails = _fails(run, output)
    if output.severity is not None:
        run.show_from(output.severity)
    print_report(run, output)
    _print_errors(run)
    write_report_files(run, output.files)
    if run.failed:
        return EXIT_CANNOT_RUN
    return EXIT_FINDINGS if fails else EXIT_CLEAN


def _print_errors(run: Run) -> None:
    for complaint in run.complaints:
        print_error(complaint)


def _report_on_stderr(run: Run, output: Output) -> int:
    """Report on stderr: stdout already holds the fixed file or the diff."""
    from contextlib import redirect_stdout

    with redirect_stdout(sys.stderr):
        return report_run(run, output)


def _report_diff(run: Run, output: Output) -> int:
    """Print what the fixes would change; print the report only if the run failed."""
    from cannlint.report.fix_diff import print_diff

    for before, after in run.fixed_files.values():
        print_diff(before, after)
    if run.failed:
        return _report_on_stderr(run, output)
    _print_errors(run)
    if not output.quiet:
        from cannlint.report.summary import would_fix

        print(would_fix(run), file=sys.stderr)
    write_report_files(run, output.files)
    return EXIT_FINDINGS if run.fixed_files and not output.exit_zero else EXIT_CLEAN


def _print_fixed_stdin(run: Run, options: Options) -> None:
    """Print what came on stdin, with fixes applied."""
    for before, after in run.fixed_files.values():
        if before.data is options.stdin_data:
            sys.stdout.buffer.write(after.data)
            return
    sys.stdout.buffer.write(options.stdin_data)


def _fails(run: Run, output: Output) -> bool:
    if output.exit_zero or not run.findings:
        return False
    from cannlint.diagnostics import Severity
    from cannlint.report.summary import reaches

    return reaches(run.findings, output.fail_on or Severity.ERROR)


def _with_progress(results: Iterable[list[CheckedFile]], count: int) -> Iterable[list[CheckedFile]]:
    """The results; for many units with a progress bar, if stderr is a terminal."""
    if count < _MANY_FILES or not sys.stderr.isatty():
        return results
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    return track(results, translated("checking"), total=count, console=console, transient=True)
