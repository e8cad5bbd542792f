"""The simple commands of a shell text, as tree-sitter's grammar of Bash finds them.

The commands come as a flat list, with the reserved words among them: `if`, `do`, `}`. So a text
that the grammar does not understand in one place still has its commands in all others.
"""

from __future__ import annotations

import re
from functools import cache

from cannlint.jobs.shell.scan import LONGEST, SHORTEST, Document, Prepared, piece_end

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tree_sitter import Node, Parser

RESERVED = " "
"""The mark behind a reserved word, which is read like a command of its own."""
OPENING = frozenset(("if", "while", "until", "for", "case", "select", "{", "function"))
CLOSING = frozenset(("fi", "done", "esac", "}"))
HEADS = frozenset(("for", "case", "select", "function"))
"""Reserved words with words of their own behind them."""
DECLARING = frozenset(("export", "local", "declare", "readonly", "typeset"))
ALONE = (OPENING | CLOSING | frozenset(("then", "do", "else", "elif", "!"))) - HEADS
FUNCTION = re.compile(
    r"(?:function\s+([\w:.-]+)\s*(?:\(\s*\))?"
    r"|(?<![\w:.-])([A-Za-z_][\w:.-]*)[ \t]*\(\s*\))\s*\{(?=\s)",
    re.ASCII,
)
MOST_WORDS = 50_000
"""Of one command; Linux starts none with more than 2 MiB of words, and a script has hundreds."""
_MOST_EXPANSIONS = 1_000
_FEWEST_PER_ERROR, _LONGEST_PAUSE = 40, 31
"""Characters for one error in what may be a shell script; pieces that are not parsed behind it."""
_DEEPEST = 40
"""Substitutions within each other that are read; deeper ones are skipped."""

_MARKS = frozenset(("&&", "||", "|", "|&", ";", ";;", ";&", ";;&", "&", "(", ")", "\n"))
_REDIRECTIONS = frozenset(("<", ">", ">>", "&>", "&>>", "<&", ">&", ">|", "<&-", ">&-", "<>"))
_EXPANSIONS = frozenset(
    ("simple_expansion", "expansion", "arithmetic_expansion", "command_substitution",
     "process_substitution")
)  # fmt: skip
_WORDS = frozenset(
    ("word", "number", "string", "raw_string", "ansi_c_string", "translated_string",
     "concatenation", "brace_expression", "extglob_pattern", "regex", "variable_name",
     "special_variable_name", "test_operator", "string_content", "file_descriptor", "heredoc_start",
     "subscript")
)  # fmt: skip
_LOOSE = re.compile(rb"(&&|\|\||;;|\|&|[;&|()])|([<>]+&?)|[^\s;&|()<>]+")
"""A mark, a redirection, or a word, where there is no tree."""
_JOINED = re.compile(r"(?:\\\r?\n)+")


class LongCommandError(Exception):
    """A command has more than MOST_WORDS."""


class RawWord:
    """A word as it is written: where it stands, and its expansions; `items` are of an array."""

    __slots__ = ("end", "expansions", "items", "start")

    def __init__(
        self,
        start: int,
        end: int,
        expansions: list[tuple[int, int]] | None = None,
        items: list[RawWord] | None = None,
    ) -> None:
        self.start = start
        self.end = end
        self.expansions = expansions if expansions is not None else []
        self.items = items

    def add(self, expansions: list[tuple[int, int]]) -> None:
        """Add the expansions of a part; with very many, all of the word counts as one."""
        self.expansions += expansions
        if len(self.expansions) > _MOST_EXPANSIONS:
            self.expansions = [(self.start, self.end)]


class RawCommand:
    """The words of a simple command, the mark that ends it, and what else belongs to it.

    `inner` are the commands of the substitutions in it, `string` is its here string.
    """

    __slots__ = ("after", "documents", "inner", "mark", "start", "string", "words")

    def __init__(self, start: int) -> None:
        self.start = start
        self.words: list[RawWord] = []
        self.mark = ""
        self.after = 0
        self.documents: list[Document] = []
        self.string: RawWord | None = None
        self.inner: list[list[RawCommand]] = []


