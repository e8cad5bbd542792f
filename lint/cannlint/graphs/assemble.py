"""From the nodes of a file to a graph: unique names, known producers, producers first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.graphs.model import Graph, Node
from cannlint.language import counted, said, translated

T = TypeVar("T")

_SHOWN = 5
"""How many nodes of a cycle the message names."""

_SHOWN_TYPES = 20
"""Types without a mapping that a note names."""


MOST_NODES = 1_000_000
"""The maximum number of nodes; the largest models have some ten thousand."""


def limited(path: str, items: Iterable[T]) -> Iterator[T]:
    """The items; raises CannlintError if there are more than a graph may have nodes."""
    for number, item in enumerate(items):
        if number >= MOST_NODES:
            raise CannlintError(
                "{path}: more than {most:,} nodes, which is the limit", path=path, most=MOST_NODES
            )
        yield item


def assemble(path: str, form: str, nodes: list[Node]) -> Graph:
    """The graph of these nodes, which may stand in any order.

    Raises CannlintError where names are not unique, an input comes from a node or an output
    that is not there, or the nodes feed each other in a circle.
    """
    by_name = _by_name(path, nodes)
    for node in nodes:
        for number, tensor in enumerate(node.inputs):
            if tensor is not None and tensor.producer is not None:
                _check_producer(path, by_name, node, number, tensor.producer)
    circles: list[str] = []
    graph = Graph(path, form, _in_order(nodes, by_name, circles))
    if circles:
        raise CannlintError(
            "{path}: {circle}; a graph must not have cycles", path=path, circle=circles[0]
        )
    _describe_inputs(graph.nodes, by_name)
    if any(ordered is not node for ordered, node in zip(graph.nodes, nodes, strict=True)):
        graph.notes.append(
            translated("the nodes are not in topological order; the plan puts producers first")
        )
    return graph


def assemble_dump(path: str, form: str, nodes: list[Node]) -> Graph:
    """The graph of a dump, whose nodes have names of their own.

    A dump may be of a part of a model, without descriptions of tensors, or have the circles
    of a loop. An input keeps a producer that is not there; a note says so.
    """
    by_name = {node.name: node for node in nodes}
    lost = [place for node in nodes for place in _lost_inputs(node, by_name)]
    circles: list[str] = []
    graph = Graph(path, form, _in_order(nodes, by_name, circles))
    _describe_inputs(graph.nodes, by_name)
    if lost:
        graph.notes.append(
            said(
                "{number} input has a producer that is not in the file: {first}"
                if len(lost) == 1
                else "{number} inputs have a producer that is not in the file, first: {first}",
                number=len(lost),
                first=lost[0],
            )
        )
    if circles:
        graph.notes.append(
            said(
                "{number} cycle has no first node, as in a loop: {first}"
                if len(circles) == 1
                else "{number} cycles have no first node, as in a loop: {first}",
                number=len(circles),
                first=circles[0],
            )
        )
    return graph


def ordered(nodes: list[Node]) -> list[Node]:
    """The nodes with producers first, but in a loop."""
    return _in_order(nodes, {node.name: node for node in nodes}, [])


@dataclass(eq=False, slots=True)
class Names:
    """Give each node of a dump a unique name; `renamed` has those that got another one."""

    _in_use: set[str] = field(init=False, default_factory=set)
    _counts: dict[tuple[str, str], int] = field(init=False, default_factory=dict)
    renamed: list[str] = field(init=False, default_factory=list)

    def take(self, written: str, graph: str) -> str:
        """A unique name for a node: its own name, if no other node has it."""
        name = written
        while name in self._in_use:
            count = self._counts[graph, written] = self._counts.get((graph, written), 0) + 1
            name = f"{graph}/{written}" if graph and count == 1 else f"{graph}/{written}_{count}"
            name = name.removeprefix("/")
        if name != written:
            self.renamed.append(said("{node} to `{name}`", node=named(written), name=quoted(name)))
        self._in_use.add(name)
        return name

    def notes(self) -> list[str]:
        """A sentence about the changed names, if there are any."""
        if not self.renamed:
            return []
        return [
            said(
                "duplicate names were changed, first: {first}",
                first=self.renamed[0],
            )
        ]


def named(node: Node | str) -> str:
    """The name of a node in a message."""
    name = node if isinstance(node, str) else node.name
    return said("node `{name}`", name=quoted(name))


def _by_name(path: str, nodes: list[Node]) -> dict[str, Node]:
    by_name = {node.name: node for node in nodes}
    if len(by_name) < len(nodes):
        seen: set[str] = set()
        for node in nodes:
            if node.name in seen:
                raise CannlintError(
                    "{path}: {node} occurs twice; give each node its own name",
                    path=path,
                    node=named(node),
                )
            seen.add(node.name)
    return by_name


def _check_producer(
    path: str, by_name: dict[str, Node], node: Node, number: int, producer: tuple[str, int]
) -> None:
    name, index = producer
    source = by_name.get(name)
    if source is not None and 0 <= index < len(source.outputs):
        return
    place = f"{path}: {named(node)}: inputs[{number}]"
    if source is None:
        raise CannlintError(
            "{place} comes from {node}, which is not in the file", place=place, node=named(name)
        )
    raise CannlintError(
        "{place} comes from output {index} of {node}, which has {outputs}, counted from 0",
        place=place,
        index=index,
        node=named(name),
        outputs=counted(len(source.outputs), "output"),
    )


def _lost_inputs(node: Node, by_name: dict[str, Node]) -> Iterator[str]:
    """The inputs whose producers do not exist."""
    for number, tensor in enumerate(node.inputs):
        if tensor is not None and tensor.producer and tensor.producer[0] not in by_name:
            yield said("input {number} of {node}", number=number, node=named(node))


def _describe_inputs(nodes: Iterable[Node], by_name: dict[str, Node]) -> None:
    """Copy shape and format to inputs without them, from the outputs they are connected to."""
    for node in nodes:
        for tensor in node.inputs:
            if tensor is None or tensor.producer is None:
                continue
            name, index = tensor.producer
            source = by_name.get(name)
            if source is None or not 0 <= index < len(source.outputs):
                continue
            output = source.outputs[index]
            if tensor.shape is None:
                tensor.shape = output.shape
            if tensor.format is None:
                tensor.format = output.format


def _producers(node: Node, by_name: dict[str, Node]) -> Iterator[Node]:
    for tensor in node.inputs:
        if tensor is not None and tensor.producer is not None:
            found = by_name.get(tensor.producer[0])
            if found is not None:
                yield found


def _in_order(nodes: Iterable[Node], by_name: dict[str, Node], circles: list[str]) -> list[Node]:
    """Producers first, and else as in the file; without recursion, for chains of any length.

    A circle is left where it closes; `circles` gets an item for each, the first describes it.
    """
    ordered: list[Node] = []
    done: set[str] = set()
    for start in nodes:
        if start.name in done:
            continue
        path = {start.name: start}
        waiting = [_producers(start, by_name)]
        while waiting:
            node = next((found for found in waiting[-1] if found.name not in done), None)
            if node is None:
                waiting.pop()
                name, node = path.popitem()
                done.add(name)
                ordered.append(node)
            elif node.name in path:
                circles.append("" if circles else _circle(list(path), node.name))
            else:
                path[node.name] = node
                waiting.append(_producers(node, by_name))
    return ordered


def _circle(path: list[str], again: str) -> str:
    around = path[path.index(again) :][::-1]  # from producer to consumer
    names = [f"`{quoted(name)}`" for name in around]
    if len(names) == 1:
        return said("node {node} is its own producer", node=names[0])
    nodes, more = _listed(names, _SHOWN)
    return said("the nodes {nodes}{more} form a cycle", nodes=nodes, more=more)


def listed_types(unmapped: Mapping[str, int]) -> tuple[str, str]:
    """The types of a framework that have no mapping, the most frequent first; as `_listed`."""
    counts = sorted(unmapped.items(), key=lambda item: -item[1])
    return _listed([f"{quoted(name)} ({count})" for name, count in counts], _SHOWN_TYPES)


def _listed(names: Sequence[str], most: int) -> tuple[str, str]:
    """The first of some names, and how many there are more, in words."""
    more = said(" and {number} more", number=len(names) - most) if len(names) > most else ""
    return ", ".join(names[:most]), more
