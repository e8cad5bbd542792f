"""The operators of a run: a library, the SoCs asked for, the user's own operators."""

from __future__ import annotations

from functools import cache
from itertools import chain, islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.formats.ops_info.operator import Operator
    from cannlint.library.model import Library, Soc
    from cannlint.library.passes import FusionPasses
    from cannlint.nearest import Names

_MANY = 64
"""For more names than this, reading the list of all operators is faster than single look-ups."""


class Operators:
    """Look-ups in a library for the SoCs asked for.

    `socs` are the SoC versions asked for; none means every SoC of the library: then a
    statement holds only where it holds for each that has the operator. A SoC that the library
    does not know has no operators here, so no fact is found about it. `extra` are the operators
    of the user's own packages.
    """

    __slots__ = (
        "_all",
        "_entries",
        "_names",
        "_nearest",
        "_not_found",
        "_passes",
        "extra",
        "folders",
        "library",
        "socs",
    )

    def __init__(
        self, library: Library, socs: tuple[str, ...] = (), extra: frozenset[str] = frozenset()
    ) -> None:
        self.library = library
        self.socs = socs
        self.extra = extra
        asked = [library.folder_of(soc) for soc in socs]
        known = tuple(dict.fromkeys(folder for folder in asked if folder is not None))
        self.folders = known if socs else library.folders
        self._entries: dict[str, dict[str, Operator]] = {}
        self._all: frozenset[str] | None = None
        self._not_found = 0
        self._names: Names | None = None
        self._nearest: dict[str, str | None] = {}
        self._passes: FusionPasses | None = None

    def everywhere(self, op_type: str) -> dict[str, Operator]:
        """Folder → operator, over every SoC of the library."""
        found = self._entries.get(op_type)
        if found is None:
            # a file may have any number of unknown names: they are not cached
            may_be = self._not_found < _MANY or op_type in self._names_of_all()
            found = self.library.operator(op_type) if may_be else {}
            if found:
                self._entries[op_type] = found
            else:
                self._not_found += 1
        return found

    def _names_of_all(self) -> frozenset[str]:
        if self._all is None:
            self._all = frozenset([*self.library.names(), *self.extra])
        return self._all

    def entries(self, op_type: str) -> dict[str, Operator]:
        """Folder → operator, over the SoCs asked for."""
        everywhere = self.everywhere(op_type)
        if not everywhere:
            return {}
        return {folder: everywhere[folder] for folder in self.folders if folder in everywhere}

    def known(self, op_type: str) -> bool:
        """Whether a selected SoC or a custom package has the operator."""
        return op_type in self.extra or bool(self.entries(op_type))

    def known_among(self, names: Iterable[str]) -> set[str]:
        """The known ones of some names; many names are first intersected with all types."""
        rest = iter(names)
        asked = {*islice(rest, _MANY)}
        if len(asked) == _MANY:
            asked = {*self._names_of_all().intersection(chain(asked, rest))}
        else:
            asked.update(rest)
        return {name for name in asked if self.known(name)}

    def missing_from(self, op_type: str) -> tuple[str, ...]:
        """The folders asked for that do not have the operator; empty where that is not certain.

        It is not certain for an operator of the user's own, in an incomplete library, and where a
        file of the library is broken. Without SoCs an operator is missing only when no SoC has it.
        """
        if op_type in self.extra:
            return ()
        everywhere = self.everywhere(op_type)
        if self.library.refused:
            return ()
        if not self.socs:
            return () if everywhere or not self.library.is_complete else self.folders
        missing = (folder for folder in self.folders if folder not in everywhere)
        return tuple(folder for folder in missing if self.library.is_complete_in(folder))

    def may_lack(self, op_type: str) -> bool:
        """Whether a composite has an operator nowhere: it is not certain that there is none."""
        is_composite = bool(self.library.known_in) and op_type not in self.extra
        return is_composite and bool(self.folders) and not self.everywhere(op_type)

    def lists_of(self, op_type: str) -> frozenset[str]:
        """The default lists of an operator: usually one, several where SoCs differ."""
        everywhere = self.everywhere(op_type)
        if not everywhere:
            return _NO_LISTS
        return frozenset(everywhere[at].default_list for at in self.folders if at in everywhere)

    def nearest(self, op_type: str) -> str | None:
        """The operator type that a wrong one is close to, or None."""
        if op_type not in self._nearest:
            if self._names is None:
                from cannlint.nearest import Names

                self._names = Names([*self.library.names(), *self.extra])
            self._nearest[op_type] = self._names.nearest_type(op_type)
        return self._nearest[op_type]

    def hardware(self) -> list[Soc]:
        """The SoC versions asked for of which it is known what they can do."""
        from cannlint.library.socs import hardware_of

        known = (hardware_of(self.library, soc) for soc in self.socs)
        return [soc for soc in known if soc is not None]

    @property
    def passes(self) -> FusionPasses:
        """The fusion passes known, with the switches of this library where it brings any."""
        if self._passes is None:
            from cannlint.library.snapshot import fusion_passes

            self._passes = fusion_passes().of(self.library)
        return self._passes

    @property
    def where(self) -> str:
        """The release and the SoCs that a statement holds for, e.g. `CANN 8.1.RC1, Ascend910B3`."""
        return ", ".join([f"CANN {self.library.cann}", *map(self._named, self.socs)])

    def _named(self, soc: str) -> str:
        """A SoC, with its folder where the name suggests another one: plain Ascend910B."""
        known = self.library.socs.get(soc)
        if known is None or known.folder == soc.lower() or soc.lower() not in self.library.folders:
            return soc
        return f"{soc} (first generation: {known.folder})"


_NO_LISTS: frozenset[str] = frozenset()

_of_embedded = cache(Operators)
of_files = cache(Operators)
"""The operators of libraries that were read from files; cleared together with them."""


def operators(
    socs: tuple[str, ...] = (), library: Library | None = None, extra: frozenset[str] = frozenset()
) -> Operators:
    """The operators of a library, the embedded one unless another is given."""
    if library is None:
        from cannlint.library.snapshot import default

        library = default()
    known = _of_embedded if library.origin == "embedded" else of_files
    return known(library, socs, extra)
