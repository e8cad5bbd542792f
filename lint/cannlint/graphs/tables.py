"""What the operators of frameworks become: the tables that dev/pack_frameworks.py writes.

A table is read when a model of its framework is. The entries come from CANN's own plugins, the
newest that are public and those of 2022 (manual/models.md#the-parser).
"""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from cannlint.nearest import Names

_HERE = os.path.dirname(os.path.abspath(__file__))
_OWN_DOMAINS = ("", "ai.onnx")
_LAST_OPSET_OF_2022 = 15
_PARSED = "Constant"
"""The ONNX operator that CANN's parser knows without a plugin, in every version."""


def table(name: str) -> dict[str, Any]:
    """One of the tables, as it is in its file."""
    with open(os.path.join(_HERE, "frameworks", f"{name}.json"), encoding="utf-8") as file:
        found: dict[str, Any] = json.load(file)
    return found


@cache
def _onnx() -> dict[str, Any]:
    return table("onnx")


@cache
def _by_origin(framework: str) -> dict[str, str]:
    found: dict[str, str] = {}
    for op_type, origins in table(framework).items():
        for origin in [op_type] if origins == "=" else origins:
            found[origin] = op_type
    return found


def operator_of(framework: str, op_type: str) -> str | None:
    """The operator that one of TensorFlow (`tf`) or Caffe (`caffe`) becomes.

    Empty for one that becomes several or has no certain counterpart, None for one that no plugin
    registers.
    """
    return _by_origin(framework).get(op_type)


_AROUND = frozenset(
    ("Identity", "Cast", "Shape", "Unsqueeze", "Squeeze", "Reshape", "BroadcastTo", "Slice", "Fill")
)
"""Operators that an expansion has to bring tensors in form."""


def made_of(op_type: str) -> tuple[str, ...]:
    """What CANN's parsers make of an operator of a framework: the one that computes, by variant.

    Of an operator that CANN itself has under the same name, and of one that no framework has, it is
    empty.
    """
    found = _made_of(op_type)
    return () if op_type in found else tuple(filter(None, found))


def keeps_name(op_type: str) -> bool:
    """Whether CANN's parsers make an operator of the same name of one of ONNX or TensorFlow."""
    return op_type in _made_of(op_type)


def parsed_as(op_type: str) -> tuple[str, ...]:
    """All that CANN's parsers make of an operator of ONNX or TensorFlow, itself left out."""
    return tuple(one for one in _made_of(op_type) if one not in ("", op_type))


def _made_of(op_type: str) -> dict[str, None]:
    entry: dict[str, Any] = _onnx()["ops"].get(op_type, {})
    to: str | dict[str, str] = entry.get("to", {})
    found = dict.fromkeys([to] if isinstance(to, str) else to)
    for variant in entry.get("x", ()):
        types = [node[1] for node in variant["n"] if node[1] not in _AROUND]
        found.update(dict.fromkeys(types[:1]))
    found[operator_of("tf", op_type) or ""] = None
    return found


def type_meant(name: str, known: Collection[str]) -> str | None:
    """The known type that is meant: all that CANN makes of a framework's type, or the closest."""
    made = [op_type for op_type in made_of(name) if op_type in known]
    return ", ".join(made) or Names(known).nearest_type(name)


def made_of_layer(op_type: str) -> tuple[str, ...]:
    """The same of a layer of Caffe, whose ReLU, say, is more often a misspelt Relu."""
    made = operator_of("caffe", op_type)
    return (made,) if made and made != op_type else ()


class OnnxOperator:
    """An ONNX operator as the plugins of CANN know it: its entry in the table, if there is one."""

    __slots__ = ("_entry", "domain", "is_of_2022", "op_type", "opset")

    def __init__(
        self, op_type: str, domain: str, opset: int | None, is_of_2022: bool = False
    ) -> None:
        self.is_of_2022 = is_of_2022
        self.op_type = op_type
        self.domain = "" if domain in _OWN_DOMAINS else domain
        self.opset = opset
        entry: dict[str, Any] = _onnx()["ops"].get(op_type, {})
        domains = ["" if name in _OWN_DOMAINS else name for name in entry.get("d", [""])]
        self._entry = entry if self.domain in domains else {}

    @property
    def is_known(self) -> bool:
        """Whether a plugin, or the parser itself, knows it in some version."""
        return bool(self._entry)

    @property
    def is_nowhere(self) -> bool:
        """Whether it is an operator of ONNX that no public plugin registers."""
        return not self.domain and self.op_type in _onnx()["nowhere"]

    @property
    def is_registered(self) -> bool:
        """Whether a plugin registers it for the version that the model imports."""
        if self.op_type == _PARSED and not self.domain:
            return True
        return self.opset is not None and within(self.opset, self.versions)

    @property
    def versions(self) -> str:
        """The versions that plugins register it for, such as `8-17`."""
        newest = str(self._entry.get("o", ""))
        if not self.is_of_2022:
            return newest
        earlier = self._entry.get("e")
        return str(_up_to(newest, _LAST_OPSET_OF_2022) if earlier is None else earlier)

    def of_2022(self) -> OnnxOperator:
        """The same operator as the plugins of 2022 know it."""
        return OnnxOperator(self.op_type, self.domain, self.opset, is_of_2022=True)

    @property
    def may_be_newer(self) -> bool:
        """Whether newer plugins of it are not known, which may register more versions."""
        return bool(self._entry.get("unsure"))

    @property
    def variants(self) -> list[dict[str, Any]]:
        """The graphs that it may be expanded to, the first that fits counts."""
        found: list[dict[str, Any]] = self._entry.get("x", [])
        return found

    @property
    def refusals(self) -> Iterable[tuple[str, dict[str, Any]]]:
        """Why the plugin fails: the reason, and the condition for it."""
        return [(reason, condition) for reason, condition in self._entry.get("no", ())]

    @property
    def plain(self) -> str | None:
        """The operator that it becomes without an expansion, None where there is none."""
        to: str | dict[str, str] | None = self._entry.get("to")
        if to is None or isinstance(to, str):
            return to
        return next((op for op, opsets in to.items() if within(self.opset or 0, opsets)), None)


@cache
def _up_to(ranges: str, last: int) -> str:
    """The part of ranges such as `1,8-17` that a number ends."""
    found = []
    for part in ranges.split(",") if ranges else ():
        first, _, end = part.partition("-")
        if int(first) <= last:
            end = str(min(int(end or first), last))
            found.append(first if first == end else f"{first}-{end}")
    return ",".join(found)


def within(number: int, ranges: str) -> bool:
    """Whether ranges such as `1,8-17` have a number."""
    for part in ranges.split(",") if ranges else ():
        first, _, last = part.partition("-")
        if int(first) <= number <= int(last or first):
            return True
    return False
