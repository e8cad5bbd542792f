"""`cannlint server`: the language server on standard input and output."""

from __future__ import annotations

import gc

from cannlint.cli.exits import EXIT_CLEAN
from cannlint.errors import CannlintError

_OBJECTS_BETWEEN_COLLECTIONS = 100_000


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
    # a server lives long: garbage is collected, but not with each of the objects of an edit
    gc.freeze()
    gc.set_threshold(_OBJECTS_BETWEEN_COLLECTIONS)
    gc.enable()
    serve(language_server)
    return EXIT_CLEAN
