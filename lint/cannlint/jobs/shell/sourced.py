"""Scripts that a script reads with `source FILE`, as if their text stood there.

Only files of the same project are read: those in the repository of the script, or else in its
folder. What a word of theirs says is known; its place is not in the script.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_right

from cannlint.config.search import lies_outside, repository_of
from cannlint.errors import UnreadablePathError
from cannlint.jobs.shell.commands import commands_of_script, run_of
from cannlint.jobs.shell.run import Command
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, offsets, unknown_word
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.shell.run import SourceCommand
    from cannlint.text.source import Source

_MAY_SOURCE = re.compile(r"(?:^|[\s;&|({])(?:source|\.)[ \t]+[^\s|&;]", re.MULTILINE)
_DEEPEST = 5
"""Files that are read within each other."""
_MOST, _LONGEST = 20, 200_000
"""Files that are read for one script, and characters of all of them."""
_CALL = '{{ {name}() {{\n{text}\n}}\n{name} "$@"; }}'
"""A file in the place of the command that reads it: `return` in it does not end the script."""


class _Part:
    """A part of the whole text; `origin` is its offset in the script, None in another file.

    `files` are those that it is read by and from: a file is not read within itself.
    """

    __slots__ = ("files", "origin", "text")

    def __init__(self, text: str, origin: int | None, files: tuple[str, ...]) -> None:
        self.text = text
        self.origin = origin
        self.files = files

    def cut(self, start: int, end: int) -> _Part:
        """A piece of the part."""
        origin = None if self.origin is None else self.origin + start
        return _Part(self.text[start:end], origin, self.files)


class SourcedScript:
    """A script with the files that it reads; `run` is what is read of them together.

    `text` is the script by itself.
    """

    def __init__(self, source: Source) -> None:
        self._path = source.path
        self._parts: list[_Part] = [_Part(source.text, 0, (os.path.realpath(source.path),))]
        self._starts = [0]
        self._read = 0
        self.run = run_of(source.text)
        self.text = self.run.script
        self._commands: list[Command] | None = None
        can_include = len(source.text) < _LONGEST and self.run.script.first_error is None
        if can_include and _MAY_SOURCE.search(source.text):
            self._include()

    def commands(self) -> Iterator[Command]:
        """The commands of the script, and those of the files whose words stand in the script."""
        commands = self._commands or commands_of_script(self.run)
        if len(self._parts) == 1:
            yield from commands
            return
        for command in commands:
            placed = self._placed(command)
            if placed is not None:
                yield placed

    def texts_for_others(self) -> Iterator[Word]:
        """The texts that the script itself keeps in variables, for a place that is not followed.

        They are known once its commands are read.
        """
        for word in self.run.texts_for_others():
            if self._in_script(word.start) is not None:
                yield self._placed_word(word)

    def _include(self) -> None:
        """Put files in the place of the commands that read them, and what these read in turn."""
        for _ in range(_DEEPEST):
            self._commands = list(commands_of_script(self.run))
            before = self._parts, self._starts
            if not self._insert(self.run.sourced):
                return
            run = run_of("".join(part.text for part in self._parts))
            if run.script.first_error is not None:  # such as quotes around the command
                self._parts, self._starts = before
                return
            self.run, self._commands = run, None

    def _insert(self, sourced: list[SourceCommand]) -> bool:
        """Put the files that are found in the place of some commands; whether there is any."""
        found = {}
        for command in sourced:
            part = self._parts[self._at(command.start)]
            file = self._file(command.path.text, part.files)
            if file is not None and command.start not in found:
                found[command.start] = command.end, file
        for start in sorted(found, reverse=True):
            end, file = found[start]
            self._replace(start, end, file)
        return bool(found)

    def _replace(self, start: int, end: int, file: _Part) -> None:
        at = self._at(start)
        part, first = self._parts[at], self._starts[at]
        pieces = part.cut(0, start - first), file, part.cut(end - first, len(part.text))
        self._parts = [*self._parts[:at], *pieces, *self._parts[at + 1 :]]
        self._starts = []
        offset = 0
        for piece in self._parts:
            self._starts.append(offset)
            offset += len(piece.text)

    def _at(self, offset: int) -> int:
        """The part that an offset of the whole text lies in."""
        return bisect_right(self._starts, offset) - 1

    def _file(self, path: str, files: tuple[str, ...]) -> _Part | None:
        """A file of the project, by the path behind `source`; None where it cannot be read."""
        real = self._find(path, os.path.dirname(files[-1]))
        if real is None or real in files or self._read >= _MOST:
            return None
        try:
            text = read_source(real).text
        except UnreadablePathError:
            return None
        length = sum(len(part.text) for part in self._parts)
        if length + len(text) > _LONGEST or run_of(text).script.first_error is not None:
            return None
        self._read += 1
        call = _CALL.format(name=f"_sourced_{self._read}", text=text)
        return _Part(call, None, (*files, real))

    def _find(self, path: str, folder: str) -> str | None:
        """Where a file is: below the folder of the file that reads it, or of one above it.

        An unknown beginning of a path stands for some folder, as a rule that of the script.
        """
        rest = (
            path.removeprefix(UNKNOWN_PART).lstrip("/") if path.startswith(UNKNOWN_PART) else path
        )
        if not rest or UNKNOWN_PART in rest or rest.startswith("~"):
            return None
        home = os.path.dirname(self._path)
        project = os.path.realpath(repository_of(home) or home)
        for base in _folders(folder, project):
            real = os.path.realpath(os.path.join(base, rest))
            if os.path.isfile(real) and not lies_outside(real, project):
                return real
        return None

    def _in_script(self, offset: int) -> int | None:
        """An offset of the whole text in the script; None where it is in another file."""
        at = self._at(offset)
        origin = self._parts[at].origin
        return None if origin is None else origin + offset - self._starts[at]

    def _is_own(self, word: Word) -> bool:
        """Whether a word stands in the script itself."""
        return self._in_script(word.start) is not None

    def _placed(self, command: Command) -> Command | None:
        """A command with the places of its words in the script; None where none stands there.

        Words of another file in front (`sudo`) stand where the first of the script does, those
        behind it are unknown: nothing can be said of them in the script.
        """
        own = [self._in_script(word.start) is not None for word in command.words]
        if not any(own):
            return None
        first = own.index(True)
        start = self._placed_word(command.words[first])
        words = [_at_place(word, start) for word in command.words[:first]]
        last = start
        for word, is_own in zip(command.words[first:], own[first:], strict=True):
            last = self._placed_word(word) if is_own else unknown_word(last.end, last.end)
            words.append(last)
        end = self._in_script(command.end)
        return Command(words, command.end_mark, last.end if end is None else end)

    def _placed_word(self, word: Word) -> Word:
        """A word of the script; what comes from other files stands behind what is in front."""
        starts, ends = word.places()
        placed = Word(self._in_script(word.start) or 0)
        placed.text, placed.quoted, placed.parts = word.text, word.quoted, word.parts
        placed.starts, placed.ends = offsets(), offsets()
        last = placed.start
        for start, end in zip(starts, ends, strict=True):
            at = self._in_script(start)
            placed.starts.append(last if at is None else at)
            last = last if at is None else at + end - start
            placed.ends.append(last)
        if word.choices is not None:
            placed.choices = {
                at: own
                for at, words in word.choices.items()
                if (own := tuple(self._placed_word(one) for one in words if self._is_own(one)))
            } or None
        final = self._in_script(max(word.end - 1, word.start))
        placed.end = max(last if final is None else final + 1, placed.start)
        return placed


def _folders(folder: str, project: str) -> Iterator[str]:
    """A folder and those above it, up to the root of the project; the working folder."""
    at = os.path.realpath(folder)
    while True:
        yield at
        above = os.path.dirname(at)
        if at == project or above == at or not at.startswith(project):
            break
        at = above
    yield os.getcwd()


def _at_place(word: Word, place: Word) -> Word:
    """A word that stands where another one does."""
    moved = Word(place.start)
    moved.text, moved.end, moved.quoted = word.text, place.end, word.quoted
    moved.starts = offsets([place.start]) * len(word.text)
    moved.ends = offsets([place.end]) * len(word.text)
    return moved
