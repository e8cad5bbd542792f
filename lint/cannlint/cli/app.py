"""The commands and options, for typer."""

from __future__ import annotations

import typer

from cannlint.cli.audit import audit
from cannlint.cli.bisect import bisect_app
from cannlint.cli.check import check
from cannlint.cli.command import as_command
from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, print_error
from cannlint.cli.init import init
from cannlint.cli.inspect import inspect
from cannlint.cli.library import library_app
from cannlint.cli.options import Colour, ColourOption, LanguageOption
from cannlint.cli.plan import plan
from cannlint.cli.rule import rule
from cannlint.cli.schema import schema
from cannlint.cli.server import server
from cannlint.cli.suggest import suggest
from cannlint.cli.usage import Command, Group, language_asked_for, translate_typer
from cannlint.cli.verify import verify
from cannlint.errors import CannlintError
from cannlint.language import ask, speak
from cannlint.version import __version__

_HELP = """Find what CANN refuses or ignores in precision and fusion config files.

An error means that CANN refuses the file or the job. A warning means that CANN does something
other than what is written.
"""

app = typer.Typer(
    cls=Group,
    help=_HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


for command in (check, plan, verify, suggest, audit, inspect, rule, init, schema, server):
    app.command(cls=Command)(as_command(command))
app.add_typer(library_app, name="library")
app.add_typer(bisect_app, name="bisect")


def without_command(arguments: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The arguments of cannlint, and the ATC command line after `--`."""
    from cannlint.jobs.atc.program import names_atc

    if "--" in arguments:
        at = arguments.index("--")
        if at + 1 < len(arguments) and names_atc(arguments[at + 1]):
            return arguments[:at], tuple(arguments[at + 1 :])
    return arguments, ()


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"cannlint {__version__}")
        raise typer.Exit


@app.callback()
def root(
    version: bool = typer.Option(
        False, "--version", "-V", is_eager=True, callback=_print_version, help="Print the version."
    ),
    lang: LanguageOption = None,
    color: ColourOption = Colour.AUTO,
) -> None:
    """Options of all commands."""


app.info.help = _HELP


def run_app(arguments: list[str]) -> int:
    """Run a command line with typer and return the exit status."""
    own, command = without_command(arguments)
    ask(language_asked_for(own))
    speak(is_for_people=True)
    translate_typer()
    try:
        app(args=own, prog_name="cannlint", obj=command)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else EXIT_CANNOT_RUN
    except CannlintError as error:
        print_error(error)
        return EXIT_CANNOT_RUN
    return EXIT_CLEAN
