"""Command lines of other programs that set options of the compiler, as converter_lite and aoe."""

from __future__ import annotations

from collections.abc import Iterator

from cannlint.formats.scripts import ADDITIONAL, CONVERTER, names_tuner
from cannlint.jobs.model import Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.shell.word import UNKNOWN_PART, Word, part_of
from cannlint.jobs.tables import options_of
from cannlint.text.source import Source
from cannlint.text.span import Span

_HELP = "--help"


def jobs_of_words(source: Source, words: list[Word]) -> Iterator[Job]:
    """The job of a command of one of the programs; none of any other."""
    if any(word.text == "msit" for word in words):
        from cannlint.jobs.msit import jobs_of_msit

        yield from jobs_of_msit(source, words)
    yield from jobs_of_tuner(source, words)
    at = next((at for at, word in enumerate(words) if _is_converter(word)), None)
    if at is not None and len(words) > at + 1:
        yield from _of_converter(source, words[at], words[at + 1 :])
    if any(word.text.startswith(ADDITIONAL) for word in words):
        from cannlint.jobs.vllm_words import jobs_of_vllm

        yield from jobs_of_vllm(source, words)


def jobs_of_tuner(source: Source, words: list[Word]) -> Iterator[Job]:
    """The job of a command line of aoe or omg that has a flag of theirs."""
    if any(names_tuner(word.text) for word in words):
        from cannlint.jobs.msit import job_of_tuner

        job = job_of_tuner(source, words)
        if job is not None and job.settings:
            yield job


def _is_converter(word: Word) -> bool:
    return word.text.rpartition("/")[2] == CONVERTER


def _of_converter(source: Source, program: Word, words: list[Word]) -> Iterator[Job]:
    """The flags of converter_lite: `--key=value`; a flag without `=` has no value."""
    flags = [word for word in words if word.text.startswith("--")]
    if not flags or any(word.text == _HELP for word in flags):
        return
    known = options_of(FrontEnd.MSLITE)
    settings = []
    for word in flags:
        name, equals, value = word.text[2:].partition("=")
        if not name or UNKNOWN_PART in name:
            continue
        spec = known.get(name)
        start = 2 + len(name) + len(equals)
        setting = Setting(
            name,
            value if UNKNOWN_PART not in value else None,
            source,
            word.span(),
            part_of(word, 2, 2 + len(name)).span(),
            part_of(word, start, len(word.text)).span() if value else word.span(),
            spec if spec is not None and CONVERTER in spec.via else None,
        )
        setting.via = CONVERTER
        settings.append(setting)
    job = Job(FrontEnd.MSLITE, source, Span(program.start, program.end), settings)
    job.complete = all(UNKNOWN_PART not in word.text[:3] for word in words)
    yield job
