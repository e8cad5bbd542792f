"""From the settings of one object, in the branches they stand in, to the jobs they make."""

from __future__ import annotations

from cannlint.jobs.model import Job

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.jobs.model import FrontEnd, Setting
    from cannlint.jobs.python.scopes import Path
    from cannlint.text.source import Source
    from cannlint.text.span import Span

_MOST = 64
"""Branches of one object that are told apart."""


class Draft:
    """What is set on one `custom_op`, by one call, or on one config object.

    `complete` is whether nothing else can set options on it.
    """

    __slots__ = ("complete", "front_end", "settings", "source", "span")

    def __init__(self, front_end: FrontEnd, source: Source, span: Span) -> None:
        self.front_end = front_end
        self.source = source
        self.span = span
        self.complete = True
        self.settings: list[tuple[Setting, Path]] = []

    def add(self, setting: Setting, path: Path) -> None:
        """Note a setting and the branch it is in."""
        self.settings.append((setting, path))

    def jobs(self) -> list[Job]:
        """One job for each branch that sets something, with what is set around that branch.

        Options of branches that may both run, but need not, are in no job together: then
        nothing is said about them beside each other.
        """
        paths = list(dict.fromkeys(path for _, path in self.settings))
        return [self._job(path, path == paths[0]) for path in paths[:_MOST]]

    def _job(self, path: Path, is_first: bool) -> Job:
        """The job of a branch; all but the first stand where their branch begins."""
        around = [item for item in self.settings if path[: len(item[1])] == item[1]]
        last = _last_places(around)
        settings = [setting for setting, own in around if not _overridden(setting, own, last)]
        begins = next(setting.span for setting, own in self.settings if own == path)
        span = self.span if is_first else begins
        job = Job(self.front_end, self.source, span, settings)
        job.complete = self.complete and len(around) == len(self.settings)
        return job


def _last_places(around: list[tuple[Setting, Path]]) -> dict[str, dict[int, int]]:
    """Option → depth of a branch → where it is set last at that depth."""
    found: dict[str, dict[int, int]] = {}
    for setting, path in around:
        places = found.setdefault(setting.key, {})
        places[len(path)] = max(places.get(len(path), 0), setting.span.start)
    return found


def _overridden(setting: Setting, path: Path, last: dict[str, dict[int, int]]) -> bool:
    """Whether a deeper branch sets the option again: an exception to the rule, no slip."""
    return any(
        depth > len(path) and start > setting.span.start
        for depth, start in last[setting.key].items()
    )
