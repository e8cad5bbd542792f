"""`cannlint bisect`: find the operators or passes that break the accuracy of a job."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from cannlint.bisect.progress import Bisect
from cannlint.bisect.search import Answer
from cannlint.cli.bisect_start import Format, FormatOption, show, start
from cannlint.cli.command import as_command
from cannlint.cli.exit import EXIT_CLEAN
from cannlint.cli.options import LanguageOption
from cannlint.cli.usage import Command, Group
from cannlint.cli.waiting import waiting
from cannlint.errors import CannlintError
from cannlint.language import translated

bisect = typer.Typer(
    cls=Group,
    help="Find the operators or fusion passes that break the accuracy of a job.",
    no_args_is_help=True,
)


StateOption = Annotated[
    str | None,
    typer.Option(
        "--state",
        metavar="FILE",
        help="The cannlint-bisect.json of the bisect. Default: that of this folder, or of the "
        "nearest folder above it.",
        show_default=False,
    ),
]


@bisect.callback()
def _root(lang: LanguageOption = None) -> None:
    """Find the operators or fusion passes that break the accuracy of a job."""


def good(state: StateOption = None, format: FormatOption = Format.text) -> int:
    """Say that the result of this step is good, and go on.

    Exit status: 0, or 1 if the search ends without a result.
    """
    return _answer(Answer.GOOD, state, format)


def bad(state: StateOption = None, format: FormatOption = Format.text) -> int:
    """Say that the result of this step is bad, and go on.

    Exit status: 0, or 1 if the search ends without a result.
    """
    return _answer(Answer.BAD, state, format)


def skip(state: StateOption = None, format: FormatOption = Format.text) -> int:
    """Say that this step cannot be judged: another split of the candidates is tried.

    Exit status: 0, or 1 if the search ends without a result.
    """
    return _answer(Answer.SKIP, state, format)


def status(state: StateOption = None, format: FormatOption = Format.text) -> int:
    """Show the current step or the result, and write its config file if it is not there.

    Exit status: 0, or 1 if the search has ended without a result.
    """
    bisect = _opened(state)
    bisect.write_file()
    return show(bisect, format)


def run(
    context: typer.Context,
    command: Annotated[
        list[str] | None,
        typer.Argument(metavar="CMD...", help="The command and its arguments."),
    ] = None,
    state: StateOption = None,
    format: FormatOption = Format.text,
) -> int:
    """Run a command for each step: it compiles and judges the result by its exit status.

    0 is good, 125 is skip, any other status up to 127 is bad. The environment variable
    CANNLINT_BISECT_FILE has the path of the config file of the step.
    Exit status: 0 if the candidates are found, 1 if the search ends without a result, 2 if the
    command cannot be run.
    """
    from cannlint.bisect.running import answer_of
    from cannlint.report.bisect_text import print_step

    words = [*(command or ()), *(["--"] if command and context.obj else []), *(context.obj or ())]
    if not words:
        raise CannlintError("which command? name it after `cannlint bisect run`")
    bisect = _opened(state)
    bisect.write_file()
    output = sys.stderr if format is Format.json else None
    while bisect.question is not None:
        if format is Format.text:
            print_step(bisect)
            sys.stdout.flush()
        bisect.answer(answer_of(words, bisect.file, output))
    return show(bisect, format)


def log(state: StateOption = None) -> int:
    """Print the steps as commands that repeat the bisect: `cannlint bisect log > steps.sh`."""
    from cannlint.report.bisect_text import lines

    sys.stdout.writelines(f"{line}\n" for line in lines(_opened(state)))
    return EXIT_CLEAN


def reset(state: StateOption = None) -> int:
    """End the bisect, and remove the files that it wrote."""
    from cannlint.bisect.progress import find_state
    from cannlint.bisect.progress import reset as reset_bisect
    from cannlint.report.bisect_text import print_reset

    print_reset(*reset_bisect(find_state(state)))
    return EXIT_CLEAN


def _opened(state: str | None) -> Bisect:
    from cannlint.bisect.progress import find_state, opened

    return opened(find_state(state))


def _answer(answer: Answer, state: str | None, format: Format) -> int:
    bisect = _opened(state)
    with waiting(translated("planning")):
        bisect.answer(answer)
    return show(bisect, format)


for command in (start, good, bad, skip, status, log, reset):
    bisect.command(cls=Command)(as_command(command))
bisect.command(
    cls=Command,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)(as_command(run))
