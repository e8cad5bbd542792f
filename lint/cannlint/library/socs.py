"""The names of SoC versions in all releases."""

from __future__ import annotations

from cannlint.errors import CannlintError
from cannlint.language import Phrase, said
from cannlint.library.model import Soc
from cannlint.library.snapshot import EMBEDDED, embedded
from cannlint.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.library.model import Library

_VENDOR = "ascend"
"""The prefix of most names of SoC versions; people often leave it out."""

_MEANT = Phrase("unknown SoC version {soc!r}; did you mean {meant}?")
_UNKNOWN = Phrase(
    "unknown SoC version {soc!r}; for a newer SoC, name the library of its release with --library"
)

_ALIAS = "Ascend910"
"""What the engine takes for Ascend910A (manual/socs.md#names)."""


_FORMER = {"ascend710": "Ascend310P", "ascenda310": "Ascend310"}
"""Old names of SoCs or their folders, in small letters → the current names."""


def hardware_of(library: Library, soc: str) -> Soc | None:
    """What a SoC can do, by the library's platform files or else by those cannlint ships.

    A short name, and plain Ascend910, which CANN takes for Ascend910A, have what all SoCs of the
    folder have in common (manual/socs.md#names).
    """
    for known in _with_embedded([library]):
        if soc in known.socs:
            return known.socs[soc]
    return next(filter(None, (_shared(known, soc) for known in _with_embedded([library]))), None)


def is_known(soc: str, *libraries: Library) -> bool:
    """Whether a SoC version or folder is in one of these libraries, or of those cannlint ships.

    A series name as `Ascend310P` is neither: in a script no release of CANN knows it.
    """
    return any(
        soc == _ALIAS or soc in known.socs or soc in known.folders
        for known in _with_embedded(libraries)
    )


def is_version(soc: str, library: Library, alone: bool = False) -> bool:
    """Whether CANN takes a name for a SoC version, by this library and those cannlint ships.

    With `alone` the library is the only source. A short name is not a SoC version.
    """
    known = [library] if alone else _with_embedded([library])
    return soc == _ALIAS or any(soc in each.socs for each in known)


def is_spelled_like(soc: str, version: str) -> bool:
    """Whether only case, or the name of the vendor, sets a name apart from a SoC version's."""
    return version.lower() in (soc.lower(), _VENDOR + soc.lower())


def meant_socs(soc: str, *libraries: Library) -> tuple[str, ...]:
    """The SoC versions that a wrong name is similar to; empty if there are none."""
    full = soc if soc.lower().startswith(_VENDOR) else _VENDOR + soc
    full = _FORMER.get(full.lower(), full)
    known = dict.fromkeys(name for library in _with_embedded(libraries) for name in library.socs)
    alike = [name for name in known if len(name) == len(full)]
    meant = nearest(full, alike) or nearest(soc, known) or nearest(full, known) or ""
    return _in_folder(full, libraries) or _in_folder(meant, libraries) or (meant,) * bool(meant)


def _in_folder(short_name: str, libraries: Iterable[Library]) -> tuple[str, ...]:
    """The SoC versions with a short name: those of Ascend910B are not the plain Ascend910B."""
    folder = short_name.lower()
    found = (known.socs_of(folder) for known in _with_embedded(libraries))
    return next(filter(None, found), ())


def refuse_unknown(socs: Iterable[str], *libraries: Library) -> None:
    """Raise CannlintError for an unknown SoC: no operator could be looked up."""
    found = unknown_soc(socs, *libraries)
    if found is not None:
        raise CannlintError(found[0], **found[1])


def unknown_soc(socs: Iterable[str], *libraries: Library) -> tuple[str, dict[str, object]] | None:
    """The message about the first unknown SoC, as a template and its values."""
    for soc in socs:
        if not is_known(soc, *libraries):
            meant = ", ".join(meant_socs(soc, *libraries))
            template = _MEANT if meant else _UNKNOWN
            return template, {"soc": soc, "meant": meant}
    return None


def lacking(library: Library, soc: str) -> str:
    """The sentence about a SoC that exists, but has no operators in a library."""
    return said(
        "CANN {cann} has no operators for {soc}: checks that need them are skipped",
        cann=library.cann,
        soc=soc,
    )


def _with_embedded(libraries: Iterable[Library]) -> Iterator[Library]:
    yield from libraries
    yield from map(embedded, EMBEDDED)


def _shared(library: Library, folder: str) -> Soc | None:
    """What every SoC of a folder can do, where that is the same for all."""
    facts = [library.socs[version] for version in library.socs_of(folder.lower())]
    abilities = {(soc.bf16, soc.hf32, soc.fp32_cube) for soc in facts}
    return Soc(folder, folder.lower(), *abilities.pop()) if len(abilities) == 1 else None
