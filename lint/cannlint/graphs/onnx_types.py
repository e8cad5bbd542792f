"""Which Ascend IR type an ONNX operator becomes, and what dtype it gives, where that is certain.

Certain means that CANN's ONNX plugins map it one to one, whatever its attributes, in every
release that is known; what they expand to several operators is left out.
"""

from __future__ import annotations

import json
import os
from functools import cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_OWN_DOMAINS = ("", "ai.onnx")


@cache
def _facts() -> dict[str, Any]:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "onnx_mapping.json")
    with open(path, encoding="utf-8") as file:
        facts: dict[str, Any] = json.load(file)
    return facts


@cache
def _dtype_rules() -> dict[str, str]:
    return {op: rule for rule, ops in _facts()["dtypes"].items() for op in ops}


def opsets() -> tuple[int, int]:
    """The first and the last version of ONNX's operators whose mapping is known."""
    first, last = _facts()["opsets"]
    return first, last


def ascend_type(op_type: str, domain: str, opset: int, weight_rank: int | None) -> str | None:
    """The Ascend IR type of an operator; `weight_rank` is how many dimensions its weight has."""
    first, last = opsets()
    if domain not in _OWN_DOMAINS or not first <= opset <= last:
        return None
    facts = _facts()
    if opset < facts["since"].get(op_type, first):
        return None
    by_rank: dict[str, str] = facts["by_weight_rank"].get(op_type, {})
    found: str | None = facts["types"].get(op_type) or by_rank.get(str(weight_rank))
    return found


def output_dtype(op_type: str, domain: str, number: int, inputs: list[str | None]) -> str | None:
    """The dtype of an output from those of the inputs, by the operator's definition."""
    rule = _dtype_rules().get(op_type) if domain in _OWN_DOMAINS else None
    if rule is None or (number and not rule.startswith("all outputs")):
        return None
    if rule == "any input":
        return next(filter(None, inputs), None)
    if "input" in rule:
        wanted = int(rule[-1])
        return inputs[wanted] if wanted < len(inputs) else None
    return rule
