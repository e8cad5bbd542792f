"""`cannlint check`."""

from __future__ import annotations

from typing import Annotated

import typer

from cannlint.cli.checking import run_check
from cannlint.cli.options import (
    BaselineOption,
    ConfigOption,
    DiffOption,
    ExecutorOption,
    ExitZeroOption,
    FailOnOption,
    FixOption,
    FormatOption,
    FrontEndVersionOption,
    IgnoreOption,
    IsolatedOption,
    JobsOption,
    KindOption,
    LibraryOption,
    NoIgnoresOption,
    OutputFileOption,
    QuietOption,
    ReportFormat,
    SelectOption,
    SeverityOption,
    ShowFilesOption,
    SocOption,
    StatisticsOption,
    UnsafeFixesOption,
    UpdateBaselineOption,
    front_end_versions,
    separated,
)
from cannlint.cli.output import Output
from cannlint.engine.find import STANDARD_INPUT
from cannlint.engine.run import FixMode, Options
from cannlint.engine.socs import check_socs, libraries_for
from cannlint.errors import CannlintError
from cannlint.rules.codes import check_codes


def check(
    context: typer.Context,
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[PATH]...",
            help="Files and folders; `-` is standard input. Default: the current folder.",
            show_default=False,
        ),
    ] = None,
    kind: KindOption = None,
    format: FormatOption = ReportFormat.full,
    output_file: OutputFileOption = None,
    select: SelectOption = None,
    ignore: IgnoreOption = None,
    fix: FixOption = False,
    unsafe_fixes: UnsafeFixesOption = False,
    diff: DiffOption = False,
    no_ignores: NoIgnoresOption = False,
    baseline: BaselineOption = None,
    update_baseline: UpdateBaselineOption = False,
    fail_on: FailOnOption = None,
    exit_zero: ExitZeroOption = False,
    severity: SeverityOption = None,
    statistics: StatisticsOption = False,
    show_files: ShowFilesOption = False,
    stdin_filename: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="The file name of standard input."),
    ] = None,
    quiet: QuietOption = False,
    skip_unknown: Annotated[
        bool,
        typer.Option(
            "--skip-unknown",
            help="Skip files of unknown kind and excluded files, even if they are named.",
        ),
    ] = False,
    jobs: JobsOption = None,
    executor: ExecutorOption = None,
    model: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The graph of the model: cannlint/graph/1, a dump, or an .onnx file. "
            "With it, cannlint finds entries that match no operator or change "
            "nothing.",
        ),
    ] = None,
    no_model: Annotated[
        bool,
        typer.Option("--no-model", help="Do not read the models that jobs name."),
    ] = False,
    soc: SocOption = None,
    library: LibraryOption = None,
    front_end_version: FrontEndVersionOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Lint files and folders, or a command line: `cannlint check -- atc --model=...`.

    Exit status: 0 if no findings at or above --fail-on remain, 1 if any do, 2 if cannlint could
    not run. With --diff: 0 if nothing would change, otherwise 1.
    """
    if update_baseline and baseline is None:
        raise CannlintError("--update-baseline needs --baseline FILE")
    named = [stdin_filename or path if path == STANDARD_INPUT else path for path in paths or ["."]]
    check_socs(soc or [], libraries_for(library, named, config, isolated))
    options = Options()
    options.command = context.obj or ()
    options.kind, options.library, options.config = kind, library, config
    options.socs, options.model, options.no_model = tuple(soc or ()), model, no_model
    options.front_end_versions = front_end_versions(front_end_version)
    options.isolated, options.stdin_filename = isolated, stdin_filename
    options.skip_unknown, options.no_ignores = skip_unknown, no_ignores
    options.jobs, options.executor = jobs, executor
    options.baseline, options.update_baseline = baseline, update_baseline
    options.fix = FixMode.DIFF if diff else FixMode.WRITE if fix else FixMode.OFF
    options.unsafe_fixes = unsafe_fixes
    options.show_files = show_files or statistics
    options.select = check_codes(separated(select))
    options.ignore = check_codes(separated(ignore))
    output = Output()
    output.format, output.fail_on = format.value, fail_on
    output.files = tuple(output_file or ())
    output.exit_zero, output.quiet, output.statistics = exit_zero, quiet, statistics
    output.show_files, output.severity = show_files, severity
    return run_check(paths or [], options, output)
