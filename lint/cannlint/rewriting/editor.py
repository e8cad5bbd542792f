"""A copy of a graph that passes change, with what uses each output."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cannlint.graphs.assemble import ordered
from cannlint.graphs.inference.walk import infer
from cannlint.graphs.model import Graph, Node, Tensor

Source = tuple[str, int]
"""A node and one of its outputs."""

CONSTANTS = frozenset({"Const", "Constant"})


class Editor:
    """The nodes of a graph while passes change them.

    `outputs` are what the model gives out. Each change takes time in proportion to the tensors
    that it is about.
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.nodes = {node.name: _copied(node) for node in graph.nodes}
        self.outputs = list(graph.outputs)
        self._by_type: dict[str, dict[str, Node]] = {}
        self._uses: dict[Source, dict[tuple[str, int], None]] = {}
        for node in self.nodes.values():
            self._by_type.setdefault(node.op_type, {})[node.name] = node
            for number, tensor in enumerate(node.inputs):
                self._use(node, number, tensor)

    def of_types(self, *op_types: str) -> Iterator[Node]:
        """The nodes of some types that have outputs and, but for those of the model, inputs.

        What is removed or changed meanwhile is left out.
        """
        for kind in op_types:
            for node in list(self._by_type.get(kind, {}).values()):
                is_whole = node.outputs and (node.inputs or kind == "Data")
                if is_whole and self.is_there(node) and node.op_type == kind:
                    yield node

    def is_there(self, node: Node) -> bool:
        """Whether a node has not been removed."""
        return self.nodes.get(node.name) is node

    def producer(self, tensor: Tensor | None) -> Node | None:
        """The node that an input comes from."""
        if tensor is None or tensor.producer is None:
            return None
        return self.nodes.get(tensor.producer[0])

    def source(self, node: Node, number: int) -> Node | None:
        """The node that an input of a node comes from."""
        return self.producer(node.inputs[number]) if number < len(node.inputs) else None

    def is_constant(self, node: Node, number: int) -> bool:
        """Whether an input is a constant."""
        source = self.source(node, number)
        return source is not None and source.op_type in CONSTANTS

    def numbers(self, node: Node, number: int) -> tuple[float, ...] | None:
        """The numbers of an input that is a small constant."""
        source = self.source(node, number)
        return source.value if source is not None and source.op_type in CONSTANTS else None

    def users(self, node: Node, output: int = 0) -> list[Node]:
        """The nodes that use an output; one that uses it twice is there twice."""
        return [self.nodes[name] for name, _ in self._uses.get((node.name, output), ())]

    def only_user(self, node: Node) -> Node | None:
        """The one node that uses what a node gives out; None where it is another number.

        What the model gives out has a user more.
        """
        users = self.users(node)
        return users[0] if len(users) == 1 and not self.is_given_out(node) else None

    def is_given_out(self, node: Node) -> bool:
        """Whether the model gives out what a node gives out."""
        return any(name == node.name for name, _ in self.outputs)

    def retype(self, node: Node, op_type: str, by: str) -> None:
        """Make a node one of another type: the name stays."""
        del self._by_type[node.op_type][node.name]
        node.op_type = op_type
        self._by_type.setdefault(op_type, {})[node.name] = node
        mark(node, by)

    def rename(self, node: Node, name: str) -> None:
        """Give a node another name, and tell its users; one that is taken gets a number."""
        name = self._unused(name)
        for output in range(len(node.outputs)):
            uses = self._uses.pop((node.name, output), None)
            if uses is not None:
                self._uses[name, output] = uses
                for user, number in uses:
                    tensor = self.nodes[user].inputs[number]
                    assert tensor is not None
                    tensor.producer = name, output
        self.outputs = [(name if made == node.name else made, at) for made, at in self.outputs]
        inputs = list(node.inputs)
        self.feed(node, [])
        del self.nodes[node.name]
        del self._by_type[node.op_type][node.name]
        node.origin_names = origins_of(node)
        node.name = name
        self.nodes[name] = node
        self._by_type[node.op_type][name] = node
        self.feed(node, inputs)

    def feed(self, node: Node, inputs: Iterable[Tensor | None]) -> None:
        """Give a node other inputs."""
        for number, tensor in enumerate(node.inputs):
            if tensor is not None and tensor.producer is not None:
                self._uses.get(tensor.producer, {}).pop((node.name, number), None)
        node.inputs = [None if tensor is None else described(tensor) for tensor in inputs]
        for number, tensor in enumerate(node.inputs):
            self._use(node, number, tensor)

    def redirect(self, source: Source, target: Source) -> None:
        """Let all that uses one output use another."""
        uses = self._uses.pop(source, {})
        tensor = self.nodes[target[0]].outputs[target[1]]
        for name, number in uses:
            used = described(tensor, target)
            before = self.nodes[name].inputs[number]
            used.attrs = before.attrs if before is not None else {}
            self.nodes[name].inputs[number] = used
            self._uses.setdefault(target, {})[name, number] = None
        self.outputs = [target if output == source else output for output in self.outputs]

    def remove(self, node: Node) -> None:
        """Take out a node that nothing uses."""
        self.feed(node, [])
        del self.nodes[node.name]
        del self._by_type[node.op_type][node.name]

    def bypass(self, node: Node) -> bool:
        """Take out a node, and let its users use its first input; False where it has none."""
        tensor = node.inputs[0] if node.inputs else None
        if tensor is None or tensor.producer is None or self.producer(tensor) is None:
            return False
        if not 0 <= tensor.producer[1] < len(self.nodes[tensor.producer[0]].outputs):
            return False
        self.redirect((node.name, 0), tensor.producer)
        self.remove(node)
        return True

    def add(self, node: Node, parsed: Node, by: str) -> None:
        """Add a node that a pass makes of another one; a name that is taken gets a number."""
        node.name = self._unused(node.name)
        node.parsed, node.in_subgraph = parsed.parsed, parsed.in_subgraph
        node.origin_names = origins_of(parsed)
        node.passes = parsed.passes
        mark(node, by)
        self.nodes[node.name] = node
        self._by_type.setdefault(node.op_type, {})[node.name] = node
        for number, tensor in enumerate(node.inputs):
            self._use(node, number, tensor)

    def _unused(self, name: str) -> str:
        found, number = name, 0
        while found in self.nodes:
            number += 1
            found = f"{name}_{number}"
        return found

    def finished(self) -> Graph:
        """The graph of what is still needed, described anew."""
        kept = self._needed() if self.outputs else self.nodes
        graph = Graph(
            self.graph.path,
            self.graph.format,
            ordered([node for node in self.nodes.values() if node.name in kept]),
        )
        graph.notes, graph.faults = list(self.graph.notes), self.graph.faults
        graph.hints, graph.outputs = self.graph.hints, self.outputs
        return graph

    def _needed(self) -> set[str]:
        """The names of the nodes that what is given out is made of, and of the inputs."""
        found = {node.name for node in self.of_types("Data")}
        waiting = [name for name, _ in self.outputs]
        while waiting:
            name = waiting.pop()
            if name in found or name not in self.nodes:
                continue
            found.add(name)
            waiting += [
                tensor.producer[0]
                for tensor in self.nodes[name].inputs
                if tensor is not None and tensor.producer is not None
            ]
        return found

    def _use(self, node: Node, number: int, tensor: Tensor | None) -> None:
        if tensor is not None and tensor.producer is not None:
            self._uses.setdefault(tensor.producer, {})[node.name, number] = None


