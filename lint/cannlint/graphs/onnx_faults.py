"""What makes CANN's ONNX parser stop: versions and operators that no plugin registers."""

from __future__ import annotations

from cannlint.diagnostics import Message, Phrase
from cannlint.graphs.header import NO_PARSER
from cannlint.graphs.model import ParserFault
from cannlint.graphs.onnx_expansion import holds
from cannlint.graphs.onnx_proto import OnnxGraph, OnnxNode
from cannlint.graphs.tables import OnnxOperator

TWO_VERSIONS = "E16005"
NO_END = "E16001"

_REASONS = {
    "0 inputs": Phrase("it has no inputs"),
    "blocksize < 2": Phrase("its blocksize is less than 2"),
    "empty equation": Phrase("it has no equation"),
    "fewer than 3 inputs (opset >= 11)": Phrase("it has fewer than 3 inputs"),
    "kernel_shape length other than 1, 2, 3": Phrase("its kernel has more than 3 dimensions"),
    "kernel_shape longer than 3": Phrase("its kernel has more than 3 dimensions"),
    "more than one output": Phrase("it has more than one output"),
    "no `to`": Phrase("it has no attribute `to`"),
    "no axis attribute": Phrase("it has no attribute `axis`"),
    "no kernel_shape": Phrase("it has no attribute `kernel_shape`"),
    "no kernel_shape and no pads/strides/dilations": Phrase(
        "it has none of the attributes `kernel_shape`, `pads`, `strides` and `dilations`"
    ),
    "no perm attribute": Phrase("it has no attribute `perm`"),
    "no shape": Phrase("it has no attribute `shape`"),
    "no size": Phrase("it has no attribute `size`"),
    "opset 8..9: no starts/ends": Phrase("it has no attributes `starts` and `ends`"),
    "opset >= 11 without min and without max": Phrase("it has neither a minimum nor a maximum"),
    "reduction mul": Phrase("its reduction is `mul`"),
    "second output (Indices)": Phrase("its second output is used"),
    "select_last_index = 1": Phrase("its `select_last_index` is 1"),
    "storage_order = 1": Phrase("its `storage_order` is 1"),
}
"""The reasons of the tables in words."""


class Faults:
    """The faults of one model; `opsets` are the versions that it imports, by domain."""

    __slots__ = ("_found", "opsets")

    def __init__(self, imports: list[tuple[str, int]]) -> None:
        self._found: dict[tuple[str | None, str, int], ParserFault] = {}
        self.opsets: dict[str, int] = {}
        for domain, version in imports:
            domain = "" if domain == "ai.onnx" else domain
            if domain in self.opsets:
                message = "the model imports the operators of {domain} twice: {first} and {second}"
                values = {"domain": domain or "ai.onnx", "first": self.opsets[domain]}
                self._add(TWO_VERSIONS, "", Message(message, {**values, "second": version}))
            self.opsets[domain] = version
        self.opsets["ai.onnx"] = self.opsets.get("", 0)

    def found(self) -> list[ParserFault]:
        """The faults in the order of the nodes, of the newest plugins and of those of 2022."""
        return [*self._found.values()]

    def check_ends(self, graph: OnnxGraph) -> None:
        """Note an outermost graph without inputs or without outputs."""
        if not graph.inputs:
            self._add(NO_END, "input", Message("the model has no inputs", {}))
        if not graph.outputs:
            self._add(NO_END, "output", Message("the model has no outputs", {}))

    def check(self, node: OnnxNode, operator: OnnxOperator) -> bool:
        """Whether the parser reads a node; what it stops at is noted.

        An operator of a domain of one's own may have a plugin of one's own: nothing is said.
        """
        if operator.is_nowhere:
            message = "no plugin of CANN registers the ONNX operator {op}"
            self._add(NO_PARSER, node.op_type, Message(message, {"op": node.op_type}))
            return False
        if not operator.is_known or operator.opset is None:
            return False
        earlier = operator.of_2022()
        if not earlier.is_registered:
            self._not_registered(earlier, ParserFault.EARLIER)
        if not operator.is_registered:
            if not operator.may_be_newer:
                self._not_registered(operator, ParserFault.NEWEST)
            return False
        for reason, condition in operator.refusals:
            if holds(condition, node, operator.opset):
                message = "the plugin of {op} fails: {reason}"
                why = Message(message, {"op": node.op_type, "reason": _REASONS[reason]})
                self._add(None, node.op_type, why)
        return True

    def _not_registered(self, operator: OnnxOperator, plugins: int) -> None:
        message = "the plugins of this release do not register the ONNX operator {op}"
        values: dict[str, object] = {"op": operator.op_type}
        if operator.versions:
            message = "{op} is registered for the opsets {versions}, and the model has {opset}"
            values |= {"versions": operator.versions, "opset": operator.opset}
        self._add(NO_PARSER, operator.op_type, Message(message, values), plugins)

    def _add(
        self, code: str | None, op_type: str, message: Message, plugins: int | None = None
    ) -> None:
        both = ParserFault.EARLIER | ParserFault.NEWEST
        fault = ParserFault(code, op_type, message, both if plugins is None else plugins)
        self._found.setdefault((code, op_type, fault.plugins), fault)
