"""The values that the nodes of an ONNX graph see, and those that they hold themselves."""

from __future__ import annotations

from cannlint.graphs.onnx_proto import OnnxGraph
from cannlint.graphs.onnx_tensor import Value

Source = tuple[str, int]
"""A node and one of its outputs."""


class Scope:
    """The values that the nodes of a graph see: its own, and those of the graphs around it."""

    __slots__ = ("around", "depth", "described", "values")

    def __init__(self, graph: OnnxGraph, around: Scope | None) -> None:
        self.around = around
        self.depth: int = 0 if around is None else around.depth + 1
        self.values: dict[str, Source] = {}
        described = (*graph.values, *graph.outputs)
        self.described = {value.name: (value.dtype, value.shape) for value in described}

    def find(self, name: str) -> Source | None:
        """The output that a value comes from."""
        scope: Scope | None = self
        while scope is not None:
            if name in scope.values:
                return scope.values[name]
            scope = scope.around
        return None


_CONSTANTS = {
    "value_float": "float",
    "value_floats": "float",
    "value_int": "int64",
    "value_ints": "int64",
    "value_string": "string",
    "value_strings": "string",
}


def constant_of(name: str, found: object) -> Value | None:
    """The tensor that an attribute of the operator Constant is."""
    if isinstance(found, Value):
        return found
    if name not in _CONSTANTS:
        return None
    value = Value("", _CONSTANTS[name])
    if isinstance(found, list):
        value.shape, value.numbers = (len(found),), tuple(found)
    elif isinstance(found, int | float):
        value.shape, value.numbers = (), (found,)
    return value
