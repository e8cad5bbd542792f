"""The jobs of a shell script: its `atc` commands, and the options that it writes with `sed -i`."""

from __future__ import annotations

import re

from cannlint.jobs.atc.command_jobs import jobs_of
from cannlint.jobs.shell.commands import Command, commands_within
from cannlint.jobs.shell.sourced import SourcedScript
from cannlint.jobs.shell.word import part_of
from cannlint.jobs.unparsed import NO_SHELL, UNCLOSED_QUOTE, Unparsed
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

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
    for job in jobs_of(source, _with_texts(script.commands(), written)):
        seen.add(job.span.start)
        yield job
    yield from _kept_in_variables(source, script.texts_for_others(), seen)
    yield from _options_in(source, written)


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
