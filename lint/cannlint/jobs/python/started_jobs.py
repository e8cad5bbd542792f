"""The jobs that a Python script starts: its `atc` commands."""

from __future__ import annotations

from cannlint.jobs.atc.command_jobs import jobs_of, not_too_many
from cannlint.jobs.python.commands import commands_of_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.atc.job import AtcJob
    from cannlint.jobs.python.module import Module


def jobs_started(module: Module) -> list[AtcJob]:
    """The jobs in the order they are written.

    Raises UnreadablePathError for too many, and LongCommandError for too long a command.
    """
    source = module.script.source
    return not_too_many(source, jobs_of(source, commands_of_module(module)))
