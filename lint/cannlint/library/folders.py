"""Find the folders of libraries for the SoCs that a user names."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.language import said
from cannlint.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.library.model import Library

    Pair = tuple[str, str]


def folder_for(library: Library, soc: str) -> str:
    """The folder of a SoC version or short name; raises CannlintError if there is none."""
    folder = library.folder_of(soc)
    if folder is None:
        raise CannlintError(_unknown(soc, [library]))
    return folder


def shared_folders(old: Library, new: Library) -> list[Pair]:
    """The folders that both libraries have; raises CannlintError if there are none."""
    found = [(folder, folder) for folder in old.folders if folder in new.folders]
    if not found:
        raise CannlintError(
            "the libraries have no SoC folder in common: name one of each with --soc OLD:NEW; "
            "the first has {first}, the second {second}",
            first=", ".join(old.folders),
            second=", ".join(new.folders),
        )
    return found


def folders_for(old: Library, new: Library, socs: Sequence[str]) -> list[Pair]:
    """The pairs of folders to compare: of each SoC, `OLD:NEW` where it is another one."""
    return [_pair(old, new, *_both(soc)) for soc in socs] or shared_folders(old, new)


def _both(soc: str) -> Pair:
    before, colon, after = soc.partition(":")
    return (before, after) if colon else (soc, soc)


def _pair(old: Library, new: Library, before: str, after: str) -> Pair:
    if before != after:
        return folder_for(old, before), folder_for(new, after)
    # libraries without platform files know no SoC versions: the other one may
    folder = old.folder_of(before) or new.folder_of(before)
    if folder is None:
        raise CannlintError(_unknown(before, [old, new]))
    for library in (old, new):
        if folder not in library.folders:
            raise CannlintError(
                "CANN {cann} has no operators for {soc} ({folder}) here; "
                "its SoC folders are {folders}",
                cann=library.cann,
                soc=before,
                folder=folder,
                folders=", ".join(library.folders),
            )
    return folder, folder


def _unknown(soc: str, libraries: Sequence[Library]) -> str:
    known = {name for library in libraries for name in (*library.socs, *library.folders)}
    releases = " and ".join(f"CANN {library.cann}" for library in libraries)
    meant = nearest(soc, sorted(known))
    hint = said("; did you mean {meant}?", meant=meant) if meant else ""
    return said(
        "there are no operators for {soc!r} in {releases}{hint}",
        soc=soc,
        releases=releases,
        hint=hint,
    )
