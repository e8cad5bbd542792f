"""The dtypes that operators of the Ascend IR give out, as their definitions infer them."""

from __future__ import annotations

from cannlint.graphs.inference.call import names
from cannlint.graphs.model import Node

_BOOL = names(
    "ApproximateEqual Equal Greater GreaterEqual IsFinite IsInf IsNan Less LessEqual LogicalAnd "
    "LogicalNot LogicalOr NotEqual ReduceAll ReduceAny"
)
_INT32 = names("ArgMaxD ArgMinD NonMaxSuppressionV6 NonMaxSuppressionV7 Rank")
_INT64 = names("NonZero Where")
_BY_ATTRIBUTE = {
    "ArgMaxV2": ("dtype", "int64"),
    "ArgMin": ("dtype", "int32"),
    "Cast": ("dst_type", None),
    "Multinomial": ("dtype", "int32"),
    "RandomStandardNormal": ("dtype", "float"),
    "RandomUniform": ("dtype", "float"),
    "RandomUniformInt": ("dtype", "int32"),
    "Shape": ("dtype", "int64"),
    "Size": ("dtype", "int64"),
}
"""Operator → the attribute that says the dtype, and the dtype where it does not."""

_LIKE_ANOTHER = {
    "Conv2DTranspose": 1,
    "Conv3DTranspose": 1,
    "Conv2DBackpropInput": 2,
    "Conv3DBackpropInput": 2,
    "Fill": 1,
    "OneHot": 2,
    "Select": 1,
    "SelectV2": 1,
    "Split": 1,
    "CastLike": 1,
    "ConcatV2": 0,
    "Concat": 1,
}
"""Operator → the input whose dtype its outputs have, where that is not the first."""

_QUANTISED = {
    "AscendAntiQuant": "float",
    "AscendDequant": "float",
    "AscendQuant": "int8",
    "AscendRequant": "int8",
}
"""Operator of quantised models → its dtype, unless an attribute says another."""

_ACCUMULATING = names(
    "BatchMatMul BatchMatMulV2 Conv2D Conv3D DepthwiseConv2D FullyConnection MatMul MatMulV2"
)
"""Operators that make 32-bit integers of 8-bit ones."""

_NOT_KNOWN = names(
    "AscendDequantS16 AscendQuantV2 AscendRequantS16 "
    "AscendAntiQuantV2 Bucketize ConcatFromSequence DynamicQuant DynamicQuantV2 "
    "GroupQuant If Loop PartitionedCall QuantBatchMatmulV3 Quantize Scan SequenceAt "
    "SequenceConstruct SequenceEmpty SequenceErase SequenceInsert SequenceLength SignBitsPack "
    "SignBitsUnpack SplitToSequence StatelessBernoulliV2 TfIdfVectorizer "
    "UniqueWithCountsAndSorting While"
)
"""Operators whose outputs need not have the dtype of an input."""

_ALIKE = names(
    "AccumulateNV2 Add BatchMatMulV2 ConcatD Conv2D Conv3D Einsum MatMulV2 Maximum Minimum Mod Mul "
    "PRelu RealDiv Sub"
)
"""Operators whose inputs have one dtype: where that of the first is not known, another says it."""

_SECOND = {"TopK": "int32", "TopKV2": "int32"}
"""Operator → the dtype of its second output."""


def has_own_rule(op_type: str) -> bool:
    """Whether the dtype of an operator is not simply that of its first input."""
    rules = (_BOOL, _INT32, _INT64, _BY_ATTRIBUTE, _LIKE_ANOTHER, _SECOND, _QUANTISED)
    return any(op_type in rule for rule in rules)


def dtypes_of(node: Node) -> list[str | None]:
    """The dtype of each output, None for one that is not known.

    What is in none of the lists above gives out what it takes.
    """
    op_type = node.op_type
    count = len(node.outputs)
    if op_type in _BOOL:
        return ["bool"] * count
    if op_type in _INT32 or op_type in _INT64:
        return ["int32" if op_type in _INT32 else "int64"] * count
    if op_type in _BY_ATTRIBUTE:
        attribute, default = _BY_ATTRIBUTE[op_type]
        named = node.attrs.get(attribute, default)
        return [named if isinstance(named, str) else default] * count
    if op_type in _QUANTISED:
        is_said = any(name in node.attrs for name in ("dtype", "dst_type"))
        return [None if is_said else _QUANTISED[op_type]] * count
    if op_type in _NOT_KNOWN:
        return [None] * count
    like = _LIKE_ANOTHER.get(op_type, 0)
    source = node.inputs[like] if like < len(node.inputs) else None
    dtype = None if source is None else source.dtype
    if dtype is None and op_type in _ALIKE:
        known = (tensor.dtype for tensor in node.inputs if tensor is not None)
        dtype = next(filter(None, known), None)
    if dtype == "int8" and op_type in _ACCUMULATING:
        dtype = "int32"
    found: list[str | None] = [dtype] * count
    if op_type in _SECOND:
        found[1:] = [_SECOND[op_type]] * (count - 1)
    return found
