"""What the columns that operators choose depend on: shapes, formats, attributes of a node.

A feature of a node is a set of values that it may have, as texts (`True`, `static`, `NHWC`); None
where the graph does not say. library/recorded.py has the conditions that ask for them.
"""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.language import Phrase
from cannlint.resolve.dtypes.described import CHANNELS, channels_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from cannlint.resolve.dtypes.described import Described

    Values = frozenset[str] | None


_FEW_CHANNELS = 4
_DEPTHWISE = "DepthwiseConv2D"
_FIRST_LAYER = "is_first_layer"
"""An attribute that CANN itself sets."""


def convolution_kinds(node: Described) -> frozenset[str]:
    """The kind of a convolution that its columns depend on."""
    if node.is_static is False:
        return frozenset(("dynamic shape",))
    found = set() if node.is_static else {"dynamic shape"}
    few = _has_few_channels(node)
    if few is not False:
        found.add("c04,first_layer" if node.attrs.get(_FIRST_LAYER) else "c04")
    tensor = node.at(0)
    is_nhwc = None if tensor is None or tensor.format is None else tensor.format == "NHWC"
    is_float = node.dtypes[:1] == ["float"]
    if is_float and is_nhwc is not False:
        found.add("NHWC,float x")
    if few is not True and not (is_float and is_nhwc):
        found.add("other")
    return frozenset(found)


def _has_few_channels(node: Described) -> bool | None:
    """Whether a convolution may run with formats for few channels."""
    x, kernel = node.at(0), node.at(1)
    channels = channels_of(x)
    if channels is None or channels > _FEW_CHANNELS:
        return None if channels is None else False
    if kernel is None or kernel.shape is None or kernel.format not in _PLANES:
        return None
    high, wide = _PLANES[kernel.format]
    if len(kernel.shape) != 4:
        return None
    if kernel.shape[high] == kernel.shape[wide] == 1:
        return False
    if node.op_type == _DEPTHWISE:
        return True
    groups = node.attrs.get("groups")
    return None if groups is None else bool(groups == 1)


_PLANES = {"NCHW": (2, 3), "NHWC": (1, 2), "HWCN": (0, 1)}
"""Format → the dimensions of height and width."""


STATIC, UNKNOWN, ABSENT, UNKNOWN_SIZE = "static", "unknown", "absent", "unk"
_BLOCK = 16
"""Elements of a side of the blocks that the matrix unit computes with."""

_LONG_ROW = 4096
"""From this length of its last dimension on, LayerNorm has no columns for blocks."""


def values_of(feature: str, node: Described) -> Values:
    """The values that a feature of a node may have; None for any."""
    kind, _, rest = feature.partition(".")
    if kind == _ATTRIBUTE:
        return _attribute(node, rest)
    if feature in _OF_NODE:
        return _OF_NODE[feature](node)
    return _OF_INPUT[rest](node, int(kind.removeprefix(_INPUT)))


def is_feature(feature: str) -> bool:
    """Whether a condition may ask for a feature of this name."""
    kind, _, rest = feature.partition(".")
    is_of_input = kind.startswith(_INPUT) and rest in _OF_INPUT
    return is_attribute(feature) or feature in _OF_NODE or is_of_input


def is_attribute(feature: str) -> bool:
    """Whether a feature is the value of an attribute."""
    return feature.partition(".")[0] == _ATTRIBUTE


def in_words(feature: str) -> Message:
    """What a feature is about."""
    kind, _, rest = feature.partition(".")
    if kind == _ATTRIBUTE:
        return Message.of("the attribute `{name}`", name=rest)
    return Message(_WORDS.get(rest or feature, _SHAPES), {})


_SHAPES = Phrase("the shapes of the inputs")
_WORDS = {
    "shape": Phrase("whether all dimensions are known"),
    "shape_unknown": Phrase("whether all dimensions are known"),
    "in1_scalar": Phrase("whether an input is a scalar"),
    "format": Phrase("the formats of the inputs"),
    "is4or5": Phrase("the formats of the inputs"),
    "dtype": Phrase("the dtypes of the inputs"),
    "case": Phrase("the channels, the kernel and the format of the convolution"),
}
"""Feature → what it is about, where that is not shapes."""


def _one(value: object) -> frozenset[str]:
    return frozenset((str(value),))


def _is(value: bool | None) -> Values:
    return None if value is None else _one(value)


def _attribute(node: Described, name: str) -> Values:
    """An attribute: a text, or a truth value, for which some dumps write 0 and 1, or a text."""
    value = node.attrs.get(name)
    if isinstance(value, str):
        return _one(value.capitalize() if value.lower() in ("true", "false") else value)
    return _is(bool(value)) if value in (0, 1) else None


def _shape(node: Described) -> Values:
    return None if node.is_static is None else _one(STATIC if node.is_static else UNKNOWN)


