"""Which settings, and which operators, hold for a file."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import config_path
from cannlint.language import said
from cannlint.text.source import read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cannlint.config.file import Settings
    from cannlint.engine.run import Options
    from cannlint.jobs.model import Job
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.text.source import Source

_NOTHING: frozenset[str] = frozenset()


class Scope:
    """What the options and the configuration of each folder say together.

    `config`, `isolated`, `library`, `socs` and `releases` (front end → release) are those of the
    command line, which come before a configuration. Raises BrokenConfigError and CannlintError when
    `config` cannot be used.
    """

    __slots__ = (
        "_broken", "_configs", "_fixed", "_given", "_lacking", "_last_checked", "_last_settings",
        "_libraries", "_library", "_refused", "_releases", "_socs", "last", "searches",
    )  # fmt: skip

    def __init__(
        self,
        config: str | None,
        isolated: bool,
        library: str | None,
        socs: Sequence[str],
        releases: Mapping[str, str] | None = None,
    ) -> None:
        self.searches = not isolated and config is None
        """Whether the configuration of each folder is looked for."""
        self._library = library
        self._socs = tuple(socs)
        self._releases = releases or {}
        self._configs: dict[str, str | None] = {}
        self._broken: dict[str, BrokenConfigError] = {}
        self._libraries: dict[Library, None] = {}
        self._lacking: dict[str, None] = {}
        self._last_settings: Settings | None = None
        self._refused: tuple[Settings | None, BrokenConfigError] | None = None
        self._last_checked: Settings | None = None
        self._fixed: Settings | None = None
        self._given: str | None = None
        self.last: Operators | None = None
        """The operators that were asked for last; None where none were."""
        if config is not None and not isolated:
            from cannlint.config.file import load

            self._fixed = load(config)
            self._check_policies(self._fixed)
            self._given = os.path.abspath(config)

    def is_given(self, path: str) -> bool:
        """Whether a file is the configuration that the command line names."""
        return self._given is not None and os.path.abspath(path) == self._given

    def settings_of(self, path: str) -> Settings | None:
        """The settings of a file; None where nothing is configured.

        Raises BrokenConfigError.
        """
        if not self.searches:
            return self._fixed
        folder = os.path.dirname(path)
        if folder not in self._configs:
            self._configs[folder] = self.find_configuration(os.path.abspath(folder))
        found = self._configs[folder]
        if found is None:
            return None
        return self.read_settings(found)

    def find_configuration(self, folder: str) -> str | None:
        """The path of the configuration file of an absolute folder."""
        return config_path(folder)

    def configuration(self, path: str) -> Source:
        """The text of a configuration file that was found; raises UnreadablePathError."""
        return read_source(path, os.path.relpath(path))

    def read_settings(self, path: str) -> Settings:
        """The settings of a configuration file that was found; raises BrokenConfigError."""
        from cannlint.config.file import settings_at

        known = self._broken.get(path)
        if known is not None:  # all files of its folder ask
            raise known
        try:
            settings = settings_at(path)
            self._check_policies(settings)
        except BrokenConfigError as broken:
            self._broken[path] = broken
            raise
        return settings

    def _check_policies(self, settings: Settings | None) -> None:
        """Raise BrokenConfigError if a policy is wrong; each configuration is checked once."""
        if settings is not None and settings.policies and settings is not self._last_checked:
            from cannlint.jobs.policies import check_policies

            check_policies(settings.policies)
            self._last_checked = settings

    def choose_policies(self, jobs: Sequence[Job], path: str, settings: Settings | None) -> None:
        """Give each job of a file the policies that it has to keep."""
        policies = settings.policies_in(path) if settings is not None else []
        if settings is not None and policies:
            from cannlint.jobs.policies import policies_for

            for job in jobs:
                job.policies = policies_for(job, policies, self._socs or settings.socs)

    def releases_under(
        self, settings: Settings | None, library: str | None = None
    ) -> Sequence[Mapping[str, str]]:
        """The releases of front ends: those of the options, of the settings, of the library.

        `library` is one that is asked for in place of that of the options.
        """
        from cannlint.jobs.chosen_release import releases_with

        configured = settings.front_end_versions if settings is not None else {}
        known = self._library_under(settings, library or self._library)
        return self._releases, configured, releases_with(known.cann) if known else {}

    def _library_under(self, settings: Settings | None, asked: str | None) -> Library | None:
        """The library that the options, the settings or the environment choose, if any does."""
        from cannlint.library.choose import chosen

        if settings is None:
            return chosen(asked)
        return chosen(asked, settings.opp, settings.library)

    def operators_under(
        self, settings: Settings | None, socs_of_jobs: tuple[str, ...] = ()
    ) -> Operators:
        """The operators of the library and the SoCs that the options or settings name.

        The SoCs of the jobs that a file is for come first; they are not those of the run.
        """
        if self._refused is not None and self._refused[0] is settings:
            raise self._refused[1]
        if self.last is None or self._last_settings is not settings:
            try:
                self.last, self._last_settings = self._chosen(settings), settings
            except BrokenConfigError as broken:
                self._refused = settings, broken
                raise
        known = self.last
        if not socs_of_jobs:
            return known
        from cannlint.library.operators import operators

        self._note_lacking(socs_of_jobs, known.library)
        return operators(socs_of_jobs, known.library, known.extra)

    def _chosen(self, settings: Settings | None) -> Operators:
        from cannlint.library.choose import choose
        from cannlint.library.operators import operators

        if settings is None:
            library, socs, extra = choose(self._library), self._socs, _NOTHING
        else:
            library = choose(self._library, settings.opp, settings.library)
            socs, extra = self._socs or settings.socs, settings.extra_ops
        self._libraries[library] = None
        if any(library.folder_of(soc) is None for soc in socs):
            from cannlint.library.socs import refuse_unknown, unknown_soc

            problem = None if self._socs or settings is None else unknown_soc(socs, library)
            if problem is not None:
                from cannlint.config.faults import fault_at

                assert settings is not None and settings.path is not None
                raise fault_at(self.configuration(settings.path), "soc", *problem)
            refuse_unknown(socs, library)
            self._note_lacking(socs, library)
        return operators(socs, library, extra)

    def _note_lacking(self, socs: Sequence[str], library: Library) -> None:
        """Note the SoCs that there are, but of which the library can say nothing."""
        for soc in socs:
            if library.folder_of(soc) is None:
                from cannlint.library.socs import is_known, lacking

                if is_known(soc, library):
                    self._lacking[lacking(library, soc)] = None

    def notes(self) -> list[str]:
        """The sentences about libraries that CANN would not load, or that lack a SoC."""
        refused = [_refused(path) for library in self._libraries for path in library.refused]
        return [*self._lacking, *refused]


def scope_of(options: Options) -> Scope:
    """The scope of the options of a run; raises as Scope does."""
    return Scope(
        options.config, options.isolated, options.library, options.socs, options.front_end_versions
    )


def _refused(path: str) -> str:
    return said(
        "{path}: CANN cannot load this library file, so no operator is called unknown; "
        "see cannlint library check",
        path=path,
    )
