"""Ask the editor to watch files: configurations, and files that jobs name."""

from __future__ import annotations

from lsprotocol import types as lsp

from cannlint.config.search import CONFIG_NAME, PYPROJECT

_SUFFIXES = ("cfg", "conf", "ini", "json", "list", "onnx", "pbtxt", "sh", "txt")
"""Suffixes of config files, graphs and scripts."""

_PATTERNS = (f"**/{CONFIG_NAME}", f"**/{PYPROJECT}", f"**/*.{{{','.join(_SUFFIXES)}}}")


def registration(capabilities: lsp.ClientCapabilities) -> lsp.RegistrationParams | None:
    """The registration for file changes; None if the editor does not support it."""
    workspace = capabilities.workspace
    watching = workspace.did_change_watched_files if workspace is not None else None
    if watching is None or not watching.dynamic_registration:
        return None
    options = lsp.DidChangeWatchedFilesRegistrationOptions(
        [lsp.FileSystemWatcher(pattern) for pattern in _PATTERNS]
    )
    method = lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES
    return lsp.RegistrationParams([lsp.Registration("cannlint-watched-files", method, options)])
