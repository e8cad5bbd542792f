"""The jobs of a shell script: its `atc` commands, and the options that it writes with `sed -i`."""

from __future__ import annotations

import re

from cannlint.jobs.atc.command_jobs import jobs_of
from cannlint.jobs.shell.commands import commands_within
from cannlint.jobs.shell.sourced import SourcedScript

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.model import Job
    from cannlint.jobs.shell.run import Command
    from cannlint.jobs.shell.word import Word
    from cannlint.text.source import Source

_KEPT_COMMAND = re.compile(r"\s*(?:\S*/)?(?:py)?atc(?:\.bin)?\s+--?[A-Za-z]")
"""A text in a variable that is a command."""


def jobs_in_script(source: Source) -> Iterator[Job]:
    """The jobs of a script, and of files that it reads as far as they run its own text."""
    script = SourcedScript(source)
    written: list[Word] = []
    seen = set()
    for job in jobs_of(source, _with_texts(script.commands(), written)):
        seen.add(job.span.start)
        yield job
    yield from _kept_in_variables(source, script.texts_for_others(), seen)
    yield from _options_in(source, written)


def _kept_in_variables(source: Source, texts: Iterable[Word], seen: set[int]) -> Iterator[AtcJob]:
    """The jobs in texts that nothing runs here: another script may do so, and may add options."""
    for text in texts:
        if not _KEPT_COMMAND.match(text.text):
            continue
        for job in jobs_of(source, commands_within(text)):
            if job.span.start not in seen and job.get("model") is not None:
                seen.add(job.span.start)
                job.complete = False
                yield job


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
