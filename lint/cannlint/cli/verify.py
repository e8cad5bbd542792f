"""`cannlint verify`."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.cli import completion
from cannlint.cli.exit import EXIT_CLEAN, EXIT_FINDINGS
from cannlint.cli.options import ConfigOption, IsolatedOption, LibraryOption
from cannlint.cli.waiting import waiting
from cannlint.language import translated
from cannlint.verify.verification import Verification


class VerifyFormat(str, Enum):
    """The output formats of a verification."""

    table = "table"
    json = "json"
    csv = "csv"
    html = "html"


def verify(
    context: typer.Context,
    model: Annotated[
        str,
        typer.Argument(
            metavar="MODEL",
            help="A compiled model: an .om, the JSON of `atc --mode=1`, or a GE dump from behind "
            "the precision judge.",
        ),
    ],
    job: Annotated[
        str | None,
        typer.Argument(
            metavar="[JOB] [-- atc ...]",
            autocompletion=completion.jobs,
            help="The job to compare with: its name in cannlint.toml, the path of a script, or an "
            "atc command line after `--`. Without it, the command recorded in the model.",
            show_default=False,
        ),
    ] = None,
    fusion_result: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="The fusion_result.json of the compile: it says which fusion passes matched.",
        ),
    ] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="Show all operators, not only those that are asked for or that differ."
        ),
    ] = False,
    format: Annotated[VerifyFormat, typer.Option(help="The output format.")] = VerifyFormat.table,
    soc: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completion.socs,
            help="The SoC version, e.g. Ascend910B3; the default is that of the job or the model.",
        ),
    ] = None,
    library: LibraryOption = None,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Compare a compiled model with what its options and config files ask for.

    Shows which options and entries took effect, and where the compile differs from the plan.
    Exit status: 0 if nothing asked for is lost, 1 if something is or if plan and compile differ,
    2 if the model cannot be read.
    """
    from cannlint.engine.socs import check_socs, libraries_for
    from cannlint.planning.request import Request
    from cannlint.verify.verification import verify as verify_model

    check_socs([soc] if soc is not None else [], libraries_for(library, ["."], config, isolated))
    request = Request()
    request.job, request.command = job, context.obj or None
    request.soc, request.library = soc, library
    request.config, request.isolated = config, isolated
    with waiting(translated("comparing")):
        found = verify_model(model, request, fusion_result)
    _print(found, format, every)
    return EXIT_CLEAN if found.is_clean else EXIT_FINDINGS


def _print(found: Verification, format: VerifyFormat, every: bool) -> None:
    if format is VerifyFormat.table:
        from cannlint.report.verify_table import print_verification

        print_verification(found, every)
        return
    from cannlint.report import verify_csv, verify_html, verify_json

    if format is VerifyFormat.json:
        sys.stdout.writelines(verify_json.lines(found))
    elif format is VerifyFormat.csv:
        sys.stdout.write(verify_csv.text(found))
    else:
        sys.stdout.write(verify_html.text(found, every))
