"""The jobs in the parts of a file that are code of another language."""

from __future__ import annotations

from bisect import bisect_right

from cannlint.formats.option_files import MINDFORMERS_YAML, MSLITE_CONFIG, is_of_mindformers
from cannlint.formats.scripts import PAGES, Language, language_of, names_other
from cannlint.jobs.atc.command_jobs import forget_values
from cannlint.jobs.commands import jobs_of_commands
from cannlint.jobs.embedded import build_file, notebook, patch, yaml_file
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.shell.commands import commands_within
from cannlint.jobs.shell.word import part_of
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from cannlint.jobs.embedded.part import Part
    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.jobs.shell.word import Word
    from cannlint.text.span import Span

    PartsOf = Callable[[str], Iterator[Part]]

_PARTS: dict[str, PartsOf] = {
    Language.YAML: yaml_file.parts_of,
    Language.DOCKERFILE: build_file.in_dockerfile,
    Language.MAKEFILE: build_file.in_makefile,
    Language.BATCH: build_file.in_batch_file,
    Language.NOTEBOOK: notebook.parts_of,
    Language.PATCH: patch.parts_of,
}


def jobs_in_parts(source: Source) -> Iterator[Job]:
    """The jobs of a file that holds code of other languages, or shows Python code."""
    language = language_of(source.path) or ""
    if language in PAGES:
        from cannlint.jobs.embedded import page

        for part in page.parts_of(source.text):
            yield from (job for job in _of_part(source, part) if job.front_end.value != "atc")
        return
    for part in _PARTS[language](source.text):
        yield from _of_part(source, part)


def _of_part(source: Source, part: Part) -> Iterator[Job]:
    if part.language == Language.PYTHON:
        from cannlint.jobs.python.snippets import jobs_shown

        found: Iterator[Job] = jobs_shown(source, part.word)
    elif part.language == Language.INI:
        found = _jobs_in_config(source, part.word)
    else:
        found = _of_commands(source, part.word)
    for job in found:
        if not part.is_whole:
            _leave_open(job, part)
        if job.settings or job.misuses:
            yield job


def _of_commands(source: Source, text: Word) -> Iterator[Job]:
    """The jobs of ATC and of other programs."""
    if "atc" in text.text or "ATC" in text.text or names_other(text.text):
        yield from jobs_of_commands(source, text.text, commands_within(text))


def _is_within(at: int, spans: list[tuple[int, int]]) -> bool:
    """Whether an offset is in one of some spans, which are in order."""
    index = bisect_right(spans, at, key=lambda span: span[0]) - 1
    return index >= 0 and at < spans[index][1]


def _leave_open(job: Job, part: Part) -> None:
    """Say nothing of what is not there, of placeholders, and of lines that do not count."""
    job.complete = False
    job.misuses.clear()
    if part.counts is not None:
        counts = part.counts
        job.settings = [
            setting for setting in job.settings if _is_within(setting.span.start, counts)
        ]
    forget_values(job)


def _jobs_in_config(source: Source, word: Word) -> Iterator[Job]:
    """The job of a config file of MindSpore Lite or MindFormers that a page shows.

    Each setting has the place of its text in the page.
    """
    shown = Source("shown", word.text.encode("utf-8", "surrogatepass"))
    form = MINDFORMERS_YAML if is_of_mindformers(word.text) else MSLITE_CONFIG
    reading: JobsReading = form.read(shown)

    def placed(span: Span) -> Span:
        return part_of(word, span.start, span.end).span()

    for job in reading.jobs:
        found = Job(job.front_end, source, placed(job.span), [])
        for one in job.settings:
            whole, key, value = map(placed, (one.span, one.key_span, one.value_span))
            setting = Setting(one.key, one.value, source, whole, key, value, one.spec)
            setting.via, setting.type, setting.level = one.via, one.type, one.level
            setting.value_type = one.value_type
            found.settings.append(setting)
        yield found
