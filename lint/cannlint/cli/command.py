"""What all commands have in common: a language, and a result that is the exit status."""

from __future__ import annotations

import sys
from functools import wraps
from inspect import Parameter, signature

import typer

from cannlint.cli.exit import EXIT_CANNOT_RUN, discard_output
from cannlint.cli.options import Language, LanguageOption
from cannlint.cli.output import FOR_PEOPLE
from cannlint.language import speak

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum
    from typing import Any

_FOR_PEOPLE = (*FOR_PEOPLE, "text", "table", "html")
"""The formats of all commands that programs do not read."""


def as_command(command: Callable[..., int]) -> Callable[..., None]:
    """A command with `--lang`, whose result becomes the exit status.

    The command line was searched for the language before it was parsed, for its errors and its
    help; here is what the format has to do with it.
    """

    @wraps(command)
    def run(*args: Any, lang: Language | None = None, **kwargs: Any) -> None:
        format: Enum | None = kwargs.get("format")
        speak(format is None or format.value in _FOR_PEOPLE)
        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:  # before click sees it, whose status for it is 1
            discard_output()
            status = EXIT_CANNOT_RUN
        raise typer.Exit(status)

    own = signature(command, eval_str=True)
    option = Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=LanguageOption)
    whole = own.replace(parameters=[*own.parameters.values(), option])
    run.__signature__ = whole  # type: ignore[attr-defined]
    run.__annotations__ = {name: each.annotation for name, each in whole.parameters.items()}
    return run
