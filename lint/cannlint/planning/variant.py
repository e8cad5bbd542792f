"""Variants of a job: with other options and config files, which need not be written yet."""

from __future__ import annotations

from copy import copy

from cannlint.engine.read import read
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.configured_jobs import with_options
from cannlint.jobs.linking import file_kind
from cannlint.jobs.model import Job, LinkedFile
from cannlint.library.snapshot import fusion_passes
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
    return make_plan(job, plan.target, plan.wanted, fusion_passes())