def raw_commands(prepared: Prepared) -> Iterator[RawCommand]:
    """The commands of a text in the order they are written."""
    builder = _Builder(prepared, 0)
    start, end, longest = 0, len(prepared.buffer), LONGEST
    pause = left = 0
    while start < end:
        stop = piece_end(prepared, start, longest)
        if left:  # no shell, as it seems: the parser takes long, and finds nothing
            left -= 1
            builder.loose(start, stop)
        else:
            root = _parser().parse(bytes(prepared.buffer[start:stop]) + b"\n").root_node
            builder.read(root, start)
            is_one_line = (
                stop - start > SHORTEST // 2 and prepared.buffer.find(b"\n", start, stop - 1) < 0
            )
            is_junk = root.has_error and (
                is_one_line or builder.errors * _FEWEST_PER_ERROR > stop - start
            )
            pause = left = min(pause * 2 + 1, _LONGEST_PAUSE) if is_junk else 0
            longest = max(longest // 2, SHORTEST) if root.has_error else min(longest * 2, LONGEST)
        yield from builder.take()
        start = stop
    builder.finish("", end, end)
    yield from builder.take()


def document_word(prepared: Prepared, document: Document) -> RawWord:
    """The lines of a here document, which are expanded as if in double quotes."""
    start, end = document.body, document.end
    word = RawWord(start, end)
    if document.is_quoted:
        return word
    if end - start > LONGEST:
        word.expansions = [(start, end)]
        return word
    inside = re.sub(r'"|\\.?', lambda match: "." * len(match[0]), prepared.text[start:end])
    part = Prepared(prepared.text, bytearray(f'"{inside}"\n'.encode("ascii", "replace")))
    builder = _Builder(part, _DEEPEST)
    root = _parser().parse(bytes(part.buffer)).root_node
    word.expansions = [
        (start - 1 + first, start - 1 + last) for first, last in builder._expansions(root, [])
    ]
    return word


@cache
def _parser() -> Parser:
    from tree_sitter import Language, Parser
    from tree_sitter_bash import language

    return Parser(Language(language()))


class _Builder:
    """Puts commands together from the nodes of trees.

    `last` is where the last node ended, `errors` the number of errors in the last tree,
    `target_end` where the file of a redirection ends.
    """

    def __init__(self, prepared: Prepared, level: int, base: int = 0, last: int = 0) -> None:
        self.prepared = prepared
        self.level = level
        self.base = base
        self.last = last
        self.found: list[RawCommand] = []
        self.command: RawCommand | None = None
        self.is_target = self.in_array = False
        self.target_end = -1
        self.errors = 0

    def take(self) -> list[RawCommand]:
        """The commands that are complete."""
        found, self.found = self.found, []
        return found

    def read(self, root: Node, base: int | None = None) -> None:
        """Read the nodes of a tree, with a stack of our own: trees may be deep."""
        stack = [root]
        if base is not None:
            self.base, self.errors = base, 0
        while stack:
            node = stack.pop()
            kind = node.type
            self.errors += kind == "ERROR"
            if kind == "concatenation" and node.has_error:
                stack += reversed(node.children)
            elif kind in _WORDS or kind in _EXPANSIONS:
                self._word(node)
            elif kind == "variable_assignment":
                self._assignment(node)
            elif kind == "herestring_redirect":
                self._string(node)
            elif kind == "c_style_for_statement" and not node.has_error:
                stack += reversed(self._sum_for(node.children))
            elif kind in ("test_command", "compound_statement") and self._condition(node):
                pass
            elif node.child_count:
                stack += reversed(node.children)
            elif not node.is_missing:
                self._leaf(node)

    def _leaf(self, node: Node) -> None:
        """A mark or a reserved word of the grammar, or what is in an error."""
        kind = node.type
        start, end = self.base + node.start_byte, self._end(node)
        if start < self.last or not self.prepared.buffer[start:end].strip():
            return
        if kind in _MARKS:
            self._fill(start)
            self._break(start)
            self.finish(kind, start, end)
            self.last = end
        elif kind in _REDIRECTIONS:
            self._redirect(start, end)
        elif kind == "{" and self._begins_function():
            self.finish("\n", start, start)
            self._add(RawWord(start, end))
        elif kind == '"':
            after = self.prepared.quotes.get(start, end)
            self._add(RawWord(start, after, [(start, after)]))
        elif kind == "ERROR":
            self._fill(start)
            self.loose(start, end)
        else:
            self._add(RawWord(start, end, [(start, end)] if kind == "`" else []))

    def _begins_function(self) -> bool:
        words = self.command.words if self.command is not None else []
        return bool(words) and self.prepared.text.startswith("function", words[0].start)

    def _word(self, node: Node) -> None:
        start, end = self._start(node), self._end(node)
        if start < self.last or start >= end:
            return
        if node.type == "word" and b"\n" in self.prepared.buffer[start:end]:
            self._fill(start)
            self.loose(start, end)
            return
        word = RawWord(start, end)
        inner: list[list[RawCommand]] = []
        if node.child_count:
            word.expansions = self._expansions(node, inner)
        self._add(word, inner)

    def _end(self, node: Node) -> int:
        """Where a node ends; a line feed is added behind each piece for the parser."""
        return min(self.base + node.end_byte, len(self.prepared.buffer))

    def _start(self, node: Node) -> int:
        """Where a node begins: some have blanks in front."""
        start, end = self.base + node.start_byte, self._end(node)
        buffer = self.prepared.buffer
        while start < end and buffer[start] in b" \t\r\n\f\v":
            start += 1
        return start

    def _assignment(self, node: Node) -> None:
        array = next((child for child in node.children if child.type == "array"), None)
        if array is None:
            self._word(node)
            return
        start, end = self._start(node), self._end(node)
        inside = self._end(array.children[0])
        builder = _Builder(self.prepared, self.level, self.base, inside)
        builder.in_array = True
        for child in array.children[1:-1]:
            builder.read(child)
        found = builder.command or RawCommand(start)
        self._add(RawWord(start, end, items=found.words), found.inner)

    def _condition(self, node: Node) -> bool:
        """Take `[ ... ]`, `[[ ... ]]` and `((...))` as one command; false for other blocks."""
        mark = node.children[0].type if node.child_count else ""
        if mark not in ("[", "[[", "((") or node.has_error:
            return False
        inner: list[list[RawCommand]] = []
        self._expansions(node, inner)
        start, end = self.base + node.start_byte, self._end(node)
        self._fill(start)
        self._break(start)
        if mark != "((":
            self._add(RawWord(start, start + len(mark)))
            start += len(mark)
            while self.prepared.buffer[start] in b" \t\r\n":
                start += 1
        self.last = max(self.last, start)
        self._add(RawWord(start, end, [(start, end)]), inner)
        return True

    def _sum_for(self, children: list[Node]) -> list[Node]:
        """Take the head of `for ((...))`; the nodes behind it."""
        close = next(at for at, child in enumerate(children) if child.type == "))")
        start, end = self.base + children[1].start_byte, self._end(children[close])
        self._leaf(children[0])
        self._add(RawWord(start, end, [(start, end)]))
        rest = children[close + 1 :]
        if rest[0].type != ";":
            self.finish("\n", end, end)
        return rest[0].children[1:] if rest[0].type == "compound_statement" else rest

    def _string(self, node: Node) -> None:
        """Take a here string."""
        start, end = self.base + node.start_byte, self._end(node)
        self._break(start)
        inside = self._end(node.children[0])
        builder = _Builder(self.prepared, self.level, self.base, inside)
        builder.in_array = True
        for child in node.children[1:]:
            builder.read(child)
        command = self._open(start)
        if builder.command is not None:
            command.string = builder.command.words[0]
            command.inner += builder.command.inner
        self.last = end

    def _redirect(self, start: int, end: int) -> None:
        """Skip the operator of a redirection, and the number in front of it."""
        self._fill(start)
        self._break(start)
        words = self._open(start).words
        if (
            words
            and words[-1].end == start
            and self.prepared.text[words[-1].start : start].isdigit()
        ):
            words.pop()
        self.is_target, self.last = self.prepared.text[end - 1] != "-", end

    def _fill(self, start: int) -> None:
        """Add what stands in front of an offset and has no node in the tree."""
        if self.prepared.buffer[self.last : start].strip():
            self.loose(self.last, start)

    def loose(self, start: int, end: int) -> None:
        """Add what the grammar does not understand, word by word."""
        for match in _LOOSE.finditer(self.prepared.buffer, start, end):
            first, after = match.span()
            if match[1]:
                self._break(first)
                self.finish(match[1].decode(), first, after)
                self.last = after
            elif match[2]:
                self._redirect(first, after)
            else:
                word = RawWord(first, after)
                if b"$" in match[0] or b"`" in match[0]:
                    word.expansions = [(first, after)]
                self._add(word)

    def _break(self, start: int) -> None:
        """End the command where a line ends in front of an offset."""
        if not self.in_array and b"\n" in self.prepared.buffer[self.last : start]:
            if self.command is not None or (self.found and self.found[-1].mark != "\n"):
                self.finish("\n", self.last, start)
            self.is_target = False

    def _open(self, start: int) -> RawCommand:
        if self.command is None:
            self.command = RawCommand(start)
        return self.command

    def _add(self, word: RawWord, inner: Sequence[list[RawCommand]] = ()) -> None:
        """Add a word, or a part of one."""
        if word.start < self.last:
            return
        self._fill(word.start)
        self._break(word.start)
        command = self._open(word.start)
        command.inner += inner
        between = self.prepared.text[self.last : word.start]
        is_joined = not between or _JOINED.fullmatch(between) is not None
        if self.is_target or (is_joined and self.target_end == self.last):
            self.is_target, self.target_end, self.last = False, word.end, word.end
            return
        words = command.words
        if is_joined and words and words[-1].end == self.last:
            words[-1].end = self.last = word.end
            words[-1].add(word.expansions)
            return
        self.last = word.end
        words.append(word)
        if len(words) > MOST_WORDS:
            raise LongCommandError
        if len(words) == 1 and not self.in_array and self._is_reserved(word):
            self.finish(RESERVED, word.end, word.end)

    def _is_reserved(self, word: RawWord) -> bool:
        text, buffer = self.prepared.text, self.prepared.buffer
        if text[word.start : word.end] not in ALONE:
            return False
        return word.end == len(buffer) or buffer[word.end] in b" \t\r\n\f\v;&|()<>`"

    def finish(self, mark: str, end: int, after: int) -> None:
        """End a command with a mark that stands between two offsets."""
        command, self.command = self.command or RawCommand(end), None
        if mark == "(" and command.words and command.words[-1].end == end:
            word = command.words[-1]
            if self.prepared.text[end - 1] == "=":  # an array that is cut or broken
                word.expansions.append((end - 1, end))
        command.mark, command.after = mark, after
        command.documents = self.prepared.documents_in(command.start, after)
        self.found.append(command)

    def _expansions(self, node: Node, inner: list[list[RawCommand]]) -> list[tuple[int, int]]:
        """The outermost expansions in a node; the commands of its substitutions go to `inner`."""
        found: list[tuple[int, int]] = []
        stack = [(node, False)]
        while stack:
            node, is_inside = stack.pop()
            kind = node.type
            if kind in _EXPANSIONS:
                if not is_inside:
                    found.append((self._start(node), self._end(node)))
                is_inside = True
            if kind not in ("command_substitution", "process_substitution"):
                stack += [(child, is_inside) for child in reversed(node.children)]
            elif self.level < _DEEPEST:
                end, inside = self._end(node), self._end(node.children[0])
                builder = _Builder(self.prepared, self.level + 1, self.base, inside)
                for child in node.children[1:-1]:
                    builder.read(child)
                builder.finish("", end, end)
                inner.append(builder.found)
        return found
