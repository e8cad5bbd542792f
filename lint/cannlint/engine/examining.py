"""What is found in one file, whoever looks: the run itself, another process, another machine."""

from __future__ import annotations

import os

from cannlint.config.errors import BrokenConfigError
from cannlint.config.search import CONFIG_NAME, PYPROJECT, has_our_table
from cannlint.discovery.detect import kind_of
from cannlint.engine.checks import findings_in, kind_needs_library, read
from cannlint.errors import UnreadablePathError
from cannlint.kinds import JOB_KINDS, Kind
from cannlint.parallel.file_state import state_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.config.file import Settings
    from cannlint.engine.answers import Answer, Named, Wanted
    from cannlint.engine.files import Files
    from cannlint.engine.run import Options
    from cannlint.engine.scope import Scope
    from cannlint.jobs.linked_files import LinkedFiles
    from cannlint.jobs.model import JobsReading
    from cannlint.parallel.cache import Cache
    from cannlint.reading.base import Reading
    from cannlint.text.source import Source

_LARGE = 4096
"""Bytes: to check a spotless file of fewer takes no longer than to look it up."""


class Examiner:
    """Finds out of what kind files are, and what is to be said of each by itself."""

    __slots__ = ("_under", "cache", "files", "options", "scope")

    def __init__(self, options: Options, scope: Scope, files: Files) -> None:
        self.options = options
        self.scope = scope
        self.files = files
        self.cache: Cache | None = None
        """What earlier runs have answered, by `_key` and by the state of a file."""
        self._under: dict[str | None, str | None] = {}

    def is_config(self, source: Source) -> bool:
        """Whether a file is a configuration of ours: by its name, or the one that was given."""
        if self.options.kind is not None:
            return False
        if self.scope.is_given(source.path):
            return True
        name = os.path.basename(source.path)
        return name == CONFIG_NAME or (name == PYPROJECT and has_our_table(source.data))

    def kind_in(self, text: Source, settings: Settings | None, is_named: bool) -> Kind | None:
        """The kind of a text: as asked for, as configured, as an editor says, as it looks."""
        return (
            self._given(text, settings)
            or self.files.kind(text)
            or kind_of(text.path, text.data, loosely=is_named)
        )

    def _given(self, text: Source, settings: Settings | None) -> Kind | None:
        configured = settings.kind_of(text.path) if settings is not None else None
        return self.options.kind or configured

    def answer(self, path: str, is_named: bool) -> Answer | None:
        """What a run has to know of a file, in JSON values; None for what it has to see itself.

        `kind` is None for a file that is not checked. Else there are `findings` (records),
        `library` tells that the operators were asked for, and `refused` which of its files CANN
        would not load; `marked` that there are suppressions in the file, and `digest` is that of
        its content. `key` is that of a result worth keeping, and `clean` is what to keep of a file
        without findings: the settings it was checked under, its path and its row. `jobs` tells
        that there are some in it, `config` that it is a configuration of ours; then `linked` are
        the answers about the config files that the jobs name (see `linked_answers`), and
        `unreadable` the paths of those that could not be read.
        """
        try:
            settings = self.scope.settings_of(path)
            under = self._settings_key(settings, is_named) if self.cache is not None else None
            if self.cache is None or under is None:
                return self._answer(path, settings, is_named)
            state = state_of(path)  # before it is read: it may change while that is done
            row = self.cache.clean.get(under, {}).get(path)
            if row is not None and state is not None and row[2:] == [*state]:
                return {**_CLEAN, "kind": row[0], "library": row[1], "clean": (under, path, row)}
            answer = self._answer(path, settings, is_named)
            if state is not None and answer is not None and _is_clean(answer):
                row = [answer["kind"], answer.get("library", False), *state]
                answer["clean"] = (under, path, row)
            return answer
        except (UnreadablePathError, BrokenConfigError):
            return None

    def _answer(self, path: str, settings: Settings | None, is_named: bool) -> Answer | None:
        source = self.files.source(path)
        if self.is_config(source):
            return self._of_config(source, settings, is_named)
        if not is_named and settings is not None and settings.excludes(path):
            return {"kind": None}
        entries = self.cache.entries if self.cache is not None else {}
        key = self._key(source, settings, is_named) if entries else None
        if key in entries:
            return {**entries[key], "key": key}
        kind = self.kind_in(source, settings, is_named)
        if kind is None:
            return None if is_named else {"kind": None}
        reading = read(source, kind)
        if _has_jobs(reading):
            return self._of_jobs(reading, settings)  # type: ignore[arg-type]
        answer = self._of_reading(reading, settings)
        is_worth_it = bool(answer["findings"]) or len(source.data) > _LARGE
        if is_worth_it and not self.options.no_cache:
            answer["key"] = key or self._key(source, settings, is_named)
        return answer

    def _of_reading(self, reading: Reading, settings: Settings | None) -> Answer:
        from cannlint.engine.answers import answer_of

        operators = self.scope.operators_under(settings) if kind_needs_library(reading) else None
        return answer_of(reading, findings_in(reading, operators), operators)

    def _of_config(
        self, source: Source, settings: Settings | None, is_named: bool
    ) -> Answer | None:
        """A configuration has jobs, or else is for the run to see."""
        if not is_named and not self.scope.searches:
            return {"kind": None}
        reading = self.files.reading(source, Kind.JOB)
        if not _has_jobs(reading):
            return None
        return {**self._of_jobs(reading, settings), "config": True}  # type: ignore[arg-type]

    def _of_jobs(self, reading: JobsReading, settings: Settings | None) -> Answer:
        from cannlint.engine.answers import linked_answers

        linked = self.linked()
        linked.add(reading, settings.root if settings is not None else None)
        return {
            **self._of_reading(reading, settings),
            "jobs": True,
            "linked": [*linked_answers(linked, self.scope)],
            "unreadable": [error.path for error in linked.unreadable],
        }

    def linked(self, named: Sequence[Named] = ()) -> LinkedFiles:
        """The config files that the jobs in these files name.

        Raises UnreadablePathError and BrokenConfigError.
        """
        from cannlint.jobs.linked_files import LinkedFiles

        linked = LinkedFiles(self.files.source, self.files.reading)
        for one in named:
            settings = self.scope.settings_of(one[0])
            linked.add(self.jobs_in(one), settings.root if settings is not None else None)
        return linked

    def jobs_in(self, named: Named) -> JobsReading:
        """A file with jobs, of a known kind; raises as `linked`."""
        path, kind = named
        return self.files.reading(self.files.source(path), Kind(kind))  # type: ignore[return-value]

    def together(self, named: Sequence[Named], wanted: Sequence[Wanted]) -> list[Answer | None]:
        """What is found in config files that the jobs in several files name.

        Without `named` the SoCs of the jobs are all that matters. None for what has gone.
        """
        try:
            linked = self.linked(named)
            return [self._of_wanted(linked if named else None, one) for one in wanted]
        except (UnreadablePathError, BrokenConfigError):
            return [None] * len(wanted)

    def _of_wanted(self, linked: LinkedFiles | None, wanted: Wanted) -> Answer | None:
        from cannlint.engine.answers import linked_answer

        path, kind, socs = wanted
        if linked is None:
            reading = self.files.reading(self.files.source(path), Kind(kind))
            return linked_answer(reading, (), socs, self.scope)
        for one in linked.of(path):
            if one.reading.kind.value == kind:
                return linked_answer(one.reading, one.jobs, one.socs, self.scope)
        return None

    def _key(self, source: Source, settings: Settings | None, is_named: bool) -> str | None:
        """The hash of everything that an answer depends on; None where that cannot be told.

        An installed library is many files, which may change at any time: nothing is kept.
        """
        from cannlint.parallel.cache import digest

        operators = self.scope.operators_under(settings)
        if operators.library.origin != "embedded":
            return None
        given = self._given(source, settings)
        name = os.path.basename(source.path)
        said = (
            name, is_named, given and given.value, operators.library.cann, operators.socs,
            sorted(operators.extra),
        )  # fmt: skip
        return digest(repr(said).encode("utf-8", "surrogateescape"), source.data)

    def _settings_key(self, settings: Settings | None, is_named: bool) -> str | None:
        """The hash of what an answer depends on beside the file; None as for `_key`."""
        path = settings.path if settings is not None else None
        if path not in self._under:
            self._under[path] = self._hashed(settings, is_named)
        return self._under[path]

    def _hashed(self, settings: Settings | None, is_named: bool) -> str | None:
        from cannlint.parallel.cache import digest

        operators = self.scope.operators_under(settings)
        if operators.library.origin != "embedded":
            return None
        said = (
            is_named, self.options.kind, operators.library.cann, operators.socs,
            sorted(operators.extra),
            (settings.path, settings.files, settings.exclude) if settings is not None else None,
        )  # fmt: skip
        return digest(repr(said).encode("utf-8", "surrogateescape"))


_CLEAN: Answer = {"findings": [], "marked": False}


def _is_clean(answer: Answer) -> bool:
    """Whether there is nothing in an answer but that there is nothing to say of the file alone."""
    told = ("findings", "marked", "refused", "jobs")
    return not any(answer.get(name) for name in told)


def _has_jobs(reading: Reading) -> bool:
    return reading.kind in JOB_KINDS and not reading.regular
