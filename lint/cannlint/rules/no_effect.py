"""What entries change in all uses of their file, for the rules of all families."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.resolve.effects import Effects
    from cannlint.resolve.job_use import JobUse


def effects_of(uses: Sequence[JobUse]) -> list[Effects]:
    """Return what entries change in each use of their file; nothing if one result is not known.

    An entry changes nothing only if that is so for all jobs and SoCs. The result for a job is
    not known if one of its options is not known.
    """
    effects = [use.effects for use in uses if use.job.complete and use.effects is not None]
    return effects if len(effects) == len(uses) else []


def graphs_of(effects: Sequence[Effects]) -> tuple[str, ...]:
    """Return the paths of the graphs without duplicates."""
    return tuple(dict.fromkeys(effect.census.path for effect in effects))
