"""The settings of folders while configurations are open."""

from __future__ import annotations

from cannlint.config.file import Settings
from cannlint.config.search import config_path, is_config_on_disk
from cannlint.engine.scope import Scope
from cannlint.server.open_files import OpenFiles, place_of
from cannlint.text.source import Source


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
