"""`cannlint server`: the language server on standard input and output."""

from __future__ import annotations

import gc
import sys

from cannlint.cli.exit import EXIT_CLEAN
from cannlint.errors import CannlintError

_SHARE_OF_A_THREAD = 0.0005
"""Seconds after which the thread that makes a plan must let a keystroke be handled."""


def server() -> int:
    r"""Run the language server on standard input and output.

    Editors start it: see docs/editors.md for VS Code, Neovim and others. It checks files as
    `cannlint check` does, even before they are saved; SoC, library and jobs come from
    cannlint.toml. It needs `pip install 'cannlint\[lsp]'`.
    """
    try:
        import pygls  # noqa: F401
    except ModuleNotFoundError:
        raise CannlintError("the server needs pygls: pip install 'cannlint[lsp]'") from None
    if sys.stdin is None:
        raise CannlintError("standard input is closed: nothing to read")
    from cannlint.server.answers import make_server
    from cannlint.server.app import serve

    language_server = make_server()
    # garbage collection takes up to half a second: the server runs it when nobody types
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(_SHARE_OF_A_THREAD)
    serve(language_server)
    return EXIT_CLEAN
