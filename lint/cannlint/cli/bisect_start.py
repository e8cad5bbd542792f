"""`cannlint bisect start`, and what all commands of a bisect print."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.bisect.progress import Bisect
from cannlint.bisect.search import Ending
from cannlint.bisect.step_file import Sort
from cannlint.cli.exit import EXIT_CLEAN, EXIT_FINDINGS
from cannlint.cli.job_options import (
    FrontEndOption,
    JobOption,
    ModelOption,
    NoModelOption,
    OpsInfoOption,
    OptionOption,
    OriginalOption,
    TargetSocOption,
    request_of,
)
from cannlint.cli.options import ConfigOption, FrontEndVersionOption, IsolatedOption, LibraryOption
from cannlint.cli.waiting import waiting
from cannlint.errors import CannlintError
from cannlint.language import translated


class Format(str, Enum):
    """The output formats of a bisect."""

    text = "text"
    json = "json"


FormatOption = Annotated[Format, typer.Option(help="The output format.")]


def show(bisect: Bisect, format: Format) -> int:
    """Print where the bisect stands, and return the exit status."""
    if format is Format.json:
        from cannlint.report import bisect_json
        from cannlint.report.json_text import dump

        sys.stdout.write(dump(bisect_json.report(bisect)) + "\n")
    else:
        from cannlint.report.bisect_text import print_bisect

        print_bisect(bisect)
    is_lost = bisect.conclusion is not None and bisect.conclusion.ending is not Ending.FOUND
    return EXIT_FINDINGS if is_lost else EXIT_CLEAN


def start(
    context: typer.Context,
    job: JobOption = None,
    option: OptionOption = None,
    front_end: FrontEndOption = None,
    by: Annotated[
        Sort | None,
        typer.Option(
            "--by",
            help="The candidates: nodes or types, which are held in float32, or fusion passes, "
            "which are switched off. Default: nodes if the model is known, otherwise types.",
            show_default=False,
        ),
    ] = None,
    only: Annotated[
        list[str] | None,
        typer.Option(
            "--only",
            metavar="PATTERN",
            help="Take only candidates whose name matches, e.g. 'layer4/*'; repeatable. Without a "
            "model, the types to take.",
        ),
    ] = None,
    fusion_result: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="With --by passes: take only the passes that took effect in a compile, by its "
            "fusion_result.json.",
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="Also take candidates that change nothing according to the plan."
        ),
    ] = False,
    ends_known: Annotated[
        bool,
        typer.Option(
            "--ends-known",
            help="Do not check first that the job is bad as it is, and good with all candidates "
            "held.",
        ),
    ] = False,
    model: ModelOption = None,
    no_model: NoModelOption = False,
    ops_info: OpsInfoOption = None,
    original: OriginalOption = None,
    soc: TargetSocOption = None,
    library: LibraryOption = None,
    front_end_version: FrontEndVersionOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
    format: FormatOption = Format.text,
) -> int:
    """Start a bisect: write the first config file, and say what to compile.

    The job is bad as it is, and good if all candidates are held in float32 (or switched off). The
    bisect finds the smallest part of them that is enough.
    Exit status: 0, or 2 if there is nothing to search.
    """
    from cannlint.bisect.start import Start
    from cannlint.bisect.start import start as start_bisect

    request = request_of(context)
    if request.names_no_job:
        from cannlint.planning.job import jobs_here

        names = [job.name for job in jobs_here(request)]
        more = ["…"] if len(names) > _MOST_JOBS else []
        raise CannlintError(
            "which job? name one with --job: {names}; or give its options with -O, or an atc "
            "command line after `--`",
            names=", ".join([*names[:_MOST_JOBS], *more]),
        )
    asked = Start(request)
    asked.sort, asked.only, asked.every = by, only or (), every
    asked.fusion_result, asked.ends_known = fusion_result, ends_known
    asked.arguments = _arguments(context)
    with waiting(translated("planning")):
        begun = start_bisect(asked)
    return show(begun, format)


_MOST_JOBS = 5
"""Jobs that a message names."""

_NOT_IN_LOG = ("format", "lang")


def _arguments(context: typer.Context) -> list[str]:
    """The options of the command as it was called, for the log."""
    words: list[str] = []
    for parameter in context.command.params:
        value = context.params.get(parameter.name or "")
        if parameter.name in _NOT_IN_LOG or value is None or value is False:
            continue
        for one in value if isinstance(value, (list, tuple)) else (value,):
            text = one.value if isinstance(one, Enum) else one
            words += [parameter.opts[0]] if one is True else [parameter.opts[0], str(text)]
    return [*words, *(["--", *context.obj] if context.obj else [])]
