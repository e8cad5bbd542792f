"""What all commands share: `--lang` and `--color`, and the result as exit status."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import Enum
from functools import wraps
from inspect import Parameter, signature
from typing import Any

import typer

from cannlint.cli.exit import EXIT_CANNOT_RUN, discard_output
from cannlint.cli.options import Colour, ColourOption, Language, LanguageOption
from cannlint.cli.output import FOR_PEOPLE
from cannlint.language import speak

_FOR_PEOPLE = (*FOR_PEOPLE, "text", "table", "html")
"""The formats for people, of all commands."""


def as_command(command: Callable[..., int]) -> Callable[..., None]:
    """Add the options `--lang` and `--color` to a command, and exit with its result as status.

    `language_asked_for` has already found the language, for help and usage errors. Here it only
    depends on the output format. The colours are set when their option is parsed.
    """

    @wraps(command)
    def run(
        *args: Any, lang: Language | None = None, color: Colour = Colour.AUTO, **kwargs: Any
    ) -> None:
        format: Enum | None = kwargs.get("format")
        speak(format is None or format.value in _FOR_PEOPLE)
        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:  # otherwise click exits with status 1
            discard_output()
            status = EXIT_CANNOT_RUN
        raise typer.Exit(status)

    own = signature(command, eval_str=True)
    shared = (
        Parameter("lang", Parameter.KEYWORD_ONLY, default=None, annotation=LanguageOption),
        Parameter("color", Parameter.KEYWORD_ONLY, default=Colour.AUTO, annotation=ColourOption),
    )
    whole = own.replace(parameters=[*own.parameters.values(), *shared])
    run.__signature__ = whole  # type: ignore[attr-defined]
    run.__annotations__ = {name: each.annotation for name, each in whole.parameters.items()}
    return run
