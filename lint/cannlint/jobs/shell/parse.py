"""The whole script: its statements and functions, parsed at once or in pieces.

The parser recovers from an error in time and memory that grow with the square of what is open
there, and tells its caller nothing meanwhile. So a long text is parsed in pieces; a piece ends in
front of a statement that may go on behind it.
"""

from __future__ import annotations

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


class _Pieces:
    """Parses a text from its beginning to its end."""

    def __init__(self, hidden: HiddenText) -> None:
        self.hidden = hidden
        self.tree = TreeReader(hidden)
        self.statements: list[Statement] = []
        self.has_quotes_checked = False
        self.first_error = hidden.unclosed
        self.first_unread: int | None = None

    def read(self) -> None:
        size = len(self.hidden.buffer)
        start, length, pause = 0, _PIECE, 0
        while start < size:
            stop = self._stop(start, length)
            root = self._parse(start, stop)
            errors = _errors(root) if root.has_error else 0
            if errors and not self.has_quotes_checked:
                self.has_quotes_checked = True
                self.hidden.hide_documents()
                if self.hidden.unclosed is not None:
                    self.first_error = self.hidden.unclosed
                    continue
            if errors > _MOST_ERRORS:
                self._take(root.children, start, stop)
                pause = min(pause * 2 + 1, _LONGEST_PAUSE)
                start = self._skip(stop, pause)
                length = _SHORTEST
                continue
            nodes = root.children
            kept = nodes if stop == size else self._complete(nodes, start)
            is_line = errors and self.hidden.buffer.find(b"\n", start, stop - 1) < 0
            if nodes and not kept and stop < size and length < _LONGEST and not is_line:
                length += _PIECE
                continue
            self._take(kept or nodes, start, stop)
            start = start + nodes[len(kept)].start_byte if 0 < len(kept) < len(nodes) else stop
            length = max(length // 2, _SHORTEST) if errors else min(length * 2, _PIECE)
            pause = 0

    def _parse(self, start: int, stop: int) -> Node:
        return _parser().parse(bytes(self.hidden.buffer[start:stop]) + b"\n").root_node

    def _take(self, nodes: list[Node], start: int, stop: int) -> None:
        """Take the statements of nodes; of a command that is cut in two, the rest is unknown."""
        self.tree.base = start
        if self.first_error is None:
            wrong = next((node for node in nodes if node.has_error), None)
            self.first_error = None if wrong is None else start + _error_in(wrong)
        found = self.tree.statements(nodes)
        self.statements += found
        command = last_command(found[-1]) if found else None
        is_cut = stop < len(self.hidden.buffer) and not self.hidden.buffer.endswith(b"\n", 0, stop)
        if is_cut and command is not None and command.last + 1 >= stop:
            command.words.append(RawWord(stop - 1, stop, [(stop - 1, stop)]))

    def _complete(self, nodes: list[Node], start: int) -> list[Node]:
        """The nodes in front of the last line that a statement begins at: more may belong to it."""
        if not nodes:
            return []
        line = self.hidden.buffer.rfind(b"\n", 0, start + nodes[-1].start_byte + 1)
        return [node for node in nodes[:-1] if start + node.start_byte <= line]

    def _stop(self, start: int, length: int) -> int:
        """Where a piece ends: behind a line, or within a long one."""
        limit, buffer = start + length, self.hidden.buffer
        if limit >= len(buffer):
            return len(buffer)
        stop = buffer.rfind(b"\n", start, limit) + 1
        while stop > start and buffer[:stop].endswith((b"\\\n", b"\\\r\n"), max(stop - 3, 0)):
            stop = buffer.rfind(b"\n", start, stop - 1) + 1
        if stop <= start:
            stop = buffer.rfind(b" ", start, limit) + 1
        return stop if stop > start else limit

    def _skip(self, start: int, pause: int) -> int:
        """Skip what is most likely no shell; where to go on."""
        stop = start
        for _ in range(pause):
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
