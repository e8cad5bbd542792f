"""From the nodes of a file to a graph: unique names, known producers, producers first."""

from __future__ import annotations

from cannlint.diagnostics import quoted
from cannlint.errors import CannlintError
from cannlint.graphs.model import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.graphs.model import Node, Tensor

_SHOWN = 5
"""Nodes of a cycle that its message names."""


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
    graph = Graph(path, form, nodes)
    if not _is_ordered(nodes):
        graph.nodes = _in_order(path, nodes, by_name)
        graph.notes.append("the nodes are not in topological order; the plan puts producers first")
    return graph


def named(node: Node | str) -> str:
    """A node as a message names it."""
    name = node if isinstance(node, str) else node.name
    return f"node `{quoted(name)}`"


def present(node: Node) -> Iterator[Tensor]:
    """The inputs that are not absent."""
    return (tensor for tensor in node.inputs if tensor is not None)


def _by_name(path: str, nodes: list[Node]) -> dict[str, Node]:
    by_name = {node.name: node for node in nodes}
    if len(by_name) < len(nodes):
        seen: set[str] = set()
        for node in nodes:
            if node.name in seen:
                raise CannlintError(f"{path}: {named(node)} is there twice; give each its own name")
            seen.add(node.name)
    return by_name


def _check_producer(
    path: str, by_name: dict[str, Node], node: Node, number: int, producer: tuple[str, int]
) -> None:
    name, index = producer
    place = f"{path}: {named(node)}: inputs[{number}]"
    source = by_name.get(name)
    if source is None:
        raise CannlintError(f"{place} comes from {named(name)}, which is not in the file")
    if not 0 <= index < len(source.outputs):
        count = len(source.outputs)
        raise CannlintError(
            f"{place} comes from output {index} of {named(name)}, which has {count} "
            f"output{'' if count == 1 else 's'}, counted from 0"
        )


def _is_ordered(nodes: Iterable[Node]) -> bool:
    seen: set[str] = set()
    for node in nodes:
        for tensor in node.inputs:
            if tensor is not None and tensor.producer and tensor.producer[0] not in seen:
                return False
        seen.add(node.name)
    return True


def _producers(node: Node, by_name: dict[str, Node]) -> list[Node]:
    return [by_name[tensor.producer[0]] for tensor in present(node) if tensor.producer]


def _in_order(path: str, nodes: list[Node], by_name: dict[str, Node]) -> list[Node]:
    """Producers first, and else as in the file; without recursion, for chains of any length."""
    ordered: list[Node] = []
    done: set[str] = set()
    for start in nodes:
        open_nodes = {start.name: start} if start.name not in done else {}
        waiting = [iter(_producers(start, by_name))] if open_nodes else []
        while waiting:
            node = next((found for found in waiting[-1] if found.name not in done), None)
            if node is None:
                waiting.pop()
                name, node = open_nodes.popitem()
                done.add(name)
                ordered.append(node)
            elif node.name in open_nodes:
                raise CannlintError(f"{path}: {_circle(list(open_nodes), node.name)}")
            else:
                open_nodes[node.name] = node
                waiting.append(iter(_producers(node, by_name)))
    return ordered


def _circle(open_names: list[str], again: str) -> str:
    names = open_names[open_names.index(again) :][::-1]  # from producer to consumer
    shown = [f"`{quoted(name)}`" for name in names[:_SHOWN]]
    if len(names) > _SHOWN:
        shown.append(f"{len(names) - _SHOWN} more")
    if len(names) == 1:
        return f"node {shown[0]} is its own producer; a graph has no circles"
    return f"the nodes {', '.join(shown)} feed each other in a circle; a graph has none"
