"""The compile jobs of a script or of a page: `atc` commands, and options written with `sed -i`."""

from __future__ import annotations

import re
from itertools import chain

from cannlint.discovery.detect import python_kind
from cannlint.errors import CannlintError
from cannlint.formats.option_files import shows_config
from cannlint.formats.scripts import HOLDERS, PAGES, Language, language_of, names_other, names_tuner
from cannlint.jobs.atc.command_jobs import jobs_of, not_too_many, note_quotes
from cannlint.jobs.atc.line import names_atc, read_line
from cannlint.jobs.atc.raw import add_raw_options
from cannlint.jobs.commands import jobs_of_commands
from cannlint.jobs.jobs_reading import (
    NO_SHELL,
    TOO_DEEP,
    UNCLOSED_QUOTE,
    UNPARSED_SCRIPT,
    JobsReading,
    Unparsed,
)
from cannlint.jobs.model import COMMAND_LINE
from cannlint.jobs.pages import apart, blocks_of, is_command, without_marks
from cannlint.jobs.shell.commands import Command, commands_in, commands_within
from cannlint.jobs.shell.sourced import SourcedScript
from cannlint.jobs.shell.statements import LongCommandError
from cannlint.jobs.shell.steps import steps_for_all_of
from cannlint.jobs.shell.word import part_of
from cannlint.kinds import Kind
from cannlint.text.source import Source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.model import Job
    from cannlint.jobs.shell.parse import Script
    from cannlint.jobs.shell.word import Word
    from cannlint.text.source import Source


_KEPT_COMMAND = re.compile(r"\s*(?:\S*/)?(?:py)?atc(?:\.bin)?\s+--?[A-Za-z]")
"""A text in a variable that is a command."""
_QUOTES, _WORD = re.compile(r"['\"\\]"), re.compile(r"\S+")


def jobs_in_script(source: Source, unparsed: list[Unparsed]) -> Iterator[Job]:
    """The jobs of a script, and of files that it reads as far as they run its own text.

    What cannot be parsed is added to a list.
    """
    script = SourcedScript(source)
    unparsed += _unparsed(script.text)
    written: list[Word] = []
    seen = set()
    commands = _with_texts(script.commands(), written)
    for job in jobs_of_commands(source, source.text, commands):
        seen.add(job.span.start)
        _forget_behind(script.text.unclosed_quote, job)
        yield job
    yield from _kept_in_variables(source, script.texts_for_others(), seen)
    yield from _options_in(source, written)


def _forget_behind(quote: int | None, job: Job) -> None:
    """Know nothing of a value that a quote without an end begins in: it takes in what follows."""
    if quote is None:
        return
    for setting in job.settings:
        if setting.span.start <= quote < setting.span.end:
            setting.value = None
            job.complete = False


def _unparsed(script: Script) -> Iterator[Unparsed]:
    """The quote that is not closed, and the first line that is no shell."""
    if script.unclosed_quote is not None:
        at = script.unclosed_quote
        yield Unparsed(Span(at, at + 1), UNCLOSED_QUOTE)
    if script.first_unread is not None:
        at = script.first_unread
        end = script.text.find("\n", at)
        yield Unparsed(Span(at, end if end > at else len(script.text)), NO_SHELL)


def _kept_in_variables(source: Source, texts: Iterable[Word], seen: set[int]) -> Iterator[AtcJob]:
    """The jobs in texts that nothing runs here: another script may do so, and may add options."""
    for text in texts:
        if not _KEPT_COMMAND.match(text.text):
            continue
        for job in jobs_of(source, _commands_of(text)):
            if job.span.start not in seen and job.get("model") is not None:
                seen.add(job.span.start)
                yield job


def _commands_of(text: Word) -> Iterator[Command]:
    """The command in a text that something else may run, as `$cmd` or with `eval "$cmd"`.

    Only `eval` ends a command at a semicolon; without quotes most scripts do not use it.
    """
    if _QUOTES.search(text.text) is None:
        words = [part_of(text, *match.span()) for match in _WORD.finditer(text.text)]
        yield Command(words, "\n", text.end, is_run=False)
        return
    for command in commands_within(text):
        command.is_run = False
        yield command


def _with_texts(commands: Iterable[Command], written: list[Word]) -> Iterator[Command]:
    """The same commands; the texts that they write into Python files are added to a list."""
    for command in commands:
        if any(word.text.endswith("sed") for word in command.words):
            from cannlint.jobs.shell.sed import texts_written

            written += texts_written(command.words)
        yield command


