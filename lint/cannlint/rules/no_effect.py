"""What the rules of all families ask about entries that change nothing."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.effects import Effects
    from cannlint.resolve.job_use import JobUse


def effects_of(uses: Sequence[JobUse]) -> list[Effects]:
    """What entries come to in every use of their file; nothing where one of them cannot be told.

    An entry changes nothing only where it does so for all jobs and SoCs; of a job whose options
    are not all known nothing is certain.
    """
    effects = [use.effects for use in uses if use.job.complete and use.effects is not None]
    return effects if len(effects) == len(uses) else []


def graphs_of(effects: Sequence[Effects]) -> tuple[str, ...]:
    """The paths of the graphs, each once."""
    return tuple(dict.fromkeys(effect.census.path for effect in effects))
