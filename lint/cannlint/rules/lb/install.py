"""All findings about an installed library, file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from cannlint.diagnostics import Diagnostic
from cannlint.errors import UnreadablePathError
from cannlint.formats.impl_mode import reading as impl_mode
from cannlint.kinds import Kind
from cannlint.library.audit import (
    AuditedStore,
    Edited,
    audited_stores,
    edited_lists,
    edited_modes,
    edited_switches,
    mode_files,
)
from cannlint.library.model import Library
from cannlint.reading.base import Reading
from cannlint.rules.lb import lb002_stray_json, lb003_replaced_operator, lb006_edited_library
from cannlint.text.source import Source, read_source

Check = Callable[[Reading], list[Diagnostic]]
Checked = tuple[Source, Kind, list[Diagnostic]]


def checked_files(
    opp: str, release: Library | None, check: Check
) -> Iterator[Checked | UnreadablePathError]:
    """Yield each file of an install with its findings, or the error of a file that cannot be read.

    `check` runs the rules about one file. `release` is the library to compare the install with.
    """
    for store in audited_stores(opp):
        yield from store.unreadable
        for reading in store.readings:
            yield reading.source, Kind.OPS_INFO, check(reading)
        for source, findings in _store_findings(store, release):
            yield source, Kind.OPS_INFO, findings
    for path in mode_files(opp):
        try:
            modes = impl_mode.read(read_source(path))
        except UnreadablePathError as error:
            yield error
            continue
        edits = edited_modes(modes, release) if release is not None else ()
        yield modes.source, Kind.IMPL_MODE, [*check(modes), *_edit_findings(edits)]
    if release is not None:
        for edit in edited_switches(opp, release):
            yield edit.source, Kind.FUSION_SWITCH, _edit_findings([edit])


def _store_findings(
    store: AuditedStore, release: Library | None
) -> Iterator[tuple[Source, list[Diagnostic]]]:
    for stray in store.strays():
        yield stray.reading.source, list(lb002_stray_json.RULE.run(stray))
    for replacement in store.replacements():
        yield replacement.later.source, [lb003_replaced_operator.across_files(replacement)]
    if release is not None and store.is_built_in:
        for edit in edited_lists(store, release):
            yield edit.source, _edit_findings([edit])


def _edit_findings(edits: Iterable[Edited]) -> list[Diagnostic]:
    return [finding for edit in edits for finding in lb006_edited_library.RULE.run(edit)]
