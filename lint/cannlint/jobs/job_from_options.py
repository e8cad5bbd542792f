"""A compile job from options given one by one, as `cannlint plan -O KEY=VALUE` does."""

from __future__ import annotations

from copy import copy

from cannlint.errors import CannlintError
from cannlint.jobs.model import COMMAND_LINE, Job
from cannlint.jobs.settings import Setting
from cannlint.jobs.tables import options_of, spec_of
from cannlint.language import said
from cannlint.nearest import nearest
from cannlint.text.source import Source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.jobs.settings import FrontEnd

_FLAG = "-O "


def job_of(front_end: FrontEnd, options: Sequence[str]) -> Job:
    """The job that sets these `KEY=VALUE` options; a key is an ATC flag without its dashes.

    Raises CannlintError for one that is no option of the front end.
    """
    text = " ".join(_FLAG + option for option in options)
    source = Source(COMMAND_LINE, text.encode("utf-8", "surrogateescape"))
    settings, start = [], 0
    for option in options:
        start += len(_FLAG)
        settings.append(_setting(front_end, option, source, start))
        start += len(option) + 1
    return Job(front_end, source, Span(0, len(text)), settings)


def with_options(job: Job, options: Sequence[str]) -> Job:
    """A job with further options, each in place of what the job says of it."""
    given = job_of(job.front_end, options)
    names = {setting.option for setting in given.settings}
    merged = copy(job)
    others = [setting for setting in job.settings if setting.option not in names]
    merged.settings = [*others, *given.settings]
    return merged


def is_given(job: Job) -> bool:
    """Whether a job stands on cannlint's own command line."""
    return job.source.path == COMMAND_LINE


def _setting(front_end: FrontEnd, option: str, source: Source, start: int) -> Setting:
    key, equals, value = option.partition("=")
    if not equals:
        raise CannlintError("{option!r} is no KEY=VALUE", option=option)
    spec = spec_of(front_end, key)
    if spec is None:
        raise CannlintError(_unknown(front_end, key))
    key_end = start + len(key)
    end = start + len(option)
    return Setting(
        key, value, source, Span(start, end), Span(start, key_end), Span(key_end + 1, end), spec
    )


def _unknown(front_end: FrontEnd, key: str) -> str:
    known = {name for spec in options_of(front_end).values() for name in (spec.key, spec.option)}
    meant = nearest(key, sorted(known))
    hint = said("; did you mean {meant}?", meant=meant) if meant else ""
    return said("{front_end} has no option {key!r}{hint}", front_end=front_end, key=key, hint=hint)
