"""Write a way: its config files, and its options where the job is written if that is certain.

An edit is certain where the edited text is read as the same jobs, with no other difference than the
options that are meant.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from cannlint.engine.read import read
from cannlint.errors import CannlintError
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import COMMAND_LINE, Job
from cannlint.jobs.settings import FrontEnd
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.suggest.draft import Draft, OptionChange
from cannlint.text.edits import insert, line_end_of, replace
from cannlint.text.source import Source
from cannlint.text.span import Edit, apply_edits
from cannlint.text.writing import replace_whole, write_whole


class Writing:
    """What a draft writes: texts of files, and whether the options have to be added by hand."""

    __slots__ = ("draft", "job_file")

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.job_file = edited(draft) if draft.options else None

    @property
    def is_by_hand(self) -> bool:
        """Whether options are left that the user has to add to the command or script."""
        return bool(self.draft.options) and self.job_file is None

    def texts(self) -> Iterator[tuple[Source | None, Source]]:
        """Each file before and after, that of the job last; the first is None for a new file."""
        for file in self.draft.files.values():
            yield file.before, file.after
        if self.job_file is not None:
            yield self.draft.base.source, self.job_file

    def write(self) -> list[str]:
        """Write the files, each whole or not at all, and return their paths.

        The job's own file comes last, so that it names no file that is not there. Raises
        CannlintError where a file cannot be written, or is another by now.
        """
        written: list[str] = []
        for before, after in self.texts():
            try:
                if before is None:
                    write_whole(after.path, after.text)
                else:
                    replace_whole(after.path, before.data, after.data)
            except CannlintError as error:
                if not written:
                    raise
                raise CannlintError(
                    "{error}; written before it: {paths}",
                    error=str(error),
                    paths=", ".join(written),
                ) from None
            written.append(after.path)
        return written


Values = list[dict[str, str | None]]
"""Option → value, for each job of a file."""


def edited(draft: Draft) -> Source | None:
    """The file of a draft's job with the new options; None where they are to be added by hand."""
    job, changes = draft.base, list(draft.options.values())
    source = job.source
    if source.path == COMMAND_LINE or source.is_outside or source.bad_byte is not None:
        return None
    if any(change.before is not None and change.before.source is not source for change in changes):
        return None  # it is given on the command line, or in another script
    kind = Kind.JOB if job.name is not None else _kind_of(job)
    edits = [*_edits(job, changes, kind)]
    if len(edits) != len(changes):
        return None
    after = Source(source.path, apply_edits(source.text, edits).encode("utf-8"))
    return after if _is_certain(job, changes, after, kind) else None


def sharing(draft: Draft, option: str) -> list[str]:
    """The other jobs of the same file that name the config file of an option, by name or line."""
    job = draft.base
    value = job.value(option)
    if value is None or job.source.path == COMMAND_LINE:
        return []
    reading = read(job.source, Kind.JOB if job.name is not None else _kind_of(job))
    assert isinstance(reading, JobsReading)
    others = (one for one in reading.jobs if not _is_same(one, job))
    named = (one for one in others if any(s.value == value for s in one.settings))
    return [one.name or str(job.source.position(one.span.start)[0]) for one in named]


def _kind_of(job: Job) -> Kind:
    from cannlint.discovery.detect import kind_of

    kind = kind_of(job.source.path, job.source.data)
    return kind if kind in JOB_KINDS else Kind.ATC_COMMANDS


def _edits(job: Job, changes: Sequence[OptionChange], kind: Kind) -> Iterator[Edit]:
    """Edits that set the options; fewer than there are changes where there is no place for one."""
    place = max((s.span.end for s in job.settings if s.source is job.source), default=job.span.end)
    text = job.source.text
    for change in changes:
        before = change.before
        if before is not None and kind is Kind.JOB:
            yield replace(before.value_span, _quoted(change.value))
        elif before is not None and before.is_literal:
            yield replace(before.value_span, change.value)
        elif before is None and kind is Kind.JOB:
            yield insert(place, f"{line_end_of(text)}{_key(change.key)} = {_quoted(change.value)}")
        elif before is None and job.front_end is FrontEnd.ATC:
            yield insert(place, f" --{change.key}={change.value}")


def _quoted(value: str) -> str:
    """A text as a string of TOML."""
    return json.dumps(value, ensure_ascii=False)


def _key(key: str) -> str:
    return key if key.replace("_", "").isalnum() and key.isascii() else _quoted(key)


def _is_certain(job: Job, changes: Sequence[OptionChange], after: Source, kind: Kind) -> bool:
    """Whether the edited text has the same jobs with only these changes."""
    from cannlint.config.errors import BrokenConfigError
    from cannlint.errors import UnreadablePathError

    before = read(job.source, kind)
    try:
        reading = read(after, kind)
    except (BrokenConfigError, UnreadablePathError):
        return False
    assert isinstance(before, JobsReading) and isinstance(reading, JobsReading)
    own = [number for number, one in enumerate(before.jobs) if _is_same(one, job)]
    if len(own) != 1 or len(reading.jobs) != len(before.jobs):
        return False
    wanted = [_values(one) for one in before.jobs]
    wanted[own[0]].update((change.setting.option, change.value) for change in changes)
    return [_values(one) for one in reading.jobs] == wanted


def _is_same(one: Job, other: Job) -> bool:
    return (one.name, one.front_end, one.span) == (other.name, other.front_end, other.span)


def _values(job: Job) -> dict[str, str | None]:
    """The value of each option that counts."""
    options = dict.fromkeys(setting.option for setting in job.settings)
    return {option: job.value(option) for option in options}
