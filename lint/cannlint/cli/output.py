"""The reports of a check: on stdout, and in files (`--output-file`)."""

from __future__ import annotations

import sys

from cannlint.language import enumerated, speak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.diagnostics import Severity
    from cannlint.engine.run import Run
    from cannlint.report.styles import Line

FOR_PEOPLE = ("full", "concise")
"""Report formats for people; all others are for programs."""


class ReportFile:
    """A file to write a report to, and the format of that report."""

    __slots__ = ("format", "path")

    def __init__(self, format: str, path: str) -> None:
        self.format = format
        self.path = path


class Output:
    """The output options of a check: formats, files, and when the exit status is 1.

    `fail_on` and `severity` are None where the configuration decides.
    """

    __slots__ = (
        "exit_zero", "fail_on", "files", "format", "quiet", "severity", "show_files", "statistics"
    )  # fmt: skip

    def __init__(self) -> None:
        self.format = "full"
        self.fail_on: Severity | None = None
        self.severity: Severity | None = None
        self.files: tuple[ReportFile, ...] = ()
        self.exit_zero = False
        self.quiet = False
        self.statistics = False
        self.show_files = False


def print_report(run: Run, output: Output) -> None:
    """Print the report to stdout in the format asked for."""
    if output.show_files:
        _print_files(run, output)
    if output.format not in FOR_PEOPLE:
        from cannlint.report.formats import render

        write = sys.stdout.write
        if output.format == "github":
            write = getattr(sys.stdout, "write_commands", write)
        write(render(run, output.format))
    elif run.findings or run.hidden or output.statistics:
        _print_findings(run, output)
    elif not output.quiet and not run.failed:
        from cannlint.report.summary import clean_line

        sys.stdout.write(clean_line(run) + "\n")


def _print_files(run: Run, output: Output) -> None:
    """Print what was done with each file: beside a report for programs, to stderr."""
    from contextlib import redirect_stdout

    from cannlint.report.shown_files import lines
    from cannlint.report.styles import print_lines

    if output.format in FOR_PEOPLE:
        print_lines(lines(run))
    elif output.format != "json":  # which has them in its `files`
        with redirect_stdout(sys.stderr):
            print_lines(lines(run))


def write_report_files(run: Run, files: Iterable[ReportFile]) -> None:
    """Write each report to its file. Raises CannlintError if a file cannot be written."""
    for file in files:
        from cannlint.text.writing import write_whole

        speak(file.format in FOR_PEOPLE)
        write_whole(file.path, _report_text(run, file.format), overwrite=True)


def _report_text(run: Run, format: str) -> str:
    if format in FOR_PEOPLE:
        return plain_report(run, format)
    from cannlint.report.formats import render

    return render(run, format)


def plain_report(run: Run, format: str) -> str:
    """The findings and the summary without colours, for a file."""
    from cannlint.report.full import concise_lines, lines
    from cannlint.report.styles import PLAIN_WIDTH
    from cannlint.report.summary import summary_line

    if format == "concise":
        found = list(concise_lines(run))
    else:
        styled = lines(run, PLAIN_WIDTH)
        found = ["".join(text for text, _ in line).rstrip() for line in styled]
    return "".join(f"{line}\n" for line in [*found, summary_line(run, _library_name(run))])


def _print_findings(run: Run, output: Output) -> None:
    """Print the findings, or with --statistics their number by rule; then the summary."""
    from cannlint.report.full import concise_lines, lines
    from cannlint.report.styles import print_lines, width_of
    from cannlint.report.summary import summary_line

    if output.statistics:
        from cannlint.report.shown_files import counts

        print_lines(_statistics(run))
        print_lines(counts(run))
    elif output.format == "concise":
        sys.stdout.writelines(f"{line}\n" for line in concise_lines(run))
    else:
        print_lines(lines(run, width_of(sys.stdout)))
    if not output.quiet:
        print_lines([[(summary_line(run, _library_name(run)), "quiet")]])


def _statistics(run: Run) -> Iterator[Line]:
    """One line per rule: number of findings, severity, code, `[*]` if it has fixes, name."""
    from collections import Counter

    counts = Counter((finding.code, finding.name, finding.severity) for finding in run.findings)
    fixable = {(one.code, one.name, one.severity) for one in run.findings if one.fix is not None}
    width = len(str(max(counts.values(), default=0)))
    for (code, name, severity), number in sorted(
        counts.items(), key=lambda row: (-row[1], row[0][0])
    ):
        mark = "[*]" if (code, name, severity) in fixable else "   "
        word = f"{severity.value:<7}  {code}"
        yield [(f"{number:>{width}}  ", ""), (word, severity.value), (f"  {mark}  {name}", "")]


def _library_name(run: Run) -> str | None:
    if run.library is None:
        return None
    from cannlint.report.library_list import name_of
    from cannlint.text.printable import printable

    return enumerated([name_of(run.library.library), *map(printable, run.library.socs)])
