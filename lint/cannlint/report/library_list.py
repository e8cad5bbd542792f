"""The list of operator libraries, and the names of libraries and SoCs in reports."""

from __future__ import annotations

from collections import Counter

from cannlint.cann.dtypes import WRITTEN
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.library.model import COMPOSITE, INSTALL, OPEN
from cannlint.library.snapshot import EMBEDDED, VERSION, embedded
from cannlint.report.tables import aligned
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.library.choose import Place
    from cannlint.library.model import Library
    from cannlint.report.styles import Line
    from cannlint.results import library as results
    from cannlint.results.library import NamedLibrary


_MOST_SOCS = 8

_DESCRIPTIONS: dict[str, str] = {
    INSTALL: Phrase("complete"),
    COMPOSITE: Phrase(
        "a composite of the last real library and the open operators: others may exist"
    ),
    OPEN: Phrase("open-source operators only: others may exist"),
}


def described(library: Library) -> str:
    """How complete a library is."""
    return translated(_DESCRIPTIONS[library.known_by])


def as_json(library: Library) -> NamedLibrary:
    """A library in the JSON of `cannlint library`."""
    return {
        "cann": library.cann,
        "origin": library.origin,
        "path": library.path,
        "complete": library.is_complete,
        "known_by": library.known_by,
    }


def name_of(library: Library) -> str:
    """E.g. `CANN 8.1.RC1 (embedded)`, or the path of an install."""
    what = library.origin if library.known_by != COMPOSITE else Phrase("embedded, composite")
    origin = library.path or translated(what)
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


def report(places: Sequence[Place], used: Library | None) -> results.LibraryList:
    """The list as JSON values; `used` is the library used in this folder."""
    return {
        "schema": "cannlint/library-list/1",
        "embedded": [
            {**_facts(embedded(version)), "default": version == VERSION} for version in EMBEDDED
        ],
        "places": [
            {
                "place": place.name,
                "value": place.value,
                "library": _facts(place.library) if place.library is not None else None,
                "reason": place.reason if place.library is None else None,
            }
            for place in places
        ],
        "used": as_json(used) if used is not None else None,
    }


def _facts(library: Library) -> results.ListedLibrary:
    counts = _counts(library)
    return {
        **as_json(library),
        "operators": counts.total_types,
        "folders": [
            {
                "folder": folder,
                "operators": counts.by_folder[folder],
                "known_by": library.known_by_in(folder),
                "socs": list(library.socs_of(folder)),
            }
            for folder in library.folders
        ],
        "listed_modes": len(library.modes),
        "mode_files": list(library.mode_files),
        "switches": sum(map(len, library.switches.values())),
    }


class _Counts:
    __slots__ = ("by_folder", "total_types")

    def __init__(self) -> None:
        self.total_types = 0
        self.by_folder: Counter[str] = Counter()


def _counts(library: Library) -> _Counts:
    counts = _Counts()
    for name in library.names():
        counts.total_types += 1
        counts.by_folder.update(list(library.operator(name)))
    return counts


def lines(places: Sequence[Place], used: Library | None) -> Iterator[Line]:
    """The list as text."""
    yield [(translated("embedded in cannlint"), "name")]
    for version in EMBEDDED:
        yield from _library(embedded(version))
    yield [(translated("searched"), "name")]
    yield from aligned([_place(place) for place in places])
    for place in places:
        if place.library is not None and place.library.origin != "embedded":
            yield from _library(place.library)
    missing = translated("none: the library asked for was not found")
    yield [
        (translated("used here: "), "name"),
        (name_of(used) if used is not None else missing, ""),
    ]


def _place(place: Place) -> list[tuple[str, str]]:
    if place.value is None:
        return [(translated(place.name), ""), (place.reason, "quiet")]
    if place.library is None:
        return [(translated(place.name), ""), (printable(place.reason), "warning")]
    folders = counted(len(place.library.folders), "SoC folder")
    return [(translated(place.name), ""), (f"{name_of(place.library)}, {folders}", "good")]


def _library(library: Library) -> Iterator[Line]:
    counts = _counts(library)
    complete = described(library)
    operators = counted(counts.total_types, "operator")
    yield [
        ("  ", ""),
        (name_of(library), "name"),
        (said(": {operators}, {complete}", operators=operators, complete=complete), ""),
    ]
    yield [("    ", ""), (f"{_beside(library)}", "quiet")]
    rows = [
        [
            (printable(folder), ""),
            (f"{counts.by_folder[folder]:>5,}", ""),
            *([(translated(library.known_in[folder]), "")] if library.known_in else []),
            (socs_in_short(library, folder), "quiet"),
        ]
        for folder in library.folders
    ]
    yield from aligned(rows, "    ")


def _beside(library: Library) -> str:
    """What else the library has or lacks: modes, mode files, fusion switches."""
    parts = [
        said("{operators} with modes", operators=counted(len(library.modes), "operator"))
        if library.modes
        else translated("no all_ops_impl_mode.ini"),
        counted(len(library.mode_files), "built-in mode file") + _carried(library, "mode_files")
        if library.mode_files
        else translated("no built-in mode files"),
        counted(sum(map(len, library.switches.values())), "fusion switch", "fusion switches")
        + _carried(library, "switches")
        if library.switches
        else translated("no fusion_config.json"),
    ]
    return enumerated(parts)


def _carried(library: Library, what: str) -> str:
    """The release that some facts of a composite are of, where it is another one."""
    release = library.carried.get(what)
    return said(" (of {release})", release=release) if release is not None else ""
