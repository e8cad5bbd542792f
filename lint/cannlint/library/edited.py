"""The differences between an install and the release that it claims to be."""

from __future__ import annotations

import os

from cannlint.cann.fusion import GROUPS, ON, SWITCH
from cannlint.kinds import Kind
from cannlint.library.built_in import fusion_config_of
from cannlint.library.install import version_of
from cannlint.library.snapshot import EMBEDDED, embedded, fusion_passes
from cannlint.reading.op_precision import Fate
from cannlint.reading.ops_info import place
from cannlint.syntax.json_scanner import parse_json
from cannlint.text.source import read_source
from cannlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.library.audit import AuditedStore
    from cannlint.library.model import Library
    from cannlint.reading.impl_mode import ImplMode
    from cannlint.text.source import Source


class Edited:
    """How a file differs from the release: the `names` of operators or passes, one place."""

    __slots__ = ("kind", "names", "release", "source", "span")

    def __init__(
        self, source: Source, kind: Kind, span: Span, names: tuple[str, ...], release: str
    ) -> None:
        self.source = source
        self.kind = kind
        self.span = span
        self.names = names
        self.release = release


def release_of(opp: str, asked: str | None) -> Library | None:
    """The embedded release that an install is to be: the one asked for, or by its version.info.

    None for a release whose facts are not embedded, or not all of them.
    """
    version = asked if asked in EMBEDDED else version_of(opp)
    release = embedded(version) if version in EMBEDDED else None
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
