"""Single passes: the operators that each one changes, and the nearest that it leaves."""

from __future__ import annotations

import pytest

from cannlint.graphs.read import read_graph
from cannlint.rewriting.run import rewritten
from onnx_models import Model
from rewriting.test_any_model import conditions


@pytest.fixture
def types(tmp_path):
    """The operators that CANN judges of a model, without its constants and inputs."""

    def read(m: Model, *outputs: str, off: frozenset[str] = frozenset()) -> list[str]:
        path = tmp_path / "m.onnx"
        path.write_bytes(m.bytes(*outputs))
        found = rewritten(read_graph(str(path)), conditions(off=off))
        return [node.op_type for node in found.nodes if node.op_type not in ("Const", "Data")]

    return read


def convolution(m: Model, *dims: int, kernel: int = 3) -> str:
    x = m.input("x", *dims)
    return m.add("Conv", x, m.weight(8, dims[1], kernel, kernel), kernel_shape=[kernel] * 2)


def test_mish_is_softplus_tanh_and_a_product(types):
    m = Model()
    x = m.input("x", 4)
    assert types(m, m.add("Mul", x, m.add("Tanh", m.add("Softplus", x)))) == ["Mish"]
    m = Model()
    x, other = m.input("x", 4), m.input("other", 4)
    found = types(m, m.add("Mul", other, m.add("Tanh", m.add("Softplus", x))))
    assert found == ["Softplus", "Tanh", "Mul"]


def test_a_product_of_a_tensor_with_itself_is_a_square(types):
    m = Model()
    y = m.add("Relu", m.input("x", 4))
    assert types(m, m.add("Mul", y, y)) == ["Relu", "Square"]
    m = Model()
    x, other = m.input("x", 4), m.input("other", 4)
    assert types(m, m.add("Mul", x, other)) == ["Mul"]


@pytest.mark.parametrize(("slope", "found"), [(0.1, ["LeakyRelu"]), (1.5, ["Mul", "Maximum"])])
def test_the_larger_of_a_tensor_and_a_part_of_it(types, slope, found):
    m = Model()
    x = m.input("x", 4)
    assert types(m, m.add("Max", x, m.add("Mul", x, m.constant(slope)))) == found


def test_the_larger_of_a_bound_and_the_smaller_of_another_is_a_clip(types):
    m = Model()
    y = m.add("Max", m.add("Min", m.input("x", 4), m.constant(6.0)), m.constant(0.0))
    assert types(m, y) == ["ClipByValue"]


@pytest.mark.parametrize(("dims", "found"), [((2, 4), ["FusedMulAdd"]), ((1, 4), ["Mul", "Add"])])
def test_a_product_and_a_sum_of_one_shape(types, dims, found):
    m = Model()
    product = m.add("Mul", m.input("a", 2, 4), m.input("b", 2, 4))
    assert types(m, m.add("Add", product, m.input("c", *dims))) == found


@pytest.mark.parametrize(
    ("op_type", "dims", "found"),
    [
        ("Add", (8, 1, 1), ["Conv2D"]),
        ("Add", (1, 8, 1, 1), ["Conv2D"]),
        ("Add", (1, 1, 6, 6), ["Conv2D", "Add"]),
        ("Mul", (8, 1, 1), ["Conv2D"]),
        ("Mul", (6,), ["Conv2D", "Mul"]),
    ],
)
def test_a_constant_for_each_channel_goes_into_the_convolution(types, op_type, dims, found):
    m = Model()
    assert types(m, m.add(op_type, convolution(m, 1, 3, 8, 8), m.weight(*dims))) == found


@pytest.mark.parametrize(("parts", "found"), [(1, ["Relu"]), (2, ["SplitD", "Relu"])])
def test_a_split_into_one_part_goes(types, parts, found):
    m = Model(11)
    y = m.add("Split", m.input("x", 4, 6), axis=1, outputs=parts)
    assert types(m, m.add("Relu", y)) == found


def test_what_two_operators_use_stays(types):
    m = Model()
    y = convolution(m, 1, 3, 8, 8)
    found = types(m, m.add("Mul", y, m.weight(8, 1, 1)), m.add("Relu", y))
    assert found == ["Conv2D", "Mul", "Relu"]


@pytest.mark.parametrize(
    ("size", "found"), [(1, ["FullyConnection", "Relu"]), (2, ["Conv2D", "Relu"])]
)
def test_a_convolution_over_the_whole_map(types, size, found):
    m = Model()
    assert types(m, m.add("Relu", convolution(m, 1, 64, size, size, kernel=1))) == found


def test_padding_in_front_goes_into_the_convolution(types):
    m = Model(11)
    pads = m.constant(0, 0, 1, 1, 0, 0, 1, 1)
    y = m.add("Pad", m.input("x", 1, 3, 8, 8), pads)
    y = m.add("Conv", y, m.weight(8, 3, 3, 3), kernel_shape=[3, 3])
    assert types(m, y) == ["Conv2D"]
    assert types(m, y, off=frozenset({"PadConv2dFusionPass"})) == ["PadV3", "Conv2D"]


def test_a_normalisation_of_each_instance_has_two_steps(types):
    m = Model()
    y = m.add("InstanceNormalization", m.input("x", 1, 8, 4, 4), m.weight(8), m.weight(8))
    assert types(m, y) == ["INTrainingReduceV2", "INTrainingUpdateV2"]


@pytest.mark.parametrize(("divisor", "found"), [(8.0, ["Muls"]), (None, ["RealDiv"])])
def test_a_division_by_a_number_is_a_factor(types, divisor, found):
    m = Model()
    other = m.constant(divisor) if divisor is not None else m.input("y", 4)
    assert types(m, m.add("Div", m.input("x", 4), other)) == found


def test_a_vector_behind_a_product_of_matrices_is_its_bias(types):
    m = Model()
    product = m.add("MatMul", m.input("x", 2, 3, 4), m.weight(4, 5))
    assert types(m, m.add("Add", product, m.weight(5))) == ["BatchMatMulV2"]
    m = Model()
    product = m.add("MatMul", m.input("x", 2, 3, 4), m.weight(4, 5))
    assert types(m, m.add("Add", product, m.weight(3, 5))) == ["BatchMatMulV2", "Add"]
