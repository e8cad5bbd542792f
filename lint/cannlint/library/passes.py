"""The catalog of fusion passes, and what of it holds in a release."""

from __future__ import annotations

import re

from cannlint.cann.fusion import GROUPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.library.model import Library

_CLOSABLE_SINCE = (8, 5)
"""The first release in which the JSON form can turn off some more passes."""


class FusionPasses:
    """The fusion passes of a release: built-in switches, catalog, and what stays on.

    `cann` is the release that `switches` (group → pass → on) and `exceptional` (the passes that
    it forces on) come from. `groups` is group → catalogued names. A file cannot turn off the passes
    of `forbidden_close`; it can turn off those of `closable`, and those of `closable_by_json` in
    the JSON form only, since 8.5. Of the others only the registration is known. `ge_passes` are
    passes of the graph engine: optimization_switch controls them. `obsolete` is old name → the
    present ones, `still_documented` the old names that the manual has, `ungrouped` names of which
    nothing more is known. `compiled` are names that are nowhere but in models which CANN 5.0 to 8.0
    compiled, each with the operator types before and after it, if these are known. For a name in
    `documented_only` the manual is the only source of its group; `documented_as` has where the
    manual is wrong. `since` is name → the first release that is known to have it, for passes of
    which nothing older is known; `release` is the one that is asked about.
    """

    __slots__ = (
        "_every_name",
        "_group_of",
        "cann",
        "closable",
        "closable_by_json",
        "compiled",
        "documented_as",
        "documented_only",
        "exceptional",
        "forbidden_close",
        "ge_passes",
        "groups",
        "obsolete",
        "release",
        "since",
        "still_documented",
        "switches",
        "ungrouped",
    )

    def __init__(
        self,
        cann: str,
        switches: dict[str, dict[str, bool]],
        groups: dict[str, tuple[str, ...]],
        forbidden_close: frozenset[str],
        closable: frozenset[str] = frozenset(),
    ) -> None:
        self.cann = cann
        self.switches = switches
        self.groups = groups
        self.forbidden_close = forbidden_close
        self.closable = closable
        self.closable_by_json: frozenset[str] = frozenset()
        self.exceptional: frozenset[str] = frozenset()
        self.compiled: dict[str, tuple[str, ...]] = {}
        self.documented_as: dict[str, str] = {}
        self.documented_only: frozenset[str] = frozenset()
        self.ge_passes: frozenset[str] = frozenset()
        self.obsolete: dict[str, tuple[str, ...]] = {}
        self.release = cann
        self.since: dict[str, str] = {}
        self.still_documented: frozenset[str] = frozenset()
        self.ungrouped: frozenset[str] = frozenset()
        self._group_of: dict[str, str] = {}
        self._every_name: frozenset[str] = frozenset()

    @property
    def every_name(self) -> frozenset[str]:
        """All names of which anything is known."""
        if not self._every_name:
            self._every_name = frozenset().union(
                *self.groups.values(),
                *(self.ge_passes, self.ungrouped, self.obsolete, self.compiled),
                *(self.exceptional, self.forbidden_close),
            )
        return self._every_name

    def of(self, library: Library) -> FusionPasses:
        """The same catalog for the release of a library, with its switches if it has any."""
        if library.cann == self.release and not (library.switches or library.exceptional):
            return self
        passes = FusionPasses.__new__(FusionPasses)  # copy.copy imports more than a clean run does
        for name in self.__slots__:
            setattr(passes, name, getattr(self, name))
        passes.release = library.cann
        if library.switches or library.exceptional:
            passes.cann = library.cann
            passes.exceptional = library.exceptional
        if library.switches:
            passes.switches = {group: library.switches.get(group, {}) for group in GROUPS}
        passes._every_name = frozenset()
        return passes

    def later_release(self, name: str) -> str | None:
        """The first release that is known to have a pass, if that is a later one than asked about.

        An older one may have the pass in a library that is closed.
        """
        since, numbers = self.since.get(name), _numbers(self.release)
        is_later = since is not None and numbers is not None and (_numbers(since) or ()) > numbers
        return since if is_later else None

    def kept_on(self, is_json: bool) -> frozenset[str]:
        """The passes that a file of this form cannot turn off, in this release."""
        is_closable = is_json and (_numbers(self.cann) or ()) >= _CLOSABLE_SINCE
        return self.forbidden_close - self.closable_by_json if is_closable else self.forbidden_close

    def group_of(self, name: str) -> str | None:
        """The group of a catalogued pass."""
        if not self._group_of:
            for group, names in reversed(self.groups.items()):
                self._group_of.update(dict.fromkeys(names, group))
        return self._group_of.get(name)

    def has_no_group(self, name: str) -> bool:
        """Whether little more than the name of a pass is known."""
        return name in self.ungrouped or name in self.compiled

    def known(self, name: str) -> bool:
        """Whether the name is known, as a fusion pass or as another pass."""
        return (
            self.group_of(name) is not None
            or name in self.ge_passes
            or self.has_no_group(name)
            or name in self.obsolete
        )


def _numbers(release: str) -> tuple[int, ...] | None:
    """The first two numbers of a release, None for a text without them."""
    match = re.match(r"(\d{1,4})\.(\d{1,4})", release)
    return (int(match[1]), int(match[2])) if match is not None else None
