"""Models of each family: what CANN judges of them, and what passes it says made that."""

from __future__ import annotations

import pytest

from cannlint.graphs.read import read_graph
from cannlint.library.choose import choose
from cannlint.rewriting.conditions import Conditions
from cannlint.rewriting.run import rewritten
from onnx_models import Model

FOLDER = "ascend910b"


@pytest.fixture
def judged(tmp_path):
    """The nodes that CANN judges of a model: name → (type, passes), without constants."""

    def read(model: Model, *outputs: str, off: tuple[str, ...] = (), folder=FOLDER, shapes=None):
        path = tmp_path / "m.onnx"
        path.write_bytes(model.bytes(*outputs))
        library = choose("8.1.RC1")

        def operator(op_type: str):
            return library.operator_in(op_type, folder)

        conditions = Conditions(operator, lambda name: name not in off, folder, library.cann)
        return rewritten(read_graph(str(path)), conditions, shapes)

    return read


def types(graph) -> list[str]:
    return [node.op_type for node in graph.nodes if node.op_type not in ("Const", "Data")]


def made(graph) -> dict[str, tuple[str, tuple[str, ...]]]:
    return {
        node.name: (node.op_type, node.passes)
        for node in graph.nodes
        if node.op_type not in ("Const", "Data")
    }


def residual_block(batch: int | str = 1) -> tuple[Model, str]:
    m = Model(11)
    x = m.input("x", batch, 64, 56, 56)
    y = x
    for number in (1, 2):
        y = m.add("Conv", y, m.weight(64, 64, 3, 3), name=f"conv{number}",
                  kernel_shape=[3, 3], pads=[1, 1, 1, 1])  # fmt: skip
        parameters = [m.weight(64) for _ in range(4)]
        y = m.add("BatchNormalization", y, *parameters, name=f"bn{number}")
        y = m.add("Relu", y, name="relu1") if number == 1 else y
    y = m.add("Relu", m.add("Add", y, x, name="add"), name="relu2")
    y = m.add("Flatten", m.add("GlobalAveragePool", y, name="pool"), name="flat")
    return m, m.add("Gemm", y, m.weight(10, 64), m.weight(10), name="fc", transB=1)


def test_a_residual_block_is_convolutions_that_took_their_normalisation_in(judged):
    assert made(judged(*residual_block())) == {
        "conv1": ("Conv2D", ("ConvBatchnormFusionPass",)),
        "relu1": ("Relu", ()),
        "conv2": ("Conv2D", ("ConvBatchnormFusionPass",)),
        "add": ("Add", ()),
        "relu2": ("Relu", ()),
        "pool": ("ReduceMeanD", ("Globalavgpoolpass",)),
        "flat": ("Flatten", ()),
        "PartitionedCall_fc_MatMulV2": ("MatMulV2", ("MatMulBiasAddFusionPass",)),
    }


def test_a_pass_that_the_job_switches_off_does_nothing(judged):
    graph = judged(*residual_block(), off=("ConvBatchnormFusionPass", "HostBNFusionPass"))
    assert types(graph).count("BNInference") == 2
    assert made(graph)["bn1"] == ("BNInference", ("BatchNormBnInferFusionPass",))


def test_a_normalisation_that_stays_is_named_anew(judged):
    m = Model(11)
    x = m.input("x", 1, 8, 4, 4)
    y = m.add("BatchNormalization", x, *(m.weight(8) for _ in range(4)), name="bn")
    [(name, (op_type, passes))] = made(judged(m, y)).items()
    assert (name, op_type) == ("bn_BNInferenceD", "BNInferenceD")
    assert passes == ("BatchNormBnInferFusionPass", "HostBNFusionPass")


def layer_norm(m: Model, x: str, width: int) -> str:
    centred = m.add("Sub", x, m.add("ReduceMean", x, axes=[-1]))
    variance = m.add("ReduceMean", m.add("Pow", centred, m.constant(2.0)), axes=[-1])
    deviation = m.add("Sqrt", m.add("Add", variance, m.constant(1e-12)))
    scaled = m.add("Mul", m.add("Div", centred, deviation), m.weight(width))
    return m.add("Add", scaled, m.weight(width), name="norm")


def gelu(m: Model, x: str) -> str:
    erf = m.add("Erf", m.add("Div", x, m.constant(1.41421356)))
    product = m.add("Mul", x, m.add("Add", erf, m.constant(1.0)))
    return m.add("Mul", product, m.constant(0.5), name="gelu")


