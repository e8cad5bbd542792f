"""`cannlint server`: the language server on standard input and output."""

from __future__ import annotations

import gc
import sys

from cannlint.cli.exit import EXIT_CLEAN
from cannlint.errors import CannlintError

_SHARE_OF_A_THREAD = 0.0005
"""Seconds after which a plan that is being made lets a keystroke come first."""


def server() -> int:
    r"""Serve an editor over standard input and output, until it says to end.

    The editor starts it: see docs/editors.md for VS Code, Neovim and others.
    Files are checked as `cannlint check` does, saved or not; SoC, library and
    jobs come from cannlint.toml. It needs `pip install 'cannlint\[lsp]'`.
    """
    try:
        import pygls  # noqa: F401
    except ModuleNotFoundError:
        raise CannlintError("the server needs pygls: pip install 'cannlint[lsp]'") from None
    from cannlint.server.answers import make_server
    from cannlint.server.streams import serve

    language_server = make_server()
    # a search for garbage takes up to half a second: the server makes it when nobody types
    gc.freeze()
    gc.disable()
    sys.setswitchinterval(_SHARE_OF_A_THREAD)
    serve(language_server)
    return EXIT_CLEAN
