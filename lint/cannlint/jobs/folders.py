"""The folders that a script may run in: relative paths in it start there.

Nobody says where a script is run from. It may be any folder between the script and the root of its
project, or one that the script itself, a README or another script of these folders changes to.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from cannlint.config.search import leads_outside, repository_of
from cannlint.errors import UnreadablePathError
from cannlint.text.source import read_beginning

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_COMMENT = re.compile(r"(?m)(?:^|(?<=[ \t]))#[^\n]*")
_CHANGE = re.compile(
    r"""(?<![\w$./-])(?:
        (?:cd|pushd)(?:[ \t]+-[LP])*(?=[\s;&|)`'"]|$)[ \t]*
        (?P<target>"?\$\([ \t]*dirname[ \t][^)\n]{0,200}\)"?[^\s;&|)`'"<>]*"?
        |"[^"\n]*"|'[^'\n]*'|[^\s;&|)`'"<>]*)
        |(?:os\.)?chdir\([ \t]*(?P<call>[^)\n]*)
        |(?<=[,(\s])cwd=(?P<argument>[^,)\n]{0,200})(?=[,)]))""",
    re.VERBOSE,
)
_CHANGING = ("cd", "pushd", "chdir", "cwd")
"""What a text that changes to a folder has in it."""
_OWN_FOLDER = re.compile(r"\$\([ \t]*dirname[ \t][^)\n]{0,200}\)")
_STRING = re.compile(r"""[rub]?(?P<quote>["'])(?P<text>[^"']*)(?P=quote)""")
_UNKNOWN = re.compile(r"[$`~*?<>{}%|]")

_README, _PAGES, _SCRIPTS = "readme", (".md", ".rst", ".txt", "readme"), (".sh", ".bash", ".py")
"""How the names of files begin and end that tell of folders."""
_MOST_TELLERS, _TOLD_BYTES = 20, 1 << 16
_MOST_CHANGES, _MOST_FOLDERS, _MOST_LEVELS, _LONGEST = 20, 100, 24, 1000
"""Bounds: files that are asked in a folder, the bytes of each, changes of folder in a text, folders
in all, folders above a script, and characters of a path that is not known."""


def between(folder: str, *roots: str | None) -> list[str]:
    """The folders above a folder up to the outermost of these roots, the repository among them."""
    start = os.path.abspath(folder)
    tops = [top for top in (*roots, repository_of(folder)) if top and _is_in(start, top)]
    if not tops:
        return []
    levels = start.count(os.sep) - min(tops, key=len).rstrip(os.sep).count(os.sep)
    above = range(1, min(levels, _MOST_LEVELS) + 1)
    return [os.path.normpath(os.path.join(folder, *[".."] * level)) for level in above]


def _is_in(folder: str, top: str) -> bool:
    return (folder + os.sep).startswith(top.rstrip(os.sep) + os.sep)


@lru_cache(maxsize=16)
def changes_in(text: str) -> tuple[str | None, ...]:
    """The folders that a text changes to, in order; None for one that is not known.

    Of a folder that is known in part, the ends of its path are given as well. `.` is the folder of
    the script itself. Of too many, the others count as not known.
    """
    if not any(word in text for word in _CHANGING):
        return ()
    found: dict[str | None, None] = {}
    for match in _CHANGE.finditer(_COMMENT.sub("", text)):
        found.update(dict.fromkeys(_targets(_target(match))))
        if len(found) > _MOST_CHANGES:
            found[None] = None
            break
    return tuple(found)


def _target(match: re.Match[str]) -> str:
    """The folder of one change as it is written, without quotes; `~` for the home folder."""
    called = match["call"] if match["call"] is not None else match["argument"]
    if called is not None:
        string = _STRING.fullmatch(called.strip())
        return string["text"] if string is not None else "$"
    target = match["target"].replace('"', "").replace("'", "")
    return _OWN_FOLDER.sub(".", target, count=1) or "~"


def _targets(target: str) -> Iterator[str | None]:
    """What is known of the folder of one change; see changes_in."""
    if target == "-":
        return
    if not (_UNKNOWN.search(target) or os.path.isabs(target)):
        yield target
        return
    yield None
    if len(target) > _LONGEST:
        return
    unknown = max(map(target.rfind, "$`~*?<>{}%|"))
    known = target[unknown:].partition("/")[2] if unknown >= 0 else target
    names = known.strip("/").split("/")
    for index in range(len(names) if names != [""] else 0):
        yield "/".join(names[index:])


def told_folders(text: str, path: str, folders: Sequence[str]) -> list[str]:
    """The folders that a script, and the files around it, change to.

    `path` is the script, `folders` those that it may be run from.
    """
    found = _changed(folders, changes_in(text))
    for folder in folders:
        for told in tellers(folder):
            if len(found) >= _MOST_FOLDERS:
                break
            if told.is_page or os.path.basename(path) in told.text:
                found.update(_changed([folder], changes_in(told.text)))
    return [folder for folder in found if folder not in folders][:_MOST_FOLDERS]


def _changed(folders: Iterable[str], targets: Iterable[str | None]) -> dict[str, None]:
    """The folders after some of these changes."""
    found = dict.fromkeys(folders)
    for target in targets:
        if target is not None and len(found) < _MOST_FOLDERS:
            places = [os.path.normpath(os.path.join(folder, target)) for folder in found]
            found.update(dict.fromkeys(places))
    return found


class Teller:
    """A README or a script in a folder that others are run from."""

    __slots__ = ("is_page", "name", "text")

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.is_page = _is_page(name)
        self.text = text


def tellers(folder: str) -> tuple[Teller, ...]:
    """The READMEs and scripts of a folder; none if it cannot be read."""
    try:
        changed = os.stat(folder or os.curdir).st_mtime_ns
    except OSError:
        return ()
    return _tellers(os.path.abspath(folder), changed)


@lru_cache(maxsize=32)
def _tellers(folder: str, _changed: int) -> tuple[Teller, ...]:
    """Cached, because many scripts of a folder may name a file that is not there."""
    try:
        names = [name for name in os.listdir(folder) if _is_page(name) or _is_script(name)]
    except OSError:
        return ()
    chosen = sorted(names, key=lambda name: (not _is_page(name), name))
    texts = ((name, _beginning(os.path.join(folder, name))) for name in chosen[:_MOST_TELLERS])
    return tuple(Teller(name, text) for name, text in texts if text)


def _is_page(name: str) -> bool:
    return name.lower().startswith(_README) and name.lower().endswith(_PAGES)


def _is_script(name: str) -> bool:
    return name.lower().endswith(_SCRIPTS)


def _beginning(path: str) -> str:
    if leads_outside(path):
        return ""
    try:
        return read_beginning(path, _TOLD_BYTES).decode("utf-8", "replace")
    except UnreadablePathError:
        return ""
