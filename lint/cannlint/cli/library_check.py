"""`cannlint library check`."""

from __future__ import annotations

from typing import Annotated

import typer

from cannlint.cli.checking import configure, report_run
from cannlint.cli.options import (
    ConfigOption,
    ExitZeroOption,
    FailOnOption,
    FormatOption,
    IgnoreOption,
    IsolatedOption,
    OutputFileOption,
    QuietOption,
    ReportFormat,
    SelectOption,
    StatisticsOption,
    separated,
)
from cannlint.cli.output import Output
from cannlint.engine.pipeline import check_library
from cannlint.engine.run import Options
from cannlint.errors import CannlintError
from cannlint.rules.codes import check_codes


def check(
    opp_path: Annotated[
        str,
        typer.Argument(
            metavar="OPP_PATH", help="The opp folder of an install, or its parent folder."
        ),
    ],
    library: Annotated[
        str | None,
        typer.Option(
            "--library",
            metavar="VERSION",
            help="The release to compare the install with: 8.1.RC1 or 9.0.0. Default: the "
            "one in version.info.",
        ),
    ] = None,
    format: FormatOption = ReportFormat.full,
    output_file: OutputFileOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    fail_on: FailOnOption = None,
    exit_zero: ExitZeroOption = False,
    statistics: StatisticsOption = False,
    quiet: QuietOption = False,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Check all files of the operator library of an install.

    Exit status: 0 if there are no findings at or above --fail-on, 1 if there are, 2 if cannlint
    could not run.
    """
    options = Options()
    options.library, options.config, options.isolated = library, config, isolated
    options.select = check_codes(separated(select))
    options.ignore = check_codes(separated(ignore))
    output = Output()
    output.format, output.fail_on = format.value, fail_on
    output.files = tuple(output_file or ())
    output.exit_zero, output.quiet, output.statistics = exit_zero, quiet, statistics
    _check_release(library)
    run = check_library(opp_path, options)
    configure(output, run, options)
    return report_run(run, output)


def _check_release(version: str | None) -> None:
    from cannlint.library.snapshot import EMBEDDED, embedded_release

    if version is not None and embedded_release(version) is None:
        raise CannlintError(
            "unknown release {version!r}: cannlint has {embedded}",
            version=version,
            embedded=", ".join(EMBEDDED),
        )
