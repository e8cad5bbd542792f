"""Commands that a program is given as text, for a shell to run: `bash -c "..."`, `ssh`, `eval`."""

from __future__ import annotations

import re

from cannlint.jobs.shell.runners import innermost
from cannlint.jobs.shell.word import Word, joined, offsets, part_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_SHELL_NAME = re.compile(r"(?:.*/)?(?:ba|z|da|k)?sh")
_SHELL = re.compile(r"(?:.*/)?(?:(?:ba|z|da|k)?sh|su|script|runuser)")
_RUN = re.compile(r"-[A-Za-z]*c|--command")
"""A program that runs a command, and the option in front of a command that is one word."""
_REMOTE = ("ssh", "su")
_REMOTE_VALUE = re.compile(r"-[bcDEeFIiJLlmOopQRSWw]")
"""Options of ssh that take a word."""


def nested_commands(words: list[Word]) -> Iterator[Word]:
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


def reads_script(words: list[Word]) -> bool:
    """Whether a command is a shell, or has one run, that is given no script otherwise."""
    programs = [word.text for word in words if not word.text.startswith("-")]
    if not programs:
        return False
    is_login = programs[0] == "sudo" and any(word.text in ("-s", "-i", "-Es") for word in words)
    return bool(_SHELL_NAME.fullmatch(programs[-1])) or programs[0] in _REMOTE or is_login


def placed(inner: Word, outer: Word) -> Word:
    """A word that was read from the text of another, with its places in the file."""
    whole = part_of(outer, inner.start, inner.end)
    starts, ends = outer.places()
    inner_starts, inner_ends = inner.places()
    whole.text, whole.quoted = inner.text, inner.quoted
    last = len(starts) - 1  # what is added behind the text stands at its end
    whole.starts = offsets(starts[min(at, last)] for at in inner_starts)
    whole.ends = offsets(ends[max(at - 1, 0)] for at in inner_ends)
    return whole
