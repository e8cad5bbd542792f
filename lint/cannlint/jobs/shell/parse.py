"""The whole script: its statements and functions, parsed at once or in pieces.

The parser recovers from an error in time and memory that grow with the square of what is open
there, and tells its caller nothing meanwhile. So a long text is parsed in pieces; a piece ends in
front of a statement that may go on behind it.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.jobs.shell.hidden import HiddenText
from cannlint.jobs.shell.statements import UNREAD, Block, RawWord, last_command
from cannlint.jobs.shell.tree import TreeReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

    from tree_sitter import Node, Parser

    from cannlint.jobs.shell.statements import Function, Statement

_PIECE, _SHORTEST, _LONGEST = 8_000, 1_000, 128_000
"""Bytes that are parsed at once: as a rule, behind text with errors, of one long statement."""
_MOST_ERRORS = 64
"""Of a piece; more are no shell text."""
_CONTINUED = (b"\\\n", b"\\\r\n", b"|\n", b"|\r\n")
"""Lines that go on on the next one."""
_OPEN_PIPE = re.compile(rb"[^|]\|\s*\Z")
_LONGEST_END = 100
_MEMORY, _MEMORY_OF_A_BYTE = 1 << 20, 300
"""Bytes that the parser takes; most were measured for `{a`. Where it gets none it ends the process,
and a MemoryError for as much is a sentence."""
_LONGEST_PAUSE = 31
"""Pieces that are not parsed behind text that is no shell."""


class Script:
    """The statements of a text, and all functions in it.

    `first_error` is the offset of the first part that the grammar does not understand,
    `first_unread` that of the first lines that are skipped, `unclosed_quote` that of a quote.
    """

    __slots__ = (
        "first_error", "first_unread", "functions", "hidden", "statements", "text", "unclosed_quote"
    )  # fmt: skip

    def __init__(self, text: str) -> None:
        self.text = text
        self.hidden = HiddenText(text)
        reader = _Pieces(self.hidden)
        reader.read()
        self.statements = reader.statements
        self.functions: list[Function] = reader.tree.functions
        self.first_error = reader.first_error
        self.first_unread = reader.first_unread
        self.unclosed_quote = self.hidden.unclosed


@cache
def _parser() -> Parser:
    from tree_sitter import Language, Parser

    return Parser(Language(_binding().language()))


def _binding() -> ModuleType:
    """The grammar of Bash, without what its package imports: that takes longer than a script."""
    from importlib.machinery import PathFinder
    from importlib.util import module_from_spec

    package = PathFinder.find_spec("tree_sitter_bash")
    folders = None if package is None else package.submodule_search_locations
    spec = PathFinder.find_spec("tree_sitter_bash._binding", folders)
    if spec is None or spec.loader is None:  # packed otherwise: the long way works, too
        import tree_sitter_bash

        return tree_sitter_bash
    binding = module_from_spec(spec)
    spec.loader.exec_module(binding)
    return binding


class _Piece:
    """A parsed part of the text: its offsets and nodes, and about how many errors it has."""

    __slots__ = ("errors", "nodes", "start", "stop")

    def __init__(self, start: int, stop: int, root: Node) -> None:
        self.start = start
        self.stop = stop
        self.nodes = root.children
        self.errors = _errors(root) if root.has_error else 0


class _Pieces:
    """Parses a text piece by piece.

    `length` is that of the next piece, `pause` the number of short pieces that are skipped where
    the text is no shell.
    """

    def __init__(self, hidden: HiddenText) -> None:
        self.hidden = hidden
        self.buffer = hidden.buffer
        self.tree = TreeReader(hidden)
        self.statements: list[Statement] = []
        self.length = _PIECE
        self.pause = 0
        self.has_quotes_checked = False
        self.first_error = hidden.unclosed
        self.first_unread: int | None = None

    def read(self) -> None:
        """Read the text from its beginning to its end."""
        start = 0
        while start < len(self.buffer):
            piece = self._parse(start)
            if piece.errors and self._hides_quotes():
                continue
            start = self._read_piece(piece)

    def _parse(self, start: int) -> _Piece:
        stop = self._stop(start, self.length)
        text = bytes(self.buffer[start:stop])
        if _OPEN_PIPE.search(text[-_LONGEST_END:]):  # for the parser a very expensive error
            text = text.rstrip(b"| \t\r\n").ljust(len(text))
        bytes(_MEMORY + _MEMORY_OF_A_BYTE * len(text))
        return _Piece(start, stop, _parser().parse(text + b"\n").root_node)

    def _hides_quotes(self) -> bool:
        """Whether errors may come from quotes that nothing closes, which are hidden now."""
        if self.has_quotes_checked:
            return False
        self.has_quotes_checked = True
        self.hidden.hide_documents()
        if self.hidden.unclosed is not None:
            self.first_error = self.hidden.unclosed
        return self.hidden.unclosed is not None

    def _read_piece(self, piece: _Piece) -> int:
        """Take what is complete in a piece; where to go on, which is its start if it is too short.

        Behind errors the next piece is shorter, so that they are kept apart from the rest.
        """
        if piece.errors > _MOST_ERRORS:
            self._take(piece, piece.nodes)
            self.pause = min(self.pause * 2 + 1, _LONGEST_PAUSE)
            self.length = _SHORTEST
            return self._skip(piece.stop)
        whole = self._complete(piece)
        if piece.nodes and not whole and self._may_grow(piece):
            self.length *= 2
            return piece.start
        self._take(piece, whole or piece.nodes)
        self.pause = 0
        length = self.length
        self.length = max(length // 2, _SHORTEST) if piece.errors else min(length * 2, _PIECE)
        if 0 < len(whole) < len(piece.nodes):
            return piece.start + piece.nodes[len(whole)].start_byte
        return piece.stop

    def _may_grow(self, piece: _Piece) -> bool:
        """Whether more of the text may complete a statement.

        A part of a long line is as good as another where it has errors, or is a chain of commands.
        """
        if self.length >= _LONGEST:
            return False
        is_chain = piece.nodes[-1].type in ("list", "pipeline")
        has_lines = self.buffer.find(b"\n", piece.start, piece.stop - 1) >= 0
        return has_lines or not (piece.errors or is_chain)

    def _take(self, piece: _Piece, nodes: list[Node]) -> None:
        """Take the statements of nodes; of a command that is cut in two, the rest is unknown."""
        stop = piece.stop
        self.tree.base = piece.start
        if self.first_error is None and piece.errors:
            wrong = next((node for node in nodes if node.has_error), None)
            self.first_error = None if wrong is None else piece.start + _error_in(wrong)
        found = self.tree.statements(nodes)
        self.statements += found
        command = last_command(found[-1]) if found else None
        is_cut = stop < len(self.buffer) and self.buffer[stop - 1] != ord("\n")
        if is_cut and command is not None and command.last + 1 >= stop:
            command.words.append(RawWord(stop - 1, stop, [(stop - 1, stop)]))

    def _complete(self, piece: _Piece) -> list[Node]:
        """The nodes in front of the last line that a statement begins at: more may belong to it.

        Of a long line without errors, those in front of the last statement.
        """
        nodes, start = piece.nodes, piece.start
        is_whole = not piece.errors and self.buffer[piece.stop - 1] == ord("\n")
        if is_whole or piece.stop == len(self.buffer) or not nodes:
            return nodes
        if not piece.errors and self.buffer.find(b"\n", start, piece.stop) < 0:
            return nodes[:-1] if nodes[-1].is_named else nodes
        line = self.buffer.rfind(b"\n", start, start + nodes[-1].start_byte + 1)
        return [node for node in nodes[:-1] if start + node.start_byte <= line]

    def _stop(self, start: int, length: int) -> int:
        """Where a piece ends: behind a line, or within a long one."""
        limit, buffer = start + length, self.buffer
        if limit >= len(buffer):
            return len(buffer)
        stop = buffer.rfind(b"\n", start, limit) + 1
        while stop > start and buffer.endswith(_CONTINUED, max(stop - 3, start), stop):
            stop = buffer.rfind(b"\n", start, stop - 1) + 1
        if stop <= start:
            stop = buffer.rfind(b" ", start, limit) + 1
        return stop if stop > start else limit

    def _skip(self, start: int) -> int:
        """Skip what is most likely no shell; where to go on."""
        stop = start
        for _ in range(self.pause):
            stop = self._stop(stop, _SHORTEST)
        if stop > start:
            self.first_unread = start if self.first_unread is None else self.first_unread
            self.statements.append(Block(start, stop, UNREAD, []))
        return stop


def _error_in(node: Node) -> int:
    """Where the first error in a node is."""
    while node.type != "ERROR" and not node.is_missing:
        inner = next((child for child in node.children if child.has_error), None)
        if inner is None:
            break
        node = inner
    return node.start_byte


def _errors(root: Node) -> int:
    """About how many errors there are in a tree."""
    count, stack = 0, [root]
    while stack and count <= _MOST_ERRORS:
        node = stack.pop()
        if node.type == "ERROR" or node.is_missing:
            count += 1 + sum(not child.is_named for child in node.children)
        if node.has_error:
            stack += node.children
    return count
