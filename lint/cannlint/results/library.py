"""What `cannlint library` prints: `library-list/1`, `library-show/1` and `library-diff/1`."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.cann.fusion import GROUPS, OFF, ON
from cannlint.formats.format import CHANGES
from cannlint.formats.inspection import ListedDtypes, ListName
from cannlint.formats.ops_info.operator import PARAM_TYPES
from cannlint.json_types import ADDED, Count, Keywords
from cannlint.kinds import CONFIG_KINDS
from cannlint.library.difference import ASPECTS
from cannlint.results.parts import LibraryKnownBy, LibraryOrigin

_Switch = Annotated[str, (ON, OFF)]


class NamedLibrary(TypedDict):
    """An operator library."""

    cann: str
    """The release; `unknown` if an install does not say."""
    origin: LibraryOrigin
    path: str | None
    """The opp folder of an install, the file of an indexed library."""
    complete: bool
    """Whether an operator that is missing does not exist."""
    known_by: Annotated[LibraryKnownBy, ADDED]


class SocFolder(TypedDict):
    """A SoC folder, and its number of operators."""

    folder: str
    operators: Count
    known_by: Annotated[LibraryKnownBy, ADDED]
    socs: list[str]


class ListedLibrary(NamedLibrary):
    """A library, and what it has."""

    operators: Count
    folders: list[SocFolder]
    listed_modes: Count
    """Operators in all_ops_impl_mode.ini."""
    mode_files: list[str]
    switches: Count
    """Entries of the release's own fusion_config.json."""


class EmbeddedLibrary(ListedLibrary):
    """A library that cannlint brings with it."""

    default: bool
    """Whether it is used if nothing else is found."""


class Place(TypedDict):
    """Where a library is looked for."""

    place: str
    value: str | None
    """Null if nothing is set."""
    library: ListedLibrary | None
    reason: str | None
    """Why there is no library; null if there is one."""


class LibraryList(TypedDict):
    """What `cannlint library list --format json` prints."""

    schema: Literal["cannlint/library-list/1"]
    embedded: list[EmbeddedLibrary]
    places: list[Place]
    """In the order of asking."""
    used: NamedLibrary | None


class Tensor(TypedDict):
    """A tensor of an operator."""

    name: str
    param_type: Annotated[str, PARAM_TYPES]
    dtypes: list[str]
    """One for each column, empty if the kernel decides."""


class RecordedCombination(ListedDtypes):
    """Dtypes that the operator's own selection gave."""

    every_node: bool
    """False if the operator gives it for some shapes, formats or attributes only."""


class RecordedColumns(TypedDict):
    """What an operator's own op_select_format gave when it was run."""

    folders: Annotated[list[str], Keywords(minItems=1)]
    cann: str
    """The release whose operators were run."""
    combinations: list[RecordedCombination]


class LibraryEntry(TypedDict):
    """The entry of an operator that some SoC folders share."""

    folders: Annotated[list[str], Keywords(minItems=1)]
    socs: list[str]
    default_list: ListName
    flags: list[str]
    pattern: str
    op_file: str
    promote: str
    inputs: list[Tensor]
    outputs: list[Tensor]
    decided_while_compiling: bool
    """Whether no dtypes are listed, so that the kernel decides."""
    columns: list[ListedDtypes]
    known_by: Annotated[dict[str, LibraryKnownBy], ADDED]
    """SoC folder → how the entry is known there: `composite` for one of an earlier release."""
    recorded: Annotated[list[RecordedColumns], ADDED]
    """Where no dtypes are listed."""
    kernels: list[ListedDtypes]
    """Of the prebuilt kernels of 8.1.RC1 on ascend910b, if they are known, no dtypes are listed,
    and nothing was recorded; others may be compiled."""


class ShownOperator(TypedDict):
    """What `cannlint library show OPERATOR --format json` prints."""

    schema: Literal["cannlint/library-show/1"]
    library: NamedLibrary
    operator: str
    folders: list[str]
    """Every SoC folder that has the operator."""
    modes: list[str] | None
    """Null if all_ops_impl_mode.ini does not list it."""
    mode_files: dict[str, str]
    """Built-in mode file → the mode that it sets."""
    entries: list[LibraryEntry]


ShownPass = TypedDict(
    "ShownPass",
    {
        "schema": Literal["cannlint/library-show/1"],
        "library": NamedLibrary,
        "pass": str,
        "groups": list[Annotated[str, GROUPS]],
        "built_in": dict[str, _Switch] | None,
        "closable": bool | None,
        "since": Annotated[str | None, ADDED],
    },
)
"""What `cannlint library show --pass NAME --format json` prints.

`built_in` is group → switch, null if the library has no fusion_config.json; `closable` is whether a
switch file can turn the pass off, null if it is not known; `since` is the first release that is
known to have it, null if nothing says that older ones do not.
"""


class ChangedList(TypedDict):
    """The default list in both libraries."""

    old: ListName
    new: ListName


class ChangedColumns(TypedDict):
    """The columns in both libraries."""

    old: list[ListedDtypes]
    new: list[ListedDtypes]


class _ChangedOperator(TypedDict):
    operator: str
    aspects: Annotated[list[Annotated[str, ASPECTS]], Keywords(minItems=1)]


class ChangedOperator(_ChangedOperator, total=False):
    """An operator that both libraries have and describe differently."""

    default_list: ChangedList
    columns: ChangedColumns


class FolderDiff(TypedDict):
    """A folder of the old library beside one of the new."""

    old: str
    new: str
    came: list[str] | None
    """Operators of the new library only; null if the old one is not complete."""
    gone: list[str] | None
    """Operators of the old library only; null if the new one is not complete."""
    shared: Count
    changed: list[ChangedOperator]


class ChangedSetting(TypedDict):
    """A mode or a switch that the libraries have differently; null if one does not have it."""

    name: str
    old: str | None
    new: str | None


class ScopedSetting(TypedDict):
    """The same, of a mode file or of a group of passes."""

    scope: str
    name: str
    old: str | None
    new: str | None


class ConfigEntry(TypedDict):
    """An entry that names an operator type or a pass."""

    name: str
    groups: list[str]
    """Of a fusion pass; empty for an operator."""
    changes: list[Annotated[str, CHANGES]]


class ConfigFile(TypedDict):
    """A config file, and what changes for it."""

    file: str
    kind: Annotated[str, CONFIG_KINDS]
    accepted: bool
    """False if CANN refuses the file: then it has no entries."""
    entries: list[ConfigEntry]


class ConfigEntries(TypedDict):
    """The entries of config files."""

    total: Count
    """Entries that name an operator type or a pass."""
    changed: Count
    """Those that mean something else."""
    nodes: Count
    """Entries that name nodes, whose types only the model tells."""
    files: list[ConfigFile]


class LibraryDiff(TypedDict):
    """What `cannlint library diff --format json` prints."""

    schema: Literal["cannlint/library-diff/1"]
    old: NamedLibrary
    new: NamedLibrary
    folders: list[FolderDiff]
    modes: list[ChangedSetting] | None
    """Modes that operators have; null if a library does not list them."""
    mode_files: list[ScopedSetting] | None
    """Modes that the built-in files set; null if a library has none."""
    switches: list[ScopedSetting] | None
    """Built-in fusion switches; null if a library has none."""
    entries: ConfigEntries | None
    """The config files of --for; null without it."""