def _options_in(source: Source, texts: Iterable[Word]) -> Iterator[Job]:
    """The options in texts that are written into Python files; the same text once."""
    for text in {text.start: text for text in texts}.values():
        from cannlint.jobs.python.snippets import jobs_in_snippet

        yield from jobs_in_snippet(source, text)


def read(source: Source) -> JobsReading:
    """Every compile job that a script or a page runs.

    Raises UnreadablePathError where there are more than MOST_JOBS: nothing is left out in silence.
    """
    if language_of(source.path) == Language.PYTHON:
        from cannlint.jobs.python.reader import read as read_python

        return read_python(source, Kind.ATC_COMMANDS)
    jobs: list[Job] = []
    unparsed: list[Unparsed] = []
    if _may_have_jobs(source):
        try:
            with steps_for_all_of(len(source.text)) as steps:
                jobs = not_too_many(source, _jobs_in(source, unparsed))
            if steps.deepest:
                unparsed.append(Unparsed.of_all(source, TOO_DEEP, steps.deepest))
        except LongCommandError as error:
            unparsed = [Unparsed.of_all(source, error.reason, error.limit)]
    reading = JobsReading(source, Kind.ATC_COMMANDS, [])
    reading.keep(jobs)
    for part in unparsed[:1]:
        reading.note(UNPARSED_SCRIPT, part)
    return reading


def _may_have_jobs(source: Source) -> bool:
    """Whether a script or a page may run ATC, show options, or write them into another file."""
    text = source.text
    is_shown = any(word in text for word in ("atc", "ATC", "sed"))
    return is_shown or names_other(text) or _may_show_options(source)


def _may_show_options(source: Source) -> bool:
    """Whether a file that is no script may hold Python code or a config file with options."""
    language = language_of(source.path)
    if language in PAGES:
        return python_kind(source.data) is not None or shows_config(source.text)
    return language in HOLDERS


def read_options_written(source: Source, kind: Kind) -> JobsReading:
    """The same of a shell script that only writes options into Python files of a kind."""
    reading = read(source)
    reading.kind = kind
    return reading


def _jobs_in(source: Source, unparsed: list[Unparsed]) -> Iterator[Job]:
    """The jobs of a file; what cannot be parsed is added to a list."""
    language = language_of(source.path)
    if language not in PAGES and language not in HOLDERS:
        return jobs_in_script(source, unparsed)
    return chain(_in_page(source) if language in PAGES else (), _in_parts(source))


def _in_parts(source: Source) -> Iterator[Job]:
    """The jobs in code of other languages."""
    if _may_show_options(source):
        from cannlint.jobs.embedded.read import jobs_in_parts

        yield from jobs_in_parts(source)


def _in_page(source: Source) -> Iterator[Job]:
    """The jobs of a page; a mere mention of a flag in its text is none.

    Most of its text is no code, which is nothing to note.
    """
    for block in (part for whole in blocks_of(source.text) for part in apart(source.text, whole)):
        code = without_marks(source.text, block)
        commands = [command.moved(block.start) for command in commands_in(code)]
        for job in jobs_of_commands(source, code, commands):
            if is_command(job, block):
                yield job


def read_program(argv: Sequence[str], folder: str) -> JobsReading:
    """The job of one command line of ATC, aoe or omg; as `read_command`."""
    if not argv or not names_tuner(argv[0]):
        return read_command(argv, folder)
    from cannlint.jobs.other_commands import jobs_of_tuner

    source, command = _line_of(argv)
    return JobsReading(source, Kind.ATC_COMMANDS, list(jobs_of_tuner(source, command.words)))


def _line_of(argv: Sequence[str]) -> tuple[Source, Command]:
    """A command line as a text for a shell, and the command in it."""
    import shlex

    text = " ".join(map(shlex.quote, argv))
    source = Source(COMMAND_LINE, text.encode("utf-8", "surrogateescape"))
    [command] = commands_in(source.text)
    return source, command


def read_command(argv: Sequence[str], folder: str) -> JobsReading:
    """The job of one command line for this machine; paths are relative to `folder`.

    The source is the line as a shell would have to be given it. Raises CannlintError where the
    first word does not name ATC.
    """
    if not argv or not names_atc(argv[0]):
        written = argv[0] if argv else ""
        raise CannlintError(
            "a command line of ATC begins with its name, not with {written!r}", written=written
        )
    source, command = _line_of(argv)
    job = read_line(source, command.words[0], command.words[1:])
    job.folder = folder
    note_quotes(job)
    add_raw_options(job)
    return JobsReading(source, Kind.ATC_COMMANDS, [job])
