"""The compile jobs of a script, or of a page."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.formats.scripts import PAGES, Language, language_of
from cannlint.jobs.atc.command_jobs import jobs_of, not_too_many, note_quotes
from cannlint.jobs.atc.line import read_line
from cannlint.jobs.atc.program import names_atc
from cannlint.jobs.atc.raw import add_raw_options
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import COMMAND_LINE
from cannlint.jobs.page_text import is_command
from cannlint.jobs.pages import apart, blocks_of, without_marks
from cannlint.jobs.shell.commands import commands_in
from cannlint.jobs.shell.statements import (
    MOST_OF_SCRIPT,
    MOST_WORDS,
    LongCommandError,
    LongScriptError,
)
from cannlint.jobs.unparsed import LONG_COMMAND, LONG_SCRIPT, UNPARSED_SCRIPT, Unparsed
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.model import Job


def read(source: Source) -> JobsReading:
    """Every compile job that a script or a page runs.

    Raises UnreadablePathError where there are more than MOST_JOBS: nothing is left out in silence.
    """
    if language_of(source.path) == Language.PYTHON:
        from cannlint.jobs.python.reader import read as read_python

        return read_python(source, Kind.ATC_COMMANDS)
    jobs: list[Job] = []
    unparsed: list[Unparsed] = []
    if _may_have_jobs(source.text):
        try:
            jobs = not_too_many(source, _jobs_in(source, unparsed))
        except LongScriptError:
            unparsed = [Unparsed(Span(*source.line_span(1)), LONG_SCRIPT, MOST_OF_SCRIPT)]
        except LongCommandError:
            unparsed = [Unparsed(Span(*source.line_span(1)), LONG_COMMAND, MOST_WORDS)]
    reading = JobsReading(source, Kind.ATC_COMMANDS, jobs)
    for part in unparsed[:1]:
        reading.note(UNPARSED_SCRIPT, part)
    return reading


def _may_have_jobs(text: str) -> bool:
    """Whether a script or a page may run ATC, or write options into another file."""
    return "atc" in text or "ATC" in text or "sed" in text


def read_options_written(source: Source, kind: Kind) -> JobsReading:
    """The same of a shell script that only writes options into Python files of a kind."""
    reading = read(source)
    reading.kind = kind
    return reading


def _jobs_in(source: Source, unparsed: list[Unparsed]) -> Iterator[Job]:
    """The jobs of a file; what cannot be parsed is added to a list."""
    if language_of(source.path) in PAGES:
        return _in_page(source)
    from cannlint.jobs.shell_script import jobs_in_script

    return jobs_in_script(source, unparsed)


def _in_page(source: Source) -> Iterator[AtcJob]:
    """The jobs of a page; a mere mention of a flag in its text is none.

    Most of its text is no code, which is nothing to note.
    """
    for block in (part for whole in blocks_of(source.text) for part in apart(source.text, whole)):
        code = without_marks(source.text, block)
        commands = (command.moved(block.start) for command in commands_in(code))
        for job in jobs_of(source, commands):
            if block.is_fenced or is_command(job):
                yield job


def read_command(argv: Sequence[str], folder: str) -> JobsReading:
    """The job of one command line for this machine; paths are relative to `folder`.

    The source is the line as a shell would have to be given it. Raises CannlintError where the
    first word does not name ATC.
    """
    import shlex

    if not argv or not names_atc(argv[0]):
        written = argv[0] if argv else ""
        raise CannlintError(
            "a command line of ATC begins with its name, not with {written!r}", written=written
        )
    text = " ".join(map(shlex.quote, argv))
    source = Source(COMMAND_LINE, text.encode("utf-8", "surrogateescape"))
    [command] = commands_in(source.text)
    job = read_line(source, command.words[0], command.words[1:])
    job.folder = folder
    note_quotes(job)
    add_raw_options(job)
    return JobsReading(source, Kind.ATC_COMMANDS, [job])
