"""Check an installed library: files that are none, replaced entries, edits since its release."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass

from cannlint.cann.fusion import GROUPS, ON, SWITCH
from cannlint.errors import UnreadablePathError
from cannlint.formats.impl_mode.reading import ImplMode
from cannlint.formats.op_precision.reading import Fate
from cannlint.formats.ops_info import reading as ops_info
from cannlint.formats.ops_info.reading import OpsInfo, place
from cannlint.kinds import Kind
from cannlint.library.built_in import fusion_config_of
from cannlint.library.install import Store, stores, version_of
from cannlint.library.model import Library
from cannlint.library.snapshot import embedded, embedded_release, fusion_passes
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import Source, read_source
from cannlint.text.span import Span


@dataclass(eq=False, slots=True)
class Edited:
    """How a file differs from the release: the `names` of operators or passes, one place."""

    source: Source
    kind: Kind
    span: Span
    names: tuple[str, ...]
    release: str


def release_of(opp: str, asked: str | None) -> Library | None:
    """The embedded release that an install is to be: the one asked for, or by its version.info.

    None for a release whose facts are not embedded, or not all of them.
    """
    version = embedded_release(asked or "") or embedded_release(version_of(opp))
    release = embedded(version) if version is not None else None
    return release if release is not None and release.is_complete else None


def edited_lists(store: AuditedStore, release: Library) -> Iterator[Edited]:
    """The files with operators in other mixed-precision lists than in the release."""
    counting = {op: reading for reading in store.readings for op in reading.entries}
    for reading in store.readings:
        ops = tuple(
            op
            for op, operator in reading.operators.items()
            if counting[op] is reading
            and _list_of(release, op, store.folder) not in (None, operator.default_list)
        )
        if ops:
            span = place(reading, (ops[0], "precision_reduce", "flag"))
            yield Edited(reading.source, Kind.OPS_INFO, span, ops, release.cann)


def _list_of(release: Library, op_type: str, folder: str) -> str | None:
    operator = release.operator(op_type).get(folder)
    return operator.default_list if operator is not None else None


def edited_modes(reading: ImplMode, release: Library) -> Iterator[Edited]:
    """How the entries of a mode file differ from those of the release."""
    stem = os.path.basename(reading.source.path).removesuffix(".ini")
    released = release.mode_files.get(stem)
    if released is None or reading.is_list:
        return
    modes = reading.effect(is_type=True)
    names = tuple(op for op in {**modes, **released} if modes.get(op) != released.get(op))
    keys = [r.line.key for r in reading.having(Fate.KEPT) if r.line.name in names and r.line.key]
    if names:
        span = keys[0] if keys else Span(0, 0)
        yield Edited(reading.source, Kind.IMPL_MODE, span, names, release.cann)


def edited_switches(opp: str, release: Library) -> Iterator[Edited]:
    """How the built-in switches of the fusion passes differ from those of the release."""
    passes = fusion_passes()
    path = fusion_config_of(opp) if release.cann == passes.cann else None
    if path is None:
        return
    source = read_source(path)
    root = parse_json(source.text).root
    section = root.last(SWITCH) if root is not None else None
    for group in GROUPS:
        node = section.last(group) if section is not None else None
        members = node.members if node is not None else []
        switches = {member.name: member.value.plain == ON for member in members}
        released = passes.switches[group]
        names = tuple(n for n in {**switches, **released} if switches.get(n) != released.get(n))
        if names:
            keys = [member.key.span for member in members if member.name in names]
            span = keys[0] if keys else Span(0, 0)
            yield Edited(source, Kind.FUSION_SWITCH, span, names, release.cann)


SHOWN = 10
"""How many operators a message names."""

_LIBRARY_NAME = re.compile(r"ops[-_]info", re.IGNORECASE)
_COPY = re.compile(
    r"(?:copy|backup|back|bak|old|orig(?:inal)?|edit(?:ed)?|modif(?:ied)?|te?mp|副本|备份)"
    r"[ _\d()]*\.json$|\(\d+\)\.json$|~",
    re.IGNORECASE,
)
_IS_WORD = re.compile(r"[A-Za-z0-9]")


def is_stray(name: str) -> bool:
    """Whether a *.json file is not named like a library, or like a copy of one."""
    library = _LIBRARY_NAME.search(name)
    if library is None:
        return True
    copy = _COPY.search(name, library.end())
    return copy is not None and not _IS_WORD.match(name[copy.start() - 1])


@dataclass(eq=False, slots=True)
class Stray:
    """A file that CANN takes for a library; `replaced` counts the entries it puts others for."""

    reading: OpsInfo
    folder: str
    replaced: int


@dataclass(eq=False, slots=True)
class Replacement:
    """The operators whose entries differ between two files of a store."""

    earlier: OpsInfo
    later: OpsInfo
    ops: tuple[str, ...]


class AuditedStore:
    """A store with CANN's reading of its files, in CANN's order; what cannot be read is apart."""

    def __init__(self, store: Store, is_built_in: bool) -> None:
        self.folder = store.folder
        self.is_built_in = is_built_in
        self.readings: list[OpsInfo] = []
        self.unreadable: list[UnreadablePathError] = []
        for file in store.files:
            try:
                self.readings.append(ops_info.read(read_source(file)))
            except UnreadablePathError as error:
                self.unreadable.append(error)

    def strays(self) -> list[Stray]:
        """The files whose names are not those of libraries."""
        pairs = list(self._pairs())
        return [
            Stray(
                reading,
                self.folder,
                sum(len(pair.ops) for pair in pairs if pair.later is reading),
            )
            for reading in self.readings
            if _is_stray(reading)
        ]

    def replacements(self) -> list[Replacement]:
        """What one library replaces in another; strays have it in their own finding."""
        return [
            pair for pair in self._pairs() if not (_is_stray(pair.earlier) or _is_stray(pair.later))
        ]

    def _pairs(self) -> Iterator[Replacement]:
        holders: dict[str, OpsInfo] = {}
        for reading in self.readings:
            lost: dict[int, tuple[OpsInfo, list[str]]] = {}
            for op_type, entry in reading.entries.items():
                holder = holders.get(op_type)
                if holder is not None and holder.entries[op_type] != entry:
                    lost.setdefault(id(holder), (holder, []))[1].append(op_type)
                holders[op_type] = reading
            for earlier, ops in lost.values():
                yield Replacement(earlier, reading, tuple(ops))


def _is_stray(reading: OpsInfo) -> bool:
    return is_stray(os.path.basename(reading.source.path))


def audited_stores(opp: str) -> Iterator[AuditedStore]:
    """The stores of an install, one read at a time."""
    for store in stores(opp):
        yield AuditedStore(store, not _is_below(store.path, os.path.join(opp, "vendors")))


def _is_below(path: str, folder: str) -> bool:
    return os.path.abspath(path).startswith(os.path.abspath(folder) + os.sep)


def mode_files(opp: str) -> list[str]:
    """The built-in mode files of an install."""
    folders = dict.fromkeys(
        os.path.join(os.path.dirname(os.path.dirname(store.path)), "impl_mode")
        for store in stores(opp)
        if not _is_below(store.path, os.path.join(opp, "vendors"))
    )
    return [
        os.path.join(folder, name)
        for folder in folders
        if os.path.isdir(folder)
        for name in sorted(os.listdir(folder))
        if name.endswith(".ini")
    ]
