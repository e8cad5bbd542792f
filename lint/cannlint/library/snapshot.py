"""The facts about CANN 8.1.RC1 that travel with cannlint (docs/provenance.md)."""

from __future__ import annotations

import json
import os
from functools import lru_cache

from cannlint.errors import CannlintError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = "8.1.RC1"
"""The release of the embedded facts."""

_LISTS = {"w": "white-list", "b": "black-list", "g": "gray-list"}
_DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")


class Operators:
    """Which operators each SoC has, and the mixed-precision list it has them in.

    `version` is a full SoC version such as `Ascend910B3`, or None for all SoCs: then a
    statement holds only where it holds for every SoC that has the operator.
    """

    __slots__ = ("_column", "_lists", "version")

    def __init__(self, version: str | None) -> None:
        data = _load("operators")
        self.version = version
        self._lists: dict[str, str] = data["lists"]
        folder = data["soc_versions"].get(version) if version else None
        self._column = data["socs"].index(folder) if folder in data["socs"] else None

    def known(self, op_type: str) -> bool:
        """Whether the SoC has the operator; without a SoC, whether any has it."""
        return bool(self.lists_of(op_type))

    def lists_of(self, op_type: str) -> frozenset[str]:
        """The lists the operator is in by default: one for a SoC, several over all."""
        letters = self._lists.get(op_type, "")
        if self._column is not None:
            letters = letters[self._column : self._column + 1]
        return frozenset(_LISTS[letter] for letter in letters if letter in _LISTS)


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


@lru_cache(maxsize=None)
def operators(version: str | None) -> Operators:
    """The operators of a SoC version, or of all for None."""
    return Operators(version)


@lru_cache(maxsize=None)
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


@lru_cache(maxsize=None)
def _load(name: str) -> dict[str, Any]:
    with open(os.path.join(_DATA, f"{name}-{VERSION}.json"), encoding="utf-8") as file:
        data: dict[str, Any] = json.load(file)
    return data
