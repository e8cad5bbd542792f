"""Requests for plans, and variants of jobs that need not be written yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from cannlint.engine.read import read
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.configured_jobs import with_options
from cannlint.jobs.linking import file_kind
from cannlint.jobs.model import Job, LinkedFile
from cannlint.jobs.settings import FrontEnd
from cannlint.resolve.plan import Plan, make_plan
from cannlint.text.source import Source


def variant_of(job: Job) -> Job:
    """A copy of a job for changes: those of its files and settings are its own."""
    other = copy(job)
    other.files, other.missing = {**job.files}, [*job.missing]
    if isinstance(other, AtcJob):
        other.refusals = None  # those of the job as it is
        other.folder = None  # so that no path is looked for: a new file is not on the disk yet
    return other


def with_option(job: Job, key: str, value: str) -> Job:
    """The variant with another value of an option, whose last setting is the new one.

    A file that the option named is no part of it. Raises CannlintError for a key that is no option
    of the front end.
    """
    other = variant_of(with_options(job, [f"{key}={value}"]))
    option = other.settings[-1].option
    other.files.pop(option, None)
    other.missing = [setting for setting in job.missing if setting.option != option]
    return other


def with_file(job: Job, option: str, path: str, source: Source) -> Job:
    """The variant with this text as the config file of an option, which the job sets.

    `path` is where the file is, or is going to be written.
    """
    other = variant_of(job)
    setting = other.get(option)
    assert setting is not None
    kind = file_kind(setting)
    assert kind is not None
    other.files[option] = LinkedFile(path, read(source, kind), setting)
    return other


def plan_variant(plan: Plan, job: Job) -> Plan:
    """The plan of a variant of a plan's job: for the same target, of the same operators."""
    return make_plan(job, plan.target, plan.wanted)


ORIGINALS = {"float32": "float", "float16": "float16", "bfloat16": "bf16"}
"""The values of --original → the compiler's names."""


@dataclass(eq=False, slots=True)
class Request:
    """A request for a plan; see the options of `cannlint plan`.

    `job` is the name of a job in the configuration, or the path of a script (scripts.py).
    `command` is an ATC command line. If both are None, the job consists of `options`.
    `assume_fixed` asks for a plan without what CANN refuses (assumed.py).
    `front_end` None means that of the job, or else ATC. `beside` is one more folder where the files
    of a command line are looked for. `front_end_versions` has the releases that jobs are read for,
    by front end.
    """

    job: str | None = field(init=False, default=None)
    command: Sequence[str] | None = field(init=False, default=None)
    options: Sequence[str] = field(init=False, default=())
    front_end: FrontEnd | None = field(init=False, default=None)
    front_end_versions: Mapping[str, str] = field(init=False, default_factory=dict)
    types: Sequence[str] = field(init=False, default=())
    nodes: Sequence[tuple[str, str]] = field(init=False, default=())
    every: bool = field(init=False, default=False)
    model: str | None = field(init=False, default=None)
    no_model: bool = field(init=False, default=False)
    ops_info: Sequence[str] = field(init=False, default=())
    original: str | None = field(init=False, default=None)
    soc: str | None = field(init=False, default=None)
    library: str | None = field(init=False, default=None)
    config: str | None = field(init=False, default=None)
    isolated: bool = field(init=False, default=False)
    beside: str | None = field(init=False, default=None)
    assume_fixed: bool = field(init=False, default=False)

    @property
    def asks_for_nothing(self) -> bool:
        """Whether the request has no options that describe a job, and no operators."""
        asked = (self.options, self.types, self.nodes, self.every, self.model, self.front_end)
        return not any(asked)

    @property
    def names_no_job(self) -> bool:
        """Whether the request says nothing about a job, nor about operators."""
        return self.job is None and self.command is None and self.asks_for_nothing

    def copy(self) -> Request:
        """A copy of the request."""
        other = Request()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        return other
