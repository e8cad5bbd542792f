"""The result of a command is the exit status."""

from __future__ import annotations

from functools import wraps

import typer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import ParamSpec

    P = ParamSpec("P")


def ending_with_its_status(command: Callable[P, int]) -> Callable[P, None]:
    """A command whose result becomes the exit status."""

    @wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        raise typer.Exit(command(*args, **kwargs))

    return run
