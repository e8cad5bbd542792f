"""What is read of a file in which options are written, and the parts that cannot be parsed."""

from __future__ import annotations

from copy import copy
from itertools import islice

from cannlint.facts import Fact
from cannlint.reading.base import Reading
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.kinds import Kind
    from cannlint.text.source import Source


UNPARSED_SCRIPT: Fact[Unparsed] = Fact("unparsed-script")
"""A part of a script that is no Python, or no shell: jobs.unparsed.Unparsed."""

OTHER_PROGRAM: Fact[Span] = Fact("other-program")
"""A command of another program that has the name of ATC."""

(
    PYTHON_2, SYNTAX, UNCLOSED_QUOTE, NO_SHELL, TOO_LONG, LONG_COMMAND, LONG_SCRIPT, MANY_STEPS,
    TOO_DEEP,
) = (
    "python 2",
    "syntax",
    "unclosed quote",
    "no shell",
    "too long",
    "long command",
    "long script",
    "many steps",
    "too deep",
)  # fmt: skip
"""Why a script is not parsed: it is for Python 2, no valid Python, or it has a quote that is not
closed; so many errors that a part of it is no shell script; more words of Python, of one
command, or of all commands, than are read, or more steps than it may take to read it; or it has
commands deeper within each other than they are read."""


class Unparsed:
    """Where a script stops to be readable; `reason` is one of the above.

    `limit` is the number of words that are read, of steps, or of commands within each other, where
    there are more.
    """

    __slots__ = ("limit", "reason", "span")

    def __init__(self, span: Span, reason: str, limit: int = 0) -> None:
        self.span = span
        self.reason = reason
        self.limit = limit

    @classmethod
    def of_all(cls, source: Source, reason: str, limit: int) -> Unparsed:
        """What is about a whole script, at its first line."""
        return cls(Span(*source.line_span(1)), reason, limit)


class JobsReading(Reading):
    """A file that options are written in: a script, or cannlint.toml; with the jobs in it."""

    __slots__ = ("_possible", "jobs")

    def __init__(self, source: Source, kind: Kind, jobs: list[Job]) -> None:
        super().__init__(source, kind)
        self.jobs = jobs
        self._possible: tuple[list[Job], list[Job]] | None = None

    @property
    def possible(self) -> list[Job]:
        """What its jobs may be, where they have values that may be."""
        if self._possible is None or self._possible[0] is not self.jobs:
            has_choices = any(
                job.may_add or any(one.choices for one in job.settings) for job in self.jobs
            )
            self._possible = self.jobs, _possible_jobs(self.jobs) if has_choices else []
        return self._possible[1]

    def keep(self, found: list[Job]) -> None:
        """Keep the jobs of a script, and note the commands that are of another program."""
        from cannlint.jobs.atc.other_program import apart

        self.jobs, others = apart(found)
        for job in others:
            self.note(OTHER_PROGRAM, job.span)


_MOST_OF_JOB, _MOST = 64, 1_000
"""Jobs that are made of one job, and of all jobs of a file: real scripts have some ten."""


def _possible_jobs(jobs: Sequence[Job]) -> list[Job]:
    """What the jobs of a file may be; nothing for those whose values are certain or unknown."""
    each = (one for job in jobs for one in islice(_made_of(job), _MOST_OF_JOB))
    return list(islice(each, _MOST))


def _made_of(job: Job) -> Iterator[Job]:
    """A job with one value taken as certain, or one option that a branch adds; no other is known.

    What branches set differs with the branch, so that of two values one may exclude the other.
    """
    for at, setting in enumerate(job.settings):
        for assumed in setting.may_be:
            yield _with(job, [*job.settings[:at], assumed, *job.settings[at + 1 :]], assumed)
    for added in job.may_add:
        yield _with(job, [*job.settings, added], added)


def _with(job: Job, settings: list[Setting], assumed: Setting) -> Job:
    """The same job with other settings, one of which only may be so."""
    made = copy(job)
    made.settings, made.assumed = settings, assumed
    made.files, made.missing, made.mismatches = {}, [], []
    made.read_again()
    return made
