"""What a command does with the text that it is given: it runs it, or puts it into a script."""

from __future__ import annotations

import re

from cannlint.jobs.shell.runners import innermost

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.word import Word

_SHELL = re.compile(r"(?:.*/)?(?:ba|z|da|k)?sh")
_RUNS_INPUT = ("ssh", "su", "sbatch", "qsub")
_SCRIPT = re.compile(r".*\.(?:ba|z|da|k)?sh", re.DOTALL)
_PAGE = re.compile(r".*\.(?:md|rst|txt|html?)", re.DOTALL)
_SCRIPT_TEXT = re.compile(r"#![^\n]*[/ ](?:ba|z|da|k)?sh\b")


def reads_script(words: list[Word]) -> bool:
    """Whether a command is a shell, or has one run, that is given no script otherwise."""
    programs = [word.text for word in words if not word.text.startswith("-")]
    if not programs:
        return False
    reads_input = any(word.text == "-s" for word in words)
    is_login = programs[0] == "sudo" and (
        reads_input or any(word.text in ("-i", "-Es") for word in words)
    )
    shells = programs if reads_input else programs[-1:]
    is_shell = any(_SHELL.fullmatch(program) for program in shells)
    return is_shell or programs[0] in _RUNS_INPUT or is_login


def files_of_copy(words: list[Word]) -> list[Word] | None:
    """The files that `tee` and `cat` copy what they are given into; None for other programs.

    `cat` copies it to where its output goes, unless it is to copy files.
    """
    run = innermost(words)
    name = run[0].text.rpartition("/")[2] if run else ""
    files = [word for word in run[1:] if not word.text.startswith("-")]
    if name == "tee":
        return files
    return [] if name == "cat" and not files else None


def is_script(file: Word, text: Word) -> bool:
    """Whether a text that is put into a file is a script of a shell there."""
    if _SCRIPT.fullmatch(file.text):
        return True
    return _SCRIPT_TEXT.match(text.text) is not None and not _PAGE.fullmatch(file.text)
