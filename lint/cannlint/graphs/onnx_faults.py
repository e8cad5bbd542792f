"""What makes CANN's ONNX parser stop: versions and operators that no plugin registers."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.graphs.model import ParserFault
from cannlint.graphs.onnx_expansion import holds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.graphs.onnx_proto import OnnxNode
    from cannlint.graphs.tables import OnnxOperator

TWO_VERSIONS = "E16005"
NOT_REGISTERED = "E16002"
NO_PLUGIN = "E19010"

_SHOWN_NODES = 3


class Faults:
    """The faults of one model; `opsets` are the versions that it imports, by domain."""

    __slots__ = ("_found", "opsets")

    def __init__(self, imports: list[tuple[str, int]]) -> None:
        self._found: dict[tuple[str, str], ParserFault] = {}
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
        """The faults in the order of the nodes."""
        return [*self._found.values()]

    def check(self, node: OnnxNode, operator: OnnxOperator) -> bool:
        """Whether the parser reads a node; what it stops at is noted.

        An operator of a domain of one's own may have a plugin of one's own: nothing is said.
        """
        if operator.is_nowhere:
            message = "no plugin of CANN registers the ONNX operator {op}"
            self._add(NO_PLUGIN, node.op_type, Message(message, {"op": node.op_type}), node)
            return False
        if not operator.is_known or operator.opset is None:
            return False
        if not operator.is_registered:
            message = "{op} is registered for the opsets {versions}, and the model has {opset}"
            values = {"op": node.op_type, "versions": operator.versions, "opset": operator.opset}
            self._add(NOT_REGISTERED, node.op_type, Message(message, values), node)
            return False
        return True

    def _add(self, code: str, op_type: str, message: Message, node: OnnxNode | None = None) -> None:
        fault = self._found.setdefault((code, op_type), ParserFault(code, op_type, message))
        if node is not None and len(fault.nodes) < _SHOWN_NODES:
            fault.nodes.append(node.name)


def refusal_of(node: OnnxNode, operator: OnnxOperator) -> str | None:
    """Why the plugin of a registered operator fails; None where it does not, as far as known."""
    for reason, condition in operator.refusals:
        if holds(condition, node, operator.opset or 0):
            return reason
    return None
