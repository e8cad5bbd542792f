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

library_app = typer.Typer(
    cls=Group,
    help="List, show, index, compare and check the operator libraries.",
    no_args_is_help=True,
)


class Format(str, Enum):
    """The formats of what is printed."""

    table = "table"
    json = "json"


FormatOption = Annotated[Format, typer.Option(help="How to print.")]
OutputOption = Annotated[str, typer.Option("--output", "-o", metavar="FILE", help="Write here.")]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite an existing file.")]


@library_app.callback()
def library(lang: LanguageOption = None) -> None:
    """List, show, index, compare and check the operator libraries."""


def list_(
    library: LibraryOption = None,
    format: FormatOption = Format.table,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """List the embedded libraries and the one of a run here, with where it was looked for."""
    from cannlint.cli.library_show import print_list

    return print_list(library, config, isolated, format is Format.json)


def show(
    operator: Annotated[
        str | None,
        typer.Argument(metavar="OP", autocompletion=op_types, help="An operator type, e.g. Gelu."),
    ] = None,
    fusion_pass: Annotated[
        str | None, typer.Option("--pass", metavar="NAME", help="A fusion pass instead.")
    ] = None,
    soc: SocOption = None,
    all_socs: Annotated[
        bool, typer.Option("--all-socs", help="The entry of every SoC folder.")
    ] = False,
    library: LibraryOption = None,
    format: FormatOption = Format.table,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Show what a library says about an operator, or with --pass about a fusion pass.

    Exit status: 0, or 2 for an operator or pass that the library does not have.
    """
    from cannlint.cli.library_show import Request, show_operator, show_pass

    request = Request(library, config, isolated, format is Format.json)
    if (operator is None) == (fusion_pass is None):
        raise typer.BadParameter(translated("name one operator, or one pass with --pass"))
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
        typer.Option("--cann", metavar="VERSION", help="The version, where the install has none."),
    ] = None,
    incomplete: Annotated[
        bool,
        typer.Option("--incomplete", help="Not all operators are here: call none unknown."),
    ] = False,
    platform: Annotated[
        str | None,
        typer.Option("--platform", metavar="DIR", help="Platform files, where they are elsewhere."),
    ] = None,
    force: ForceOption = False,
) -> int:
    """Write the facts of an install into one file, which --library takes."""
    from cannlint.cli.library_index import write_index

    return write_index(opp, output, cann, incomplete, platform, force)


def diff(
    old: Annotated[str, typer.Argument(metavar="OLD", help="A release, opp folder or index file.")],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The one to compare with.")],
    more: Annotated[
        list[str] | None, typer.Argument(metavar="", hidden=True, show_default=False)
    ] = None,
    soc: Annotated[
        list[str] | None,
        typer.Option(
            "--soc",
            metavar="NAME|OLD:NEW",
            help="The SoC, or one of each library; repeatable. What both have when left out.",
        ),
    ] = None,
    files: Annotated[
        list[str] | None,
        typer.Option(
            "--for", metavar="FILE...", help="Only what these config files and folders name."
        ),
    ] = None,
    format: FormatOption = Format.table,
    config: ConfigOption = None,
    isolated: IsolatedOption = False,
) -> int:
    """Compare two libraries: operators, dtypes, default lists, modes, fusion switches.

    With --for it ends with how many entries of these files mean something else.
    """
    from cannlint.cli.library_diff import Named, compare_libraries

    if more and not files:
        raise CannlintError(
            "{more}: two libraries are compared; files go after --for", more=more[0]
        )
    named = Named([*files, *(more or [])], config, isolated) if files else None
    return compare_libraries(old, new, soc or [], named, format is Format.json)


library_app.command("list", cls=Command)(as_command(list_))
for command in (show, index, diff, check):
    library_app.command(cls=Command)(as_command(command))
