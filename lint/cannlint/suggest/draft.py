"""A job with changes that are not written yet: other options, other texts of its config files."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator
from copy import copy
from dataclasses import dataclass

from cannlint.diagnostics import Message
from cannlint.jobs.chosen_release import options_at
from cannlint.jobs.model import Job
from cannlint.jobs.settings import OptionSpec, Setting
from cannlint.kinds import FORMATS, Kind
from cannlint.planning.request import variant_of, with_file, with_option
from cannlint.reading.base import Reading
from cannlint.text.source import Source

_MOST_NUMBERS = 100


class NoWayError(Exception):
    """A change that cannot be made, with the reason for users."""

    def __init__(self, message: Message) -> None:
        super().__init__(str(message))
        self.message = message


def not_writable(name: str, kind: Kind) -> NoWayError:
    """The error about a name that CANN would not read as it is meant in a config file."""
    template = "{name} cannot be written into a {kind} file"
    return NoWayError(Message.of(template, name=name, kind=kind.value))


class FileChange:
    """A change of a config file: its text `before` and `after`; `before` is None for a new file.

    `added` are the numbers of the lines that are new or changed, from 1; `removed` are the lines
    that it has no more, as text.
    """

    __slots__ = ("added", "after", "before", "option", "removed")

    def __init__(self, option: str, before: Source | None, after: Source) -> None:
        self.option = option
        self.before = before
        self.after = after
        old = before.text if before is not None else ""
        self.added = [number for number, _ in _only_in(after.text, old)]
        self.removed = [line for _, line in _only_in(old, after.text)]

    @property
    def lines(self) -> list[str]:
        """The new lines."""
        lines = self.after.text.split("\n")
        return [lines[number - 1].removesuffix("\r") for number in self.added]


@dataclass(eq=False, slots=True)
class OptionChange:
    """An option with another value; `before` is its setting in the job, None for a new option."""

    before: Setting | None
    setting: Setting

    @property
    def key(self) -> str:
        """The name of the option as its front end has it."""
        return self.setting.key

    @property
    def value(self) -> str:
        """The new value."""
        return self.setting.value or ""


class Draft:
    """A job with changes that are not written yet.

    `base` is the job as it is, `job` the changed one, to plan with. `files` and `options` are the
    changes, by option.
    """

    def __init__(self, job: Job) -> None:
        self.job = variant_of(job)
        self.base = job
        self.files: dict[str, FileChange] = {}
        self.options: dict[str, OptionChange] = {}

    def copy(self) -> Draft:
        """A draft with the same changes, to go on with."""
        other = copy(self)
        other.job = variant_of(self.job)
        other.files, other.options = {**self.files}, {**self.options}
        return other

    def spec(self, option: str) -> OptionSpec | None:
        """What the front end of the job knows of an option; None where it has none."""
        specs = options_at(self.job).values()
        return next((spec for spec in specs if spec.option == option), None)

    def set(self, option: str, value: str) -> None:
        """Give an option a value. Raises NoWayError where the front end has no such option."""
        spec = self.spec(option)
        if spec is None:
            raise self._has_no(option)
        if spec.values and value not in spec.values:
            raise NoWayError(
                Message.of(
                    "{front_end} has no {option}={value}",
                    front_end=self.job.front_end,
                    option=option,
                    value=value,
                )
            )
        if self.job.value(option) == value:
            return
        before = self.base.get(option)
        self.job = with_option(self.job, spec.key, value)
        self.options[option] = OptionChange(before, self.job.settings[-1])

    def _has_no(self, option: str) -> NoWayError:
        template = "{front_end} has no {option}"
        return NoWayError(Message.of(template, front_end=self.job.front_end, option=option))

    def reading(self, option: str) -> Reading | None:
        """The config file of an option with the changes so far; None where the job has none.

        Raises NoWayError for a file that may not be changed.
        """
        linked = self.job.files.get(option)
        if linked is None:
            if self.job.value(option):
                raise NoWayError(Message.of("the file of {option} is not here", option=option))
            return None
        if linked.reading.source.is_outside:
            raise NoWayError(
                Message.of(
                    "{file} is outside of the project: cannlint does not change it",
                    file=linked.path,
                )
            )
        if linked.reading.source.bad_byte is not None:
            raise NoWayError(
                Message.of("{file} is not UTF-8: cannlint does not change it", file=linked.path)
            )
        return linked.reading

    def put(self, option: str, text: str) -> Reading:
        """Give the config file of an option another text; without a file, the job gets one."""
        linked = self.job.files.get(option)
        if linked is None:
            self._new_file(option)
            linked = self.job.files[option]
        before = linked.reading.source
        after = Source(before.path, text.encode("utf-8", "surrogateescape"))
        self.job = with_file(self.job, option, linked.path, after)
        own = self.base.files.get(option)
        first = own.reading.source if own is not None else None
        self.files[option] = FileChange(option, first, after)
        return self.job.files[option].reading

    def drop(self, option: str, numbers: Collection[int]) -> None:
        """Take lines out of the config file of an option again."""
        lines = self.job.files[option].reading.source.text.split("\n")
        kept = [line for number, line in enumerate(lines, 1) if number not in numbers]
        self.put(option, "\n".join(kept))

    def _new_file(self, option: str) -> None:
        """Name a new file beside the job, which the option names from now on."""
        spec = self.spec(option)
        if spec is None or spec.file is None:
            raise self._has_no(option)
        folder = os.path.dirname(self.job.source.path)
        new_file = FORMATS[Kind(spec.file)].new_file
        if new_file is None:
            raise self._has_no(option)
        name = _unused(folder, new_file)
        self.set(option, name)
        path = os.path.join(folder, name)
        self.job = with_file(self.job, option, path, Source(path, b""))


def _unused(folder: str, name: str) -> str:
    """A name that no file of a folder has."""
    stem, dot, suffix = name.rpartition(".")
    for number in range(1, _MOST_NUMBERS):
        tried = name if number == 1 else f"{stem}_{number}{dot}{suffix}"
        if not os.path.lexists(os.path.join(folder, tried)):
            return tried
    raise NoWayError(
        Message.of("{folder} has too many files named {name}", folder=folder or ".", name=name)
    )


def _only_in(text: str, other: str) -> Iterator[tuple[int, str]]:
    """The lines of a text, with their numbers, that another text does not have as often."""
    left: dict[str, int] = {}
    for line in other.split("\n"):
        left[line] = left.get(line, 0) + 1
    for number, line in enumerate(text.split("\n"), 1):
        if left.get(line, 0) > 0:
            left[line] -= 1
        elif line:
            yield number, line.removesuffix("\r")
