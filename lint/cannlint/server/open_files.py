"""The files that a check reads, open or on disk, and the settings while configurations are open."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.file import Settings, settings_in
from cannlint.config.search import (
    CONFIG_NAME,
    PYPROJECT,
    config_path,
    has_our_table,
    is_config_on_disk,
)
from cannlint.engine.read import Files
from cannlint.engine.scope import Scope
from cannlint.errors import UnreadablePathError
from cannlint.jobs.policies import check_policies
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.language import said
from cannlint.reading.base import Reading
from cannlint.server.documents import Document
from cannlint.server.languages import has_our_tables
from cannlint.text.file_state import state_of
from cannlint.text.source import Source, check_size, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.text.file_state import State


class OpenScope(Scope):
    """The settings of folders, from configurations that may be open."""

    def __init__(self, files: OpenFiles) -> None:
        super().__init__(None, False, None, ())
        self._files = files
        self.opened = files.configurations()
        """What `configurations` of the files were when the scope was made."""
        self._known: dict[str, bool] = {}

    def find_configuration(self, folder: str) -> str | None:
        """The path of the configuration of an absolute folder, open or on disk."""
        return config_path(folder, self._is_configuration if self.opened else None)

    def _is_configuration(self, path: str) -> bool:
        if path not in self._known:  # many folders have the same ones above
            is_open = self.opened.get(place_of(path))
            self._known[path] = is_config_on_disk(path) if is_open is None else is_open
        return self._known[path]

    def configuration(self, path: str) -> Source:
        """The last valid text of a configuration file."""
        return self._files.configuration(path)

    def refusal(self) -> str | None:
        """The error about a configuration whose SoC is unknown, unless it is open: a finding."""
        if self._refused is None or self._files.is_open(self._refused[1].source.path):
            return None
        return str(self._refused[1])

    def read_settings(self, path: str) -> Settings:
        """The last valid settings of a configuration file."""
        return self._files.settings_at(path)


class Snapshot:
    """An earlier state of an open file."""

    __slots__ = ("is_saved", "source")

    def __init__(self, document: Document | Snapshot) -> None:
        self.source: Source = document.source
        self.is_saved: bool = document.is_saved


class OpenFiles(Files):
    """The open files of an editor over those on disk.

    For a broken configuration, the last valid text is used.
    """

    def __init__(self) -> None:
        super().__init__()
        self._documents: dict[str, Document | Snapshot] = {}
        self._kinds: dict[str, Kind] = {}
        self._on_disk: dict[str, tuple[State | None, Source]] = {}
        self._readings: dict[str, dict[Kind, Reading]] = {}
        self._configurations: dict[str, tuple[Source, Settings]] = {}
        self._held: dict[str, bool] = {}
        self._complaints: dict[str, str] = {}

    @property
    def complaint(self) -> str | None:
        """The error about a broken configuration, unless it is open and has a finding."""
        for sentence in self._complaints.values():
            return said("{sentence}; the last valid settings stay in use", sentence=sentence)
        return None

    def open(self, document: Document, kind: Kind | None) -> None:
        """Add a file that the editor has opened; the editor may know its kind."""
        self._documents[document.place] = document
        if kind is not None:
            self._kinds[document.place] = kind

    def close(self, document: Document) -> None:
        """Remove a closed file: it is read from disk from now on."""
        place = document.place
        self._documents.pop(place, None)
        self._kinds.pop(place, None)
        self._held.pop(place, None)
        if place in self._configurations and not is_config_on_disk(place):
            del self._configurations[place]
        self._readings.pop(place, None)

    def is_open(self, path: str) -> bool:
        """Whether a file is open."""
        return place_of(path) in self._documents

    def is_as_on_disk(self, document: Document) -> bool:
        """Whether an open file has the text that is on disk."""
        try:
            return self._read(document.path, document.path).data == document.source.data
        except UnreadablePathError:
            return False

    def as_they_are(self) -> OpenFiles:
        """A copy for another thread, with the current texts."""
        files = OpenFiles()
        files._documents.update(
            (place, Snapshot(document)) for place, document in self._documents.items()
        )
        files._kinds.update(self._kinds)
        files._on_disk.update(self._on_disk)
        files._configurations.update(self._configurations)
        files._held.update(self._held)
        return files

    def source(self, path: str, shown: str | None = None) -> Source:
        """The text of a file in the editor, or on disk."""
        document = self._documents.get(place_of(path))
        if document is None:
            return self._read(path, shown or path)
        check_size(document.source)
        return document.source

    def _read(self, path: str, shown: str) -> Source:
        """A file on disk, read again if it may have changed; equal text gives the same Source."""
        state = state_of(path)
        known = self._on_disk.get(path)
        if known is not None and state is not None and known[0] == state:
            return known[1]
        source = read_source(path, shown)
        if known is not None and known[1].data == source.data:
            source = known[1]
        self._on_disk[path] = (state, source)
        return source

    def reading(self, source: Source, kind: Kind) -> Reading:
        """The reading of a file; the earlier one if the text is the same.

        Files with jobs are read each time: linking changes the jobs, and they may have options from
        other files.
        """
        if kind in JOB_KINDS:
            return super().reading(source, kind)
        known = self._readings.setdefault(place_of(source.path), {})
        if kind not in known or known[kind].source is not source:
            known[kind] = super().reading(source, kind)
        return known[kind]

    def kind(self, source: Source) -> Kind | None:
        """The kind for the language in the editor; a configuration without a name by content."""
        place = place_of(source.path)
        document = self._documents.get(place)
        if document is not None and not document.is_saved and has_our_tables(source):
            return Kind.JOB
        return self._kinds.get(place)

    def linked_reading(self, source: Source, kind: Kind) -> Reading:
        """The same for a config file that jobs name."""
        return self.reading(source, kind)

    def configuration(self, path: str) -> Source:
        """The last valid text of a configuration file."""
        return self._configuration(path)[0]

    def settings_at(self, path: str) -> Settings:
        """The settings of the last valid text of a configuration; raises if none was valid."""
        return self._configuration(path)[1]

    def configurations(self) -> dict[str, bool]:
        """Whether open files with the name of a configuration hold settings, by place.

        A file whose text was never valid is not among them: for it the disk tells.
        """
        named = [place for place in self._documents if may_hold_configuration(place)]
        for place in named:
            holds = self._holds_settings(place)
            if holds is not None:
                self._held[place] = holds
        return {place: self._held[place] for place in named if place in self._held}

    def _holds_settings(self, place: str) -> bool | None:
        """None where no text was valid so far: what was last known stays in use."""
        document = self._documents[place]
        if not document.is_saved:
            return None
        if os.path.basename(place) == PYPROJECT and not has_our_table(document.source.data):
            self._configurations.pop(place, None)
            return False
        if place not in self._configurations:
            try:
                self._configuration(place)
            except (BrokenConfigError, UnreadablePathError):
                return None
        return True

    def _configuration(self, path: str) -> tuple[Source, Settings]:
        place = place_of(path)
        good = self._configurations.get(place)
        try:
            source = self.source(path, os.path.relpath(path))
            if good is None or good[0] is not source:
                settings = settings_in(source) or Settings()
                check_policies(settings.policies)
                good = self._configurations[place] = (source, settings)
        except (BrokenConfigError, UnreadablePathError) as error:
            if place not in self._documents:
                self._complaints[place] = str(error)
            if good is None:
                raise
        else:
            self._complaints.pop(place, None)
        return good


def may_hold_configuration(path: str) -> bool:
    """Whether a change of the file may change the settings of other files."""
    return os.path.basename(path) in (CONFIG_NAME, PYPROJECT)


def place_of(path: str) -> str:
    """The key of a file, however its path is written."""
    return os.path.realpath(path)
