"""Whether SoC versions that somebody names are those of a library."""

from __future__ import annotations

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def check_socs(socs: Sequence[str] | None, *libraries: str | None) -> None:
    """Refuse a SoC that is a slip of one that the libraries know; others may be new."""
    if not socs and libraries == (None,):
        return
    from cannlint.library.choose import choose
    from cannlint.nearest import nearest

    chosen = [choose(library) for library in libraries]
    known = dict.fromkeys(name for library in chosen for name in library.socs)
    for soc in socs or []:
        if soc not in known and all(library.folder_of(soc) is None for library in chosen):
            meant = nearest(soc, known)
            if meant is not None:
                raise CannlintError(
                    "{soc!r} is no SoC version; did you mean {meant}?", soc=soc, meant=meant
                )
