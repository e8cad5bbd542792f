"""The facts about CANN 8.1.RC1 that travel with cannlint (docs/provenance.md)."""

from __future__ import annotations

import json
import os
from functools import cache

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "8.1.RC1"
"""The release of the embedded facts."""

_LISTS = {"w": "white-list", "b": "black-list", "g": "gray-list"}
_DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


class Operators:
    """Which operators some SoCs have, and the mixed-precision lists they have them in.

    `versions` are full SoC versions such as `Ascend910B3`; none means every SoC. A SoC that
    the release does not know has no operators here, so that nothing is said about it.
    """

    __slots__ = ("_columns", "_lists", "versions")

    def __init__(self, versions: tuple[str, ...]) -> None:
        data = _load("operators")
        folders = data["socs"]
        self.versions = versions
        self._lists: dict[str, str] = data["lists"]
        known = [data["soc_versions"].get(version) for version in versions] or folders
        self._columns = [folders.index(folder) for folder in known if folder in folders]

    def known(self, op_type: str) -> bool:
        """Whether any of the SoCs has the operator."""
        return bool(self.lists_of(op_type))

    def lists_of(self, op_type: str) -> frozenset[str]:
        """The lists the operator is in by default: usually one, several where SoCs differ."""
        letters = self._lists.get(op_type)
        if letters is None:
            return frozenset()
        found = {letters[column] for column in self._columns}
        return frozenset(_LISTS[letter] for letter in found if letter in _LISTS)


class FusionPasses:
    """The fusion passes of the release: built-in switches, catalog, and what stays on.

    `switches` is group → pass → on, as the compiler's own fusion_config.json has it; `groups`
    is group → catalogued names; the passes of `forbidden_close` cannot be turned off by a file.
    """

    __slots__ = ("forbidden_close", "groups", "switches")

    def __init__(
        self,
        switches: dict[str, dict[str, bool]],
        groups: dict[str, tuple[str, ...]],
        forbidden_close: frozenset[str],
    ) -> None:
        self.switches = switches
        self.groups = groups
        self.forbidden_close = forbidden_close


@cache
def operators(versions: tuple[str, ...]) -> Operators:
    """The operators of some SoC versions, or of all SoCs for none."""
    return Operators(versions)


@cache
def fusion_passes() -> FusionPasses:
    """The fusion passes of 8.1.RC1."""
    data = _load("fusion")
    return FusionPasses(
        {
            group: {name: switch == "on" for name, switch in switches.items()}
            for group, switches in data["switches"].items()
        },
        {group: tuple(names) for group, names in data["passes"].items()},
        frozenset(data["forbidden_close"]),
    )


def soc_versions() -> tuple[str, ...]:
    """The SoC versions that the release knows, e.g. Ascend910B3."""
    return tuple(_load("operators")["soc_versions"])


def check_library(library: str | None) -> None:
    """Refuse a `--library` that is not the embedded one."""
    if library is not None and library != VERSION:
        raise CannlintError(
            f"library {library!r} is not available: this version has the embedded {VERSION} only"
        )


@cache
def _load(name: str) -> dict[str, Any]:
    with open(os.path.join(_DATA, f"{name}-{VERSION}.json"), encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data
