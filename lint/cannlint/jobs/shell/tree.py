"""The statements of a shell text, from the trees of tree-sitter's grammar of Bash."""

from __future__ import annotations

import re

from cannlint.jobs.shell.statements import (
    ERROR,
    GROUP,
    MOST_WORDS,
    SUBSHELL,
    UNREAD,
    Block,
    Branch,
    Case,
    Chain,
    Function,
    If,
    LongCommandError,
    Loop,
    RawWord,
    Simple,
    Statement,
    last_command,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from tree_sitter import Node

    from cannlint.jobs.shell.hidden import HiddenText

_DEEPEST = 40
"""Statements within each other that are read; deeper ones are unknown."""
_MARKS = frozenset(("&&", "||", "|", "|&", ";", ";;", ";&", ";;&", "&"))
_OPENING = frozenset(
    ("if", "then", "elif", "else", "while", "until", "for", "do", "case", "select")
)
RESERVED = _OPENING - {"for", "case", "select"} | {"fi", "done", "esac", "{", "}", "!"}
"""Words that stand alone in front of a command."""
_EXPANSIONS = frozenset(
    ("simple_expansion", "expansion", "arithmetic_expansion", "command_substitution",
     "process_substitution", "ansi_c_string", "translated_string")
)  # fmt: skip
_WORDS = _EXPANSIONS | frozenset(
    ("word", "command_name", "number", "string", "raw_string", "concatenation",
     "brace_expression", "extglob_pattern", "regex", "variable_name", "special_variable_name",
     "test_operator", "string_content", "file_descriptor", "subscript", "$",
     "export", "local", "declare", "readonly", "typeset", "unset", "unsetenv", "for", "select",
     "in", "case")
)  # fmt: skip
_UNCLOSED = frozenset(("`", "``", '"', "$(", "$((", "${"))
_LEAVES = frozenset(("word", "number", "raw_string", "variable_name", "string_content"))
_EXPANDING = re.compile(rb"[$`(]")
_CONTINUED = re.compile(rb"\\\r?\n")
_LOOSE = re.compile(rb"[^\s;&|()<>]+")
_BLANKS = re.compile(rb"[ \t]*")


class TreeReader:
    """Makes statements of the nodes of trees.

    `base` is the offset of the text of the tree; `functions` are all that have been found.
    """

    def __init__(self, hidden: HiddenText) -> None:
        self.hidden = hidden
        self.buffer = hidden.buffer
        self.base = 0
        self.depth = 0
        self.functions: list[Function] = []

    def statements(self, nodes: Iterable[Node]) -> list[Statement]:
        """The statements of nodes that stand side by side."""
        found: list[Statement] = []
        nodes = list(nodes)
        if self.depth >= _DEEPEST:
            return [Block(self._start(nodes[0]), self._end(nodes[-1]), UNREAD, [])] if nodes else []
        self.depth += 1
        loose: Simple | None = None
        for node in nodes:
            kind = node.type
            read = _READ.get(kind)
            if read is not None:
                loose = None
                read(self, node, found)
            elif kind in _MARKS:
                self._mark(found, kind, node)
                loose = None
            elif kind in _WORDS and not node.is_missing:
                start = self._start(node)
                if loose is None or self.buffer.find(b"\n", loose.last, start) >= 0:
                    loose = Simple(start)
                    found.append(loose)
                self._add(loose, node)
                self._finish(loose, [])
            elif kind in _UNCLOSED and loose is not None:
                self._add_unknown(loose, node)
        self.depth -= 1
        return found

    def _mark(self, found: list[Statement], kind: str, node: Node) -> None:
        command = last_command(found[-1]) if found else None
        if command is not None:
            command.mark = kind
            command.end = max(command.end, self._start(node))

    def _start(self, node: Node) -> int:
        return self.base + node.start_byte

    def _end(self, node: Node) -> int:
        """Where a node ends; a line feed is added behind each text for the parser."""
        return min(self.base + node.end_byte, len(self.buffer))

    def _one(self, node: Node) -> Statement:
        """A node as one statement."""
        found = self.statements([node])
        if len(found) == 1:
            return found[0]
        return Block(self._start(node), self._end(node), ERROR, found)

    def _command(self, node: Node, found: list[Statement]) -> None:
        command = Simple(self._start(node))
        found.append(command)
        command = self._add_all(command, node.children, found)
        self._finish(command, found)

    def _assignment(self, node: Node, found: list[Statement]) -> None:
        command = Simple(self._start(node))
        found.append(command)
        self._add(command, node)
        self._finish(command, found)

    def _finish(self, command: Simple, found: list[Statement]) -> None:
        """A command is complete: what belongs to it, and stands behind it."""
        blanks = _BLANKS.match(self.buffer, command.last)
        command.end = blanks.end() if blanks is not None else command.last
        command.documents = self.hidden.documents_in(command.start, command.end)
        words, text = command.words, self.hidden.text
        while words and text[words[0].start : words[0].end] in RESERVED:
            del words[0]
        if not words and not command.inner and command in found[-1:]:
            found.pop()

    def _add_all(self, command: Simple, nodes: Sequence[Node], found: list[Statement]) -> Simple:
        """Add nodes of a command to its words; the command that a bracket begins, if there is one.

        A bracket that the grammar does not understand ends a command.
        """
        for node in nodes:
            kind = node.type
            if self._is_line_between(command.last, self._start(node)):
                self._finish(command, found)
                command = Simple(self._start(node))
                found.append(command)
            if kind == "ERROR" or (kind == "concatenation" and node.has_error):
                if node.child_count:
                    command = self._add_all(command, node.children, found)
                else:
                    self._fill(command, self._end(node))
            elif kind in _WORDS or kind == "variable_assignment":
                self._add(command, node)
            elif kind == "file_redirect":
                self._redirect(command, node)
            elif kind == "herestring_redirect":
                self._string(command, node)
            elif kind in _READ or kind in ("(", ")"):
                self._finish(command, found)
                command.mark = ";"
                found += self.statements([node])
                command = Simple(self._end(node))
                found.append(command)
            elif kind in _UNCLOSED:
                self._add_unknown(command, node)
            else:
                command.last = max(command.last, self._end(node))
        return command

    def _add(self, command: Simple, node: Node) -> None:
        """Add a word, or a part of one, to a command."""
        start, end = self._start(node), self._end(node)
        buffer = self.buffer
        while start < end and buffer[start] in b" \t\r\n\f\v":
            start += 1
        if start >= end or start < command.last:
            return
        is_joined = self._fill(command, start)
        kind = node.type
        if kind == "word" and self._is_line_between(start, end):
            self._fill(command, end)
            return
        word = RawWord(start, end, [])
        if kind not in _LEAVES and _EXPANDING.search(buffer, start, end):
            word.expansions = self._expansions(node, command.inner)
        if kind == "variable_assignment":
            self._array(command, node, word)
        self._add_word(command, word, is_joined)

    def _add_unknown(self, command: Simple, node: Node) -> None:
        """Add the beginning of something that does not end."""
        start, end = self._start(node), self._end(node)
        self._add_word(command, RawWord(start, end, [(start, end)]), start == command.last)

    def _add_word(self, command: Simple, word: RawWord, is_joined: bool) -> None:
        words = command.words
        command.last = word.end
        if is_joined and words and word.items is None:
            words[-1].add(word.end, word.expansions)
            return
        words.append(word)
        if len(words) > MOST_WORDS:
            raise LongCommandError

    def _fill(self, command: Simple, start: int) -> bool:
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
                    word = RawWord(*match.span(), [])
                    self._add_word(command, word, command.last == match.start())
            is_joined = command.last == start
            command.last = start
            return is_joined
        return False

    def _is_line_between(self, last: int, start: int) -> bool:
        """Whether a line ends between two offsets, and does not go on."""
        if self.buffer.find(b"\n", last, start) < 0:
            return False
        return b"\n" in _CONTINUED.sub(b"", self.buffer[last:start])

    def _redirect(self, command: Simple, node: Node) -> None:
        """Skip a redirection; the words behind its file belong to the command."""
        self._fill(command, self._start(node))
        is_target = True
        for child in node.children:
            if child.type not in _WORDS or child.type == "file_descriptor":
                command.last = max(command.last, self._end(child))
            elif is_target:
                self._expansions(child, command.inner)
                command.last, is_target = self._end(child), False
            else:
                self._add(command, child)
        command.last = max(command.last, self._end(node))

    def _string(self, command: Simple, node: Node) -> None:
        """Take a here string."""
        word = node.children[-1]
        inner = self._expansions(word, command.inner)
        command.string = RawWord(self._start(word), self._end(word), inner)
        command.last = max(command.last, self._end(node))

    def _array(self, command: Simple, node: Node, word: RawWord) -> None:
        """Take the words of an array."""
        array = node.children[-1]
        if array.type != "array":
            return
        items = Simple(self._end(array.children[0]))
        for child in array.children[1:-1]:
            if child.type in _WORDS or child.type == "variable_assignment":
                self._add(items, child)
            else:
                items.last = max(items.last, self._end(child))
        word.items, word.expansions = items.words, []

    def _expansions(self, node: Node, inner: list[list[Statement]]) -> list[tuple[int, int]]:
        """The outermost expansions in a node; the statements of substitutions go to `inner`."""
        found: list[tuple[int, int]] = []
        stack = [(node, False)]
        while stack:
            node, is_inside = stack.pop()
            kind = node.type
            if kind in _EXPANSIONS:
                if not is_inside:
                    start, end = self._start(node), self._end(node)
                    while start < end and self.buffer[start] in b" \t\r\n":
                        start += 1
                    found.append((start, end))
                is_inside = True
                if kind in ("command_substitution", "process_substitution"):
                    inner.append(self.statements(node.children[1:-1]))
                    continue
            if kind not in _LEAVES:
                stack += [(child, is_inside) for child in reversed(node.named_children)]
        return found

    def _alone(self, node: Node, found: list[Statement]) -> None:
        command = Simple(self._start(node))
        found.append(command)
        self._redirect(command, node)
        self._finish(command, found)

    def _redirected(self, node: Node, found: list[Statement]) -> None:
        """Take a statement with redirections."""
        children = node.children
        body = [] if children[0].type.endswith("redirect") else [children[0]]
        found += self.statements(body)
        command = last_command(found[-1]) if body and found else None
        is_new = command is None
        if command is None:
            command = Simple(self._start(children[len(body)]))
            found.append(command)
        for child in children[len(body) :]:
            self._add_all(command, [child], found)
        self._finish(command, found if is_new else [])

    def _list(self, node: Node, found: list[Statement]) -> None:
        """Take statements with `&&` and `||`, whose nodes stand in each other."""
        nodes: list[Node] = []
        stack = [node]
        while stack:
            node = stack.pop()
            if node.type == "list":
                stack += node.children
            else:
                nodes.append(node)
        self._links(nodes[::-1], found, is_pipeline=False)

    def _pipeline(self, node: Node, found: list[Statement]) -> None:
        self._links(node.children, found, is_pipeline=True)

    def _links(self, nodes: list[Node], found: list[Statement], is_pipeline: bool) -> None:
        links: list[tuple[str, Statement]] = []
        mark = ""
        for node in nodes:
            if node.type in _MARKS:
                mark = node.type
                if links:
                    self._mark([links[-1][1]], mark, node)
            elif node.is_named and node.type != "comment":
                statement = self._one(node)
                if isinstance(statement, Block) and statement.kind == ERROR and not statement.body:
                    continue
                links.append((mark, statement))
        if len(links) > 1:
            found.append(Chain(links, is_pipeline))
        else:
            found += [statement for _, statement in links]

    def _negated(self, node: Node, found: list[Statement]) -> None:
        found += self.statements(node.named_children)

    def _test(self, node: Node, found: list[Statement]) -> None:
        """Take `[ ... ]`, `[[ ... ]]` and `((...))` as one command."""
        start, end = self._start(node), self._end(node)
        mark = node.children[0].type if node.child_count else ""
        if mark not in ("[", "[[", "((") or (
            node.has_error and self.buffer.find(b"\n", start, end) >= 0
        ):
            self._error(node, found)
            return
        command = Simple(start)
        found.append(command)
        if mark != "((":
            command.words.append(RawWord(start, start + len(mark), []))
            start += len(mark)
            while self.buffer[start] in b" \t\r\n":
                start += 1
        self._expansions(node, command.inner)
        command.words.append(RawWord(start, end, [(start, end)]))
        command.last = end
        self._finish(command, found)

    def _compound(self, node: Node, found: list[Statement]) -> None:
        if node.children[0].type == "((":
            self._test(node, found)
            return
        body = self.statements(node.children[1:])
        found.append(Block(self._start(node), self._end(node), GROUP, body))

    def _subshell(self, node: Node, found: list[Statement]) -> None:
        body = self.statements(node.children[1:])
        found.append(Block(self._start(node), self._end(node), SUBSHELL, body))

    def _branch(self, start: int, nodes: Sequence[Node], mark: str) -> Branch:
        """A condition, and what stands behind a mark."""
        branch = Branch(start)
        at = next((at for at, node in enumerate(nodes) if node.type == mark), len(nodes))
        branch.end = self._start(nodes[at]) if at < len(nodes) else start
        branch.condition = self.statements(nodes[:at])
        branch.body = self.statements(nodes[at + 1 :])
        return branch

    def _if(self, node: Node, found: list[Statement]) -> None:
        statement = If(self._start(node), self._end(node))
        found.append(statement)
        children = node.children
        clauses = [child for child in children if child.type in ("elif_clause", "else_clause")]
        own = [child for child in children[1:] if child not in clauses]
        statement.branches.append(self._branch(self._end(children[0]), own, "then"))
        for clause in clauses:
            inside = clause.children
            if clause.type == "else_clause":
                statement.otherwise = self.statements(inside[1:])
            else:
                branch = self._branch(self._end(inside[0]), inside[1:], "then")
                statement.branches.append(branch)

    def _while(self, node: Node, found: list[Statement]) -> None:
        loop = self._loop(node, found)
        children = node.children
        loop.branch.start = self._end(children[0])
        if len(children) > 1:
            loop.branch.end = self._start(children[-1])
        loop.branch.condition = self.statements(children[1:-1])

    def _for(self, node: Node, found: list[Statement]) -> None:
        loop = self._loop(node, found)
        loop.head = self._head([child for child in node.children[:-1] if child.type in _WORDS])

    def _sum_for(self, node: Node, found: list[Statement]) -> None:
        loop = self._loop(node, found)
        head = Simple(self._start(node))
        self._add(head, node.children[0])
        ends = [child for child in node.children if child.type == "))"]
        start, end = self._start(node.children[1]), self._end((ends or node.children)[-1])
        self._add_word(head, RawWord(start, end, [(start, end)]), is_joined=False)
        loop.head = head

    def _loop(self, node: Node, found: list[Statement]) -> Loop:
        loop = Loop(self._start(node), self._end(node), node.children[0].type)
        found.append(loop)
        body = node.children[-1]
        if body.type in ("do_group", "compound_statement"):
            inside = body.children
            loop.inside = self._end(inside[0]), self._start(inside[-1])
            loop.branch.body = self.statements(inside[1:])
        return loop

    def _head(self, nodes: Sequence[Node]) -> Simple:
        head = Simple(self._start(nodes[0]))
        for node in nodes:
            self._add(head, node)
        head.end = head.last
        return head

    def _case(self, node: Node, found: list[Statement]) -> None:
        words = [child for child in node.children if child.type in _WORDS]
        case = Case(self._start(node), self._end(node), self._head(words))
        found.append(case)
        for item in node.children:
            if item.type != "case_item":
                continue
            inside = item.children
            at = next((at for at, child in enumerate(inside) if child.type == ")"), 0)
            pattern = self.hidden.text[self._start(item) : self._start(inside[at])]
            end = inside[-1].type if inside[-1].type in _MARKS else ""
            body = self.statements(inside[at + 1 :])
            case.items.append((pattern.strip(" \t\r\n(") == "*", body, end))

    def _function(self, node: Node, found: list[Statement]) -> None:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None or body.children[0].type != "{":
            found += self.statements([] if body is None else [body])
            return
        inside = body.children
        text = self.hidden.text[self._start(name) : self._end(name)]
        statements = self.statements(inside[1:])
        function = Function(self._start(node), self._end(node), text, statements)
        function.inside = self._end(inside[0]), self._start(inside[-1])
        self.functions.append(function)
        found.append(function)

    def _error(self, node: Node, found: list[Statement]) -> None:
        """Take what the grammar does not understand: the statements in it.

        It may be a part of the command in front of it.
        """
        command, start = last_command(found[-1]) if found else None, self._start(node)
        if command is not None and command.words and self.buffer[start] in b"$`\"'{[":
            between = self.buffer[command.last : start]
            if not between.strip(b" \t"):
                unknown = RawWord(start, start + 1, [(start, start + 1)])
                self._add_word(command, unknown, is_joined=not between)
        is_open = any(child.type in _OPENING for child in node.children)
        body = self.statements(node.children)
        kind = UNREAD if is_open else ERROR
        if body:
            found.append(Block(self._start(node), self._end(node), kind, body))


_READ: dict[str, Callable[[TreeReader, Node, list[Statement]], None]] = {
    "command": TreeReader._command,
    "declaration_command": TreeReader._command,
    "unset_command": TreeReader._command,
    "variable_assignments": TreeReader._command,
    "variable_assignment": TreeReader._assignment,
    "file_redirect": TreeReader._alone,
    "redirected_statement": TreeReader._redirected,
    "list": TreeReader._list,
    "pipeline": TreeReader._pipeline,
    "negated_command": TreeReader._negated,
    "test_command": TreeReader._test,
    "compound_statement": TreeReader._compound,
    "subshell": TreeReader._subshell,
    "if_statement": TreeReader._if,
    "while_statement": TreeReader._while,
    "for_statement": TreeReader._for,
    "c_style_for_statement": TreeReader._sum_for,
    "case_statement": TreeReader._case,
    "function_definition": TreeReader._function,
    "ERROR": TreeReader._error,
}
