"""Which operators of a compiled model an entry of a config file is for."""

from __future__ import annotations

from cannlint.verify.compiled import CONSTANTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.verify.compiled import Compiled, Kernel
    from cannlint.verify.operators import Operator


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
