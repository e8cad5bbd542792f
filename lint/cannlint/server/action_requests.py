"""The handlers of requests for code actions: with their edits, or with the edits on demand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcContentModified, JsonRpcInvalidParams

from cannlint.language import translated
from cannlint.server.actions import FIX_ALL, SUGGESTED, Action, actions
from cannlint.server.app import Server


def add_actions(server: Server) -> None:
    """Register the handlers."""
    options = lsp.CodeActionOptions(
        code_action_kinds=[lsp.CodeActionKind.QuickFix, FIX_ALL, SUGGESTED], resolve_provider=True
    )

    @server.feature(lsp.TEXT_DOCUMENT_CODE_ACTION, options)
    def offered(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri, only = params.text_document.uri, params.context.only
        suggested = [_code_action(way, edit=way.edit()) for way in _suggested(server, params)]
        found = _actions(server, uri, params.range, only)
        if not _resolves_edits(server.client_capabilities):
            return [*(_code_action(action, edit=action.edit()) for action in found), *suggested]
        document = server.session.documents.get(uri)
        asked = {
            "uri": uri,
            "version": document.version if document is not None else None,
            "range": _numbers(params.range),
            "only": list(only) if only is not None else None,
        }
        return [
            *(
                _code_action(action, data={**asked, "number": _number(found, at)})
                for at, action in enumerate(found)
            ),
            *suggested,
        ]

    @server.feature(lsp.CODE_ACTION_RESOLVE)
    def resolved(params: lsp.CodeAction) -> lsp.CodeAction:
        if params.edit is None:
            params.edit = _asked_again(server, params).edit()
        return params


def _actions(
    server: Server, uri: str, place: lsp.Range, only: Sequence[str] | None
) -> list[Action]:
    found = server.current(uri)
    return list(actions(*found, place, only, server.session.document_at)) if found else []


def _suggested(server: Server, params: lsp.CodeActionParams) -> Iterator[Action]:
    """The ways for the operator at the cursor, if the user asks: they are planned."""
    context = params.context
    is_asked_for = context.trigger_kind is lsp.CodeActionTriggerKind.Invoked
    kinds = context.only or ([SUGGESTED] if is_asked_for else [])
    found = server.current(params.text_document.uri)
    if found and any(f"{SUGGESTED}.".startswith(f"{kind}.") for kind in kinds):
        from cannlint.server.suggested import suggested

        yield from suggested(*found, params.range, server.session.document_at)


def _resolves_edits(capabilities: lsp.ClientCapabilities) -> bool:
    """Whether the editor asks for the edit of an action when the user has chosen it."""
    document = capabilities.text_document
    action = document.code_action if document is not None else None
    if action is None or not action.data_support or action.resolve_support is None:
        return False
    return "edit" in action.resolve_support.properties


def _code_action(
    action: Action, edit: lsp.WorkspaceEdit | None = None, data: dict[str, Any] | None = None
) -> lsp.CodeAction:
    return lsp.CodeAction(
        title=action.title,
        kind=action.kind,
        is_preferred=action.is_preferred,
        edit=edit,
        data=data,
    )


def _number(found: list[Action], at: int) -> int:
    """The number of actions before this one with the same title."""
    return sum(other.title == found[at].title for other in found[:at])


def _numbers(place: lsp.Range) -> list[int]:
    start, end = place.start, place.end
    return [start.line, start.character, end.line, end.character]


def _asked_again(server: Server, params: lsp.CodeAction) -> Action:
    """The action that was offered; it may be gone if the text has changed."""
    data: Any = params.data
    try:
        uri, version, number = str(data["uri"]), data["version"], int(data["number"])
        line, character, last, end = map(int, data["range"])
        only = [*map(str, data["only"])] if data["only"] is not None else None
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise JsonRpcInvalidParams(str(error)) from error
    place = lsp.Range(lsp.Position(line, character), lsp.Position(last, end))
    document = server.session.documents.get(uri)
    if document is not None and document.version == version:
        found = _actions(server, uri, place, only)
        same = [action for action in found if action.title == params.title]
        if 0 <= number < len(same):
            return same[number]
    raise JsonRpcContentModified(translated("the text has changed"))
