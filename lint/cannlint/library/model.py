"""An operator library, from an install or from a snapshot that cannlint ships."""

from __future__ import annotations

from cannlint.language import Phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cannlint.formats.ops_info.operator import Operator


class Soc:
    """A SoC version: the folder of its operators, and what its hardware can do.

    `bf16` is conversion from float32 to bfloat16, `hf32` the HF32 mode of the matrix unit,
    `fp32_cube` float32 in the matrix unit (manual/socs.md#what-a-soc-can-do).
    """

    __slots__ = ("bf16", "folder", "fp32_cube", "hf32", "version")

    def __init__(self, version: str, folder: str, bf16: bool, hf32: bool, fp32_cube: bool) -> None:
        self.version = version
        self.folder = folder
        self.bf16 = bf16
        self.hf32 = hf32
        self.fp32_cube = fp32_cube

    def key(self) -> tuple[object, ...]:
        """Everything about the SoC, for comparison."""
        return self.version, self.folder, self.bf16, self.hf32, self.fp32_cube


ORIGINS = (Phrase("embedded"), Phrase("install"), Phrase("indexed"))
"""Where a library may come from."""


INSTALL, COMPOSITE, OPEN = Phrase("install"), Phrase("composite"), Phrase("open")
KNOWN_BY = (INSTALL, COMPOSITE, OPEN)
"""How a fact is known: from a real library of the release; from that of an earlier release, with
what is open of this one; from open sources only."""


class Library:
    """The operators, modes and SoCs of one CANN release.

    `cann` is the version, `origin` one of ORIGINS, `path` the install's opp folder or the
    indexed file.
    `socs` has SoC version → Soc, `folders` the folders with operators. `modes` is
    all_ops_impl_mode.ini (operator → the modes it has), `mode_files` built-in file → operator →
    mode, `mode_lines` the lines of those files that have not simply an entry on each line.
    `switches` (group → pass → on) and `exceptional` are those of its own fusion_config.json.
    `is_chosen` says whether anybody named this release, or it is used because nobody named one.
    Modes, mode files and switches are empty where the release at hand does not have them. Of an
    incomplete library nothing is ever said to be unknown. `known_in` says of each folder how its
    operators are known, where that is not the same for all, `bases` of which release the real
    library is that they were taken from, and `opened_in` for which folders open
    sources of the release itself define an operator; `carried` has the release that `mode_files` or
    `switches` were taken from, where it is an earlier one. `refused` are the files that CANN does
    not load, of those that were needed up to now.
    """

    __slots__ = (
        "_lookup",
        "_names",
        "bases",
        "cann",
        "carried",
        "exceptional",
        "folders",
        "is_chosen",
        "is_complete",
        "known_in",
        "lookup_in",
        "mode_files",
        "mode_lines",
        "modes",
        "opened_in",
        "origin",
        "path",
        "refused",
        "socs",
        "switches",
    )

    def __init__(
        self,
        cann: str,
        origin: str,
        path: str | None,
        folders: tuple[str, ...],
        socs: dict[str, Soc],
        lookup: Callable[[str], dict[str, Operator]],
        names: Callable[[], Iterable[str]],
    ) -> None:
        self.cann = cann
        self.origin = origin
        self.path = path
        self.folders = folders
        self.socs = socs
        self.is_chosen = True
        self.is_complete = True
        self.refused: list[str] = []
        self.modes: dict[str, tuple[str, ...]] = {}
        self.mode_files: dict[str, dict[str, str]] = {}
        self.mode_lines: dict[str, dict[str, int]] = {}
        self.switches: dict[str, dict[str, bool]] = {}
        self.exceptional: frozenset[str] = frozenset()
        self.bases: dict[str, str] = {}
        self.carried: dict[str, str] = {}
        self.known_in: dict[str, str] = {}
        self.opened_in: Callable[[str], tuple[str, ...]] | None = None
        self.lookup_in: Callable[[str, str], Operator | None] = self._lookup_in
        self._lookup = lookup
        self._names = names

    def operator(self, op_type: str) -> dict[str, Operator]:
        """The operator in each folder that has it: folder → operator, in the order of folders."""
        return self._lookup(op_type)

    def operator_in(self, op_type: str, folder: str) -> Operator | None:
        """The operator in one folder; None if the folder does not have it."""
        return self.lookup_in(op_type, folder)

    def _lookup_in(self, op_type: str, folder: str) -> Operator | None:
        return self._lookup(op_type).get(folder)

    def names(self) -> Iterable[str]:
        """Every operator type of any folder, sorted."""
        return self._names()

    def folder_of(self, soc: str) -> str | None:
        """The folder of a SoC version (`Ascend910B3`) or short name (`ascend910b`).

        Plain `Ascend910B` is a SoC version of the first generation: its folder is ascend910.
        """
        known = self.socs.get(soc)
        folder = known.folder if known is not None else soc.lower()
        return folder if folder in self.folders else None

    def socs_of(self, folder: str) -> tuple[str, ...]:
        """The SoC versions whose operators are in a folder."""
        return tuple(soc.version for soc in self.socs.values() if soc.folder == folder)

    @property
    def known_by(self) -> str:
        """How the operators are known, one of KNOWN_BY."""
        if self.known_in:
            return COMPOSITE
        return INSTALL if self.is_complete else OPEN

    def known_by_in(self, folder: str) -> str:
        """How the operators of a folder are known."""
        return self.known_in.get(folder, INSTALL if self.is_complete else OPEN)

    def is_complete_in(self, folder: str | None) -> bool:
        """Whether an operator that is not in a folder does not exist for its SoCs."""
        return folder is not None and self.known_by_in(folder) == INSTALL

    def entry_known_by(self, op_type: str, folder: str) -> str:
        """How the entry of an operator is known; COMPOSITE for one of an earlier release."""
        known = self.known_by_in(folder)
        is_own = self.opened_in is not None and folder in self.opened_in(op_type)
        return OPEN if known == COMPOSITE and is_own else known

    def has_own(self, what: str) -> bool:
        """Whether the library has `modes`, `mode_files` or `switches` of its own release."""
        return bool(getattr(self, what)) and what not in self.carried

    def carried_from(self, op_type: str, folder: str) -> str:
        """The release of the real library that has the entry of an operator: often its own."""
        is_own = self.opened_in is not None and folder in self.opened_in(op_type)
        return self.cann if is_own else self.bases.get(folder, self.cann)

    def mode_line(self, file: str, op_type: str) -> int:
        """The line of a built-in mode file, from 1, that has an operator's entry."""
        lines = self.mode_lines.get(file)
        return lines[op_type] if lines else [*self.mode_files[file]].index(op_type) + 1
