"""`cannlint library`: the operator libraries."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from cannlint.cli.command import as_command
from cannlint.cli.completion import op_types
from cannlint.cli.library_check import check
from cannlint.cli.options import (
    ConfigOption,
    IsolatedOption,
    LanguageOption,
    LibraryOption,
    SocOption,
)
from cannlint.cli.usage import Command, Group
from cannlint.errors import CannlintError
from cannlint.language import translated

library = typer.Typer(
    cls=Group,
    help="List, show, index, compare and check the operator libraries.",
    no_args_is_help=True,
)


class Format(str, Enum):
    """The output formats."""

    table = "table"
    json = "json"


FormatOption = Annotated[Format, typer.Option(help="The output format.")]
OutputOption = Annotated[
    str, typer.Option("--output", "-o", metavar="FILE", help="The file to write.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]


@library.callback()
def _root(lang: LanguageOption = None) -> None:
    """List, show, index, compare and check the operator libraries."""


def list_(
    library: LibraryOption = None,
    format: FormatOption = Format.table,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """List the embedded libraries, the places searched, and the library used here."""
    from cannlint.cli.library_show import print_list

    return print_list(library, config, isolated, format is Format.json)


def show(
    operator: Annotated[
        str | None,
        typer.Argument(metavar="OP", autocompletion=op_types, help="An operator type, e.g. Gelu."),
    ] = None,
    fusion_pass: Annotated[
        str | None, typer.Option("--pass", metavar="NAME", help="Show a fusion pass instead.")
    ] = None,
    soc: SocOption = None,
    all_socs: Annotated[
        bool, typer.Option("--all-socs", help="Show the entries of all SoC folders.")
    ] = False,
    library: LibraryOption = None,
    format: FormatOption = Format.table,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Show an operator of a library, or a fusion pass (--pass).

    Exit status: 0, or 2 if the library does not have the operator or pass.
    """
    from cannlint.cli.library_show import Request, show_operator, show_pass

    request = Request(library, config, isolated, format is Format.json)
    if (operator is None) == (fusion_pass is None):
        raise typer.BadParameter(
            translated("name one operator, or use --pass to name one fusion pass")
        )
    if operator is None:
        return show_pass(fusion_pass or "", request)
    return show_operator(operator, soc or [], all_socs, request)


def index(
    opp: Annotated[
        str, typer.Option("--opp", metavar="PATH", help="The opp folder of an install.")
    ],
    output: OutputOption,
    cann: Annotated[
        str | None,
        typer.Option(
            "--cann", metavar="VERSION", help="The CANN version, if the install does not say it."
        ),
    ] = None,
    incomplete: Annotated[
        bool,
        typer.Option(
            "--incomplete",
            help="The install does not have all operators: do not report operators as unknown.",
        ),
    ] = False,
    platform: Annotated[
        str | None,
        typer.Option(
            "--platform",
            metavar="DIR",
            help="The folder of the platform files, if it is not in the install.",
        ),
    ] = None,
    force: ForceOption = False,
) -> int:
    """Write the operator library of an install to one file, for --library."""
    from cannlint.cli.library_index import write_index

    return write_index(opp, output, cann, incomplete, platform, force)


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A release, opp folder or index file.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The library to compare with.")],
    more: Annotated[
        list[str] | None, typer.Argument(metavar="", hidden=True, show_default=False)
    ] = None,
    soc: Annotated[
        list[str] | None,
        typer.Option(
            "--soc",
            metavar="NAME|OLD:NEW",
            help="The SoC, or one SoC of each library; repeatable. Default: all that both "
            "libraries have.",
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--for",
            metavar="FILE...",
            help="Compare only what these config files name, or those of these folders, or of the "
            "jobs in these scripts and cannlint.toml.",
        ),
    ] = None,
    format: FormatOption = Format.table,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Compare two libraries: operators, dtypes, default lists, modes, fusion switches.

    With --for, it also counts the entries whose meaning changes.
    """
    from cannlint.cli.library_diff import Named, compare_libraries

    if more and not files:
        raise CannlintError(
            "unexpected argument {more}: name exactly two libraries, and files after --for",
            more=more[0],
        )
    named = Named([*files, *(more or [])], config, isolated) if files else None
    return compare_libraries(old, new, soc or [], named, format is Format.json)


library.command("list", cls=Command)(as_command(list_))
for command in (show, index, diff, check):
    library.command(cls=Command)(as_command(command))
