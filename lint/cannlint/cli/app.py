"""The commands and options, for typer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any

import typer

from cannlint.cli.command import as_command
from cannlint.cli.exit import EXIT_CANNOT_RUN, EXIT_CLEAN, print_error
from cannlint.cli.options import Colour, ColourOption, LanguageOption
from cannlint.cli.usage import Command, Group, language_asked_for
from cannlint.errors import CannlintError
from cannlint.language import ask, speak
from cannlint.version import __version__

COMMANDS = (
    "check",
    "plan",
    "verify",
    "suggest",
    "audit",
    "inspect",
    "rule",
    "init",
    "schema",
    "server",
    "library",
    "bisect",
)
"""In the order of the help: each is a function or a group of cannlint.cli.<name> with its name."""

_ALIASES = {"explain": "rule"}
"""What other linters call a command; no help lists them."""

_HELP = """Find what CANN refuses or ignores in precision and fusion config files.

An error means that CANN refuses the file or the job. A warning means that CANN does something
other than what is written.
"""


class _Commands(Mapping[str, object]):
    """The commands by name. One is imported when it is asked for: half of a start is imports."""

    def __init__(self) -> None:
        self._built: dict[str, object] = {}

    def __getitem__(self, name: str) -> Any:
        name = _ALIASES.get(name, name)
        if name not in COMMANDS:
            raise KeyError(name)
        if name not in self._built:
            self._built[name] = _built(name)
        return self._built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


def _built(name: str) -> Any:
    own = typer.Typer(add_completion=False)
    command = getattr(import_module(f"cannlint.cli.{name}"), name)
    if isinstance(command, typer.Typer):
        own.add_typer(command, name=name)
        return typer.main.get_group(own).commands[name]
    own.command(cls=Command)(as_command(command))
    return typer.main.get_command(own)


class _Root(Group):
    """All commands."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.commands = _Commands()  # type: ignore[assignment]


app = typer.Typer(
    cls=_Root,
    help=_HELP,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def without_command(arguments: list[str]) -> tuple[list[str], tuple[str, ...]]:
    """The arguments of cannlint, and the ATC command line after `--`."""
    if "--" in arguments:
        from cannlint.jobs.atc.line import names_program

        at = arguments.index("--")
        if at + 1 < len(arguments) and names_program(arguments[at + 1]):
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
    try:
        app(args=own, prog_name="cannlint", obj=command)
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else EXIT_CANNOT_RUN
    except CannlintError as error:
        print_error(error)
        return EXIT_CANNOT_RUN
    return EXIT_CLEAN
