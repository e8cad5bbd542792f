"""Which operators of a compiled model an entry of a config file is for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cannlint.diagnostics import Message
from cannlint.reading.base import Reading
from cannlint.text.span import Span
from cannlint.verify.compiled import CONSTANTS, Compiled, Kernel
from cannlint.verify.operators import Operator
from cannlint.verify.outcome import NONE, Asked, Match, entry_text

Judge = Callable[[Kernel], Match]


class Index:
    """The operators of the user by name and by type.

    `fused` has those that were made of an operator of a type and do not have it any more.
    """

    __slots__ = ("_fused", "_names", "_operators", "_types", "compiled")

    def __init__(self, compiled: Compiled, operators: Sequence[Operator]) -> None:
        self.compiled = compiled
        self._operators = {operator.kernel.node.name: operator for operator in operators}
        self._names: dict[str, list[Kernel]] = {}
        self._types: dict[str, list[Kernel]] = {}
        self._fused: dict[str, list[Kernel]] = {}
        for kernel in compiled.kernels:
            if kernel.is_inserted or kernel.node.op_type in CONSTANTS:
                continue
            for name in dict.fromkeys(kernel.names):
                self._names.setdefault(name, []).append(kernel)
            types = dict.fromkeys(kernel.members[kernel.lead :])
            for op_type in types:
                self._types.setdefault(op_type, []).append(kernel)
            for op_type in dict.fromkeys(kernel.origin_types):
                if op_type not in types:
                    self._fused.setdefault(op_type, []).append(kernel)

    def find(self, key: str, is_type: bool) -> Sequence[Kernel]:
        """The kernels with an operator of a type, or with the operator of a name."""
        return (self._types if is_type else self._names).get(key, ())

    def fused(self, op_type: str) -> Sequence[Kernel]:
        """The kernels that operators of a type have become a part of."""
        return self._fused.get(op_type, ())

    def operator(self, kernel: Kernel) -> Operator | None:
        """The operator beside its plan; None of one that does not run on AI Core."""
        return self._operators.get(kernel.node.name)


_BY_NAME = "the file has an entry for the operator's name, which comes first"


def matched(
    asked: Asked,
    key: str,
    is_type: bool,
    index: Index,
    judge: Judge,
    named: frozenset[str] = frozenset(),
) -> Asked:
    """An entry with the operators that it is for, or why there are none.

    `named` are the names that entries of the file have: these come before any for a type.
    """
    for kernel in index.find(key, is_type):
        if is_type and named and not named.isdisjoint(kernel.names):
            asked.matches.append(Match(kernel, False, Message.of(_BY_NAME), is_overridden=True))
        else:
            asked.matches.append(judge(kernel))
    asked.must_match = not is_type
    if not asked.matches and is_type and (fused := index.fused(key)):
        reason = Message.of("fused into another operator")
        asked.matches = [Match(kernel, None, reason) for kernel in fused]
    elif not asked.matches:
        template = (
            "no operator of the compiled model has this type"
            if is_type
            else "no operator of the compiled model has this name"
        )
        asked.reason = Message.of(template)
    return asked


def repeated(asked: Asked, line: int) -> Asked:
    """An entry that has no effect, as an earlier line has it already."""
    asked.status_alone = NONE
    asked.reason = Message.of("line {line} has the same entry: CANN takes the first", line=line)
    return asked


def written(reading: Reading, span: Span) -> str:
    """The text of an entry to show."""
    return entry_text(reading, reading.source.slice(span))
