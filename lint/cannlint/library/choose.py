"""Which operator library a run uses: the one asked for, the user's install, or a snapshot."""

from __future__ import annotations

import os
from functools import cache

from cannlint.errors import CannlintError
from cannlint.library.snapshot import EMBEDDED, VERSION, embedded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library

VARIABLES = ("ASCEND_OPP_PATH", "ASCEND_HOME_PATH")
"""Where CANN's own scripts say that it is installed, in the order of asking."""


@cache
def choose(
    option: str | None = None, opp: str | None = None, version: str | None = None
) -> Library:
    """The library of a run.

    `option` is --library, `opp` and `version` are the settings of cannlint.toml; then come
    ASCEND_OPP_PATH and ASCEND_HOME_PATH, where they lead to a library, and last the embedded
    one. Raises CannlintError for one that was asked for and is not there.
    """
    for asked in (option, opp, version):
        if asked is not None:
            return named(asked)
    for variable in VARIABLES:
        path = os.environ.get(variable)
        if path and os.path.isdir(path):
            from cannlint.library.install import load

            try:
                return load(path)
            except CannlintError:
                continue
    return embedded(VERSION)


def named(library: str) -> Library:
    """An embedded library by its version, or the install at a path."""
    if library in EMBEDDED:
        return embedded(library)
    if os.path.isdir(library):
        from cannlint.library.install import load

        return load(library)
    if os.path.isfile(library):
        return indexed(library)
    raise CannlintError(
        f"library {library!r} is neither a folder nor an embedded release ({', '.join(EMBEDDED)})"
    )


def indexed(path: str) -> Library:
    """A library that `cannlint library index` has written."""
    from cannlint.library.compact import Compact, library_of
    from cannlint.text.source import read_source

    text = read_source(path).text
    try:
        compact = Compact(text)
    except (ValueError, RecursionError):
        compact = None
    if compact is None or not compact.is_whole():
        raise CannlintError(f"{path}: not a library that `cannlint library index` has written")
    return library_of(compact, "indexed", path)
