"""The libraries that cannlint contains (docs/provenance.md)."""

from __future__ import annotations

import json
import re
from functools import cache

from cannlint.library.compact import data_of, library_of, stored
from cannlint.library.passes import FusionPasses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.library.model import Library

    Combination = tuple[tuple[str, ...], tuple[str, ...]]

VERSION = "8.1.RC1"
"""The release that is used by default."""

EMBEDDED = ("8.1.RC1", "8.5.0", "9.0.0", "9.1.0", "9.2.0-beta.2")
"""The releases that cannlint contains facts about, the oldest first."""

_RELEASE = re.compile(r"([0-9]+[.][0-9]+)(?:[.-].*)?")
_FORMER_NAMES = {"9.1": "9.1.0"}
"""What cannlint called a release before → its name."""


def embedded_release(name: str) -> str | None:
    """The embedded release that a text names; None if it names none."""
    release = _FORMER_NAMES.get(name, name)
    return release if release in EMBEDDED else None


def release_like(name: str) -> str | None:
    """The embedded release with the first two numbers of a name: of `9.2` and `9.2.0-beta.1`.

    Nothing that is known of changes between two releases that share them but for single values.
    """
    match = _RELEASE.fullmatch(name)
    return next((one for one in EMBEDDED if match and one.startswith(match[1] + ".")), None)


@cache
def embedded(version: str) -> Library:
    """The library of an embedded release; entries are decoded when they are needed."""
    if version == VERSION:
        return library_of(stored(f"{version}.ops"), "embedded")
    from cannlint.library.composite import composite

    return composite(version)


def releases_for(soc: str) -> tuple[str, ...]:
    """The embedded releases that have operators for a SoC."""
    return tuple(one for one in EMBEDDED if embedded(one).folder_of(soc) is not None)


def others_than(library: Library) -> Iterator[Library]:
    """The libraries of the other embedded releases, the oldest first."""
    yield from (embedded(release) for release in EMBEDDED if release != library.cann)


@cache
def default() -> Library:
    """The library of a run that names none: what it says may be otherwise in another release."""
    library = library_of(stored(f"{VERSION}.ops"), "embedded")
    library.is_chosen = False
    return library


@cache
def fusion_passes() -> FusionPasses:
    """The fusion passes of 8.1.RC1, with the names known from other releases."""
    data = json.loads(data_of(f"fusion-{VERSION}.json"))
    passes = FusionPasses(
        data["cann"],
        {
            group: {name: switch == "on" for name, switch in switches.items()}
            for group, switches in data["switches"].items()
        },
        {group: tuple(names) for group, names in data["passes"].items()},
        frozenset(data["forbidden_close"]),
        frozenset(data["closable"]),
    )
    passes.closable_by_json = frozenset(data["closable_by_json"])
    passes.compiled = {name: tuple(types) for name, types in data["compiled"].items()}
    passes.documented_as = data["documented_as"]
    passes.documented_only = frozenset(data["documented_only"])
    passes.ge_passes = frozenset(data["ge_passes"])
    passes.obsolete = {old: tuple(names) for old, names in data["obsolete"].items()}
    passes.still_documented = frozenset(data["still_documented"])
    passes.ungrouped = frozenset(data["ungrouped"])
    passes.since = {name: release for release, names in data["since"].items() for name in names}
    return passes


KERNELS_FOLDER = "ascend910b"
"""The SoC folder whose prebuilt kernels are known."""


def kernel_dtypes(op_type: str) -> tuple[Combination, ...]:
    """The dtypes of the kernels that 8.1.RC1 brings for an operator whose entry lists none.

    (input dtypes, output dtypes) on ascend910b, in the compiler's spelling, empty for an absent
    optional tensor. The order has no meaning, and others may still be compiled. Empty for an
    operator of which no kernels are known.
    """
    combinations = _kernels().get(op_type, ())
    return tuple((_dtypes(inputs), _dtypes(outputs)) for inputs, outputs in combinations)


@cache
def _kernels() -> dict[str, list[tuple[str, str]]]:
    found: dict[str, list[tuple[str, str]]] = json.loads(data_of(f"kernels-{VERSION}.json"))[
        "operators"
    ]
    return found


def _dtypes(text: str) -> tuple[str, ...]:
    return tuple(text.split(",")) if text else ()
