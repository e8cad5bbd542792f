"""The jobs of command lines, of ATC or of another program with options of the compiler."""

from __future__ import annotations

from cannlint.formats.scripts import names_other
from cannlint.jobs.atc.command_jobs import forget_values, jobs_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.jobs.model import Job
    from cannlint.jobs.shell.run import Command
    from cannlint.text.source import Source


def jobs_of_commands(source: Source, text: str, commands: Iterable[Command]) -> Iterator[Job]:
    """The jobs of the commands in a text, those of ATC first."""
    if not names_other(text):
        yield from jobs_of(source, commands)
        return
    others: list[Job] = []
    yield from jobs_of(source, _looked_at(source, commands, others))
    yield from others


def _looked_at(source: Source, commands: Iterable[Command], others: list[Job]) -> Iterator[Command]:
    """The same commands; the jobs of other programs than ATC are added to a list."""
    from cannlint.jobs.other_commands import jobs_of_words

    for command in commands:
        for job in jobs_of_words(source, command.words):
            forget_values(job)
            others.append(job)
        yield command
