"""What a plan is made for: one SoC, and the operator stores CANN would ask.

See manual/operator-libraries.md#files.
"""

from __future__ import annotations

from functools import lru_cache

from cannlint.errors import CannlintError
from cannlint.library.recorded import is_always_supported, is_static_supported, recorded_columns
from cannlint.library.snapshot import releases_for
from cannlint.library.socs import hardware_of, refuse_unknown
from cannlint.resolve.dtypes.context import StoreEntry
from cannlint.resolve.provenance import LIBRARY, RECORDED, Facts, Origin, of_library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from cannlint.formats.ops_info.operator import Operator
    from cannlint.formats.ops_info.reading import OpsInfo
    from cannlint.library.model import Library


class Target:
    """One SoC of a library, with custom operator libraries that are searched before it.

    `soc` is the name asked for, `folder` where the library has its operators, `hardware` what
    the SoC can do, None where that is not known.
    """

    __slots__ = ("_store_entries", "custom", "folder", "hardware", "library", "soc")

    def __init__(self, library: Library, soc: str, custom: Sequence[OpsInfo] = ()) -> None:
        folder = library.folder_of(soc)
        if folder is None:
            refuse_unknown([soc], library)
            releases = ", ".join(releases_for(soc))
            raise CannlintError(
                "CANN {cann} has no operators for the SoC {soc!r}; use --library with one of "
                "{releases}"
                if releases
                else "CANN {cann} has no operators for the SoC {soc!r}",
                cann=library.cann,
                soc=soc,
                releases=releases,
            )
        self.library = library
        self.soc = soc
        self.folder = folder
        self.hardware = hardware_of(library, soc)
        self.custom = custom
        self._store_entries: dict[str, tuple[StoreEntry, ...]] = {}

    def stores(self, op_type: str) -> tuple[StoreEntry, ...]:
        """An operator as each store that has it knows it, in the order CANN asks them."""
        found = self._store_entries.get(op_type)
        if found is None:
            found = self._store_entries[op_type] = tuple(self._found(op_type))
        return found

    def _found(self, op_type: str) -> Iterable[StoreEntry]:
        for reading in self.custom:
            operator = reading.operators.get(op_type)
            if operator is not None:
                entry = StoreEntry(operator, Origin("library", op_type, reading.source))
                entry.facts = Facts(LIBRARY, None, None, reading.source.path)
                yield entry
        operator = self.library.operator_in(op_type, self.folder)
        if operator is not None:
            yield self._built_in(operator)

    def _built_in(self, operator: Operator) -> StoreEntry:
        library, folder = self.library, self.folder
        entry = StoreEntry(operator, of_library(library, folder, operator.op_type))
        entry.facts = Facts(LIBRARY, library.cann, folder)
        recorded = entry.recorded = recorded_columns(library, folder, operator)
        if recorded is not None:
            entry.facts = Facts(RECORDED, recorded.cann, folder)
            entry.is_of_other_release = recorded.cann != library.cann
        if "needCheckSupport" in operator.flags:
            entry.is_always_supported = is_always_supported(library, folder, operator)
            entry.is_static_supported = is_static_supported(library, folder, operator)
        return entry

    def op_types(self) -> list[str]:
        """Every operator type that a store has, sorted."""
        custom = {op_type for reading in self.custom for op_type in reading.operators}
        names = [name for name in self.library.names() if self.stores(name)]
        return sorted({*custom, *names})


@lru_cache(maxsize=64)
def target_of(library: Library, soc: str) -> Target:
    """The target of a SoC without custom libraries: one for all jobs, with what it has looked up.

    Raises CannlintError as Target does.
    """
    return Target(library, soc)