def attention(m: Model, x: str, heads: int, width: int) -> str:
    def part(transposed: list[int]) -> str:
        dense = m.add("Add", m.add("MatMul", x, m.weight(width, width)), m.weight(width))
        shape = m.constant(1, 128, heads, width // heads)
        return m.add("Transpose", m.add("Reshape", dense, shape), perm=transposed)

    query, key, value = part([0, 2, 1, 3]), part([0, 2, 3, 1]), part([0, 2, 1, 3])
    scores = m.add("Div", m.add("MatMul", query, key, name="scores"), m.constant(8.0), name="by8")
    context = m.add("MatMul", m.add("Softmax", scores, axis=3, name="softmax"), value)
    merged = m.add("Transpose", context, perm=[0, 2, 1, 3])
    return m.add("Reshape", merged, m.constant(1, 128, width))


def test_a_layer_of_bert_is_its_large_operators(judged):
    m = Model(12)
    x = m.input("x", 1, 128, 768)
    y = m.add("Add", attention(m, x, 12, 768), x, name="residual")
    graph = judged(m, gelu(m, layer_norm(m, y, 768)))
    found = made(graph)
    assert found["norm"] == ("LayerNorm", ("LayerNormONNXFusionPass",))
    assert found["gelu/Gelu"] == ("Gelu", ("GeluONNXFusionPass",))
    assert found["by8/Muls"] == ("Muls", ("RealDiv2MulsFusionPass",))
    assert found["softmax"][0] == "SoftmaxV2"
    assert found["scores"] == ("BatchMatMulV2", ())
    assert sorted(set(types(graph))) == [
        "Add",
        "BatchMatMulV2",
        "Gelu",
        "LayerNorm",
        "Muls",
        "Reshape",
        "SoftmaxV2",
        "TransposeD",
    ]
    [norm] = [node for node in graph.nodes if node.op_type == "LayerNorm"]
    assert [tensor.shape for tensor in norm.inputs] == [(1, 128, 768), (768,), (768,)]


def yolo_head(m: Model, batch: int | str) -> str:
    """A head with sizes that the model computes from its own shapes, as exporters write them."""
    x = m.input("x", batch, 255, 20, 20)
    shape = m.add("Shape", x)
    sizes = [m.add("Gather", shape, m.constant(at), axis=0) for at in (0, 2, 3)]
    target = m.add("Concat", sizes[0], m.constant(3, 85), sizes[1], sizes[2], axis=0)
    y = m.add("Transpose", m.add("Reshape", x, target), perm=[0, 1, 3, 4, 2])
    y = m.add("Sigmoid", y, name="sigmoid")
    xy = m.add("Slice", y, m.constant(0), m.constant(2), m.constant(4), name="xy")
    scaled = m.add("Mul", xy, m.constant(2.0), name="twice")
    rest = m.add("Slice", y, m.constant(2), m.constant(85), m.constant(4), name="rest")
    y = m.add(
        "Concat", scaled, m.add("Pow", rest, m.constant(2.0), name="pow"), axis=-1, name="all"
    )
    upscaled = m.add("Resize", x, "", m.constant(1.0, 1.0, 2.0, 2.0, dims=(4,)), name="up",
                     mode="nearest")  # fmt: skip
    m.upscaled = upscaled
    return y


def test_the_arithmetic_of_shapes_is_computed_while_compiling(judged):
    m = Model(11)
    y = yolo_head(m, 1)
    graph = judged(m, y, m.upscaled)
    assert types(graph) == [
        "Reshape",
        "TransposeD",
        "Sigmoid",
        "StridedSliceD",
        "Mul",
        "StridedSliceD",
        "Square",
        "ConcatD",
        "ResizeNearestNeighborV2",
    ]
    by_type = {node.op_type: node for node in graph.nodes}
    assert by_type["TransposeD"].outputs[0].shape == (1, 3, 20, 20, 85)
    assert by_type["ConcatD"].outputs[0].shape == (1, 3, 20, 20, 85)
    assert by_type["ResizeNearestNeighborV2"].outputs[0].shape == (1, 255, 40, 40)
    assert by_type["Square"].name == "pow/Square"


def test_with_a_dynamic_batch_it_is_done_while_the_model_runs(judged):
    m = Model(11)
    y = yolo_head(m, "batch")
    graph = judged(m, y)
    assert {"Shape", "GatherV2", "ConcatD", "Transpose", "StridedSlice"} <= set(types(graph))
    assert "TransposeD" not in types(graph)
    static = judged(m, y, shapes={"x": (8, 255, 20, 20)})
    assert {"Shape", "GatherV2", "Transpose"}.isdisjoint(types(static))


def test_a_recurrent_layer_is_one_operator(judged):
    m = Model(11)
    x = m.input("x", 20, 4, 64)
    y = m.add("LSTM", x, m.weight(1, 512, 64), m.weight(1, 512, 128), m.weight(1, 1024),
              name="lstm", outputs=3, hidden_size=128)  # fmt: skip
    graph = judged(m, m.add("Squeeze", y, name="out", axes=[1]))
    assert made(graph)["lstm"] == ("DynamicRNN", ("CommonLSTMFusionPass",))
    by_name = {node.name: node for node in graph.nodes}
    assert by_name["out"].outputs[0].shape == (20, 4, 128)


@pytest.mark.parametrize(
    ("folder", "op_type"), [("ascend910b", "ArgMaxV2"), ("ascend310p", "ArgMaxD")]
)
def test_a_constant_becomes_an_attribute_where_the_soc_has_that_operator(judged, folder, op_type):
    m = Model(13)
    y = m.add("ArgMax", m.input("x", 1, 10), name="best", axis=1, keepdims=0)
    graph = judged(m, y, folder=folder)
    assert made(graph)["PartitionedCall_best_ArgMaxV2"][0] == op_type


def test_operators_without_effect_go(judged):
    m = Model(12)
    x = m.input("x", 2, 3)
    y = m.add("Dropout", m.add("Identity", x), outputs=2)
    y = m.add("Cast", m.add("Reshape", y, m.constant(2, 3)), to=1)
    graph = judged(m, m.add("Relu", m.add("Transpose", y, perm=[0, 1]), name="relu"))
    assert made(graph) == {"relu": ("Relu", ())}
    assert graph.nodes[-1].inputs[0].producer == ("x", 0)


@pytest.mark.parametrize(
    ("mode", "op_type"), [("linear", "ResizeBilinearV2"), ("nearest", "ResizeNearestNeighborV2")]
)
def test_sizes_of_a_resize_come_from_its_scales(judged, mode, op_type):
    m = Model(9)
    y = m.add("Upsample", m.input("x", 1, 8, 5, 5), m.constant(1.0, 1.0, 2.0, 2.0, dims=(4,)),
              name="up", mode=mode)  # fmt: skip
    graph = judged(m, y)
    assert types(graph) == [op_type]
    [node] = [node for node in graph.nodes if node.op_type == op_type]
    assert node.outputs[0].shape == (1, 8, 10, 10)
    assert node.name == f"PartitionedCall_up_resize{op_type}"


def test_an_empty_tensor_of_sizes_is_none(judged):
    m = Model(11)
    x = m.input("x", 1, 8, 5, 5)
    scales = m.constant(1.0, 1.0, 2.0, 2.0, dims=(4,))
    graph = judged(m, m.add("Resize", x, m.weight(0), scales, m.weight(0), mode="nearest"))
    assert types(graph) == ["ResizeNearestNeighborV2"]


def test_a_split_gives_out_all_its_parts(judged):
    m = Model(13)
    y = m.add("Split", m.input("x", 4, 6), m.constant(2, 4), name="parts", axis=1, outputs=2)
    graph = judged(m, m.add("Relu", f"{y}_1"), m.add("Neg", y))
    assert types(graph) == ["SplitVD", "Relu", "Neg"]
    shapes = {node.op_type: node.outputs[0].shape for node in graph.nodes}
    assert (shapes["Relu"], shapes["Neg"]) == ((4, 4), (4, 2))


def test_operators_that_are_no_ai_core_operators_keep_their_dtypes(judged):
    m = Model(13)
    y = m.add("Unsqueeze", m.input("x", 4, 6), m.constant(0), name="wider")
    [node] = [node for node in judged(m, y).nodes if node.name == "wider"]
    assert (node.op_type, node.judged, node.outputs[0].shape) == ("UnsqueezeV3", False, (1, 4, 6))
