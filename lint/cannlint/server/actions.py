"""Quick fixes: the edit of one finding, of all of a file, and accepting a rule's findings."""

from __future__ import annotations

import os

from lsprotocol import types as lsp
from pygls.uris import from_fs_path

from cannlint.config_search import CONFIG_NAME
from cannlint.server.convert import edits
from cannlint.server.documents import Document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.diagnostics import Diagnostic
    from cannlint.server.session import Checked

FIX_ALL = "source.fixAll.cannlint"


def actions(
    document: Document, checked: Checked, asked: lsp.Range, only: Sequence[str] | None
) -> Iterator[lsp.CodeAction]:
    """What can be done about the findings in a range; `only` are the kinds the editor wants."""
    if _wanted(lsp.CodeActionKind.QuickFix, only):
        for finding in checked.findings:
            if _touches(document.range(finding.span), asked):
                yield from _fix(document, finding)
                yield _accept(document, checked, finding)
    if _wanted(FIX_ALL, only):
        safe = list(all_safe(checked))
        if safe:
            yield lsp.CodeAction(
                title="mend all that is safe to mend",
                kind=FIX_ALL,
                edit=_workspace_edit(document, safe),
            )


def all_safe(checked: Checked) -> Iterator[Diagnostic]:
    """The findings whose safe fixes can be applied together; the others wait for the next time."""
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


def _fix(document: Document, finding: Diagnostic) -> Iterator[lsp.CodeAction]:
    if finding.fix is not None:
        doubt = "" if finding.fix.is_safe else " (look at the result)"
        yield lsp.CodeAction(
            title=f"{finding.fix.title}{doubt}",
            kind=lsp.CodeActionKind.QuickFix,
            is_preferred=finding.fix.is_safe,
            edit=_workspace_edit(document, [finding]),
        )


def _workspace_edit(document: Document, findings: Sequence[Diagnostic]) -> lsp.WorkspaceEdit:
    changed = [edit for found in findings if found.fix for edit in edits(found.fix, document)]
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(
        uri=document.uri, version=document.version
    )
    return lsp.WorkspaceEdit(
        document_changes=[lsp.TextDocumentEdit(text_document=identifier, edits=[*changed])]
    )


def _accept(document: Document, checked: Checked, finding: Diagnostic) -> lsp.CodeAction:
    """Accept a rule's findings in this file: these formats have no comments to say so in."""
    settings = checked.settings
    path = settings.path if settings is not None and settings.path is not None else None
    root = os.path.dirname(path) if path is not None else os.path.dirname(document.path)
    config = path or os.path.join(root, CONFIG_NAME)
    relative = os.path.relpath(document.path, root).replace(os.sep, "/")
    table = "tool.cannlint.ignore" if config.endswith("pyproject.toml") else "ignore"
    text = f'\n[[{table}]]\nrules = ["{finding.code}"]\npaths = ["{relative}"]\n'
    return lsp.CodeAction(
        title=f"accept {finding.code} in {relative} ({os.path.basename(config)})",
        kind=lsp.CodeActionKind.QuickFix,
        edit=lsp.WorkspaceEdit(document_changes=list(_appended(config, text))),
    )


def _appended(path: str, text: str) -> Iterator[lsp.CreateFile | lsp.TextDocumentEdit]:
    """The changes that add a text at the end of a file, which may not exist yet."""
    uri = from_fs_path(os.path.abspath(path)) or path
    try:
        with open(path, encoding="utf-8", errors="replace", newline="") as file:
            now = file.read()
    except OSError:
        now = ""
        yield lsp.CreateFile(uri=uri, options=lsp.CreateFileOptions(ignore_if_exists=True))
    end = Document(uri, now, None, lsp.PositionEncodingKind.Utf16).position(len(now))
    identifier = lsp.OptionalVersionedTextDocumentIdentifier(uri=uri, version=None)
    text = text.lstrip("\n") if not now else text
    yield lsp.TextDocumentEdit(
        text_document=identifier, edits=[lsp.TextEdit(lsp.Range(end, end), text)]
    )
