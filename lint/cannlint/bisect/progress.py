"""A bisect that goes on: the state, and where the search stands with the answers in it.

The search is repeated with the answers of the state, so a bisect can go on after an interruption at
any moment. The state is written before the config file of a step: `write_file` repairs a file that
is not there or is older.
"""

from __future__ import annotations

import glob
import os
import shlex

from cannlint.bisect.candidates import as_ranges
from cannlint.bisect.search import Answer, Conclusion, Ending, Question, search
from cannlint.bisect.state import STATE_NAME, State, Step, load, save, sha256_of
from cannlint.errors import CannlintError
from cannlint.text.source import SIZE_LIMIT, read_source
from cannlint.text.writing import write_whole


class Bisect:
    """A bisect: `question` is the current step, None at the end, when there is an `conclusion`."""

    def __init__(self, path: str, state: State) -> None:
        self.path = path
        self.state = state
        self.question: Question | None = None
        self.conclusion: Conclusion | None = None
        self._asking = search(len(state.candidates), state.ends_known)
        self._replay()

    @property
    def file(self) -> str:
        """The path of the config file of the current step, or of the result."""
        return os.path.join(os.path.dirname(self.path), self.state.step_file.form.file_name)

    @property
    def held(self) -> int:
        """What the config file holds."""
        if self.question is not None:
            return self.question.held
        assert self.conclusion is not None
        return self.conclusion.needed

    def _replay(self) -> None:
        """Repeat the search with the answers of the state."""
        self._advance(None)
        for number, step in enumerate(self.state.steps, 1):
            is_asked = self.question is not None and step.held == as_ranges(self.question.held)
            is_last = number == len(self.state.steps)
            if is_asked and step.answer is not None:
                self._advance(step.answer)
            if not is_asked or is_last != (step.answer is None or self.question is None):
                raise CannlintError(
                    "{path}: step {number} does not follow from the answers before it: somebody "
                    "has changed the file; remove it to start again",
                    path=self.path,
                    number=number,
                )

    def _advance(self, answer: Answer | None) -> None:
        try:
            self.question = next(self._asking) if answer is None else self._asking.send(answer)
        except StopIteration as end:
            self.question, self.conclusion = None, end.value

    def answer(self, answer: Answer) -> None:
        """Note the answer of the current step, and write the state and the next config file."""
        if self.question is None:
            raise CannlintError(
                "the search has ended: `cannlint bisect status` shows the result, "
                "`cannlint bisect reset` ends the bisect"
            )
        self.state.steps[-1].answer = answer
        self._advance(answer)
        self.write()

    def write(self) -> None:
        """Write the state, and then the config file of the current step."""
        if self.question is not None:
            held = as_ranges(self.question.held)
            if not self.state.steps or self.state.steps[-1].answer is not None:
                self.state.steps.append(Step(held))
        data = self._file_data()
        save(self.path, self.state)
        self._write_file(data)

    def write_file(self) -> None:
        """Write the config file again if it is not as the current step or the result needs it."""
        self._write_file(self._file_data())

    def _file_data(self) -> bytes | None:
        """The config file; None for a search without a result, where the last file stays."""
        if self.conclusion is not None and self.conclusion.ending is not Ending.FOUND:
            return None
        return self.state.file_data(self.held)

    def _write_file(self, data: bytes | None) -> None:
        if data is None:
            return
        if os.path.islink(self.file):
            raise CannlintError("{path} is a link: not written", path=self.file)
        if _content(self.file, len(data)) != data:
            write_whole(self.file, data.decode("utf-8", "surrogateescape"), overwrite=True)


def _content(path: str, most: int) -> bytes | None:
    """The bytes of a file; None if there is none, or a larger one: somebody else wrote it.

    Raises UnreadablePathError for one that may not be read.
    """
    if not os.path.isfile(path) or os.path.getsize(path) > most:
        return None
    return read_source(path).data


def started(path: str, state: State) -> Bisect:
    """A new bisect, with its files. Raises CannlintError if there are such files already."""
    bisect = Bisect(path, state)
    if os.path.lexists(path):
        raise CannlintError(
            "{path}: there is a bisect already; `cannlint bisect reset{state}` ends it",
            path=path,
            state=state_argument(path),
        )
    if os.path.lexists(bisect.file):
        raise CannlintError(
            "{path} is there already, and a bisect would write it: remove or rename it",
            path=bisect.file,
        )
    bisect.write()
    return bisect


def opened(path: str) -> Bisect:
    """The bisect of a state file. Raises CannlintError (and UnreadablePathError)."""
    return Bisect(path, load(path))


def find_state(path: str | None) -> str:
    """The state file that is named, or that of this folder or the nearest folder above it."""
    found = path or _nearest_state()
    if found is None:
        below = next(iter(sorted(glob.glob(f"*/{STATE_NAME}"))), None)
        if below is not None:
            raise CannlintError(
                "no bisect here, but there is one below: add `--state {path}`",
                path=shlex.quote(below),
            )
        raise CannlintError(
            "no bisect here: begin one with `cannlint bisect start`, or name its {name} with "
            "--state",
            name=STATE_NAME,
        )
    return found


def state_argument(path: str) -> str:
    """What a command in this folder needs to find a state file; empty if it finds it anyway."""
    nearest = _nearest_state()
    if nearest is not None and os.path.abspath(nearest) == os.path.abspath(path):
        return ""
    return f" --state {shlex.quote(path)}"


def _nearest_state() -> str | None:
    """The state file of this folder or the nearest folder above it; None if there is none."""
    folder = os.getcwd()
    while True:
        found = os.path.join(folder, STATE_NAME)
        if os.path.lexists(found):
            return os.path.relpath(found)
        if os.path.dirname(folder) == folder:
            return None
        folder = os.path.dirname(folder)


def reset(path: str) -> tuple[list[str], list[str]]:
    """Remove the files of a bisect; the removed ones, and those that others have changed."""
    bisect = opened(path)
    removed: list[str] = []
    changed: list[str] = []
    if os.path.lexists(bisect.file):
        is_own = not os.path.islink(bisect.file) and _is_written(bisect)
        if is_own:
            _remove(bisect.file)
        (removed if is_own else changed).append(bisect.file)
    _remove(path)
    return [*removed, path], changed


def _remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError as error:
        raise CannlintError(
            "{path} cannot be removed: {reason}", path=path, reason=error.strerror or str(error)
        ) from None


def _is_written(bisect: Bisect) -> bool:
    data = _content(bisect.file, SIZE_LIMIT)
    return data is not None and sha256_of(data) in bisect.state.written