def _scalar_input(node: Described) -> Values:
    tensor = node.at(1)
    if tensor is None or tensor.shape is None:
        return None
    return _is(tensor.shape in ((), (1,)))


def _same_batch(node: Described) -> Values:
    """Whether both operands have the same dimensions before the last two."""
    first, second = node.shape(0), node.shape(1)
    if first is None or second is None or min(*first, *second, 0) < 0:
        return None
    return _is(first[:-2] == second[:-2])


def _is_stack(node: Described) -> Values:
    """Whether there is a batch of matrices."""
    shape = node.shape(0)
    return None if shape is None else _is(len(shape) > 2)


def _same_rank(node: Described) -> Values:
    first, second = node.shape(0), node.shape(1)
    return None if first is None or second is None else _is(len(first) == len(second))


def _wide_gamma(node: Described) -> Values:
    shape = node.shape("gamma")
    return None if shape is None else _is(len(shape) >= 2)


def _in_blocks(node: Described) -> Values:
    """Whether the last two dimensions of `x` fill blocks, and the last is short enough."""
    shape = node.shape("x")
    if shape is None:
        return None
    if len(shape) < 2:
        return _is(False)
    if shape[-1] < 0 or shape[-2] < 0:
        return None
    return _is(_fills(shape[-1]) and _fills(shape[-2]) and shape[-1] < _LONG_ROW)


def _can_have_blocks(node: Described) -> Values:
    """As `_in_blocks`; a last dimension that alone is normalised need not fill them."""
    shape = node.shape("x")
    if shape is None:
        return None
    if len(shape) < 2:
        return _is(False)
    last, above = shape[-1], shape[-2]
    if last < 0 or above < 0:
        return None
    if last >= _LONG_ROW or not _fills(above):
        return _is(False)
    if _fills(last):
        return _is(True)
    axis = node.attrs.get("begin_norm_axis")
    if node.is_static is False:
        return _is(False)
    if node.is_static is None or not isinstance(axis, int):
        return None
    return _is(axis in (-1, len(shape) - 1))


def _fills(size: int) -> bool:
    return size % _BLOCK == 0


def _dtype(node: Described, at: int) -> Values:
    dtype = node.dtypes[at] if at < len(node.dtypes) else None
    return None if dtype is None else _one(dtype)


def _format(node: Described, at: int) -> Values:
    tensor = node.at(at)
    return None if tensor is None or tensor.format is None else _one(tensor.format)


def _rank(node: Described, at: int) -> Values:
    shape = node.shape(at)
    return None if shape is None else _one(len(shape))


def _has_unknown(node: Described, at: int) -> Values:
    tensor = node.at(at)
    if tensor is None or tensor.shape is None:
        return None
    return _is(any(size < 0 for size in tensor.shape))


def _is_image(node: Described, at: int) -> Values:
    """Whether an input has four or five dimensions, and a format that names as many."""
    tensor, shape = node.at(at), node.shape(at)
    if shape is None or tensor is None:
        return None
    if len(shape) not in (4, 5):
        return _is(False)
    return _is(True) if tensor.format in CHANNELS else None


def _has_one_element(node: Described, at: int) -> Values:
    shape = node.shape(at)
    if shape is None or any(size < 0 for size in shape):
        return None
    return _is(all(size == 1 for size in shape))


def _channels_fill(node: Described, at: int) -> Values:
    tensor, shape = node.at(at), node.shape(at)
    if tensor is None or shape is None or tensor.format is None:
        return None
    if tensor.format not in CHANNELS:
        return _one(ABSENT)
    channels = channels_of(tensor)
    return None if channels is None else _size_fills(channels)


def _first_fills(node: Described, at: int) -> Values:
    shape = node.shape(at)
    if shape is None:
        return None
    return _size_fills(shape[0]) if shape else _one(ABSENT)


def _size_fills(size: int) -> Values:
    return _one(UNKNOWN_SIZE) if size < 0 else _is(_fills(size))


_ATTRIBUTE, _INPUT = "attr", "in"
_OF_NODE: dict[str, Callable[[Described], Values]] = {
    "shape": _shape,
    "in1_scalar": _scalar_input,
    "same_batch": _same_batch,
    "rank>2": _is_stack,
    "in0.rank==in1.rank": _same_rank,
    "gamma_rank>=2": _wide_gamma,
    "x_last2_div16,last<4096": _in_blocks,
    "x_nz_capable": _can_have_blocks,
    "case": convolution_kinds,
}
_OF_INPUT: dict[str, Callable[[Described, int], Values]] = {
    "dtype": _dtype,
    "format": _format,
    "rank": _rank,
    "shape_unknown": _has_unknown,
    "is4or5": _is_image,
    "one_elem": _has_one_element,
    "C%16==0": _channels_fill,
    "dim0%16==0": _first_fills,
}
