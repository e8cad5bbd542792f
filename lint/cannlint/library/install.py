"""An installed CANN, read as the compiler reads it (manual/operator-libraries.md#files)."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from functools import cache

from cannlint.errors import CannlintError, UnreadablePathError
from cannlint.formats.ops_info import reading as ops_info
from cannlint.formats.ops_info.operator import Operator
from cannlint.formats.ops_info.reading import OpsInfo
from cannlint.library.built_in import built_in_modes, built_in_switches
from cannlint.library.model import Library
from cannlint.library.platforms import ini_values, socs_beside
from cannlint.text.source import read_source

_BUILT_IN = (
    os.path.join("built-in", "op_impl", "ai_core", "tbe"),
    os.path.join("op_impl", "built-in", "ai_core", "tbe"),
)
"""The folders of operators in opp: in the current layout, and in that of the first releases."""

_CUSTOM = os.path.join("op_impl", "ai_core", "tbe", "config")
MOST_VENDORS = 1_000
"""Custom packages of one install; real ones have a few."""

_PRIORITY = re.compile(r"^[ \t]*load_priority[ \t]*=(.*)$", re.MULTILINE)


class Store:
    """A folder `config/<soc>` of operators: its files in the order CANN loads them."""

    __slots__ = ("files", "folder", "path")

    def __init__(self, folder: str, path: str) -> None:
        self.folder = folder
        self.path = path
        self.files = sorted(
            (os.path.join(path, name) for name in _names_in(path) if name.endswith(".json")),
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
    """The opp folder that a path means: itself, its `opp`, or that of the install below it.

    Raises CannlintError when there are no operators anywhere.
    """
    homes = ("", "cann", "latest", os.path.join("ascend-toolkit", "latest"))
    candidates = [path, *(os.path.join(path, home, "opp") for home in homes)]
    for candidate in candidates:
        has_vendors = os.path.isdir(os.path.join(candidate, "vendors"))
        if has_vendors or any(os.path.isdir(os.path.join(candidate, tbe)) for tbe in _BUILT_IN):
            return candidate
    raise CannlintError(
        "{path}: no operator library here; expected {built_in} or vendors in it",
        path=path,
        built_in=_BUILT_IN[0],
    )


def stores(opp: str) -> list[Store]:
    """The stores in the order CANN searches them: custom packages by priority, then built-in."""
    return custom_stores(opp) + built_in_stores(opp)


def custom_stores(opp: str) -> list[Store]:
    """The stores of the custom packages."""
    return [
        Store(folder, path)
        for vendor in _vendors(opp)
        for folder, path in _soc_folders(os.path.join(opp, "vendors", vendor, _CUSTOM))
    ]


def built_in_stores(opp: str) -> list[Store]:
    """The stores of the release itself."""
    return [
        Store(folder, path)
        for tbe in _BUILT_IN
        for folder, path in _soc_folders(os.path.join(opp, tbe, "config"))
    ]


def _vendors(opp: str) -> list[str]:
    """Custom packages, as vendors/config.ini orders them; those it does not name are not loaded."""
    try:
        text = read_source(os.path.join(opp, "vendors", "config.ini")).text
    except UnreadablePathError:
        return []
    match = _PRIORITY.search(text)
    names = (name.strip() for name in (match[1] if match else "").split(","))
    # a package that is named once more has nothing new
    vendors = list(dict.fromkeys(os.path.normpath(name) for name in names if name))
    if len(vendors) > MOST_VENDORS:
        raise CannlintError(
            "{path}: more than {most:,} custom packages, which is the limit",
            path=os.path.join(opp, "vendors", "config.ini"),
            most=MOST_VENDORS,
        )
    return vendors


def _names_in(folder: str) -> list[str]:
    """The names in a folder. Raises CannlintError."""
    try:
        return os.listdir(folder)
    except OSError as error:
        raise CannlintError(f"{folder}: {(error.strerror or '').lower()}") from None


def _soc_folders(config: str) -> list[tuple[str, str]]:
    if not os.path.isdir(config):
        return []
    return [
        (name, os.path.join(config, name))
        for name in sorted(_names_in(config))
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
                if not reading.accepted:
                    library.refused.append(reading.source.path)
            merged = {**in_store, **merged}
        return merged

    # a SoC that only custom packages know has no operators of the release: it is left out
    built_in = {store.folder for store in built_in_stores(opp)}
    folders = tuple(sorted(built_in or by_folder))

    def lookup(op_type: str) -> dict[str, Operator]:
        return {
            folder: operators_of(folder)[op_type]
            for folder in folders
            if op_type in operators_of(folder)
        }

    def names() -> list[str]:
        return sorted({name for folder in folders for name in operators_of(folder)})

    library = Library(version_of(opp), "install", opp, folders, socs_beside(opp), lookup, names)
    library.is_complete = bool(built_in)
    modes = built_in_modes(os.path.join(opp, tbe, "impl_mode") for tbe in _BUILT_IN)
    library.modes, library.mode_files = modes.listed, modes.files
    library.mode_lines = modes.lines
    library.switches, library.exceptional = built_in_switches(opp)
    return library


def version_of(opp: str) -> str:
    """The release that an install says it is, or `unknown`.

    `Version` is that of its operators alone where there is a `version_dir`: 7.6.0.1.220 in 8.0.0.
    """
    for path in _version_files(opp):
        try:
            values = dict(ini_values(read_source(path).text))
        except UnreadablePathError:
            continue
        for key in ("version_dir", "Version", "version", "compiler_version"):
            if values.get(key):
                return str(values[key])
    return "unknown"


def _version_files(opp: str) -> Iterator[str]:
    """The files that may say the version: of the operators, then of the install around them."""
    home = os.path.join(opp, os.pardir)
    yield os.path.join(opp, "version.info")
    yield os.path.join(home, "version.info")
    for folder in ("", *filter(_is_of_machine, _names_in(home))):
        for package in ("toolkit", "nnrt", "ops"):
            yield os.path.join(home, folder, f"ascend_{package}_install.info")


def _is_of_machine(name: str) -> bool:
    return name.endswith("-linux")
