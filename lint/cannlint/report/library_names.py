"""Names of libraries and SoCs in reports."""

from __future__ import annotations

from cannlint.cann.dtypes import WRITTEN
from cannlint.language import Phrase, said, translated
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.library.model import Library
    from cannlint.results.library import NamedLibrary

_MOST_SOCS = 8

INCOMPLETE = Phrase("open-source operators only: others may exist")
"""The description of an incomplete library."""


def as_json(library: Library) -> NamedLibrary:
    """A library in the JSON of `cannlint library`."""
    return {
        "cann": library.cann,
        "origin": library.origin,
        "path": library.path,
        "complete": library.is_complete,
    }


def name_of(library: Library) -> str:
    """E.g. `CANN 8.1.RC1 (embedded)`, or the path of an install."""
    origin = library.path or translated(library.origin)
    return printable(said("CANN {release} ({origin})", release=library.cann, origin=origin))


def folder_with_socs(library: Library, folder: str) -> str:
    """E.g. `ascend310 (Ascend310)`."""
    socs = socs_in_short(library, folder)
    return f"{printable(folder)} ({socs})" if socs else printable(folder)


def socs_in_short(library: Library, folder: str) -> str:
    """The SoC versions of a folder; the first ones if there are many."""
    socs = library.socs_of(folder)
    more = (
        [said("and {number} more", number=len(socs) - _MOST_SOCS)] if len(socs) > _MOST_SOCS else []
    )
    return printable(", ".join([*socs[:_MOST_SOCS], *more]))


def written(dtypes: Sequence[str]) -> str:
    """Dtypes as written in config files; `-` for an absent tensor or an empty list."""
    return ", ".join(WRITTEN.get(dtype, dtype) or "-" for dtype in dtypes) or "-"
