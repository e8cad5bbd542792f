"""Compile jobs of options that are given by name: `[job.NAME]` and `-O KEY=VALUE`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from copy import copy
from typing import Any

from cannlint.config.file import checked_table
from cannlint.config.search import PYPROJECT, PYPROJECT_ROOT
from cannlint.errors import CannlintError
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.model import COMMAND_LINE, Job
from cannlint.jobs.settings import FrontEnd, Setting
from cannlint.jobs.tables import options_of, spec_of
from cannlint.kinds import Kind
from cannlint.language import said
from cannlint.nearest import nearest
from cannlint.text.source import Source
from cannlint.text.span import Span
from cannlint.text.toml_places import Header, Place, places

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


FRONT_END = "front-end"
GRAPH = "graph"
VERSION = "front-end-version"
"""The settings of a job that are no options."""

_TYPES = {str: "str", bool: "bool", int: "int", float: "float"}


def read(source: Source) -> JobsReading:
    """The jobs of a configuration file; one without a front end is ATC's.

    Raises BrokenConfigError for a file that cannot be used as configuration.
    """
    tables = _tables_of(source)
    root = PYPROJECT_ROOT if os.path.basename(source.path) == PYPROJECT else ()
    located = _Located(source, (*root, "job")) if tables else None
    jobs = [located.job(name, options) for name, options in tables.items()] if located else []
    return JobsReading(source, Kind.JOB, jobs)


def _tables_of(source: Source) -> dict[str, dict[str, Any]]:
    table = checked_table(source) or {}
    if "policy" in table:
        from cannlint.config.policy import policies_of
        from cannlint.jobs.policies import check_policies

        check_policies(policies_of(table, source))
    tables: dict[str, dict[str, Any]] = table.get("job", {})
    return tables


class _Located:
    """The places of all jobs of a file, looked for once."""

    def __init__(self, source: Source, root: tuple[str, ...]) -> None:
        self.source = source
        self.root = root
        self.settings: dict[tuple[str | int, ...], Place] = {}
        self.spans: dict[tuple[str | int, ...], Span] = {}
        for place in places(source.text, root):
            if isinstance(place, Header):
                self.spans.setdefault(place.path, place.span)
            else:
                self.settings[place.path] = place
                self.spans.setdefault(place.path, place.key_span)

    def job(self, name: str, options: dict[str, Any]) -> Job:
        """The job of one table."""
        path = (*self.root, name)
        front_end = FrontEnd(options.get(FRONT_END, FrontEnd.ATC.value))
        settings = [
            self._setting(front_end, self.settings[(*path, key)], value)
            for key, value in options.items()
            if key not in (FRONT_END, GRAPH, VERSION)
        ]
        job = Job(front_end, self.source, self._span(path, options), settings)
        job.name = name
        job.own_release = options.get(VERSION)
        if GRAPH in options:
            job.graph = os.path.join(os.path.dirname(self.source.path), options[GRAPH])
        return job

    def _setting(self, front_end: FrontEnd, place: Place, value: object) -> Setting:
        key = str(place.path[-1])
        setting = Setting(
            key,
            _text(value),
            self.source,
            place.span,
            place.key_span,
            place.value_span,
            spec_of(front_end, key),
        )
        setting.type = _TYPES[type(value)]
        return setting

    def _span(self, path: tuple[str, ...], options: dict[str, Any]) -> Span:
        """The job's header, or its first setting where the job has none of its own."""
        if path in self.spans:
            return self.spans[path]
        firsts = [self.settings[(*path, key)].key_span for key in options]
        return firsts[0] if firsts else Span(0, 0)


def _text(value: object) -> str:
    """A value as an option's text: true and false as every front end writes them."""
    return str(value).lower() if isinstance(value, bool) else str(value)
