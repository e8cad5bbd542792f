"""Code actions: fix one finding, fix a file, and ignore findings of a rule."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.config.search import CONFIG_NAME
from cannlint.diagnostics import Diagnostic
from cannlint.errors import UnreadablePathError
from cannlint.language import said, translated
from cannlint.server.convert import edits
from cannlint.server.documents import Document
from cannlint.server.session import Checked
from cannlint.syntax.new_ignore_comment import new_ignore_comment
from cannlint.text.source import read_source

FIX_ALL = "source.fixAll.cannlint"
SUGGESTED = lsp.CodeActionKind.RefactorRewrite.value
_QUICK_FIX = lsp.CodeActionKind.QuickFix.value

_OWN = "CL"
"""The rules about cannlint's own configuration."""


@dataclass(eq=False, slots=True)
class Action:
    """A code action whose edit is made when it is needed: that of a whole file may be long."""

    title: str
    kind: str
    edit: Callable[[], lsp.WorkspaceEdit]
    is_preferred: bool | None = None


def actions(
    document: Document,
    checked: Checked,
    asked: lsp.Range,
    only: Sequence[str] | None,
    opened: Callable[[str], Document | None],
) -> Iterator[Action]:
    """The code actions for the findings in a range; `only` are the kinds that the editor wants.

    `opened` gives the open file at a path: what is added to it goes behind what is not saved.
    """
    if _wanted(_QUICK_FIX, only):
        for finding in checked.findings:
            if _touches(document.range(finding.span), asked):
                yield from _fix(document, finding)
                yield from _suppress(document, checked, finding, opened)
    if _wanted(FIX_ALL, only):
        safe = list(all_safe(checked))
        if safe:
            edit = partial(_workspace_edit, document, safe)
            yield Action(translated("apply all safe fixes"), FIX_ALL, edit)


def all_safe(checked: Checked) -> Iterator[Diagnostic]:
    """The findings whose safe fixes do not overlap; the others are fixed the next time."""
    end = -1
    fixable = [
        finding for finding in checked.findings if finding.fix is not None and finding.fix.is_safe
    ]
    for finding in sorted(fixable, key=_start):
        assert finding.fix is not None
        if _start(finding) >= end:
            end = max(edit.span.end for edit in finding.fix.edits)
            yield finding


def _start(finding: Diagnostic) -> int:
    assert finding.fix is not None
    return min(edit.span.start for edit in finding.fix.edits)


def _wanted(kind: str, only: Sequence[str] | None) -> bool:
    return only is None or any(kind == asked or kind.startswith(f"{asked}.") for asked in only)


def _touches(one: lsp.Range, other: lsp.Range) -> bool:
    return one.start <= other.end and other.start <= one.end


def _fix(document: Document, finding: Diagnostic) -> Iterator[Action]:
    if finding.fix is not None:
        doubt = "" if finding.fix.is_safe else translated(" (check the result)")
        edit = partial(_workspace_edit, document, [finding])
        yield Action(f"{finding.fix.title}{doubt}", _QUICK_FIX, edit, finding.fix.is_safe)


def _workspace_edit(document: Document, findings: Sequence[Diagnostic]) -> lsp.WorkspaceEdit:
    return _edits(
        document, [edit for found in findings if found.fix for edit in edits(found.fix, document)]
    )


def _edits(document: Document, changes: Sequence[lsp.TextEdit]) -> lsp.WorkspaceEdit:
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(
        uri=document.uri, version=document.version
    )
    return lsp.WorkspaceEdit(
        document_changes=[lsp.TextDocumentEdit(text_document=identifier, edits=[*changes])]
    )


def _suppress(
    document: Document,
    checked: Checked,
    finding: Diagnostic,
    opened: Callable[[str], Document | None],
) -> Iterator[Action]:
    """Ignore a finding with a comment, or in the configuration if the format has no comments."""
    if finding.code.startswith(_OWN):
        return
    start, kind = finding.span.start, checked.kind
    comment = kind and new_ignore_comment(checked.source, kind, finding.code, start)
    if not comment:
        if document.uri.startswith("file:"):
            yield _accept(document, checked, finding, opened)
        return
    place = document.range(comment.span)
    title = said("ignore {code} here with a comment", code=finding.code)
    change = lsp.TextEdit(place, comment.text)
    yield Action(title, _QUICK_FIX, partial(_edits, document, [change]))


def _accept(
    document: Document,
    checked: Checked,
    finding: Diagnostic,
    opened: Callable[[str], Document | None],
) -> Action:
    """Ignore the findings of a rule in this file."""
    settings = checked.settings
    path = settings.path if settings is not None and settings.path is not None else None
    root = os.path.dirname(path) if path is not None else os.path.dirname(document.path)
    config = path or os.path.join(root, CONFIG_NAME)
    relative = os.path.relpath(document.path, root).replace(os.sep, "/")
    table = "tool.cannlint.ignore" if config.endswith("pyproject.toml") else "ignore"
    text = f'\n[[{table}]]\nrules = ["{finding.code}"]\npaths = ["{relative}"]\n'
    title = said(
        "ignore {code} in {relative} ({config})",
        code=finding.code,
        relative=relative,
        config=os.path.basename(config),
    )
    return Action(title, _QUICK_FIX, partial(_append, config, text, opened))


def _append(path: str, text: str, opened: Callable[[str], Document | None]) -> lsp.WorkspaceEdit:
    return lsp.WorkspaceEdit(document_changes=list(_appended(path, text, opened(path))))


def _appended(
    path: str, text: str, known: Document | None
) -> Iterator[lsp.CreateFile | lsp.TextDocumentEdit]:
    """The changes that append a text to a file, which may be open or may not exist."""
    uri = from_fs_path(os.path.abspath(path)) or path
    if known is None:
        known = _on_disk(path, uri)
    if known is None:
        yield lsp.CreateFile(uri=uri, options=lsp.CreateFileOptions(ignore_if_exists=True))
        known = Document(uri, "", None, lsp.PositionEncodingKind.Utf16)
    end = known.position(len(known.text))
    text = text if known.text else text.lstrip("\n")
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri=known.uri, version=known.version)
    yield lsp.TextDocumentEdit(
        text_document=identifier, edits=[lsp.TextEdit(lsp.Range(end, end), text)]
    )


def _on_disk(path: str, uri: str) -> Document | None:
    try:
        text = read_source(path).text
    except UnreadablePathError:
        return None
    return Document(uri, text, None, lsp.PositionEncodingKind.Utf16)
