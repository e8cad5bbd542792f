"""The reports for people, printed."""

from __future__ import annotations

import sys
from collections import Counter

from cannlint.report.styles import PLAIN_WIDTH, print_lines, width_of
from cannlint.report.summary import summary_line
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.cli.checking import Output
    from cannlint.engine.run import Run
    from cannlint.report.styles import Line


def print_report(run: Run, output: Output) -> None:
    """Print findings, or with --statistics how many of each rule, and the summary."""
    if output.statistics:
        print_lines(_statistics(run))
    elif output.format == "concise":
        from cannlint.report import concise

        sys.stdout.writelines(f"{line}\n" for line in concise.lines(run))
    else:
        from cannlint.report import full

        print_lines(full.lines(run, width_of(sys.stdout)))
    if not output.quiet:
        print_lines([[(summary_line(run, _library(run)), "quiet")]])


def plain_report(run: Run, format: str) -> str:
    """The findings and the summary without colours, as they go into a file."""
    if format == "concise":
        from cannlint.report import concise

        found = list(concise.lines(run))
    else:
        from cannlint.report import full

        lines = full.lines(run, PLAIN_WIDTH)
        found = ["".join(text for text, _ in line).rstrip() for line in lines]
    return "".join(f"{line}\n" for line in [*found, summary_line(run, _library(run))])


def _statistics(run: Run) -> Iterator[Line]:
    """One line a rule: how often, whether there is a fix, and its name."""
    counts = Counter((finding.code, finding.name, finding.severity) for finding in run.findings)
    fixable = Counter(finding.code for finding in run.findings if finding.fix is not None)
    width = len(str(max(counts.values(), default=0)))
    for (code, name, severity), number in sorted(
        counts.items(), key=lambda row: (-row[1], row[0][0])
    ):
        mark = "[*]" if fixable[code] else "   "
        yield [(f"{number:>{width}}  ", ""), (code, severity.value), (f"  {mark}  {name}", "")]


def _library(run: Run) -> str | None:
    if run.library is None:
        return None
    from cannlint.report.library_names import name_of

    return ", ".join([name_of(run.library.library), *map(printable, run.library.socs)])
