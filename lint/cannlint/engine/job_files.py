"""The files with jobs, linked to the config files that these name, for the checks of both."""

from __future__ import annotations

from cannlint.engine.read import jobs_to_check
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.config.file import Settings
    from cannlint.engine.link import ConfigFile, ConfigFiles
    from cannlint.engine.read import Files
    from cannlint.engine.run import Options
    from cannlint.engine.scope import Scope
    from cannlint.reading.base import Reading

_MOST = 1_000
"""Files that stay linked, for the config files that need their jobs once more."""


class JobFiles:
    """Links files with jobs when they are asked for. `given` are readings of no file, by path."""

    def __init__(self, options: Options, scope: Scope, files: Files) -> None:
        self.given: dict[str, Reading] = {}
        self._options = options
        self._scope = scope
        self._files = files
        self._linked: dict[str, ConfigFiles] = {}
        self._configured: dict[str, ConfigFiles] = {}

    def forget(self) -> None:
        """Link every file again when it is asked for."""
        self._linked.clear()
        self._configured.clear()

    def configured(self, path: str, settings: Settings | None) -> list[ConfigFile]:
        """A file as the jobs of its configuration use it, where they are not checked themselves."""
        if self._options.kind is not None:
            return []
        if settings is None or settings.path is None or not settings.has_jobs:
            return []
        if settings.path not in self._configured:
            from cannlint.engine.link import ConfigFiles
            from cannlint.jobs.chosen_release import choose_releases

            source = self._files.configuration(settings.path)
            reading = self._files.reading(source, Kind.JOB)
            choose_releases(jobs_to_check(reading), *self._scope.releases_under(settings))
            self._configured[settings.path] = ConfigFiles(
                reading, settings.root, self._files, (), not self._options.no_model
            )
        return self._configured[settings.path].of(path)

    def link(self, reading: Reading, settings: Settings | None) -> ConfigFiles:
        """Follow the options of a file's jobs to the files that they name."""
        from cannlint.engine.link import ConfigFiles
        from cannlint.jobs.chosen_release import choose_releases

        root = settings.root if settings is not None else None
        choose_releases(jobs_to_check(reading), *self._scope.releases_under(settings))
        self._scope.choose_policies(jobs_to_check(reading), reading.source.path, settings)
        configs = ConfigFiles(
            reading, root, self._files, self._options.folders, not self._options.no_model
        )
        self._linked[reading.source.path] = configs
        if len(self._linked) > _MOST:
            del self._linked[next(iter(self._linked))]
        return configs

    def linked(self, job_file: tuple[str, Kind]) -> ConfigFiles:
        """The config files that the jobs of a file name."""
        path, kind = job_file
        known = self._linked.get(path)
        if known is not None:
            return known
        reading = self.given.get(path) or self._files.reading(self._files.source(path), kind)
        return self.link(reading, self._scope.settings_of(path))
