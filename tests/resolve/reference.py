"""A second, naive implementation of CANN's dtype selection, to hold the product against.

It follows manual/dtype-selection.md and manual/customize-dtypes.md#effect, and shares nothing with
the product but the classes that graphs and operators come in. Columns are numbers, `alive` is the
ordered list of those that are left, dtypes are in the compiler's spelling.
"""

from __future__ import annotations

from reference_strategies import (
    BF16,
    FP16,
    FP32,
    STRATEGIES,
    Turn,
    allow_fp32_to_bf16,
    allow_fp32_to_fp16,
    force_fp16,
    force_fp32,
    gray,
    mix_bf16,
    mix_fp16,
    must_keep,
)

CONSTANTS = ("Const", "Constant", "Variable")
UNJUDGED = (*CONSTANTS, "Data", "NetOutput")  # of the main graph


class Reference:
    """The dtypes of every node of a graph in one mode.

    `library` has the operators and `colours` their lists (white, black, gray) by type, `keeps`
    the names that keep_dtype has, `customized` the entries of customize_dtypes as (inputs,
    outputs), by node name, and by type in a tuple.

    After `judge`, `dtypes` has (inputs, outputs) by node, `outside` the nodes that AI Core does
    not take, `failing` those that stop the compile; `filters`, `after_inputs` and `matched` are
    the columns that customize_dtypes, the inputs and the outputs leave.
    """

    def __init__(self, mode, library, colours, keeps=(), customized=None):
        self.strategy = STRATEGIES[mode]
        self.library = library
        self.colours = colours
        self.keeps = keeps
        self.customized = customized or {}
        self.dtypes, self.outside, self.failing = {}, set(), set()
        self.filters, self.after_inputs, self.matched = {}, {}, {}

    def judge(self, graph):
        self.nodes = {node.name: node for node in graph.nodes}
        for node in graph.nodes:
            self.dtypes[node.name] = self.judged(node)

    def judged(self, node):
        if not node.judged or node.op_type in UNJUDGED:
            return own(node.inputs), own(node.outputs)
        op = self.library[node.op_type]
        every = list(range(op.column_count))
        chosen = self.filters[node.name] = self.customize(node, every)
        if node.engine is None and not self.is_supported(node, chosen):
            self.outside.add(node.name)
            inputs, outputs = self.entry(node) or ((), ())
            return own(node.inputs, inputs), own(node.outputs, outputs)
        if chosen == []:  # and nothing is written
            self.failing.add(node.name)
            return own(node.inputs), own(node.outputs)
        alive, self.is_lowered = every if chosen is None else chosen, False
        for at in self.order(node):
            alive = self.narrow(alive, node, node.inputs[at], op.inputs[at], at == 0)
        self.after_inputs[node.name] = alive
        for edge, tensor in zip(node.outputs, op.outputs, strict=True):
            if edge is node.outputs[0]:
                alive = alive or every
            alive = self.narrow(alive, node, edge, tensor)
        self.matched[node.name] = alive
        [column, *_] = alive or chosen or every
        inputs = zip(node.inputs, op.inputs, strict=True)
        return (
            tuple(tensor.dtypes[column] if edge else None for edge, tensor in inputs),
            tuple(tensor.dtypes[column] for tensor in op.outputs),
        )

    def order(self, node):
        """The inputs there are: those whose producers are no constants first."""

        def is_late(at):
            producer = node.inputs[at].producer
            return producer is None or self.nodes[producer[0]].op_type in CONSTANTS

        return sorted((at for at, edge in enumerate(node.inputs) if edge), key=is_late)

    def narrow(self, alive, node, edge, tensor, is_first_input=False):
        """The first rule that fits a tensor says by which strategy it narrows."""
        turn = Turn(self, node, edge, tensor, alive, is_first_input)
        dtypes = (*own(node.inputs), *own(node.outputs))
        is_complex = any(dtype and dtype.startswith("complex") for dtype in dtypes)
        is_null = turn.op.op_file in ("Null", "AICore_Null") and self.strategy is not force_fp16
        if turn.keeps or node.op_type == "Cast" or is_complex:
            left = allow_fp32_to_fp16(turn)
        elif node.attrs.get("_inherit_dtype_from_predecessor"):
            left = gray(turn, FP16)
        elif is_null or (edge in node.inputs and edge.attrs.get("_format_continuous") == 1):
            left = mix_fp16(turn)
        elif self.is_lowered and self.strategy is allow_fp32_to_fp16:
            left = force_fp16(turn)
        else:
            turn.forbidden = self.forbidden(edge.dtype)
            left = self.strategy(turn)
        self.is_lowered |= turn.reduced_fp32
        return left

    def forbidden(self, dtype):
        if self.strategy in (force_fp16, force_fp32):
            return BF16
        if self.strategy in (allow_fp32_to_fp16, mix_fp16):
            return BF16 if dtype != BF16 else None
        if self.strategy in (allow_fp32_to_bf16, mix_bf16):
            return FP16 if dtype != FP16 else None
        return None

    def gives(self, producer):
        name, output = producer
        return self.dtypes[name][1][output]

    def looked_through(self, producer, low):
        """What a producer gives out; of a Cast that raises `low`, what it is given."""
        node, given = self.nodes[producer[0]], self.gives(producer)
        if node.op_type == "Cast" and self.colours["Cast"] != "black":
            [[taken], _] = self.dtypes[node.name]
            if taken == low and given in {FP32, FP16, BF16} - {low}:
                return self.gives(node.inputs[0].producer)
        return given

    def keeps_dtypes(self, node):
        return node.name in self.keeps or node.attrs.get("_keep_dtype") == 1

    # customize_dtypes

    def entry(self, node):
        return self.customized.get(node.name) or self.customized.get((node.op_type,))

    def customize(self, node, every):
        """The columns that an entry leaves: None without one, and none if it asks for nothing."""
        if self.entry(node) is None:
            return None
        asked = self.asked(node)
        fit = [c for c in every if all(columns[c] == want for columns, want in asked)]
        return fit if asked else []

    def asked(self, node):
        """(columns, dtype) for each position asked for, also that of an absent input."""
        op, (inputs, outputs) = self.library[node.op_type], self.entry(node)
        sides = ((op.inputs, inputs), (op.outputs, outputs))
        return [
            (tensor.dtypes, want)
            for tensors, wanted in sides
            for tensor, want in zip(tensors, wanted, strict=False)
            if want
        ]

    # check-support

    def is_supported(self, node, chosen):
        op = self.library[node.op_type]
        edges = zip((*node.inputs, *node.outputs), op.tensors, strict=True)
        pairs = [(edge.dtype, tensor.dtypes) for edge, tensor in edges if edge]
        if chosen == [] and self.asked(node):
            return False
        if node.op_type == "Cast":
            every = range(op.column_count)
            return any(all(columns[c] == dtype for dtype, columns in pairs) for c in every)
        if chosen is not None:
            return True
        return all(
            any(self.may_run_as(node, dtype, to) for to in dtypes) for dtype, dtypes in pairs
        )

    def may_run_as(self, node, dtype, to):
        if dtype == to or (to == FP32 and dtype in (FP16, BF16)):
            return True
        if (dtype, to) not in ((FP32, FP16), (FP32, BF16), (BF16, FP16)):
            return False
        if self.keeps_dtypes(node) or self.strategy is must_keep:
            return False
        never = (allow_fp32_to_bf16, mix_bf16) if to == FP16 else (allow_fp32_to_fp16, mix_fp16)
        not_if_black = (force_fp32, mix_fp16 if to == FP16 else mix_bf16)
        is_black = self.colours[node.op_type] == "black"
        return self.strategy not in never and not (is_black and self.strategy in not_if_black)


def own(edges, wanted=()):
    """The dtypes of a side of a node, with what customize_dtypes writes over them."""
    wanted = dict(enumerate(wanted))
    return tuple(edge and (wanted.get(at) or edge.dtype) for at, edge in enumerate(edges))
