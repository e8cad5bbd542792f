"""The dtype names that a customize_dtypes file may use, their widths, and what float16 loses.

See manual/operator-libraries.md#dtype-names.
"""

from __future__ import annotations

LARGEST = 65504.0
"""The largest number of float16."""

SMALLEST = 2.0**-25
"""Up to this a number is rounded to 0: the smallest one of float16 is twice as large."""

_INFINITY = float("inf")


def is_lost(value: float) -> bool:
    """Whether a number is another one in float16: 0, or the end of its range."""
    size = abs(value)
    return 0 < size <= SMALLEST or LARGEST < size < _INFINITY


_SAME_NAME = [
    "float",
    "float16",
    "double",
    "int2",
    "int4",
    "int8",
    "int16",
    "int32",
    "int64",
    "uint1",
    "uint2",
    "uint8",
    "uint16",
    "uint32",
    "uint64",
    "bool",
    "string",
    "string_ref",
    "resource",
    "variant",
    "complex32",
    "complex64",
    "complex128",
    "qint8",
    "qint16",
    "qint32",
    "quint8",
    "quint16",
    "dual",
    "dual_sub_int8",
    "dual_sub_uint8",
    "hifloat4",
    "hifloat8",
    "float8_e4m3fn",
    "float8_e5m2",
    "float8_e8m0",
    "float6_e3m2",
    "float6_e2m3",
    "float4_e2m1",
    "float4_e1m2",
]

DTYPES = {name: name for name in _SAME_NAME} | {"float32": "float", "bfloat16": "bf16"}
"""Lower-case spelling that CANN accepts (it ignores case) → the name the compiler gives it."""

WRITTEN = {compiler_name: name for name, compiler_name in DTYPES.items()} | {"float": "float32"}
"""The compiler's name → the spelling to write in a config file."""

_GRAPH_NAMES = {"bf16": "bfloat16"}
"""The compiler's name → what graphs and plans write, where that is another."""

_IN_GRAPHS = {**DTYPES, "bf16": "bf16"}

SPELLINGS = {written: _GRAPH_NAMES.get(name, name) for written, name in _IN_GRAPHS.items()}
"""Lower-case spelling in a graph file → the name that graphs and plans have."""

GE_NUMBERED = (
    "undefined",
    "float",
    "float16",
    "int8",
    "uint8",
    "int16",
    "uint16",
    "int32",
    "int64",
    "uint32",
    "uint64",
    "bool",
    "double",
    "string",
    "dual_sub_int8",
    "dual_sub_uint8",
    "complex64",
    "complex128",
    "qint8",
    "qint16",
    "qint32",
    "quint8",
    "quint16",
    "resource",
    "string_ref",
    "dual",
    "variant",
    "bfloat16",
    "int4",
    "uint1",
    "int2",
    "uint2",
    "complex32",
    "hifloat8",
    "float8_e5m2",
    "float8_e4m3fn",
    "float8_e8m0",
    "float6_e3m2",
    "float6_e2m3",
    "float4_e2m1",
    "float4_e1m2",
    "hifloat4",
)
"""The names in graphs by their number in GE's protobuf files (ge_ir.proto, DataType)."""

ONNX_NUMBERED = {
    1: "float",
    2: "uint8",
    3: "int8",
    4: "uint16",
    5: "int16",
    6: "int32",
    7: "int64",
    8: "string",
    9: "bool",
    10: "float16",
    11: "double",
    12: "uint32",
    13: "uint64",
    14: "complex64",
    15: "complex128",
    16: "bfloat16",
    17: "float8_e4m3fn",
    19: "float8_e5m2",
    22: "int4",
    23: "float4_e2m1",
    24: "float8_e8m0",
    26: "int2",
}
"""The names in graphs by their number in ONNX (onnx.proto, TensorProto.DataType)."""

MISTAKEN = {
    "fp16": "float16",
    "f16": "float16",
    "half": "float16",
    "float_16": "float16",
    "bf16": "bfloat16",
    "bfp16": "bfloat16",
    "bfloat": "bfloat16",
    "fp32": "float32",
    "f32": "float32",
    "float_32": "float32",
    "single": "float32",
    "fp64": "double",
    "f64": "double",
    "float64": "double",
    "int": "int32",
    "long": "int64",
    "short": "int16",
    "char": "int8",
    "byte": "uint8",
    "boolean": "bool",
    "hif8": "hifloat8",
    "hif4": "hifloat4",
    "fp8_e4m3fn": "float8_e4m3fn",
    "float8_e4m3": "float8_e4m3fn",
    "fp8_e5m2": "float8_e5m2",
}
"""Names of other frameworks that CANN refuses → CANN's spelling."""

_WIDTHS = {"float": 32, "double": 64, "bf16": 16, "bool": 8}


def compiler_name(text: str) -> str | None:
    """The compiler's name of a dtype as a graph may write it; None for one it does not know."""
    return _IN_GRAPHS.get(text.lower())


def graph_name(name: str) -> str:
    """A dtype as graphs and plans write it, by the compiler's name."""
    return _GRAPH_NAMES.get(name, name)


def written(name: str) -> str:
    """A dtype as people write it, by the compiler's name or that of graphs."""
    return WRITTEN.get(name, name)


def width(dtype: str) -> int | None:
    """The bits of a number of a dtype, by its name; None for what is no plain number."""
    if dtype in _WIDTHS:
        return _WIDTHS[dtype]
    digits = dtype.lstrip("abcdefghijklmnopqrstuvwxyz")
    is_number = digits.isascii() and digits.isdigit() and len(digits) < 10
    return int(digits) if is_number else None
