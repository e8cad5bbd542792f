"""The third stage, link: files with jobs → the config files that their jobs name.

A config file is then checked together with all jobs of the run that name it: as the kind that
their options say, for the SoCs that they are for.
"""

from __future__ import annotations

import os

from cannlint.engine.plan_checks import depends_on_jobs
from cannlint.engine.units import Link, LinkedUnit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.jobs.linked_files import LinkedFiles
    from cannlint.jobs.model import JobsReading
    from cannlint.kinds import Kind


def links_of(reading: JobsReading, linked: LinkedFiles, model: str | None) -> tuple[Link, ...]:
    """The config files that the jobs of a file name; `model` is the graph of the whole run."""
    return tuple(
        Link(
            path=one.reading.source.path,
            real_path=os.path.realpath(one.reading.source.path),
            kind=one.reading.kind,
            job_file=(reading.source.path, reading.kind),
            socs=one.socs,
            is_outside=one.is_outside,
            needs_jobs=depends_on_jobs(one.reading.kind, one.jobs, model),
        )
        for one in linked
    )


class LinkedUnits:
    """The config files that jobs name, with all their jobs so far, by where they really are."""

    __slots__ = ("_units",)

    def __init__(self) -> None:
        self._units: dict[str, dict[Kind, LinkedUnit]] = {}

    def __contains__(self, path: str) -> bool:
        return bool(self._units) and os.path.realpath(path) in self._units

    def add(self, links: Iterable[Link]) -> list[LinkedUnit]:
        """Add links; gives the units that are new, or have other jobs than before."""
        changed: dict[int, LinkedUnit] = {}
        for link in links:
            kinds = self._units.setdefault(link.real_path, {})
            unit = kinds.get(link.kind)
            if unit is None:
                unit = kinds[link.kind] = LinkedUnit(link)
            else:
                unit.add(link)
            for one in kinds.values():
                one.is_only_kind = len(kinds) == 1
                changed[id(one)] = one
        return list(changed.values())