def mark(node: Node, by: str) -> None:
    """Note that a pass made a node what it is."""
    if by not in node.passes:
        node.passes = (*node.passes, by)


def origins_of(node: Node) -> tuple[str, ...]:
    """The names that a node had in the model."""
    return node.origin_names or (node.name,)


def described(tensor: Tensor, producer: Source | None = None) -> Tensor:
    """A tensor like another, from there or from another output."""
    found = Tensor(tensor.dtype, producer or tensor.producer, tensor.attrs)
    found.shape, found.format = tensor.shape, tensor.format
    return found


def _copied(node: Node) -> Node:
    """A node that may be changed without the one that it is a copy of."""
    other = Node(
        node.name,
        node.op_type,
        [None if tensor is None else described(tensor) for tensor in node.inputs],
        [described(tensor) for tensor in node.outputs],
    )
    other.attrs = node.attrs
    other.engine, other.origin_type = node.engine, node.origin_type
    other.origin_names, other.in_subgraph = node.origin_names, node.in_subgraph
    other.judged, other.mapped, other.value = node.judged, node.mapped, node.value
    other.parsed = node
    return other


def described_anew(editor: Editor, trusts_shapes: bool) -> None:
    """Infer what the nodes give out, after the inputs of the model were described."""
    graph = Graph(editor.graph.path, editor.graph.format, list(editor.nodes.values()))
    graph.hints = editor.graph.hints
    infer(graph, trusts_shapes)
