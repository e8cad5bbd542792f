"""Run the user's command for each step: the only place where cannlint starts a program.

The command is the one of `cannlint bisect run`, never a text of a file.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from typing import TextIO

from cannlint.bisect.search import Answer
from cannlint.errors import CannlintError

FILE_VARIABLE = "CANNLINT_BISECT_FILE"
"""The environment variable with the path of the config file of the step."""

_SKIP = 125
_LAST_BAD = 127


def answer_of(command: Sequence[str], file: str, output: TextIO | None = None) -> Answer:
    """Run a command and return what its exit status says, as `git bisect run` does.

    0 is good, 125 is skip, the others from 1 to 127 are bad. `output` takes the standard output of
    the command. Raises CannlintError if the command cannot be started, or ends in another way.
    """
    environment = {**os.environ, FILE_VARIABLE: os.path.abspath(file)}
    try:
        # the user gave the command on the command line
        status = subprocess.run(command, env=environment, stdout=output, check=False).returncode  # noqa: S603
    except (OSError, ValueError) as error:
        raise CannlintError(
            "{command}: cannot be started: {reason}",
            command=command[0],
            reason=getattr(error, "strerror", None) or str(error),
        ) from None
    if status == _SKIP:
        return Answer.SKIP
    if status < 0:
        raise CannlintError(
            "signal {signal} ended the command, which is no answer; the step is still open: run "
            "the command again, or answer with `cannlint bisect good|bad|skip`",
            signal=-status,
        )
    if status > _LAST_BAD:
        raise CannlintError(
            "the command ended with status {status}, which is no answer (0 is good, 125 is skip, "
            "any other up to 127 is bad); the step is still open",
            status=status,
        )
    return Answer.BAD if status else Answer.GOOD
