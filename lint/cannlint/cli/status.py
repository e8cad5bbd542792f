"""The result of a command is the exit status."""

from __future__ import annotations

import sys
from functools import wraps

import typer

from cannlint.cli.closing import drop_output
from cannlint.cli.exits import EXIT_CANNOT_RUN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec

    P = ParamSpec("P")


def ending_with_its_status(command: Callable[P, int]) -> Callable[P, None]:
    """A command whose result becomes the exit status."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            status = command(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:  # before click sees it, whose status for it is 1
            drop_output()
            status = EXIT_CANNOT_RUN
        raise typer.Exit(status)

    return run
