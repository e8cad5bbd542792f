"""Code actions that give the operator at the cursor another dtype or mode, each way planned."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from functools import cache, partial

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.engine.plan_checks import Graphs
from cannlint.errors import CannlintError
from cannlint.formats.shown import Place, Sort
from cannlint.graphs.model import Graph
from cannlint.jobs.model import Job
from cannlint.kinds import FORMATS
from cannlint.language import said
from cannlint.resolve.plan import Plan, plan_of_graph
from cannlint.server.actions import SUGGESTED, Action
from cannlint.server.documents import Document
from cannlint.server.hover import place_at
from cannlint.server.job_places import target_of
from cannlint.server.session import Checked
from cannlint.suggest.job_file import Writing
from cannlint.text.edits import ChangedLines
from cannlint.text.source import Source

Opened = Callable[[str], Document | None]

_DTYPES = ("float32", "float16")
_MOST_NODES = 3_000
"""Nodes of a model up to which ways are planned: an editor does not wait longer than a second."""


def suggested(
    document: Document, checked: Checked, asked: lsp.Range, opened: Opened
) -> Iterator[Action]:
    """The way that changes least to each value that an operator may have.

    Only for a name in a config file of one job that is known completely, and only ways whose
    options can be written where the job is.
    """
    reading = checked.reading
    place = place_at(reading, document.offset(asked.start)) if reading is not None else None
    if place is None or place.sort not in (Sort.OP_TYPE, Sort.NODE) or len(checked.jobs) != 1:
        return
    from cannlint.report.suggest_words import what
    from cannlint.suggest.goal import MET
    from cannlint.suggest.job_file import Writing
    from cannlint.suggest.search import suggestions_for
    from cannlint.suggest.wants import Want, value_of

    plan = _plan(checked, checked.jobs[0], place)
    if plan is None:
        return
    for value in _values(checked, place):
        want = Want(f"{place.name}={value}", [((place.name,),)], value_of(value))
        try:
            [found] = suggestions_for(plan, [want], frozenset()).found
        except CannlintError:  # the model has no such operator
            return
        for outcome in found.ways:
            writing = Writing(outcome.draft)
            if outcome.status is MET and not writing.is_by_hand:
                way = what(outcome)
                title = said("get {value} for {name}: {way}", value=value, name=place.name, way=way)
                yield Action(title, SUGGESTED, partial(_edit, writing, opened))
                break


def _values(checked: Checked, place: Place) -> tuple[str, ...]:
    """The values to offer: the modes of an operator in a file about modes, else dtypes."""
    if checked.kind is None or not FORMATS[checked.kind].sets_modes:
        return _DTYPES
    assert checked.operators is not None
    return tuple(checked.operators.library.modes.get(place.name, ()))


def _plan(checked: Checked, job: Job, place: Place) -> Plan | None:
    """The plan of a job with its model; None where it is not known, refused or too large."""
    from cannlint.engine.own_plugins import with_own_plugins

    target = target_of(checked, job)
    graph: Graph | None = None
    if job.graph is not None:
        try:
            graph, _ = _graphs().of(job.graph)
        except CannlintError:
            return None
    elif place.sort is Sort.NODE:
        return None
    if target is None or (graph and len(graph.nodes) > _MOST_NODES):
        return None
    taken = with_own_plugins(job, checked.settings)
    plan = plan_of_graph(taken, target, graph)
    return plan if plan.accepted else None


@cache
def _graphs() -> Graphs:
    """The graphs that were read last, read again when their files change."""
    return Graphs()


def _edit(writing: Writing, opened: Opened) -> lsp.WorkspaceEdit:
    changes = [change for texts in writing.texts() for change in _changes(*texts, opened)]
    return lsp.WorkspaceEdit(document_changes=changes)


def _changes(
    before: Source | None, after: Source, opened: Opened
) -> Iterator[lsp.CreateFile | lsp.TextDocumentEdit]:
    """The changes that give a file its new text; a new file is created before."""
    known = opened(after.path)
    uri = known.uri if known else from_fs_path(os.path.abspath(after.path)) or after.path
    if before is None:
        yield lsp.CreateFile(uri=uri)
    old = before.text if before is not None else ""
    document = known or Document(uri, old, None, lsp.PositionEncodingKind.Utf16)
    lines = ChangedLines(document.text, after.text)
    place = lsp.Range(document.position(lines.start), document.position(lines.before_end))
    text = after.text[lines.start : lines.after_end]
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri=uri, version=document.version)
    yield lsp.TextDocumentEdit(text_document=identifier, edits=[lsp.TextEdit(place, text)])
