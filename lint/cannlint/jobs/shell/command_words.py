"""The words of one command with the values that are known in front of it."""

from __future__ import annotations

import re

from cannlint.jobs.shell.assignments import Setter
from cannlint.jobs.shell.expansion import ASSIGNMENT, Expander
from cannlint.jobs.shell.merging import with_open_end
from cannlint.jobs.shell.runners import SHELL, innermost
from cannlint.jobs.shell.statements import DECLARING, MOST_WORDS, LongCommandError
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, joined

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.shell.run import Run
    from cannlint.jobs.shell.statements import RawWord, Simple
    from cannlint.jobs.shell.values import Values

_CONTINUED = ("\\", "\\\n", "\\\r\n")
"""How a text ends whose last line goes on."""

_SHELL = re.compile(rf"(?:.*/)?{SHELL}")
_RUNS_INPUT = ("ssh", "su", "sbatch", "qsub")
"""Other programs that run what they are given on standard input."""
_SCRIPT = re.compile(rf".*\.{SHELL}", re.DOTALL)
_PAGE = re.compile(r".*\.(?:md|rst|txt|html?)", re.DOTALL)
_SCRIPT_TEXT = re.compile(rf"#![^\n]*[/ ]{SHELL}\b")
"""A file that is a script by its name, one that is none, and what a script begins with."""


class CommandWords:
    """Expands the words of commands; `setter` notes what they set."""

    def __init__(self, run: Run, values: Values) -> None:
        self.text = run.text
        self.values = values
        self.expander = Expander(run.script.hidden, values, run.is_expanded)
        self.setter = Setter(run.text, values)
        self.piped: list[Word] = []

    def words(self, command: Simple) -> list[Word]:
        """The words of a command; the new value of a variable is not that of words behind it."""
        words: list[Word] = []
        hidden: dict[str, Word] = {}
        assigns = True
        self.setter.lists.clear()
        for one in command.words:
            match = ASSIGNMENT.match(self.text, one.start) if assigns else None
            if match is None:
                words += self.expander.words(one)
                assigns = assigns and bool(words) and words[0].text in DECLARING
                _check_count(words)
                continue
            words.append(self._assigned(one))
            value = self.values.hide(match[1])
            if value is not None:
                hidden[match[1]] = value
        self.values.show(hidden)
        return words

    def _assigned(self, one: RawWord) -> Word:
        if one.items is None:
            return self.expander.value(one)
        items = [word for item in one.items for word in self.expander.words(item)]
        _check_count(items)
        self.setter.lists[one.start] = items
        return self.expander.array(one)

    def texts(self, words: list[Word], command: Simple) -> list[Word]:
        """The texts that a shell reads as its script, now or from the file that they are put into.

        They are here documents and strings, and words of `echo`, also through a pipe.
        """
        piped, self.piped = self.piped, []
        goes_somewhere = command.mark == "|" or command.target is not None
        is_echo = goes_somewhere and len(words) > 1 and words[0].text == "echo"
        if not (piped or command.string or command.documents or is_echo):
            return []
        if is_echo:
            texts = [joined(words[1:])]
        else:
            texts = [] if command.string is None else [self.expander.word(command.string)]
            texts += piped
            texts += [self.expander.document(document) for document in command.documents[-1:]]
            if _reads_script(words):
                return texts
        files = [] if is_echo else _files_of_copy(words)
        if files is None:
            return []
        self.piped = texts if command.mark == "|" else []
        if command.target is not None:
            files.append(self.expander.word(command.target))
        is_written = any(_is_script(file, text) for text in texts for file in files)
        return [self._piece_of_file(text) for text in texts] if is_written else []

    def _piece_of_file(self, text: Word) -> Word:
        """A text of a script; its last line may go on in what is added to the file later."""
        written = self.text[text.start : text.end]
        goes_on = text.text.endswith(_CONTINUED) or written.endswith(_CONTINUED)
        return with_open_end(text, len(text.text.rstrip("\\\r\n"))) if goes_on else text


def loop_values(words: list[Word]) -> list[Word]:
    """The values that a loop goes through; none where they are not known."""
    if len(words) < 4 or words[2].text != "in":
        return []
    values = words[3:]
    return [] if any(UNKNOWN_PART in word.text or "{" in word.text for word in values) else values


def _check_count(words: list[Word]) -> None:
    if len(words) > MOST_WORDS:
        raise LongCommandError


def _reads_script(words: list[Word]) -> bool:
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


def _files_of_copy(words: list[Word]) -> list[Word] | None:
    """The files that `tee` and `cat` copy what they are given into; None for other programs.

    `cat` copies it to where its output goes, unless it is to copy files.
    """
    run = innermost(words)
    name = run[0].text.rpartition("/")[2] if run else ""
    files = [word for word in run[1:] if not word.text.startswith("-")]
    if name == "tee":
        return files
    return [] if name == "cat" and not files else None


def _is_script(file: Word, text: Word) -> bool:
    """Whether a text that is put into a file is a script of a shell there."""
    if _SCRIPT.fullmatch(file.text):
        return True
    return _SCRIPT_TEXT.match(text.text) is not None and not _PAGE.fullmatch(file.text)
