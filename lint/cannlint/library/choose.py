"""Which operator library a run uses: the one asked for, the user's install, or a snapshot."""

from __future__ import annotations

import os
from functools import cache

from cannlint.errors import CannlintError
from cannlint.language import Phrase, translated
from cannlint.library.snapshot import EMBEDDED, default, embedded, embedded_release, release_like

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library

VARIABLES = ("ASCEND_OPP_PATH", "ASCEND_HOME_PATH")
"""The environment variables that CANN's scripts set, in the order of the look-up."""


def choose(
    option: str | None = None, opp: str | None = None, version: str | None = None
) -> Library:
    """The library of a run.

    `option` is --library, `opp` and `version` are the settings of cannlint.toml; then come
    ASCEND_OPP_PATH and ASCEND_HOME_PATH, where they lead to a library, and last the embedded
    one. Raises CannlintError for one that was asked for and is not there.
    """
    return chosen(option, opp, version) or default()


@cache
def chosen(
    option: str | None = None, opp: str | None = None, version: str | None = None
) -> Library | None:
    """The library that the user chose, see `choose`; None where nothing says which release it is.

    Raises CannlintError for one that was asked for and is not there.
    """
    for asked in (option, opp, version):
        if asked is not None:
            return named(asked)
    for variable in VARIABLES:
        place = Place(variable, os.environ.get(variable) or None)
        if place.library is not None:
            return place.library
    return None


class Place:
    """A place where a library is looked for: what it says, and what that leads to.

    `value` is None where nothing is set; `library` is None where none was found, and then
    `reason` says why. A library that was asked for by an option or a setting has to be there.
    """

    __slots__ = ("is_asked", "library", "name", "reason", "value")

    def __init__(self, name: str, value: str | None) -> None:
        self.name = name
        self.value = value
        self.is_asked = name not in VARIABLES and value is not None
        self.library: Library | None = None
        self.reason = translated("not set")
        if value is not None:
            try:
                self.library = named(value) if self.is_asked else _installed(value)
            except CannlintError as error:
                self.reason = str(error)


def places(option: str | None, opp: str | None, version: str | None) -> list[Place]:
    """Every place where a library is looked for, in order; see `choose`."""
    asked = {
        "--library": option,
        Phrase("opp in cannlint.toml"): opp,
        Phrase("library in cannlint.toml"): version,
    }
    environment = {variable: os.environ.get(variable) or None for variable in VARIABLES}
    return [Place(name, value) for name, value in {**asked, **environment}.items()]


def named(library: str) -> Library:
    """An embedded library by its version, the install at a path, or an indexed file.

    A version that is neither exactly embedded nor a path is the embedded one that is like it.
    """
    release = embedded_release(library)
    if release is not None:
        return embedded(release)
    if os.path.isfile(library):
        from cannlint.library.index_file import indexed

        return indexed(library)
    if os.path.isdir(library):
        return _installed(library)
    alike = release_like(library)
    if alike is not None:
        return embedded(alike)
    raise CannlintError(
        "library {library!r} is neither a folder nor an indexed file nor an embedded release "
        "({releases})",
        library=library,
        releases=", ".join(EMBEDDED),
    )


def _installed(path: str) -> Library:
    from cannlint.library.install import load

    if not os.path.isdir(path):
        raise CannlintError("{path}: no such folder", path=path)
    try:
        return load(path)
    except OSError as error:
        reason = (error.strerror or translated("cannot be read")).lower()
        raise CannlintError(f"{path}: {reason}") from None
