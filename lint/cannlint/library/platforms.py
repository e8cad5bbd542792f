"""The platform files of an install: its SoC versions and what their hardware can do."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from cannlint.errors import CannlintError
from cannlint.library.model import Soc
from cannlint.text.source import read_source

_VALUE = re.compile(r"^([^=\n#]+)=([^\n]*)$", re.MULTILINE)


def socs_beside(opp: str) -> dict[str, Soc]:
    """The SoC versions of the platform files beside an opp folder."""
    found: dict[str, Soc] = {}
    for folder in _platform_folders(opp):
        found = {**socs_in(folder), **found}
    return found


def socs_in(folder: str) -> dict[str, Soc]:
    """The SoC versions of the platform files of a folder and below; the first of a name counts."""
    if not os.path.isdir(folder):
        raise CannlintError("{folder}: no folder with platform files", folder=folder)
    found: dict[str, Soc] = {}
    for path in _files_below(folder):
        soc = soc_of(read_source(path).text)
        if soc is not None:
            found.setdefault(soc.version, soc)
    return found


def _files_below(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders.sort()
        yield from (os.path.join(place, name) for name in sorted(names) if name.endswith(".ini"))


def _platform_folders(opp: str) -> Iterator[str]:
    home = os.path.dirname(os.path.abspath(opp))
    for name in ("", *sorted(os.listdir(home))):
        for data in ("data", os.path.join("compiler", "data")):
            path = os.path.join(home, name, data, "platform_config")
            if os.path.isdir(path):
                yield path


def ini_values(text: str) -> list[tuple[str, str]]:
    """The keys and values of all sections of an ini file, in order."""
    return [(key.strip(" \t"), value.strip(" \t\r")) for key, value in _VALUE.findall(text)]


def soc_of(text: str) -> Soc | None:
    """A SoC from its platform file (manual/socs.md#what-a-soc-can-do)."""
    values = ini_values(text)
    named = dict(reversed(values))
    version, short = named.get("SoC_version"), named.get("Short_SoC_version")
    if not version or not short:
        return None
    return Soc(
        version,
        short.lower(),
        bf16=any("f322bf16" in value for _, value in values if value.startswith("Intrinsic_vconv")),
        hf32=_has_mmad(values, "h322f32"),
        fp32_cube=_has_mmad(values, "f322f32"),
    )


def _has_mmad(values: list[tuple[str, str]], intrinsic: str) -> bool:
    return any(
        intrinsic in value.partition("|")[2].split(",")
        for _, value in values
        if value.startswith("Intrinsic_mmad")
    )
