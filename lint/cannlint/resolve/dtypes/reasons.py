"""Why the config files do not tell the dtypes of an operator (resolution.md 7.1)."""

from __future__ import annotations

from cannlint.diagnostics import Message
from cannlint.resolve.outcome import UNDETERMINED, Dtypes

REASONS = {
    "library": "{type} is not in the operator library",
    "no-columns": "the operator library lists no dtypes for {type}",
    "op_select_format": "columns come from op_select_format",
    "format-dependent": "the column depends on the formats of the tensors",
    "producer": "the column depends on what the producers give out",
    "order": "the column depends on which inputs are constants: those are judged last",
    "static-dynamic": "the static and the dynamic implementation differ",
    "dynamic-columns": "the columns of the dynamic implementation do not line up",
    "promotion": "the operator's own code says which inputs are promoted",
    "dtype": "the graph does not say the dtype of {tensor}",
    "unknown-dtype": "{tensor} has a dtype that CANN does not know: {dtype}",
    "given": "a {type} has the dtypes that the graph gives it",
    "arity": "the graph has {inputs} inputs and {outputs} outputs, which do not fit {type}",
    "no-tensors": "the graph does not have the tensors of the node",
    "missing-producer": "the graph lacks the node {producer}",
    "subgraph": "the tensors of a subgraph's {type} are those outside",
    "unmapped": "{type} of another framework has no certain counterpart",
    "engine": "the node runs on {engine}, whose operators are not in the library",
    "other-dtypes": "the column depends on the dtypes of {tensors}",
}
"""Short name → what it says."""


def undetermined(reason_id: str, **values: object) -> Dtypes:
    """Dtypes that are not determined, for one of REASONS."""
    dtypes = Dtypes(UNDETERMINED)
    dtypes.reason_id = reason_id
    dtypes.reason = Message(REASONS[reason_id], values)
    return dtypes
