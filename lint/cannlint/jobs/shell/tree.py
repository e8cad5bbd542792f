"""The statements of a shell text, from the trees of tree-sitter's grammar of Bash."""

from __future__ import annotations

from cannlint.jobs.shell.statements import (
    ERROR,
    GROUP,
    SUBSHELL,
    UNREAD,
    Block,
    Branch,
    Case,
    Chain,
    Function,
    If,
    Loop,
    RawWord,
    Simple,
    Statement,
    last_command,
)
from cannlint.jobs.shell.steps import steps_for
from cannlint.jobs.shell.tree_commands import UNCLOSED, WORDS, TreeCommands

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


class TreeReader(TreeCommands):
    """Makes statements of the nodes of trees.

    `functions` are all that have been found.
    """

    def __init__(self, hidden: HiddenText) -> None:
        super().__init__(hidden)
        self.depth = 0
        self.functions: list[Function] = []

    def statements(self, nodes: Iterable[Node]) -> list[Statement]:
        """The statements of nodes that stand side by side."""
        found: list[Statement] = []
        nodes = list(nodes)
        if self.depth >= _DEEPEST and nodes:
            steps_for("").deepest = _DEEPEST
            return [Block(self.start(nodes[0]), self.end(nodes[-1]), UNREAD, [])]
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
            elif kind in WORDS and not node.is_missing:
                start = self.start(node)
                if loose is None or self.buffer.find(b"\n", loose.last, start) >= 0:
                    loose = Simple(start)
                    found.append(loose)
                self.add(loose, node)
                self.finish(loose, [])
            elif kind in UNCLOSED and loose is not None:
                self.add_unknown(loose, node)
        self.depth -= 1
        self.count(len(found))
        return found

    def _mark(self, found: list[Statement], kind: str, node: Node) -> None:
        command = last_command(found[-1]) if found else None
        if command is not None:
            command.mark = kind
            command.end = max(command.end, self.start(node))

    def _one(self, node: Node) -> Statement:
        """A node as one statement."""
        found = self.statements([node])
        if len(found) == 1:
            return found[0]
        return Block(self.start(node), self.end(node), ERROR, found)

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
        links: list[Statement] = []
        marks: list[str] = []
        mark = ""
        for node in nodes:
            if node.type in _MARKS:
                mark = node.type
                if links:
                    self._mark(links[-1:], mark, node)
            elif node.is_named and node.type != "comment":
                statement = self._one(node)
                if isinstance(statement, Block) and statement.kind == ERROR and not statement.body:
                    continue
                links.append(statement)
                marks.append(mark)
        if len(links) > 1:
            found.append(Chain(links, marks, is_pipeline))
        else:
            found += links

    def _negated(self, node: Node, found: list[Statement]) -> None:
        found += self.statements(node.named_children)

    def _compound(self, node: Node, found: list[Statement]) -> None:
        if node.children[0].type == "((":
            self.test(node, found)
            return
        body = self.statements(node.children[1:])
        found.append(Block(self.start(node), self.end(node), GROUP, body))

    def _subshell(self, node: Node, found: list[Statement]) -> None:
        body = self.statements(node.children[1:])
        found.append(Block(self.start(node), self.end(node), SUBSHELL, body))

    def _branch(self, start: int, nodes: Sequence[Node]) -> Branch:
        """A condition, and what stands behind its `then`."""
        branch = Branch(start)
        self.count(1)
        at = next((at for at, node in enumerate(nodes) if node.type == "then"), len(nodes))
        branch.end = self.start(nodes[at]) if at < len(nodes) else start
        branch.condition = self.statements(nodes[:at])
        branch.body = self.statements(nodes[at + 1 :])
        return branch

    def _if(self, node: Node, found: list[Statement]) -> None:
        statement = If(self.start(node), self.end(node))
        found.append(statement)
        children = node.children
        clauses = [child for child in children if child.type in ("elif_clause", "else_clause")]
        own = [child for child in children[1:] if child not in clauses]
        statement.branches.append(self._branch(self.end(children[0]), own))
        for clause in clauses:
            inside = clause.children
            if clause.type == "else_clause":
                statement.otherwise = self.statements(inside[1:])
            else:
                branch = self._branch(self.end(inside[0]), inside[1:])
                statement.branches.append(branch)

    def _while(self, node: Node, found: list[Statement]) -> None:
        loop = self._loop(node, found)
        children = node.children
        loop.branch.start = self.end(children[0])
        if len(children) > 1:
            loop.branch.end = self.start(children[-1])
        loop.branch.condition = self.statements(children[1:-1])

    def _for(self, node: Node, found: list[Statement]) -> None:
        loop = self._loop(node, found)
        loop.head = self._head([child for child in node.children[:-1] if child.type in WORDS])

    def _sum_for(self, node: Node, found: list[Statement]) -> None:
        loop = self._loop(node, found)
        head = Simple(self.start(node))
        self.add(head, node.children[0])
        ends = [child for child in node.children if child.type == "))"]
        start, end = self.start(node.children[1]), self.end((ends or node.children)[-1])
        self.add_word(head, RawWord(start, end, [(start, end)]), is_joined=False)
        loop.head = head

    def _loop(self, node: Node, found: list[Statement]) -> Loop:
        loop = Loop(self.start(node), self.end(node), node.children[0].type)
        found.append(loop)
        body = node.children[-1]
        if body.type in ("do_group", "compound_statement"):
            inside = body.children
            loop.inside = self.end(inside[0]), self.start(inside[-1])
            loop.branch.body = self.statements(inside[1:])
        return loop

    def _head(self, nodes: Sequence[Node]) -> Simple:
        head = Simple(self.start(nodes[0]))
        for node in nodes:
            self.add(head, node)
        head.end = head.last
        return head

    def _case(self, node: Node, found: list[Statement]) -> None:
        words = [child for child in node.children if child.type in WORDS]
        case = Case(self.start(node), self.end(node), self._head(words))
        found.append(case)
        for item in node.children:
            if item.type != "case_item":
                continue
            inside = item.children
            at = next((at for at, child in enumerate(inside) if child.type == ")"), 0)
            pattern = self.hidden.text[self.start(item) : self.start(inside[at])]
            end = inside[-1].type if inside[-1].type in _MARKS else ""
            body = self.statements(inside[at + 1 :])
            self.count(1)
            case.items.append((pattern.strip(" \t\r\n(") == "*", body, end))

    def _function(self, node: Node, found: list[Statement]) -> None:
        name, body = node.child_by_field_name("name"), node.child_by_field_name("body")
        if name is None or body is None or body.children[0].type != "{":
            found += self.statements([] if body is None else [body])
            return
        inside = body.children
        text = self.hidden.text[self.start(name) : self.end(name)]
        statements = self.statements(inside[1:])
        function = Function(self.start(node), self.end(node), text, statements)
        function.inside = self.end(inside[0]), self.start(inside[-1])
        self.functions.append(function)
        found.append(function)

    def _error(self, node: Node, found: list[Statement]) -> None:
        """Take what the grammar does not understand: the statements in it.

        It may be a part of the command in front of it.
        """
        command, start = last_command(found[-1]) if found else None, self.start(node)
        opening = self.buffer[start : start + 1]  # empty for the line feed that ends each piece
        if command is not None and command.words and opening and opening in b"$`\"'{[":
            between = self.buffer[command.last : start]
            if not between.strip(b" \t"):
                unknown = RawWord(start, start + 1, [(start, start + 1)])
                self.add_word(command, unknown, is_joined=not between)
        is_open = any(child.type in _OPENING for child in node.children)
        body = self.statements(node.children)
        kind = UNREAD if is_open else ERROR
        if body:
            found.append(Block(self.start(node), self.end(node), kind, body))


_READ: dict[str, Callable[[TreeReader, Node, list[Statement]], None]] = {
    "command": TreeReader.command,
    "declaration_command": TreeReader.command,
    "unset_command": TreeReader.command,
    "variable_assignments": TreeReader.command,
    "variable_assignment": TreeReader.assignment,
    "file_redirect": TreeReader.redirection,
    "redirected_statement": TreeReader.redirected,
    "list": TreeReader._list,
    "pipeline": TreeReader._pipeline,
    "negated_command": TreeReader._negated,
    "test_command": TreeReader.test,
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
