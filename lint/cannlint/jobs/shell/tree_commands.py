"""Simple commands and their words, from the nodes of trees."""

from __future__ import annotations

import re

from cannlint.jobs.shell.statements import (
    ERROR,
    MOST_OF_SCRIPT,
    MOST_WORDS,
    Block,
    LongCommandError,
    LongScriptError,
    RawWord,
    Simple,
    last_command,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tree_sitter import Node

    from cannlint.jobs.shell.hidden import HiddenText
    from cannlint.jobs.shell.statements import Spans, Statement

RESERVED = frozenset(
    ("if", "then", "elif", "else", "while", "until", "do", "fi", "done", "esac", "{", "}", "!")
)
"""Words that stand alone in front of a command."""
_EXPANSIONS = frozenset(
    ("simple_expansion", "expansion", "arithmetic_expansion", "command_substitution",
     "process_substitution", "ansi_c_string", "translated_string")
)  # fmt: skip
WORDS = _EXPANSIONS | frozenset(
    ("word", "command_name", "number", "string", "raw_string", "concatenation",
     "brace_expression", "extglob_pattern", "regex", "variable_name", "special_variable_name",
     "test_operator", "string_content", "file_descriptor", "subscript", "$",
     "==", "=~", "export", "local", "declare", "readonly", "typeset", "unset", "unsetenv", "for",
     "select", "in", "case")
)  # fmt: skip
_LEAVES = frozenset(("word", "number", "raw_string", "variable_name", "string_content"))
_OUTPUT = frozenset((">", ">>", ">|", "&>", "&>>"))
UNCLOSED = frozenset(("`", "``", '"', "$(", "$((", "${"))
_EXPANDING = re.compile(rb"[$`(]")
_CONTINUED = re.compile(rb"\\\r?\n")
_LOOSE = re.compile(rb"[^\s;&|()<>]+")
_BLANKS = re.compile(rb"[ \t]*")


class TreeCommands:
    """Makes simple commands of nodes.

    `base` is the offset of the text of the tree, `parts` counts what MOST_OF_SCRIPT limits.
    """

    def __init__(self, hidden: HiddenText) -> None:
        self.hidden = hidden
        self.buffer = hidden.buffer
        self.base = 0
        self.parts = 0

    def statements(self, nodes: Iterable[Node]) -> list[Statement]:
        """The statements of nodes that stand side by side."""
        raise NotImplementedError

    def count(self, parts: int) -> None:
        """Count what is stored. Raises LongScriptError where it is more than MOST_OF_SCRIPT."""
        self.parts += parts
        if self.parts > MOST_OF_SCRIPT:
            raise LongScriptError

    def start(self, node: Node) -> int:
        """Where a node begins."""
        return self.base + node.start_byte

    def end(self, node: Node) -> int:
        """Where a node ends; a line feed is added behind each text for the parser."""
        return min(self.base + node.end_byte, len(self.buffer))

    def finish(self, command: Simple, found: list[Statement]) -> None:
        """A command is complete: what belongs to it, and stands behind it."""
        blanks = _BLANKS.match(self.buffer, command.last)
        command.end = command.last  # the same number, as long as nothing stands behind it
        if blanks is not None and blanks.end() > command.last:
            command.end = blanks.end()
        command.documents = self.hidden.documents_in(command.start, command.end)
        words, text = command.words, self.hidden.text
        while words and text[words[0].start : words[0].end] in RESERVED:
            del words[0]
        if not words and not command.inner and command in found[-1:]:
            found.pop()

    def add(self, command: Simple, node: Node) -> None:
        """Add a word, or a part of one, to a command."""
        start, end = self.start(node), self.end(node)
        buffer = self.buffer
        while start < end and buffer[start] in b" \t\r\n\f\v":
            start += 1
        if start >= end or start < command.last:
            return
        is_joined = self.fill(command, start)
        kind = node.type
        if kind == "word" and self.is_line_between(start, end):
            self.fill(command, end)
            return
        start = command.start if start == command.start else start  # the same object: see Simple
        word = RawWord(start, end)
        if kind not in _LEAVES and _EXPANDING.search(buffer, start, end):
            word.expansions = self.expansions(node, command)
        if kind == "variable_assignment":
            self._array(command, node, word)
        self.add_word(command, word, is_joined)

    def add_unknown(self, command: Simple, node: Node) -> None:
        """Add the beginning of something that does not end."""
        start, end = self.start(node), self.end(node)
        self.add_word(command, RawWord(start, end, [(start, end)]), start == command.last)

    def add_word(self, command: Simple, word: RawWord, is_joined: bool) -> None:
        """Add a word, or what is written right behind one."""
        words = command.words
        command.last = word.end
        if is_joined and words and word.items is None:
            words[-1].add(word.end, word.expansions)
            return
        words.append(word)
        if len(words) > MOST_WORDS:
            raise LongCommandError
        self.count(1)

    def fill(self, command: Simple, start: int) -> bool:
        """Add what no node stands for, in front of an offset; whether nothing separates the two."""
        last = command.last
        if start <= last:
            return bool(command.words) and command.words[-1].end == last == start
        between = bytes(self.buffer[last:start])
        if between == b" ":
            return False
        between = _CONTINUED.sub(b"", between)
        if not between:
            return bool(command.words) and command.words[-1].end == last
        if not between.isspace():
            for match in _LOOSE.finditer(self.buffer, last, start):
                if match[0] != b"\\":
                    word = RawWord(*match.span())
                    self.add_word(command, word, command.last == match.start())
            is_joined = command.last == start
            command.last = start
            return is_joined
        return False

    def is_line_between(self, last: int, start: int) -> bool:
        """Whether a line ends between two offsets, and does not go on."""
        if self.buffer.find(b"\n", last, start) < 0:
            return False
        return b"\n" in _CONTINUED.sub(b"", self.buffer[last:start])

    def redirect(self, command: Simple, node: Node) -> None:
        """Take the file of a redirection; the words behind it belong to the command."""
        self.fill(command, self.start(node))
        operator, is_target = node.children[0].type, True
        for child in node.children:
            if child.type not in WORDS or child.type == "file_descriptor":
                command.last = max(command.last, self.end(child))
            elif is_target:
                file = RawWord(self.start(child), self.end(child), self.expansions(child, command))
                command.last, is_target = file.end, False
                self.count(1)
                command.target = file if operator in _OUTPUT else command.target
            else:
                self.add(command, child)
        command.last = max(command.last, self.end(node))

    def string(self, command: Simple, node: Node) -> None:
        """Take a here string."""
        word = node.children[-1]
        expansions = self.expansions(word, command)
        command.string = RawWord(self.start(word), self.end(word), expansions)
        command.last = max(command.last, self.end(node))

    def _array(self, command: Simple, node: Node, word: RawWord) -> None:
        """Take the words of an array."""
        array = node.children[-1]
        if array.type != "array":
            return
        items = Simple(self.end(array.children[0]))
        for child in array.children[1:-1]:
            if child.type in WORDS or child.type == "variable_assignment":
                self.add(items, child)
            else:
                items.last = max(items.last, self.end(child))
        word.items, word.expansions = items.words, ()

    def expansions(self, node: Node, command: Simple) -> Spans:
        """The outermost expansions in a node of a command, which gets those of substitutions."""
        found: list[tuple[int, int]] = []
        stack = [(node, False)]
        while stack:
            node, is_inside = stack.pop()
            kind = node.type
            if kind in _EXPANSIONS:
                if not is_inside:
                    start, end = self.start(node), self.end(node)
                    while start < end and self.buffer[start] in b" \t\r\n":
                        start += 1
                    found.append((start, end))
                is_inside = True
                if kind in ("command_substitution", "process_substitution"):
                    command.add_inner(self.statements(node.children[1:-1]))
                    continue
            if kind not in _LEAVES:
                stack += [(child, is_inside) for child in reversed(node.named_children)]
        self.count(len(found))
        return found or ()

    def command(self, node: Node, found: list[Statement]) -> None:
        """Take a simple command."""
        command = Simple(self.start(node))
        found.append(command)
        command = self._add_all(command, node.children, found)
        self.finish(command, found)

    def assignment(self, node: Node, found: list[Statement]) -> None:
        """Take an assignment that stands alone."""
        command = Simple(self.start(node))
        found.append(command)
        self.add(command, node)
        self.finish(command, found)

    def _add_all(self, command: Simple, nodes: Sequence[Node], found: list[Statement]) -> Simple:
        """Add nodes of a command to its words; the command that a bracket begins, if there is one.

        A bracket that the grammar does not understand ends a command.
        """
        for node in nodes:
            kind = node.type
            if self.is_line_between(command.last, self.start(node)):
                self.finish(command, found)
                command = Simple(self.start(node))
                found.append(command)
            if kind == "ERROR" or (kind == "concatenation" and node.has_error):
                if node.child_count:
                    command = self._add_all(command, node.children, found)
                else:
                    self.fill(command, self.end(node))
            elif kind in WORDS or kind == "variable_assignment":
                self.add(command, node)
            elif kind == "file_redirect":
                self.redirect(command, node)
            elif kind == "herestring_redirect":
                self.string(command, node)
            elif kind in ("(", ")", "subshell") or kind.endswith("_statement"):
                self.finish(command, found)
                command.mark = ";"
                found += self.statements([node])
                command = Simple(self.end(node))
                found.append(command)
            elif kind in UNCLOSED:
                self.add_unknown(command, node)
            else:
                command.last = max(command.last, self.end(node))
        return command

    def redirection(self, node: Node, found: list[Statement]) -> None:
        """Take a redirection that stands alone."""
        command = Simple(self.start(node))
        found.append(command)
        self.redirect(command, node)
        self.finish(command, found)

    def redirected(self, node: Node, found: list[Statement]) -> None:
        """Take a statement with redirections."""
        children = node.children
        body = [] if children[0].type.endswith("redirect") else [children[0]]
        found += self.statements(body)
        command = last_command(found[-1]) if body and found else None
        is_new = command is None
        if command is None:
            command = Simple(self.start(children[len(body)]))
            found.append(command)
        for child in children[len(body) :]:
            self._add_all(command, [child], found)
        self.finish(command, found if is_new else [])

    def test(self, node: Node, found: list[Statement]) -> None:
        """Take `[ ... ]`, `[[ ... ]]` and `((...))` as one command."""
        start, end = self.start(node), self.end(node)
        mark = node.children[0].type if node.child_count else ""
        if mark not in ("[", "[[", "((") or (
            node.has_error and self.buffer.find(b"\n", start, end) >= 0
        ):
            found.append(Block(start, end, ERROR, self.statements(node.children)))
            return
        command = Simple(start)
        found.append(command)
        if mark != "((":
            command.words.append(RawWord(start, start + len(mark)))
            start += len(mark)
            while start < end and self.buffer[start] in b" \t\r\n":
                start += 1
        self.expansions(node, command)
        if start < end:
            command.words.append(RawWord(start, end, [(start, end)]))
        self.count(len(command.words))
        command.last = end
        self.finish(command, found)
