"""The commands that a program is given as text, for a shell to run: `bash -c "..."`."""

from __future__ import annotations

import re

from cannlint.jobs.shell_model import joined
from cannlint.jobs.shell_runners import innermost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell_model import Word

_SHELL = re.compile(r"(?:.*/)?(?:(?:ba|z|da|k)?sh|su|script|runuser)")
_RUN = re.compile(r"-[A-Za-z]*c|--command")
"""A program that runs a command, and the option in front of a command that is one word."""

_REMOTE_VALUE = re.compile(r"-[bcDEeFIiJLlmOopQRSWw]")
"""Options of ssh that take a word."""


def commands_handed(words: list[Word]) -> Iterator[Word]:
    """The commands that another shell runs: `bash -c "..."`, `eval "..."`, `ssh host ...`.

    What ssh, eval and parallel are given is put together by them.
    """
    run = innermost(words)
    if words[0].text == "parallel" and run is not words:
        yield joined(run)
    elif run[0].text == "eval":
        yield joined(run[1:])
    elif run[0].text in ("ssh", "sshpass"):
        remote = _remote(run)
        if remote:
            yield joined(remote)
    elif _SHELL.fullmatch(run[0].text):
        at = next((at for at, word in enumerate(run) if _RUN.fullmatch(word.text)), len(run))
        if at + 1 < len(run) and run[at + 1].quoted:
            yield run[at + 1]


def _remote(words: list[Word]) -> list[Word]:
    """What ssh runs on a host: the words behind its name."""
    at = next((at for at, word in enumerate(words) if word.text == "ssh"), len(words)) + 1
    while at < len(words) and words[at].text.startswith("-"):
        at += 2 if _REMOTE_VALUE.fullmatch(words[at].text) else 1
    return words[at + 1 :]
