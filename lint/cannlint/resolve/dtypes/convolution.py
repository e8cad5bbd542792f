"""The kinds of a convolution that its recorded columns depend on."""

from __future__ import annotations

from cannlint.resolve.dtypes.described import channels_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.resolve.dtypes.described import Described

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
