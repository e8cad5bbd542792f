"""A small graph in each form: Data and Const into a convolution, a Relu behind it."""

from __future__ import annotations

import json

GE_PROTO = r"""name: "model"
version: 1
graph {
  name: "main"
  input: "x:0"
  op {
    name: "x"
    type: "Data"
    input: ""
    attr { key: "index" value { i: 0 } }
    input_desc { name: "x" dtype: DT_FLOAT shape { dim: 1 dim: 3 } layout: "NCHW" }
    output_desc { name: "y" dtype: DT_FLOAT }
  }
  op {
    name: "w"
    type: "Const"
    output_desc { name: "y" dtype: DT_BF16 }
  }
  op {
    name: "conv"
    type: "Conv2D"
    input: "x:0"
    input: "w:0"
    input: ""
    input: "w:-1"
    attr { key: "_keep_dtype" value { i: 1 } }
    attr { key: "groups" value { i: 1 } }
    attr { key: "flag" value { b: true } }
    attr { key: "padding" value { list { i: 0 i: 1 val_type: VT_LIST_INT } } }
    attr { key: "_datadump_original_op_names" value { list { s: "c1" s: "\350\212\202" } } }
    attr { key: "_lxfusion_engine_name" value { s: "AIcoreEngine" } }
    input_desc { name: "x" dtype: DT_FLOAT attr { key: "_format_continuous" value { i: 1 } } }
    input_desc { name: "filter" dtype: DT_BF16 }
    input_desc { name: "bias" }
    output_desc { name: "y" dtype: DT_FLOAT }
  }
  op {
    name: "relu"
    type: "FrameworkOp"
    input: "conv:0"
    attr { key: "original_type" value { s: "Relu" } }
    input_desc { name: "x" dtype: DT_FLOAT }
    output_desc { name: "y" dtype: DT_FLOAT16 }
  }
}
"""

GE_ONNX = r"""ir_version: 6
producer_name: "model"
graph {
  node {
    op_type: "ge:Data" name: "x" input: "" output: "x:0"
    attribute { name: "index" i: 0 type: INT }
    attribute { name: "input_desc_nums" i: 1 type: INT }
    attribute { name: "input_desc_dtype:0" s: "DT_FLOAT" type: STRING }
    attribute { name: "output_desc_nums" i: 1 type: INT }
    attribute { name: "output_desc_dtype:0" s: "DT_FLOAT" type: STRING }
  }
  node {
    op_type: "ge:Const" name: "w" output: "w:0"
    attribute { name: "output_desc_dtype:0" s: "DT_BFLOAT16" type: STRING }
  }
  node {
    input: "x:0" input: "w:0" input: "" input: "w:-1" output: "conv:0"
    name: "conv" op_type: "ge:Conv2D"
    attribute { name: "input_desc_nums" i: 3 type: INT }
    attribute { name: "input_desc_dtype:0" s: "DT_FLOAT" type: STRING }
    attribute { name: "input_desc_attr__format_continuous:0" i: 1 type: INT }
    attribute { name: "input_desc_dtype:1" s: "DT_BFLOAT16" type: STRING }
    attribute { name: "input_desc_dtype:2" s: "DT_UNDEFINED" type: STRING }
    attribute { name: "output_desc_nums" i: 1 type: INT }
    attribute { name: "output_desc_dtype:0" s: "DT_FLOAT" type: STRING }
    attribute { name: "_keep_dtype" i: 1 type: INT }
    attribute { name: "groups" i: 1 type: INT }
    attribute { name: "flag" i: 1 type: INT }
    attribute { name: "padding" ints: 0 ints: 1 type: INTS }
    attribute {
      name: "_datadump_original_op_names" strings: "c1" strings: "\350\212\202" type: STRINGS
    }
    attribute { name: "_lxfusion_engine_name" s: "AIcoreEngine" type: STRING }
  }
  node {
    input: "conv:0" name: "relu" op_type: "ge:FrameworkOp"
    attribute { name: "original_type" s: "Relu" type: STRING }
    attribute { name: "input_desc_dtype:0" s: "DT_FLOAT" type: STRING }
    attribute { name: "output_desc_dtype:0" s: "DT_FLOAT16" type: STRING }
  }
  name: "main"
}
"""


def attr(name, **value):
    return {"key": name, "value": value}


