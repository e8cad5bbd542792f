"""ONNX models for tests, in few words: `Model().add(...)`, as onnx itself writes them."""

from __future__ import annotations

import struct

from graph_files import FLOAT, INT64, field, onnx_graph, onnx_model, onnx_node, onnx_tensor

ATTRIBUTE_TYPES = {float: 2, int: 3, str: 4}


def attribute(name: str, value: object) -> bytes:
    """An attribute: a number, a text, or a list of numbers."""
    if isinstance(value, list):
        number = 7 if value and isinstance(value[0], float) else 8
        parts = b"".join(_number(number, one) for one in value)
        return field(1, name) + parts
    if isinstance(value, bytes):
        return field(1, name) + field(5, value)
    if isinstance(value, float):
        return field(1, name) + _number(2, value)
    return field(1, name) + field(ATTRIBUTE_TYPES[type(value)], _unsigned(value))


def _unsigned(value: object) -> object:
    return value & (1 << 64) - 1 if isinstance(value, int) else value


def _number(number: int, value: float) -> bytes:
    if isinstance(value, float):
        return bytes([number << 3 | 5]) + struct.pack("<f", value)
    return field(number, _unsigned(value))


def described(name: str, dtype: int, dims: list[int | str]) -> bytes:
    """What a model says about a value; a text is the name of an unknown dimension."""
    parts = [field(1, field(2 if isinstance(dim, str) else 1, dim)) for dim in dims]
    tensor = field(1, dtype) + field(2, b"".join(parts))
    return field(1, name) + field(2, field(1, tensor))


class Model:
    """A model that grows by one operator at a time; each method gives the name of a value."""

    def __init__(self, opset: int = 13) -> None:
        self.opset = opset
        self.nodes: list[bytes] = []
        self.inputs: list[bytes] = []
        self.initializers: list[bytes] = []
        self.count = 0

    def input(self, name: str, *dims: int | str, dtype: int = FLOAT) -> str:
        self.inputs.append(described(name, dtype, list(dims)))
        return name

    def weight(self, *dims: int, dtype: int = FLOAT) -> str:
        """A constant whose numbers are not in the file that the test writes."""
        name = self._name("w")
        self.initializers.append(onnx_tensor(name, dtype, *dims))
        return name

    def constant(self, *numbers: float, dims: tuple[int, ...] | None = None) -> str:
        """A constant of these numbers: floats, or integers of 64 bits; one number is a scalar."""
        name = self._name("c")
        floats = isinstance(numbers[0], float)
        raw = struct.pack(f"<{len(numbers)}{'f' if floats else 'q'}", *numbers)
        shape = dims if dims is not None else () if floats else (len(numbers),)
        tensor = onnx_tensor(name, FLOAT if floats else INT64, *shape)
        self.initializers.append(tensor + field(9, raw))
        return name

    def add(self, op_type: str, *inputs: str, name: str = "", outputs: int = 1, **attrs) -> str:
        """An operator; its node is named as its output unless `name` says another."""
        made = [name or self._name(op_type.lower())]
        made += [f"{made[0]}_{number}" for number in range(1, outputs)]
        attributes = [attribute(key, value) for key, value in attrs.items()]
        self.nodes.append(onnx_node(op_type, inputs, made, name=made[0], attributes=attributes))
        return made[0]

    def bytes(self, *outputs: str) -> bytes:
        """The file of the model that gives out these values."""
        given_out = [field(1, name) for name in outputs]
        graph = onnx_graph(self.nodes, self.inputs, self.initializers, outputs=given_out)
        return onnx_model(graph, self.opset)

    def _name(self, stem: str) -> str:
        self.count += 1
        return f"{stem}{self.count}"


def two_inputs(opset: int = 13, relu: str = "Relu") -> bytes:
    """Two inputs, one of them with an open batch size; a convolution, a Relu and a Sigmoid."""
    m = Model(opset)
    images, mask = m.input("images", "N", 3, 8, 8), m.input("mask", 2, 10)
    conv = m.add("Conv", images, m.weight(4, 3, 3, 3), name="Conv_0", kernel_shape=[3, 3])
    return m.bytes(m.add(relu, conv, name="Relu_1"), m.add("Sigmoid", mask, name="Sigmoid_2"))
