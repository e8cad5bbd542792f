"""Models of the usual families, built with onnx.helper as exporters write them.

Weights are zeros with their true shapes, kept small: no plan depends on their numbers.
"""

from __future__ import annotations

from typing import Any

import numpy
from onnx import ModelProto, TensorProto, helper, numpy_helper


class Builder:
    """A graph that grows by one node at a time; each method gives the name of a value."""

    def __init__(self, opset: int = 13) -> None:
        self.opset = opset
        self.nodes: list[Any] = []
        self.inputs: list[Any] = []
        self.initializers: list[Any] = []

    def input(self, name: str, *dims: int | str, dtype: int = TensorProto.FLOAT) -> str:
        self.inputs.append(helper.make_tensor_value_info(name, dtype, dims))
        return name

    def weight(self, *dims: int) -> str:
        return self.constant(numpy.zeros(dims, numpy.float32))

    def constant(self, values: Any) -> str:
        name = f"const_{len(self.initializers)}"
        self.initializers.append(numpy_helper.from_array(numpy.asarray(values), name))
        return name

    def add(self, op_type: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        name = f"{op_type}_{len(self.nodes)}"
        made = [f"{name}_output_{i}" for i in range(outputs)]
        self.nodes.append(helper.make_node(op_type, inputs, made, name=name, **attributes))
        return made[0] if outputs == 1 else made

    def model(self, *outputs: str) -> ModelProto:
        ends = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in outputs]
        graph = helper.make_graph(self.nodes, "g", self.inputs, ends, self.initializers)
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)])

    def conv(self, x: str, out: int, into: int, kernel: int, stride: int = 1) -> str:
        pad = [kernel // 2] * 4
        shape = [kernel, kernel]
        weight, bias = self.weight(out, into, kernel, kernel), self.weight(out)
        strides = [stride, stride]
        return self.add("Conv", x, weight, bias, kernel_shape=shape, pads=pad, strides=strides)

    def norm(self, x: str, channels: int) -> str:
        parameters = [self.weight(channels) for _ in range(4)]
        return self.add("BatchNormalization", x, *parameters)

    def linear(self, x: str, into: int, out: int) -> str:
        product = self.add("MatMul", x, self.weight(into, out))
        return self.add("Add", product, self.weight(out))


def resnet(batch: int | str = 1, blocks: int = 2) -> ModelProto:
    """The stem of a ResNet, bottleneck blocks, and the classifier."""
    b = Builder()
    x = b.add("Relu", b.norm(b.conv(b.input("x", batch, 3, 224, 224), 64, 3, 7, 2), 64))
    x = b.add("MaxPool", x, kernel_shape=[3, 3], pads=[1, 1, 1, 1], strides=[2, 2])
    for number in range(blocks):
        y = b.add("Relu", b.norm(b.conv(x, 64, 256 if number else 64, 1), 64))
        y = b.add("Relu", b.norm(b.conv(y, 64, 64, 3), 64))
        y = b.norm(b.conv(y, 256, 64, 1), 256)
        shortcut = x if number else b.norm(b.conv(x, 256, 64, 1), 256)
        x = b.add("Relu", b.add("Add", y, shortcut))
    x = b.add("Flatten", b.add("GlobalAveragePool", x))
    return b.model(b.add("Gemm", x, b.weight(1000, 256), b.weight(1000), transB=1))


def bert(layers: int = 1, batch: int | str = 1) -> ModelProto:
    """Embedding, attention and the feed-forward part, with LayerNorm and Gelu in small nodes."""
    b = Builder()
    hidden, heads, length = 128, 2, 64
    ids = b.input("ids", batch, length, dtype=TensorProto.INT64)
    mask = b.input("mask", batch, 1, 1, length)
    x = b.add("Gather", b.weight(300, hidden), ids)
    x = _layer_norm(b, x, hidden)
    shape = b.constant(numpy.array([0, 0, heads, hidden // heads]))
    flat = b.constant(numpy.array([0, 0, hidden]))
    for _ in range(layers):
        parts = [b.add("Reshape", b.linear(x, hidden, hidden), shape) for _ in range(3)]
        q, v = (b.add("Transpose", part, perm=[0, 2, 1, 3]) for part in (parts[0], parts[2]))
        k = b.add("Transpose", parts[1], perm=[0, 2, 3, 1])
        scores = b.add("Div", b.add("MatMul", q, k), b.constant(numpy.float32(8)))
        weights = b.add("Softmax", b.add("Add", scores, mask), axis=-1)
        y = b.add("Transpose", b.add("MatMul", weights, v), perm=[0, 2, 1, 3])
        y = b.linear(b.add("Reshape", y, flat), hidden, hidden)
        x = _layer_norm(b, b.add("Add", x, y), hidden)
        y = b.linear(_gelu(b, b.linear(x, hidden, 4 * hidden)), 4 * hidden, hidden)
        x = _layer_norm(b, b.add("Add", x, y), hidden)
    return b.model(x)


def _layer_norm(b: Builder, x: str, hidden: int) -> str:
    centred = b.add("Sub", x, b.add("ReduceMean", x, axes=[-1]))
    square = b.add("Pow", centred, b.constant(numpy.float32(2)))
    variance = b.add("ReduceMean", square, axes=[-1])
    deviation = b.add("Sqrt", b.add("Add", variance, b.constant(numpy.float32(1e-5))))
    scaled = b.add("Mul", b.add("Div", centred, deviation), b.weight(hidden))
    return b.add("Add", scaled, b.weight(hidden))


def _gelu(b: Builder, x: str) -> str:
    erf = b.add("Erf", b.add("Div", x, b.constant(numpy.float32(1.41421356))))
    product = b.add("Mul", x, b.add("Add", erf, b.constant(numpy.float32(1))))
    return b.add("Mul", product, b.constant(numpy.float32(0.5)))


def yolo(batch: int | str = 1) -> ModelProto:
    """A head of YOLO v5: SiLU convolutions, upsampling, and the decoded boxes."""
    b = Builder(opset=12)
    deep, shallow = b.input("deep", batch, 256, 20, 20), b.input("shallow", batch, 128, 40, 40)
    deep = _silu(b, b.conv(deep, 128, 256, 1))
    scales = b.constant(numpy.array([1, 1, 2, 2], numpy.float32))
    up = b.add("Resize", deep, "", scales, mode="nearest", nearest_mode="floor",
               coordinate_transformation_mode="asymmetric")  # fmt: skip
    x = _silu(b, b.conv(b.add("Concat", up, shallow, axis=1), 128, 256, 3))
    x = b.conv(x, 255, 128, 1)
    x = b.add("Reshape", x, b.constant(numpy.array([0, 3, 85, 40, 40])))
    x = b.add("Sigmoid", b.add("Transpose", x, perm=[0, 1, 3, 4, 2]))
    xy, wh, rest = b.add("Split", x, outputs=3, axis=4, split=[2, 2, 81])
    two, grid = b.constant(numpy.float32(2)), b.weight(1, 3, 40, 40, 2)
    xy = b.add("Mul", b.add("Add", b.add("Mul", xy, two), grid), b.constant(numpy.float32(16)))
    wh = b.add("Mul", b.add("Pow", b.add("Mul", wh, two), two), grid)
    x = b.add("Concat", xy, wh, rest, axis=4)
    return b.model(b.add("Reshape", x, b.constant(numpy.array([0, -1, 85]))))


def _silu(b: Builder, x: str) -> str:
    return b.add("Mul", x, b.add("Sigmoid", x))


def lstm(direction: str = "forward", batch: int = 1) -> ModelProto:
    """A recurrent layer with its classifier."""
    b = Builder()
    ways = 2 if direction == "bidirectional" else 1
    hidden, into, length = 128, 64, 32
    x = b.input("x", length, batch, into)
    weights = [b.weight(ways, 4 * hidden, into), b.weight(ways, 4 * hidden, hidden)]
    y, *_ = b.add("LSTM", x, *weights, b.weight(ways, 8 * hidden), outputs=3,
                  hidden_size=hidden, direction=direction)  # fmt: skip
    y = b.add("Transpose", y, perm=[0, 2, 1, 3])
    y = b.add("Reshape", y, b.constant(numpy.array([0, 0, -1])))
    return b.model(b.linear(y, ways * hidden, 10))


def large(nodes: int) -> ModelProto:
    """A ResNet of about so many nodes."""
    return resnet(blocks=nodes // 10)
