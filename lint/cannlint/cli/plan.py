"""`cannlint plan`."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli import completion
from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, EXIT_FINDINGS, print_error
from cannlint.cli.job_options import (
    FrontEndOption,
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
from cannlint.language import said, translated
from cannlint.planning.request import Request
from cannlint.resolve.plan import Plan
from cannlint.text.printable import printable


class Format(str, Enum):
    """The output formats of a plan."""

    table = "table"
    json = "json"
    csv = "csv"
    html = "html"
    dot = "dot"


def _node(text: str) -> tuple[str, str]:
    """The type and the name of a node; the type is empty if only the name is given."""
    op_type, equals, name = text.partition("=")
    if equals and not (op_type and name):
        raise typer.BadParameter(said("{text!r} is not TYPE=NAME", text=text))
    return (op_type, name) if equals else ("", text)


def plan(
    context: typer.Context,
    job: Annotated[
        str | None,
        typer.Argument(
            metavar="[JOB] [-- atc ...]",
            autocompletion=completion.jobs,
            help="A job: its name in cannlint.toml, the path of a script (train.py, "
            "convert.sh:12), or an atc command line after `--`. Without it, the job "
            "consists of the -O options; without these, too, the jobs of the folder are listed.",
            show_default=False,
        ),
    ] = None,
    option: OptionOption = None,
    front_end: FrontEndOption = None,
    op: Annotated[
        list[str] | None,
        typer.Option(
            "--op",
            metavar="TYPE",
            autocompletion=completion.op_types,
            help="Show only this operator type; repeatable.",
        ),
    ] = None,
    node: Annotated[
        list[str] | None,
        typer.Option(
            "--node",
            metavar="[TYPE=]NAME",
            help="Show only this node; repeatable. Without the type, it is a node of the model.",
        ),
    ] = None,
    model: ModelOption = None,
    no_model: NoModelOption = False,
    ops_info: OpsInfoOption = None,
    original: OriginalOption = None,
    every: Annotated[
        bool, typer.Option("--all", help="Show all operators, not only those that the job names.")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="Show what decides each value, and what has no effect.")
    ] = (False),
    assume_fixed: Annotated[
        bool,
        typer.Option(
            "--assume-fixed",
            help="If CANN refuses the job, plan it without the options and entries that it "
            "refuses, and show which these are.",
        ),
    ] = False,
    diff: Annotated[
        str | None,
        typer.Option(
            metavar="OTHER",
            help="Show the differences from another plan: the name of a job, "
            "library=VERSION, soc=NAME, or an option as KEY=VALUE.",
        ),
    ] = None,
    annotate: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Write the ONNX model of the plan to a file, with dtypes and reasons in the "
            "metadata of its nodes: Netron shows them.",
        ),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Let --annotate overwrite an existing file.")
    ] = False,
    format: Annotated[Format, typer.Option(help="The output format.")] = Format.table,
    soc: TargetSocOption = None,
    library: LibraryOption = None,
    front_end_version: FrontEndVersionOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Show the final precision of each operator in a compile job, and what decides it.

    Exit status: 0 if CANN accepts the job, 1 if it refuses the job, 2 if no plan could be made
    or an operator that is asked for does not exist.
    """
    request = request_of(context)
    request.types, request.nodes = op or (), [_node(text) for text in node or ()]
    request.every, request.assume_fixed = every, assume_fixed
    if why and format is not Format.table:
        raise CannlintError(
            "--why needs --format table; the other formats always include the reasons"
        )
    if annotate is not None and diff is not None:
        raise CannlintError("--annotate cannot be combined with --diff")
    if request.names_no_job and annotate is None and format is Format.table and diff is None:
        return _list_jobs(request)
    return _run(request, format.value, why, diff, annotate, force)


def _list_jobs(request: Request) -> int:
    """Print the jobs of the folder, one of which has to be named."""
    from cannlint.planning.job import jobs_here
    from cannlint.report.plan_table import print_jobs

    print_jobs(jobs_here(request))
    return EXIT_CLEAN


def _run(
    request: Request, format: str, why: bool, diff: str | None, annotate: str | None, force: bool
) -> int:
    """Make the plan, print it, and return the exit status."""
    from cannlint.planning.plan import plan_of, two_plans

    if diff is not None:
        with waiting(translated("planning")):
            old, new = two_plans(request, diff)
        return _print_difference(old, new, format)
    with waiting(translated("planning")):
        plan = plan_of(request)
    if annotate is not None:
        from cannlint.report.annotated_model import write_annotated

        number = write_annotated(plan, annotate, force)
        text = said("{path}: {number:,} nodes annotated", path=printable(annotate), number=number)
        print(text, file=sys.stderr)
    _print_plan(plan, format, why)
    if not plan.accepted:
        return EXIT_FINDINGS
    return EXIT_CANNOT_RUN if _is_asked_in_vain(plan, format) else EXIT_CLEAN


def _is_asked_in_vain(plan: Plan, format: str) -> bool:
    """Whether something asked for is not there; formats for programs have it on stderr."""
    from cannlint.report.plan_refusals import asked_in_vain

    sentences = list(asked_in_vain(plan))
    if format not in ("table", "html"):
        for sentence in sentences:
            print_error(sentence)
    return bool(sentences)


def _print_plan(plan: Plan, format: str, why: bool) -> None:
    if format == "json":
        from cannlint.report import plan_json

        sys.stdout.writelines(plan_json.lines(plan))
    elif format == "csv":
        from cannlint.report import plan_csv

        sys.stdout.write(plan_csv.text(plan))
    elif format == "html":
        from cannlint.report import plan_html

        sys.stdout.write(plan_html.text(plan))
    elif format == "dot":
        from cannlint.report import plan_dot

        sys.stdout.writelines(f"{line}\n" for line in plan_dot.lines(plan))
    elif why:
        from cannlint.report import plan_why
        from cannlint.report.styles import print_lines

        with waiting(translated("planning")):
            lines = list(plan_why.lines(plan))
        print_lines(lines)
    else:
        from cannlint.report import plan_table

        plan_table.print_plan(plan)


def _print_difference(old: Plan, new: Plan, format: str) -> int:
    from cannlint.report import plan_diff
    from cannlint.resolve.plan_difference import PlanDifference

    difference = PlanDifference(old, new)
    if format == "json":
        sys.stdout.write(plan_diff.text(difference))
    elif format == "table":
        plan_diff.print_difference(difference)
    elif format == "html":
        from cannlint.report import plan_diff_html

        sys.stdout.write(plan_diff_html.text(difference))
    else:
        raise CannlintError("--diff needs --format table, json or html")
    return EXIT_CLEAN if old.accepted and new.accepted else EXIT_FINDINGS
