"""The config files that jobs name, in a run whose jobs other processes have read.

The run keeps no job in memory: it has the answers about such files (`linked_answers`) and the names
of the files with jobs in them, which are read again where several of them name a file and what is
found in it depends on more than its own text.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from functools import cache

from cannlint.config.errors import BrokenConfigError
from cannlint.engine.taking import Taker
from cannlint.errors import UnreadablePathError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cannlint.config.file import Settings
    from cannlint.engine.ahead import Group
    from cannlint.engine.answers import Answer, Named
    from cannlint.engine.examining import Examiner
    from cannlint.engine.session import Session
    from cannlint.jobs.linked_files import Linked, LinkedFiles
    from cannlint.jobs.model import JobsReading
    from cannlint.text.source import Source

    Together = Callable[[Sequence[Group]], Iterable[Answer | None]]
    """Groups of config files that the same jobs name → what is found in each file."""

_ABOUT = ("findings", "marked", "refused", "complaints")
"""What an answer has to say, where it says anything."""


class NamedFile:
    """A config file as one kind, with the files whose jobs name it as that.

    `answer` is what is found in it where the jobs are for these SoCs; `is_open` tells that this was
    not asked about all of its jobs.
    """

    __slots__ = ("answer", "is_open", "is_outside", "kind", "named_in", "path", "planned", "socs")

    def __init__(self, answer: Answer, named_in: Named) -> None:
        self.path: str = answer["path"]
        self.kind: str = answer["kind"]
        self.is_outside: bool = answer["outside"]
        self.socs: tuple[str, ...] = tuple(answer["socs"])
        self.planned: bool = answer["planned"]
        self.named_in = [named_in]
        self.is_open = False
        says_something = any(answer.get(name) for name in _ABOUT)
        self.answer = answer if says_something else _nothing(self.kind)

    def join(self, answer: Answer, named_in: Named) -> None:
        """Take the jobs of one more file, which use it as the same kind."""
        socs = tuple(dict.fromkeys((*self.socs, *answer["socs"])))
        self.planned = self.planned or answer["planned"]
        self.is_open = self.is_open or self.planned or socs != self.socs
        self.socs = socs
        self.named_in.append(named_in)


@cache
def _nothing(kind: str) -> Answer:
    """What most files have; one object, as there may be a great many of them."""
    return {"kind": kind, "findings": [], "library": True, "marked": False}


class NamedFiles:
    """The config files that jobs name, by where they really are.

    `complaints` are the sentences about graphs that could not be read, each once.
    """

    def __init__(self, session: Session, examiner: Examiner) -> None:
        self._session = session
        self._examiner = examiner
        self._found: dict[str, dict[str, NamedFile]] = {}
        self._sources: dict[tuple[str, str], Source] = {}
        self._unreadable: dict[str, None] = {}
        self._named_in: list[Named] = []
        self.complaints: dict[str, None] = {}

    def add(self, path: str, answer: Answer) -> None:
        """Take what is known of a file with jobs in it."""
        named_in = path, answer["kind"]
        self._named_in.append(named_in)
        self._unreadable.update(dict.fromkeys(answer["unreadable"]))
        for about in answer["linked"]:
            kinds = self._found.setdefault(about["real"], {})
            if about["kind"] in kinds:
                kinds[about["kind"]].join(about, named_in)
            else:
                kinds[about["kind"]] = NamedFile(about, named_in)

    def __contains__(self, path: str) -> bool:
        return os.path.realpath(path) in self._found

    def source(self, path: str, kind: str | None = None) -> Source:
        """A file that findings are in, or about: one that jobs name is one object for each kind.

        Raises UnreadablePathError.
        """
        real = os.path.realpath(path)
        kinds = self._found.get(real, {})
        known = kinds.get(kind) if kind is not None else next(iter(kinds.values()), None)
        if known is None:
            return self._read(path)
        if (real, known.kind) not in self._sources:
            source = self._sources[real, known.kind] = self._read(known.path)
            source.is_outside = known.is_outside
        return self._sources[real, known.kind]

    def readings(self, linked: LinkedFiles) -> Iterator[JobsReading]:
        """The files with jobs, read again: but for those that the jobs in `linked` are from."""
        own = {job.source.path for one in linked for job in one.jobs}
        for named_in in self._named_in:
            if named_in[0] not in own:
                with self._reporting():
                    yield self._examiner.jobs_in(named_in)

    def settle(self, together: Together) -> Iterator[tuple[Linked, bool]]:
        """Keep what is found in each file.

        Those that have changed meanwhile are given back, as their jobs use them now, and with
        whether that is in one way.
        """
        answers = self._answers(together)
        for file in self._files():
            with self._reporting():
                settings = self._session.scope.settings_of(file.path)
                if settings is not None and settings.excludes(file.path):
                    continue
                answer = answers[file] if file.is_open else file.answer
                if answer is None or not self._is_kept(file, answer, settings):
                    linked = self._examiner.linked(file.named_in).of(file.path)
                    for one in linked:
                        if one.reading.kind.value == file.kind:
                            yield one, self._is_used_once(file)
        for path in self._unreadable:
            with self._reporting():
                self._read(path)

    @contextmanager
    def _reporting(self) -> Iterator[None]:
        """Report what cannot be read, or not be used as configuration."""
        try:
            yield
        except UnreadablePathError as error:
            self._session.report_unreadable(error)
        except BrokenConfigError as broken:
            self._session.report_broken(broken)

    def _read(self, path: str) -> Source:
        return self._examiner.files.source(path)

    def _is_used_once(self, file: NamedFile) -> bool:
        return len(self._found[os.path.realpath(file.path)]) == 1

    def _files(self) -> Iterator[NamedFile]:
        for kinds in self._found.values():
            yield from kinds.values()

    def _answers(self, together: Together) -> dict[NamedFile, Answer | None]:
        """What is found in the files whose jobs have to be looked at together."""
        groups: dict[tuple[Named, ...], list[NamedFile]] = {}
        for file in self._files():
            if file.is_open:
                groups.setdefault(tuple(file.named_in) if file.planned else (), []).append(file)
        asked: list[Group] = [
            (named_in, [(file.path, file.kind, file.socs) for file in files])
            for named_in, files in groups.items()
        ]
        open_files = [file for files in groups.values() for file in files]
        return dict(zip(open_files, together(asked), strict=True))

    def _is_kept(self, file: NamedFile, answer: Answer, settings: Settings | None) -> bool:
        """Keep what is found in a file; whether it is still what the answer is about."""

        def open(path: str) -> Source:
            return self.source(path, file.kind if path == file.path else None)

        taker = Taker(file.path, answer, open)
        if not taker.is_current:
            return False
        found = taker.findings()
        if found and (file.is_outside or not self._is_used_once(file)):
            for finding in found:
                finding.fix = None
        taker.note_refused(self._session.scope.operators_under(settings).library)
        self.complaints.update(dict.fromkeys(answer.get("complaints", ())))
        self._session.count(taker.source, taker.kind)
        self._session.settle(taker.source, settings, lambda _: found)
        return True
