"""The original formats of tensors, as far as the operators beside them say them."""

from __future__ import annotations

from cannlint.graphs.inference.call import names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.model import Graph

_SPATIAL = names(
    "AvgPool AvgPool3D AvgPool3DD AvgPoolV2 BNInfer BNInference BNInferenceD BatchNorm Conv2D "
    "Conv2DTranspose Conv2DTransposeD Conv3D Conv3DTranspose Conv3DTransposeD DepthToSpace "
    "DepthwiseConv2D Deconvolution FullyConnection GlobalAveragePool GroupNorm InstanceNorm LRN "
    "MaxPool MaxPool3D MaxPoolV3 Pooling Resize ResizeBilinearV2 ResizeBilinearV2D "
    "ResizeNearestNeighborV2 ResizeNearestNeighborV2D SpaceToDepth"
)
_FORMATS = {4: "NCHW", 5: "NCDHW"}
_LAST_CHANNELS = {"NCHW": "NHWC", "NCDHW": "NDHWC"}
_FILTERS = {"NHWC": "HWCN", "NDHWC": "DHWCN"}
_FILTERED = frozenset({"Conv2D", "Conv3D", "DepthwiseConv2D"})


def describe_formats(graph: Graph) -> None:
    """Give the tensors of spatial operators their formats; those of the others are not known."""
    for node in graph.nodes:
        if node.op_type not in _SPATIAL:
            continue
        last = str(node.attrs.get("data_format", "")).endswith("C")
        for number, tensor in enumerate((*node.inputs, *node.outputs)):
            if tensor is None or tensor.shape is None or tensor.format is not None:
                continue
            found = _FORMATS.get(len(tensor.shape), "ND")
            if last:
                found = _LAST_CHANNELS.get(found, found)
                if number == 1 and node.op_type in _FILTERED:
                    found = _FILTERS.get(found, found)
            tensor.format = found
