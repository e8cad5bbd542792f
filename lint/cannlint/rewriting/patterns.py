"""Passes that put one operator in the place of several."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from cannlint.graphs.model import Node, Tensor
from cannlint.rewriting.conditions import Conditions, has_one_element, is_static, shape_of
from cannlint.rewriting.editor import Editor, mark, origins_of

_CLOSE = 1e-3
"""How far a factor may be from the one of a pattern: models have them in float16, too."""

_MEANS = ("ReduceMean", "ReduceMeanD")


def replace(
    editor: Editor,
    last: Node,
    inputs: Sequence[Tensor | None],
    op_type: str,
    by: str,
    name: str | None = None,
) -> None:
    """Put one operator in the place of the last of several; what nothing uses then goes."""
    before = [source for at in range(len(last.inputs)) if (source := editor.source(last, at))]
    editor.feed(last, list(inputs))
    editor.retype(last, op_type, by)
    if name is not None:
        editor.rename(last, name)
    origins = dict.fromkeys(origins_of(last))
    waiting = before
    while waiting:
        node = waiting.pop()
        used = any(editor.users(node, number) for number in range(len(node.outputs)))
        if used or editor.is_given_out(node) or not editor.is_there(node):
            continue
        if node.op_type == "Data":
            continue
        if node.op_type not in ("Const", "Constant"):
            origins.update(dict.fromkeys(origins_of(node)))
        waiting += [source for at in range(len(node.inputs)) if (source := editor.source(node, at))]
        editor.remove(node)
    last.origin_names = tuple(origins)


def _factor(editor: Editor, node: Node, value: float) -> int | None:
    """The number of the other input of an operator with a constant number near a value."""
    for at in (1, 0):
        numbers = editor.numbers(node, at)
        if numbers and len(numbers) == 1 and math.isclose(numbers[0], value, rel_tol=_CLOSE):
            return 1 - at
    return None


def _only(editor: Editor, node: Node | None, *op_types: str) -> Node | None:
    """The one user of a node, if it has one of some types."""
    user = editor.only_user(node) if node is not None else None
    return user if user is not None and user.op_type in op_types else None


def _gelu_of_erf(editor: Editor, conditions: Conditions, by: str) -> None:
    """GeluONNXFusionPass: x / sqrt(2), Erf, plus 1, times x, times 0.5."""
    for erf in editor.of_types("Erf"):
        divided = editor.source(erf, 0)
        plus = _only(editor, erf, "Add")
        if divided is None or plus is None or _factor(editor, plus, 1.0) is None:
            continue
        if divided.op_type != "RealDiv" or _factor(editor, divided, math.sqrt(2)) != 0:
            continue
        x = divided.inputs[0]
        times = _only(editor, plus, "Mul")
        if x is None or times is None or not _has_input(times, x):
            continue
        last = _only(editor, times, "Mul")
        if last is not None and _factor(editor, last, 0.5) is not None:
            replace(editor, last, [x], "Gelu", by, f"{last.name}/Gelu")


def _has_input(node: Node, wanted: Tensor) -> bool:
    return any(tensor is not None and tensor.producer == wanted.producer for tensor in node.inputs)


def _layer_norm(editor: Editor, conditions: Conditions, by: str) -> None:
    """LayerNormONNXFusionPass: mean, difference, variance, factor and offset."""
    for mean in editor.of_types(*_MEANS):
        x = mean.inputs[0]
        subtractions = [user for user in editor.users(mean) if user.op_type == "Sub"]
        if x is None or not subtractions or len(subtractions) < len(editor.users(mean)):
            continue
        found = _layer_norm_end(editor, subtractions, x)
        if found is not None and _is_over_last(mean):
            last, gamma, beta = found
            axis = len(x.shape or ()) - 1
            shape = last.outputs[0].shape
            last.outputs += [Tensor("float"), Tensor("float")]
            last.outputs[1].shape = last.outputs[2].shape = mean.outputs[0].shape
            last.attrs = {"begin_norm_axis": axis, "begin_params_axis": axis}
            replace(editor, last, [x, gamma, beta], "LayerNorm", by)
            last.outputs[0].shape = shape


def _is_over_last(mean: Node) -> bool:
    shape, reduced = shape_of(mean, 0), mean.outputs[0].shape
    if shape is None or reduced is None or len(shape) != len(reduced):
        return False
    return reduced[-1] == 1 and shape[:-1] == reduced[:-1]


def _layer_norm_end(
    editor: Editor, subtractions: list[Node], x: Tensor
) -> tuple[Node, Tensor, Tensor] | None:
    """The last operator of the pattern, with the factor and the offset."""
    division: Node | None = None
    variances = 0
    for node in subtractions:
        if not (node.inputs[0] is not None and node.inputs[0].producer == x.producer):
            return None
        for user in editor.users(node):
            if user.op_type == "RealDiv" and editor.source(user, 0) is node:
                division = user
            elif user.op_type in ("Pow", "Square", "Mul"):
                variances += 1
            else:
                return None
    if division is None or not variances:
        return None
    root = editor.source(division, 1)
    if root is None or root.op_type != "Sqrt" or not _is_variance(editor, root):
        return None
    scaled = _only(editor, division, "Mul")
    last = _only(editor, scaled, "Add")
    if scaled is None or last is None:
        return None
    gamma = _other(scaled, division)
    beta = _other(last, scaled)
    if gamma is None or beta is None:
        return None
    is_constant = [editor.producer(tensor) for tensor in (gamma, beta)]
    if any(node is None or node.op_type not in ("Const", "Constant") for node in is_constant):
        return None
    return last, gamma, beta


def _is_variance(editor: Editor, root: Node) -> bool:
    plus = editor.source(root, 0)
    if plus is None or plus.op_type != "Add":
        return False
    means = [editor.source(plus, at) for at in range(2)]
    return any(node is not None and node.op_type in _MEANS for node in means)


def _other(node: Node, source: Node) -> Tensor | None:
    """The input of a node that does not come from another one."""
    for tensor in node.inputs:
        if tensor is not None and (tensor.producer or ("",))[0] != source.name:
            return tensor
    return None


def _mish(editor: Editor, conditions: Conditions, by: str) -> None:
    """SoftplusTanhMulPass: x times tanh of softplus of x."""
    for softplus in editor.of_types("Softplus"):
        last = _only(editor, _only(editor, softplus, "Tanh"), "Mul")
        x = softplus.inputs[0]
        if last is not None and x is not None and _has_input(last, x):
            replace(editor, last, [x], "Mish", by)


def _fused_mul_add(editor: Editor, conditions: Conditions, by: str) -> None:
    """MulAddFusionPass: a product and a sum of tensors of one shape."""
    for product in editor.of_types("Mul"):
        last = _only(editor, product, "Add")
        if last is None or len(product.inputs) != 2 or len(last.inputs) != 2:
            continue
        names = (product.name + last.name).lower()
        if "adam" in names or "lamb" in names or not (is_static(product) and is_static(last)):
            continue
        offset = _other(last, product)
        tensors = [*product.inputs, offset]
        shapes = {tensor.shape for tensor in tensors if tensor is not None}
        if None not in tensors and len(shapes) == 1 and conditions.operator("FusedMulAdd"):
            replace(editor, last, tensors, "FusedMulAdd", by)


def _leaky_relu(editor: Editor, conditions: Conditions, by: str) -> None:
    """MulMaximumFusionPass: the larger of x and a constant part of x."""
    for product in editor.of_types("Mul"):
        last = _only(editor, product, "Maximum")
        if last is None or len(product.inputs) != 2:
            continue
        for at in (0, 1):
            numbers, x = editor.numbers(product, 1 - at), product.inputs[at]
            is_part = numbers is not None and len(numbers) == 1 and numbers[0] < 1
            if x is not None and numbers is not None and is_part and _has_input(last, x):
                last.attrs = {"negative_slope": numbers[0]}
                replace(editor, last, [x], "LeakyRelu", by)
                break


def _clip(editor: Editor, conditions: Conditions, by: str) -> None:
    """ClipFusionRule0 and 1: the larger of a bound and the smaller of x and a bound."""
    for smaller in editor.of_types("Minimum"):
        last = _only(editor, smaller, "Maximum")
        if last is None or len(smaller.inputs) != 2 or len(last.inputs) != 2:
            continue
        high = next((at for at in (1, 0) if editor.is_constant(smaller, at)), None)
        low = next((at for at in (1, 0) if editor.is_constant(last, at)), None)
        if high is not None and low is not None:
            inputs = [smaller.inputs[1 - high], last.inputs[low], smaller.inputs[high]]
            replace(editor, last, inputs, "ClipByValue", by)


def _bias(editor: Editor, conditions: Conditions, by: str) -> None:
    """MatMulBiasAddFusionPass: a constant vector behind a matrix product is its bias."""
    for product in editor.of_types("MatMul", "MatMulV2", "BatchMatMul", "BatchMatMulV2"):
        node = _only(editor, product, "Add", "BiasAdd")
        if node is None or len(product.inputs) != 2 or len(node.inputs) != 2:
            continue
        other = 1 if editor.source(node, 0) is product else 0
        bias, columns = node.inputs[other], (product.outputs[0].shape or (-1,))[-1]
        if bias is None or bias.shape is None or not editor.is_constant(node, other):
            continue
        if bias.shape in ((columns,), (1, columns)) and columns > 0:
            product.origin_names = (*origins_of(product), *origins_of(node))
            editor.feed(product, [*product.inputs, bias])
            editor.redirect((node.name, 0), (product.name, 0))
            editor.remove(node)
            mark(product, by)


def _square_sum(editor: Editor, conditions: Conditions, by: str) -> None:
    """SquareSumV1: the sum of squares."""
    for square in editor.of_types("Square"):
        last = _only(editor, square, "ReduceSumD")
        if last is not None and conditions.operator("SquareSumV1") is not None:
            replace(editor, last, square.inputs[:1], "SquareSumV1", by)


def _no_reshape(editor: Editor, conditions: Conditions, by: str) -> None:
    """SqueezeUnsqueezeFusionPass: dimensions that go and come back."""
    for squeeze in editor.of_types("Squeeze"):
        last = _only(editor, squeeze, "Unsqueeze")
        x = squeeze.inputs[0] if squeeze.inputs else None
        if last is None or x is None or not has_same_axes(squeeze, last):
            continue
        if editor.bypass(last):
            editor.bypass(squeeze)


def has_same_axes(squeeze: Node, unsqueeze: Node) -> bool:
    """Whether what one takes out the other puts in."""
    taken, put = squeeze.attrs.get("axis"), unsqueeze.attrs.get("axes")
    return taken is not None and taken == put and not has_one_element(squeeze.outputs[0].shape)


PASSES: dict[str, Callable[[Editor, Conditions, str], None]] = {
    "ClipFusionRule0": _clip,
    "GeluONNXFusionPass": _gelu_of_erf,
    "LayerNormONNXFusionPass": _layer_norm,
    "MatMulBiasAddFusionPass": _bias,
    "MulAddFusionPass": _fused_mul_add,
    "MulMaximumFusionPass": _leaky_relu,
    "SoftplusTanhMulPass": _mish,
    "SqueezeUnsqueezeFusionPass": _no_reshape,
    "SquareSumV1": _square_sum,
}
"""Pass → what it does to a graph."""
