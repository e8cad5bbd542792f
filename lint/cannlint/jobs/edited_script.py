"""A shell script that is read again after each edit: only the commands around it are.

Commands are read by the code that reads whole scripts. A script is read whole where the edit may
mean something for commands elsewhere: see `_Window`.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

from cannlint.jobs.atc.command_jobs import MOST_JOBS, jobs_of
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.atc_script import read
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import start_of
from cannlint.jobs.moving import Move
from cannlint.jobs.shell.commands import commands_of_script, commands_within
from cannlint.jobs.shell.expansion import ASSIGNMENT
from cannlint.jobs.shell.flow import ENDS_ON_ERROR
from cannlint.jobs.shell.parse import Script
from cannlint.jobs.shell.run import Run
from cannlint.jobs.shell.statements import Chain, LongCommandError, Simple
from cannlint.jobs.shell.trail import Trail
from cannlint.text.changed_lines import ChangedLines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.model import Job
    from cannlint.jobs.shell.statements import Statement
    from cannlint.text.source import Source

_NOT_ALONE = re.compile(
    r"<<|\bsed\b|\$\?|\\\r?\n\Z"
    r"|(?:^|[;&|(`!])[ \t]*(?:(?:if|then|else|elif|fi|for|while|until|do|done|case|esac|select"
    r"|function)\b|[{}()]|\[\[)",
    re.MULTILINE,
)
"""What may reach beyond a command: a here document, options for a file, a status, an open line,
a word that begins or ends other statements."""
_COMMAND_NAME = re.compile(r"[A-Za-z./~]")
_LONGEST = 64_000
"""Characters that are read again; for more the whole script is."""
_FEW_WORDS = 10_000
"""Words of variables that may still be followed (see values.py)."""


class EditedScript:
    """Reads one script again and again; the result is that of `read`.

    The jobs that stay are moved, not read: the reading from before is not to be used any more.
    While a script has to be read whole, such as with an open quote, the last one that can be cut is
    kept, so that taking the edit back is quick.
    """

    __slots__ = ("_reading", "_starts", "_trail")

    def __init__(self) -> None:
        self._reading: JobsReading | None = None
        self._trail = Trail()
        self._starts: list[int] = []

    @property
    def jobs(self) -> Sequence[Job]:
        """The jobs that may stay after the next edit."""
        return self._reading.jobs if self._reading is not None else ()

    def read(self, source: Source) -> JobsReading:
        """The jobs of the script as it is now."""
        now = self._changed(self._reading, source) if self._reading is not None else None
        if now is not None:
            self._reading = now
            return now
        trail = Trail()
        now = read(source, trail)
        if _can_be_cut(trail, now):
            self._trail, self._reading = trail, now
            self._starts = _starts_of(trail.statements, now.jobs, source.text)
        return now

    def _changed(self, before: JobsReading, source: Source) -> JobsReading | None:
        """The reading with other jobs around the edit; None where all has to be read."""
        window = _Window(before.source.text, source.text, self._starts)
        if window.start < self._trail.settled or not window.is_alone:
            return None
        found = self._jobs_in(window, source)
        if found is None:
            return None
        jobs, self._reading = before.jobs, None  # nothing is moved twice, come what may
        first = bisect_left(jobs, window.start, key=start_of)
        last = bisect_left(jobs, window.before_end, lo=first, key=start_of)
        move = Move(before.source, source, window.before_end, window.by)
        kept, after = jobs[:first], jobs[last:]
        if len(kept) + len(found) + len(after) > MOST_JOBS:
            return None
        for job in (*kept, *after):
            move.job(job)
        return JobsReading(source, before.kind, [*kept, *found, *after])

    def _jobs_in(self, window: _Window, source: Source) -> list[Job] | None:
        """The jobs of a window; None where it sets something, or cannot be parsed."""
        whole, trail = self._trail.run, Trail(self._trail.values)
        assert whole is not None
        run = Run(Script(window.text, window.start), is_expanded=False, within=commands_within)
        run.ends_on_error = whole.ends_on_error
        try:
            found: list[Job] = list(jobs_of(source, commands_of_script(run, trail)))
        except LongCommandError:
            return None
        if trail.settled or not all(map(_is_plain, trail.statements)):
            return None
        if not _is_followed(trail) or not _are_alone(found):
            return None
        whole.add_notes_of(run)
        if whole.keeps_commands:
            self._reading = None  # its notes are those of another text by now
            return None
        first = bisect_left(self._starts, window.start)
        last = bisect_left(self._starts, window.before_end, lo=first)
        self._starts[first:] = [
            *_starts_of(trail.statements, found, window.text),
            *(start + window.by for start in self._starts[last:]),
        ]
        return found


class _Window:
    """The commands around an edit, from the one in front of it to the next that stays.

    They are [start, before_end) in the old text, [start, end) in the new one, which is `by`
    characters longer. `is_alone`: none of them reaches beyond them.
    """

    __slots__ = ("before_end", "by", "end", "is_alone", "start", "text")

    def __init__(self, before: str, after: str, starts: Sequence[int]) -> None:
        change = ChangedLines(before, after)
        at = bisect_right(starts, change.start) - 1
        self.start = starts[at - 1] if at > 0 else 0  # the command in front may go on
        at = bisect_left(starts, change.before_end)
        self.before_end = starts[at] if at < len(starts) else len(before)
        self.by = len(after) - len(before)
        self.end = self.before_end + self.by
        self.text = after[: self.end]
        lines = before[self.start : self.before_end], after[self.start : self.end]
        self.is_alone = all(map(_is_alone, lines)) and lines[1][-1:] in ("\n", "")


def _is_alone(lines: str) -> bool:
    is_short = len(lines) < _LONGEST
    return is_short and not (_NOT_ALONE.search(lines) or ENDS_ON_ERROR.search(lines))


def _can_be_cut(trail: Trail, reading: JobsReading) -> bool:
    """Whether commands of a script can be read by themselves."""
    if reading.facts or not _is_followed(trail) or not _are_alone(reading.jobs):
        return False
    run = trail.run
    assert run is not None
    return not run.keeps_commands and all(_is_in_place(job, trail) for job in reading.jobs)


def _is_followed(trail: Trail) -> bool:
    """Whether all of a script is understood, and read to its end."""
    if trail.run is None or trail.values.left < _FEW_WORDS or trail.run.work <= 0:
        return False
    run, script = trail.run, trail.run.script
    errors = script.first_error, script.first_unread, script.unclosed_quote
    return not (any(at is not None for at in errors) or script.functions or run.sourced)


def _are_alone(jobs: Sequence[Job]) -> bool:
    """Whether jobs consist of what is written in the script and of nothing else."""
    return all(isinstance(job, AtcJob) and job.get("raw_ge_options") is None for job in jobs)


def _is_in_place(job: Job, trail: Trail) -> bool:
    """Whether a job stands where its command runs, and its name comes from no variable."""
    at = bisect_right(trail.statements, job.span.start, key=_offset_of) - 1
    statement = trail.statements[at] if at >= 0 else None
    return statement is not None and not ASSIGNMENT.match(job.source.text, statement.start)


def _is_plain(statement: Statement) -> bool:
    """Whether a statement consists of simple commands only: no loop, no branch."""
    if isinstance(statement, Chain):
        return all(map(_is_plain, statement.links))
    return isinstance(statement, Simple) and not statement.inner


def _starts_of(statements: Sequence[Statement], jobs: Sequence[Job], text: str) -> list[int]:
    """Where lines begin that are the commands of jobs."""
    own = {job.span.start for job in jobs}
    return [
        statement.start
        for statement in statements
        if statement.start in own and _begins_line(text, statement.start)
    ]


def _begins_line(text: str, at: int) -> bool:
    return _COMMAND_NAME.match(text, at) is not None and (at == 0 or text[at - 1] == "\n")


def _offset_of(statement: Statement) -> int:
    return statement.start
