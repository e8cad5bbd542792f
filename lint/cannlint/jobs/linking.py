"""From the options of jobs to the config files that they name.

A file is read as the kind that its option says, whatever it looks like. Nothing but the path as
written is looked for: no variable is filled in, no home folder.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from cannlint.formats.scripts import PAGES, Language, language_of
from cannlint.jobs.folders import between, changes_in, tellers, told_folders
from cannlint.jobs.model import LinkedFile
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import compiler_spec
from cannlint.kinds import LINKED_KINDS, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from cannlint.jobs.model import Job
    from cannlint.jobs.settings import Setting
    from cannlint.reading.base import Reading

    Find = Callable[[Setting], "str | None"]
    """A setting that names a file → where the file is, or None."""

    Read = Callable[[str, Kind], "Reading | None"]
    """A path and its kind → CANN's reading of it; None for what is no file."""

_OPEN_PATH = re.compile(r"[$~`{}<>*?%|]|\.\.\.|://")
"""In a path that is a pattern, a placeholder or no local one."""

_WRITES = re.compile(r"(?:>|\btee|\bcp|\bmv|\bcat|\bopen\(|\bcurl|\bwget)([^\n]*)")

_FENCES = ("```", "~~~")

_LONGEST_LINE, _MOST_WRITTEN = 20_000, 1 << 18
"""In a longer line around a name, or in more text behind what may write, it is not searched: a file
of which nothing is known is not reported."""


def link(jobs: Sequence[Job], find: Find, read: Read) -> None:
    """Fill `files` and `missing` of jobs."""
    for job, setting, path, kind in named_files(jobs, find):
        reading = read(path, kind)
        if reading is not None:
            job.files[setting.option] = LinkedFile(path, reading, setting)


def named_files(jobs: Sequence[Job], find: Find) -> Iterator[tuple[Job, Setting, str, Kind]]:
    """Each config file that a job names: the job, the setting that counts, the path, the kind.

    Fills `missing` of the jobs.
    """
    for job in jobs:
        for setting in filter(names_file, job.settings):
            if job.get(setting.option) is not setting:
                continue
            path, kind = find(setting), file_kind(setting)
            if path is not None and kind is not None:
                yield job, setting, path, kind
            elif path is None and _is_expected(setting):
                job.missing.append(setting)


def file_kind(setting: Setting) -> Kind | None:
    """The kind of config file that an option names, of those that cannlint reads."""
    kind = setting.spec.file if setting.spec is not None else None
    return Kind(kind) if kind in LINKED_KINDS else None


def names_file(setting: Setting) -> bool:
    """Whether the value of a setting is the path of a config file, not a pattern or a variable."""
    if not setting.value or setting.type == "none" or setting.spec is None:
        return False
    is_file = setting.spec.file in LINKED_KINDS or setting.spec.suffix_file
    if not is_file and not names_folder(setting):
        return False
    return _OPEN_PATH.search(setting.value) is None


def names_folder(setting: Setting) -> bool:
    """Whether the value of a setting is the path of a folder that is only opened, not made."""
    return any(spec is not None and spec.folder for spec in (setting.spec, compiler_spec(setting)))


def _is_expected(setting: Setting) -> bool:
    """Whether the file should be here: a relative path, and nothing that could make it another.

    A script may change to a folder that is not known; it, or another one beside it, may write the
    file.
    """
    value = setting.value or ""
    if language_of(setting.source.path) == Language.CPP:
        return False  # a program runs elsewhere
    is_page = language_of(setting.source.path) in PAGES
    if is_page and setting.spec is not None and setting.spec.front_end is not FrontEnd.ATC:
        return False  # code that is shown
    if os.path.isabs(value) or None in changes_in(setting.source.text):
        return False
    name = os.path.basename(value.rstrip("/")) or value
    if _is_shown(setting, name):
        return False
    own = setting.source.path
    around = (
        told.text for told in tellers(os.path.dirname(own)) if told.name != os.path.basename(own)
    )
    return not (
        _is_written_here(setting, name) or any(name in _written_in(text) for text in around)
    )


def _is_shown(setting: Setting, name: str) -> bool:
    """Whether the page that a command stands in shows the file: it names it before a block."""
    is_on_page = language_of(setting.source.path) in PAGES
    return is_on_page and name in _before_blocks(setting.source.text)


@lru_cache(maxsize=64)
def _before_blocks(text: str) -> str:
    """The lines of a page that stand right before its blocks; cached as `_written_in` is."""
    found: list[str] = []
    before, is_open = "", False
    for line in text.split("\n"):
        if line.lstrip(" \t>").startswith(_FENCES):
            if not is_open:
                found.append(before)
            is_open = not is_open
        elif line.strip():
            before = line
            if line.rstrip().endswith("::"):
                found.append(line)
    return "\n".join(found)


def _is_written_here(setting: Setting, name: str) -> bool:
    """Whether the text of a setting may write a file, apart from the value that names it."""
    text, span = setting.source.text, setting.value_span
    start, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)
    end = len(text) if end < 0 else end
    written = _written_in(text)
    if end - start > _LONGEST_LINE or len(written) > _MOST_WRITTEN:
        return True
    elsewhere = written.count(name) - _written(text[start:end]).count(name)
    return elsewhere > 0 or any(
        name in _written(part) for part in (text[start : span.start], text[span.end : end])
    )


@lru_cache(maxsize=64)
def _written_in(text: str) -> str:
    """Cached, because a text may have thousands of names that are each looked for in it."""
    return _written(text)


def _written(text: str) -> str:
    """The parts of lines behind something that may write a file."""
    return "\n".join(match[1] for match in _WRITES.finditer(text))


class Finder:
    """Looks for the files of one script or configuration on disk.

    A script's relative paths are tried from its own folder, from the working folder, from the
    folders above it up to the root of its project, and from those that a script or a README
    changes to; those of cannlint.toml hold from its own folder alone. `roots` are the folders that
    are the root of a project because a configuration says so, or because they are checked whole.
    """

    def __init__(self, path: str, kind: Kind, *roots: str | None) -> None:
        folder = os.path.dirname(path)
        self._path = path
        self._bases = {os.path.abspath(folder): folder}
        self._follows_changes = kind is not Kind.JOB
        if self._follows_changes:
            for base in ("", *between(folder, *roots)):
                self.search_in(base)

    def search_in(self, folder: str) -> None:
        """Search one more folder, after the others."""
        self._bases.setdefault(os.path.abspath(folder), folder)

    @property
    def searched(self) -> tuple[str, ...]:
        """The folders that were searched, as they are shown."""
        return tuple(os.path.normpath(base) for base in self._bases.values())

    def __call__(self, setting: Setting) -> str | None:
        """The path of the file, as it is shown."""
        value = setting.value or ""
        found = _first(value, self._bases.values())
        if found is None and self._follows_changes and not os.path.isabs(value):
            self._follow_changes(setting.source.text)
            found = _first(value, self._bases.values())
        return found

    def _follow_changes(self, text: str) -> None:
        """Search the folders, too, that the text of a script or a file beside it changes to."""
        if self._follows_changes:
            self._follows_changes = False
            for base in told_folders(text, self._path, tuple(self._bases.values())):
                self.search_in(base)


def _first(value: str, bases: Iterable[str]) -> str | None:
    """The first file of this name in one of these folders."""
    for base in bases:
        path = os.path.normpath(os.path.join(base, value))
        if os.path.exists(path):
            return path
    return None
