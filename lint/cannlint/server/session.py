"""The state of the server: open files, their relations by jobs, and their findings."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from cannlint.config.file import Settings
from cannlint.config.search import CONFIG_NAME, forget_configurations
from cannlint.diagnostics import Diagnostic
from cannlint.engine.pipeline import check_open
from cannlint.engine.plan_checks import Graphs
from cannlint.engine.run import Run
from cannlint.engine.units import Context
from cannlint.jobs.model import Job
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.library.operators import Operators
from cannlint.reading.base import Reading
from cannlint.resolve.rows import Row
from cannlint.server.closed_files import ClosedFiles, named_configs, summaries
from cannlint.server.documents import Document
from cannlint.server.open_files import OpenFiles, OpenScope, may_hold_configuration, place_of
from cannlint.server.planning import Planning
from cannlint.server.plans import Place, Planned, RememberedPlans
from cannlint.text.source import Source


class Checked:
    """The check of an open file at `version`: reading, settings and findings.

    `reading` is None for a file that is of no known kind, or cannot be read. `jobs` are those
    that name the file, or are in it; `rows` the plans' rows that hints have asked for so far.
    `summaries` tell at options how much was found in the closed files that they name.
    """

    __slots__ = (
        "findings",
        "jobs",
        "operators",
        "reading",
        "rows",
        "settings",
        "source",
        "summaries",
        "version",
    )

    def __init__(
        self,
        document: Document,
        context: Context | None,
        findings: list[Diagnostic],
        summaries: list[Diagnostic],
    ) -> None:
        self.source: Source = document.source
        self.version = document.version
        self.findings = findings
        self.summaries = summaries
        self.reading: Reading | None = context.reading if context is not None else None
        self.operators: Operators | None = context.operators if context is not None else None
        self.settings: Settings | None = context.settings if context is not None else None
        self.jobs: Sequence[Job] = context.jobs if context is not None else ()
        self.rows: dict[str, list[tuple[Job, str, Row]]] = {}

    @property
    def kind(self) -> Kind | None:
        """The kind of the file."""
        return self.reading.kind if self.reading is not None else None


class Session:
    """The open files of an editor, and their checks.

    Files are related if a job of one names the other, or if a job names both. Related files are
    checked in one run, like files on one `cannlint check` command line, with the closed files whose
    jobs may name them.
    """

    __slots__ = (
        "_closed",
        "_contexts",
        "_files",
        "_graphs",
        "_named",
        "_planned",
        "_refused",
        "_related",
        "_scope",
        "documents",
        "is_outdated",
    )

    def __init__(self) -> None:
        self.documents: dict[str, Document] = {}
        self.is_outdated = False
        """Whether the plans of the last check are out of date."""
        self._closed = ClosedFiles()
        self._files = OpenFiles()
        self._contexts: dict[str, Context] = {}
        self._scope = OpenScope(self._files)
        self._related: dict[str, frozenset[str]] = {}
        self._graphs = Graphs()
        self._named: dict[str, tuple[str, ...]] = {}
        self._planned: dict[Place, Planned] = {}
        self._refused: list[str] = []

    @property
    def complaint(self) -> str | None:
        """The error about a configuration or library that cannot be used, or None."""
        others = [*self._scope.notes(), *self._refused]
        return self._files.complaint or self._scope.refusal() or next(iter(others), None)

    def open(self, document: Document, kind: Kind | None) -> None:
        """Add a file that the editor has opened; the editor may know its kind."""
        self.documents[document.uri] = document
        self._files.open(document, kind)

    def follow_language(self, document: Document) -> Document:
        """The file with its new text, as another one if it has no name and its language changed."""
        if document.path_now(document.text) == document.path:
            return document
        again = Document(
            document.uri, document.text, document.version, document.encoding, document.language
        )
        self.close(document.uri)
        self.open(again, None)
        return again

    def close(self, uri: str) -> None:
        """Remove a closed file."""
        document = self.documents.pop(uri, None)
        if document is not None:
            self._files.close(document)
            self._closed.forget()
            self._named.pop(document.place, None)
            self._contexts.pop(document.place, None)
            self._related.pop(document.place, None)
            for place in [place for place in self._planned if place[0] == document.place]:
                del self._planned[place]

    def changes_settings(self, document: Document) -> bool:
        """Whether an open file may give other settings than the disk does."""
        has_name = document.is_saved and may_hold_configuration(document.path)
        return has_name and not self._files.is_as_on_disk(document)

    def document_at(self, path: str) -> Document | None:
        """The open file at a path."""
        place = place_of(path)
        return next((known for known in self.documents.values() if known.place == place), None)

    def named_with(self, path: str) -> list[Document]:
        """The open files that jobs name together with the file at a path."""
        place = place_of(path)
        return [
            document
            for document in self.documents.values()
            if place in self._related.get(document.place, ())
        ]

    def search_again(self) -> None:
        """Search the closed files with jobs again."""
        self._closed.forget()

    def forget_configuration(self) -> None:
        """Search the configuration of each folder again."""
        self._closed.forget()
        forget_configurations()
        self._scope = OpenScope(self._files)

    def check(self, document: Document) -> list[tuple[Document, Checked]]:
        """The findings in an open file, and in the files of its jobs.

        Raises CannlintError if the configuration names a library that does not exist.
        """
        if self._files.configurations() != self._scope.opened:
            self.forget_configuration()
        together = self._together(document)
        for member in together:
            self._contexts.pop(member.place, None)
        plans, run, has_all = self._check(together)
        if not has_all:  # the first check has told which closed files the jobs name
            plans, run, _ = self._check(together)
        self.is_outdated = plans.is_outdated
        return [(member, self._checked(member, run.findings)) for member in together]

    def _check(self, together: Sequence[Document]) -> tuple[RememberedPlans, Run, bool]:
        """Whether the closed files that jobs name are those that were checked with them."""
        paths = [member.source.path for member in together] + self._closed_with(together)
        plans = RememberedPlans(self._planned)
        run, checked = check_open(paths, self._files, self._scope, plans)
        self._contexts.update(
            (place_of(file.path), file.context) for file in checked if file.context is not None
        )
        before = [self._named.get(member.place, ()) for member in together]
        for member in together:
            named = named_configs(self._contexts.get(member.place), self._files)
            self._named[member.place] = named
        return plans, run, before == [self._named[member.place] for member in together]

    def planning(self, uris: set[str]) -> Planning:
        """The plans to make for some files, with all files of their jobs."""
        known = [self.documents[uri] for uri in sorted(uris) if uri in self.documents]
        groups = [self._together(document) for document in known]
        closed = [self._closed_with(group) for group in groups]
        return Planning(uris, groups, closed, self.files_now(), self._graphs)

    def files_now(self) -> OpenFiles:
        """A copy of the files for another thread, with the current texts."""
        return self._files.as_they_are()

    def take(self, planning: Planning) -> bool:
        """Store the findings of plans; False if the texts have changed."""
        if not planning.is_current or not planning.is_done:
            return False
        self._planned.update(planning.planned)
        self._refused = planning.complaints
        return True

    def _closed_with(self, together: Sequence[Document]) -> list[str]:
        """The closed config files that open files name, and the files whose jobs may name any."""
        named = [path for one in together for path in self._named.get(one.place, ())]
        own = [one.path for one in together if one.is_saved]
        jobs = (path for one in own + named for path in self._closed.naming(one, self._scope))
        places = {member.place for member in together}
        return [path for path in dict.fromkeys((*named, *jobs)) if place_of(path) not in places]

    def _checked(self, document: Document, findings: Sequence[Diagnostic]) -> Checked:
        context = self._contexts.get(document.place)
        related = _files_of(context.jobs) if context is not None else frozenset()
        self._related[document.place] = related
        own = [found for found in findings if _is_in(found, document)]
        named = self._named.get(document.place, ())
        about: list[Diagnostic] = []
        if named and context is not None:
            about = summaries(document.source, context, findings, self._files)
        return Checked(document, context, own, about)

    def _together(self, document: Document) -> list[Document]:
        """The open files that share jobs with a file; files with jobs come first."""
        group, waiting = {}, [document]
        while waiting:
            member = waiting.pop()
            if member.uri not in group:
                group[member.uri] = member
                waiting += self.neighbours(member)
        return sorted(group.values(), key=lambda member: not self._has_jobs(member))

    def neighbours(self, document: Document) -> list[Document]:
        """The open files that a file names, that name it, or that a job names with it."""
        own = self._related.get(document.place, frozenset())
        return [
            other
            for other in self.documents.values()
            if other is not document
            and (other.place in own or document.place in self._related.get(other.place, ()))
        ]

    def _has_jobs(self, document: Document) -> bool:
        context = self._contexts.get(document.place)
        return has_configuration_name(document.path) or (
            context is not None and context.reading.kind in JOB_KINDS
        )


def _files_of(jobs: Iterable[Job]) -> frozenset[str]:
    """The files with jobs, and the files and graphs that the jobs name, existing or not."""
    files = {place_of(file.path) for job in jobs for file in job.files.values()}
    files.update(place_of(job.graph_path) for job in jobs if job.graph_path is not None)
    for job in jobs:
        folder = os.path.dirname(job.source.path) if job.missing else ""
        values = (setting.value or "" for setting in job.missing)
        files.update(place_of(os.path.join(folder, value)) for value in values)
    return frozenset(files).union(map(place_of, {job.source.path for job in jobs}))


def _is_in(finding: Diagnostic, document: Document) -> bool:
    source = finding.source
    return source is document.source or (
        source is not None and not source.data and place_of(source.path) == document.place
    )


def has_configuration_name(path: str) -> bool:
    """Whether a file is a configuration of cannlint."""
    return os.path.basename(path) == CONFIG_NAME