ATC_JSON = json.dumps(
    {
        "attr": [attr("target_type", i=1)],
        "graph": [
            {
                "name": "main",
                "op": [
                    {
                        "name": "x",
                        "type": "Data",
                        "input": [""],
                        "attr": [attr("index", i=0)],
                        "input_desc": [{"name": "x", "dtype": "DT_FLOAT", "layout": "NCHW"}],
                        "output_desc": [{"name": "y", "dtype": 1}],
                    },
                    {"name": "w", "type": "Const", "output_desc": [{"dtype": "DT_BF16"}]},
                    {
                        "name": "conv",
                        "type": "Conv2D",
                        "input": ["x:0", "w:0", "", "w:-1"],
                        "attr": [
                            attr("_keep_dtype", i=1),
                            attr("groups", i=1),
                            attr("flag", b=True),
                            attr("padding", list={"val_type": 2, "i": [0, 1]}),
                            attr("_datadump_original_op_names", list={"s": ["c1", "节"]}),
                            attr("_lxfusion_engine_name", s="AIcoreEngine"),
                        ],
                        "input_desc": [
                            {"dtype": "DT_FLOAT", "attr": [attr("_format_continuous", i=1)]},
                            {"dtype": "DT_BF16"},
                            None,
                        ],
                        "output_desc": [{"dtype": "DT_FLOAT"}],
                    },
                    {
                        "name": "relu",
                        "type": "FrameworkOp",
                        "input": ["conv:0"],
                        "attr": [attr("original_type", s="Relu")],
                        "input_desc": [{"dtype": "DT_FLOAT"}],
                        "output_desc": [{"dtype": "DT_FLOAT16"}],
                    },
                ],
            }
        ],
        "name": "model",
    },
    ensure_ascii=False,
)

GE_FORMS = {"ge_proto": GE_PROTO, "ge_onnx": GE_ONNX, "atc_json": ATC_JSON}


# the wire form of protobuf, written: what onnx's own writer gives for the same model


def varint(number: int) -> bytes:
    out = b""
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def field(number: int, value: int | str | bytes) -> bytes:
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


FLOAT, INT32, INT64, BOOL, FLOAT16, BFLOAT16, UINT4 = 1, 6, 7, 9, 10, 16, 21
"""Numbers that ONNX has for dtypes."""


def onnx_tensor(name: str, dtype: int, *dims: int) -> bytes:
    return b"".join(field(1, dim) for dim in dims) + field(2, dtype) + field(8, name)


def onnx_value(name: str, dtype: int, rank: int) -> bytes:
    shape = field(1, field(1, 1)) * rank
    return field(1, name) + field(2, field(1, field(1, dtype) + field(2, shape)))


def onnx_node(op_type, inputs, outputs, name="", domain="", attributes=()) -> bytes:
    return b"".join(
        [
            *(field(1, item) for item in inputs),
            *(field(2, item) for item in outputs),
            field(3, name),
            field(4, op_type),
            *(field(5, item) for item in attributes),
            field(7, domain),
        ]
    )


def onnx_graph(nodes=(), inputs=(), initializers=(), values=(), outputs=(), name="g") -> bytes:
    parts = ((1, nodes), (5, initializers), (11, inputs), (12, outputs), (13, values))
    return field(2, name) + b"".join(field(number, x) for number, items in parts for x in items)


def onnx_model(graph: bytes, opset: int = 13) -> bytes:
    return field(1, 8) + field(7, graph) + field(8, field(1, "") + field(2, opset))


def tf_shape(*dims: int) -> bytes:
    """An attribute of TensorFlow that is a shape; -1 is an unknown size."""
    sizes = [field(2, field(1, dim & (1 << 64) - 1)) for dim in dims]
    return field(7, b"".join(sizes))


def tf_node(name: str, op: str, *inputs: str, **attrs: bytes) -> bytes:
    """A node in a graph of TensorFlow."""
    pairs = [field(5, field(1, key) + field(2, value)) for key, value in attrs.items()]
    return field(
        1, b"".join([field(1, name), field(2, op), *(field(3, one) for one in inputs), *pairs])
    )


def node(name: str, op_type: str, *producers: str, **more: object) -> dict[str, object]:
    """A node of a cannlint/graph/1 with float32 tensors; producers are names of nodes."""
    inputs = [{"dtype": "float", "from": [producer, 0]} for producer in producers]
    outputs = [{"dtype": "float"}]
    return {"name": name, "type": op_type, "inputs": inputs, "outputs": outputs, **more}
