"""An installed CANN, read as the compiler reads it (resolution.md 1.1, libraries.md)."""

from __future__ import annotations

import os
import re
from functools import cache

from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.library.model import Library, Soc
from cannlint.reading import ops_info
from cannlint.syntax.op_precision import parse as parse_ini
from cannlint.text.source import Source, read_source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.reading.operator import Operator
    from cannlint.reading.ops_info import OpsInfo

_BUILT_IN = (
    os.path.join("built-in", "op_impl", "ai_core", "tbe"),
    os.path.join("op_impl", "built-in", "ai_core", "tbe"),
)
"""Where an opp folder has its operators: the layout of today, and that of the first releases."""

_CUSTOM = os.path.join("op_impl", "ai_core", "tbe", "config")
_MODE_LIST = "all_ops_impl_mode.ini"
_PRIORITY = re.compile(r"^[ \t]*load_priority[ \t]*=(.*)$", re.MULTILINE)
_INI_VALUE = re.compile(r"^[ \t]*([^=\n#]+?)[ \t]*=[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)


class Store:
    """A folder `config/<soc>` of operators: its files in the order CANN loads them."""

    __slots__ = ("files", "folder", "path")

    def __init__(self, folder: str, path: str) -> None:
        self.folder = folder
        self.path = path
        self.files = sorted(
            (os.path.join(path, name) for name in os.listdir(path) if name.endswith(".json")),
            key=lambda file: ("legacy" not in file, len(file), file),
        )

    def readings(self) -> Iterator[OpsInfo]:
        """CANN's reading of each file, in its order."""
        for file in self.files:
            yield reading_of(file)


@cache
def reading_of(path: str) -> OpsInfo:
    """CANN's reading of one library file."""
    return ops_info.read(read_source(path))


def opp_folder(path: str) -> str:
    """The opp folder that a path means: itself, its `opp`, or an `opp` one folder below.

    Raises CannlintError when there are no operators anywhere.
    """
    candidates = [path, os.path.join(path, "opp"), os.path.join(path, "cann", "opp")]
    for candidate in candidates:
        has_vendors = os.path.isdir(os.path.join(candidate, "vendors"))
        if has_vendors or any(os.path.isdir(os.path.join(candidate, tbe)) for tbe in _BUILT_IN):
            return candidate
    raise CannlintError(
        f"{path}: no operator library here; expected {_BUILT_IN[0]} or vendors in it"
    )


def stores(opp: str) -> list[Store]:
    """The stores in the order CANN searches them: custom packages by priority, then built-in."""
    found = [
        Store(folder, path)
        for vendor in _vendors(opp)
        for folder, path in _soc_folders(os.path.join(opp, "vendors", vendor, _CUSTOM))
    ]
    for tbe in _BUILT_IN:
        found += [Store(*place) for place in _soc_folders(os.path.join(opp, tbe, "config"))]
    return found


def _vendors(opp: str) -> list[str]:
    """Custom packages, as vendors/config.ini orders them; those it does not name are not loaded."""
    try:
        text = read_source(os.path.join(opp, "vendors", "config.ini")).text
    except UnreadablePathError:
        return []
    match = _PRIORITY.search(text)
    return [name.strip() for name in match[1].split(",") if name.strip()] if match else []


def _soc_folders(config: str) -> list[tuple[str, str]]:
    if not os.path.isdir(config):
        return []
    return [
        (name, os.path.join(config, name))
        for name in sorted(os.listdir(config))
        if os.path.isdir(os.path.join(config, name))
    ]


def load(path: str) -> Library:
    """The library of an installed CANN; `path` is what ASCEND_OPP_PATH points to, or above it.

    An operator that CANN could not initialise is left out here; `library check` names it.
    """
    opp = opp_folder(path)
    by_folder: dict[str, list[Store]] = {}
    for store in stores(opp):
        by_folder.setdefault(store.folder, []).append(store)

    @cache
    def operators_of(folder: str) -> dict[str, Operator]:
        merged: dict[str, Operator] = {}
        for store in by_folder[folder]:  # the first store that has an operator wins
            in_store: dict[str, Operator] = {}
            for reading in store.readings():  # a later file of a store replaces the entry
                in_store.update(reading.operators)
            merged = {**in_store, **merged}
        return merged

    folders = tuple(sorted(by_folder))

    def lookup(op_type: str) -> dict[str, Operator]:
        return {
            folder: operators_of(folder)[op_type]
            for folder in folders
            if op_type in operators_of(folder)
        }

    def names() -> list[str]:
        return sorted({name for folder in folders for name in operators_of(folder)})

    library = Library(_version(opp), "install", opp, folders, _socs(opp), lookup, names)
    library.modes, library.mode_files = _modes(opp)
    return library


def _version(opp: str) -> str:
    """The version that an install gives itself, or `unknown`."""
    for name in ("version.info", os.path.join(os.pardir, "version.info")):
        try:
            values = dict(_INI_VALUE.findall(read_source(os.path.join(opp, name)).text))
        except UnreadablePathError:
            continue
        for key in ("Version", "version", "compiler_version"):
            if values.get(key):
                return str(values[key])
    return "unknown"


def _modes(opp: str) -> tuple[dict[str, tuple[str, ...]], dict[str, dict[str, str]]]:
    """all_ops_impl_mode.ini, and the built-in mode files."""
    modes: dict[str, tuple[str, ...]] = {}
    files: dict[str, dict[str, str]] = {}
    for tbe in _BUILT_IN:
        folder = os.path.join(opp, tbe, "impl_mode")
        for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if not name.endswith(".ini"):
                continue
            entries = _ini_entries(read_source(os.path.join(folder, name)))
            if name == _MODE_LIST:
                modes = {op: tuple(m.strip() for m in text.split(",")) for op, text in entries}
            elif not name.startswith("all_ops"):
                files[name.removesuffix(".ini")] = dict(reversed(entries))
    return modes, files


def _ini_entries(source: Source) -> list[tuple[str, str]]:
    return [(line.name, line.mode) for line in parse_ini(source) if line.name and line.mode]


def _socs(opp: str) -> dict[str, Soc]:
    """The SoC versions of the platform files beside an opp folder."""
    found: dict[str, Soc] = {}
    for folder in _platform_folders(opp):
        for name in sorted(os.listdir(folder)):
            if name.endswith(".ini"):
                soc = soc_of(read_source(os.path.join(folder, name)).text)
                if soc is not None:
                    found.setdefault(soc.version, soc)
    return found


def _platform_folders(opp: str) -> Iterator[str]:
    home = os.path.dirname(os.path.abspath(opp))
    for name in ("", *sorted(os.listdir(home))):
        for data in ("data", os.path.join("compiler", "data")):
            path = os.path.join(home, name, data, "platform_config")
            if os.path.isdir(path):
                yield path


def soc_of(text: str) -> Soc | None:
    """A SoC from its platform file (resolution.md 2.1, 4.4)."""
    values = _INI_VALUE.findall(text)
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
