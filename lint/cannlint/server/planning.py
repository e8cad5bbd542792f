"""Plans for open files, made beside the server's own work."""

from __future__ import annotations

from cannlint.engine.pipeline import check_open
from cannlint.engine.plan_checks import Graphs
from cannlint.server.documents import Document
from cannlint.server.open_files import OpenFiles, OpenScope
from cannlint.server.plans import MakingPlans, Place, Planned


class Planning:
    """Plans for some open files, from a copy of their texts; can run in any thread."""

    __slots__ = (
        "_closed", "_files", "_graphs", "_groups", "complaints", "is_done", "planned", "uris"
    )  # fmt: skip

    def __init__(
        self,
        uris: set[str],
        groups: list[list[Document]],
        closed: list[list[str]],
        files: OpenFiles,
        graphs: Graphs,
    ) -> None:
        self.uris = uris
        self.planned: dict[Place, Planned] = {}
        self.complaints: list[str] = []
        self.is_done = False
        self._closed = closed
        self._groups = [[(member, member.source) for member in group] for group in groups]
        self._files = files
        self._graphs = graphs

    @property
    def is_current(self) -> bool:
        """Whether all texts are unchanged."""
        return all(member.source is source for group in self._groups for member, source in group)

    def run(self) -> None:
        """Make the plans. Raises CannlintError if there is no library."""
        scope = OpenScope(self._files)
        for group, closed in zip(self._groups, self._closed, strict=True):
            plans = MakingPlans(self._graphs, self.planned)
            paths = [source.path for _, source in group] + closed
            check_open(paths, self._files, scope, plans)
            self.complaints += plans.complaints
        self.is_done = True
