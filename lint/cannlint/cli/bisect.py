"""`cannlint bisect`: find the operators or passes that break the accuracy of a job."""

from __future__ import annotations

import sys
from enum import Enum
from typing import Annotated

import typer

from cannlint.bisect.search import Answer, Ending
from cannlint.bisect.way import Sort
from cannlint.cli import completion
from cannlint.cli.command import as_command
from cannlint.cli.exit import EXIT_CLEAN, EXIT_FINDINGS
from cannlint.cli.options import (
    ConfigOption,
    IsolatedOption,
    LanguageOption,
    LibraryOption,
)
from cannlint.cli.usage import Command, Group
from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.bisect.session import Session

bisect_app = typer.Typer(
    cls=Group,
    help="Find the operators or fusion passes that break the accuracy of a job.",
    no_args_is_help=True,
)


class Format(str, Enum):
    """The output formats of a bisect."""

    text = "text"
    json = "json"


FormatOption = Annotated[Format, typer.Option(help="The output format.")]
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


@bisect_app.callback()
def bisect(lang: LanguageOption = None) -> None:
    """Find the operators or fusion passes that break the accuracy of a job."""


def start(
    context: typer.Context,
    job: Annotated[
        str | None,
        typer.Option(
            "--job",
            metavar="JOB",
            autocompletion=completion.jobs,
            help="The job: its name in cannlint.toml, or the path of a script. An atc command line "
            "after `--` or the -O options are a job, too.",
            show_default=False,
        ),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option(
            "--option",
            "-O",
            metavar="KEY=VALUE",
            autocompletion=completion.options,
            help="Set an option of the job; repeatable.",
        ),
    ] = None,
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
    model: Annotated[
        str | None, typer.Option(metavar="FILE", help="The graph of the model, as for plan.")
    ] = None,
    ops_info: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="A custom operator library, searched before the built-in one; repeatable.",
        ),
    ] = None,
    soc: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            autocompletion=completion.socs,
            help="The SoC version, e.g. Ascend910B3.",
        ),
    ] = None,
    library: LibraryOption = None,
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
    from cannlint.engine.socs import check_socs, libraries_for
    from cannlint.planning.request import Request

    check_socs([soc] if soc is not None else [], libraries_for(library, ["."], config, isolated))
    request = Request()
    request.job, request.command = job, context.obj or None
    request.options, request.model, request.ops_info = option or (), model, ops_info or ()
    request.soc, request.library = soc, library
    request.config, request.isolated = config, isolated
    if request.names_no_job:
        raise CannlintError("which job? use --job, -O options or an atc command line after `--`")
    asked = Start(request)
    asked.sort, asked.only, asked.every = by, only or (), every
    asked.fusion_result, asked.ends_known = fusion_result, ends_known
    asked.arguments = _arguments(
        {
            "--job": job, "-O": option, "--by": by.value if by is not None else None,
            "--only": only, "--fusion-result": fusion_result, "--all": every,
            "--ends-known": ends_known, "--model": model, "--ops-info": ops_info, "--soc": soc,
            "--library": library, "--config": config, "--isolated": isolated,
            "--": context.obj,
        }
    )  # fmt: skip
    return _show(start_bisect(asked), format)


def _arguments(given: dict[str, str | list[str] | tuple[str, ...] | bool | None]) -> list[str]:
    """The arguments of a command line: a flag, a flag with its value, or each of its values."""
    words: list[str] = []
    for name, value in given.items():
        if name == "--" and value and not isinstance(value, (bool, str)):
            words += [name, *value]
        elif isinstance(value, bool):
            words += [name] * value
        else:
            for one in [value] if isinstance(value, str) else value or ():
                words += [name, one]
    return words


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
    session = _opened(state)
    session.write_file()
    return _show(session, format)


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
    session = _opened(state)
    session.write_file()
    output = sys.stderr if format is Format.json else None
    while session.question is not None:
        if format is Format.text:
            print_step(session)
            sys.stdout.flush()
        session.answer(answer_of(words, session.file, output))
    return _show(session, format)


def log(state: StateOption = None) -> int:
    """Print the steps as commands that repeat the bisect: `cannlint bisect log > steps.sh`."""
    from cannlint.report.bisect_log import lines

    sys.stdout.writelines(f"{line}\n" for line in lines(_opened(state)))
    return EXIT_CLEAN


def reset(state: StateOption = None) -> int:
    """End the bisect, and remove the files that it wrote."""
    from cannlint.bisect.session import find_state
    from cannlint.bisect.session import reset as reset_bisect
    from cannlint.report.bisect_text import print_reset

    print_reset(*reset_bisect(find_state(state)))
    return EXIT_CLEAN


def _opened(state: str | None) -> Session:
    from cannlint.bisect.session import find_state, opened

    return opened(find_state(state))


def _answer(answer: Answer, state: str | None, format: Format) -> int:
    session = _opened(state)
    session.answer(answer)
    return _show(session, format)


def _show(session: Session, format: Format) -> int:
    """Print where the bisect stands, and return the exit status."""
    if format is Format.json:
        from cannlint.report import bisect_json

        sys.stdout.write(bisect_json.text(session))
    else:
        from cannlint.report.bisect_text import print_session

        print_session(session)
    is_lost = session.outcome is not None and session.outcome.ending is not Ending.FOUND
    return EXIT_FINDINGS if is_lost else EXIT_CLEAN


for command in (start, good, bad, skip, status, log, reset):
    bisect_app.command(cls=Command)(as_command(command))
bisect_app.command(
    cls=Command,
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
)(as_command(run))
