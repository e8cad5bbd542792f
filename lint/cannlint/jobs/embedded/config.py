"""Config files of front ends that a page shows: MindSpore Lite's ini file, MindFormers' YAML."""

from __future__ import annotations

from cannlint.formats.option_files import MINDFORMERS_YAML, MSLITE_CONFIG, is_of_mindformers
from cannlint.jobs.model import Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.shell.word import part_of
from cannlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.jobs_reading import JobsReading
    from cannlint.jobs.shell.word import Word
    from cannlint.text.span import Span


def jobs_in_config(source: Source, word: Word) -> Iterator[Job]:
    """The job of a text that stands in a source, each setting where it is there."""
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
