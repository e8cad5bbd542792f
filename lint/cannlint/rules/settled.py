"""Which regular files the library rules have nothing to say about, told without running them.

Most files name operators that exist, with dtypes and modes they have. To see that takes a look
at each name; to import the rules would cost a commit hook more than all the rest. A test runs
the rules on what this calls settled, and they find nothing.
"""

from __future__ import annotations

from functools import lru_cache

from cannlint.cann.fusion import ALL, GROUPS, SWITCH, UB_FUSION
from cannlint.kinds import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.library.model import FusionPasses
    from cannlint.library.operators import Operators
    from cannlint.reading.customize_dtypes import CustomizeDtypes
    from cannlint.reading.fusion_switch import FusionSwitch
    from cannlint.reading.keep_dtype import KeepDtype
    from cannlint.reading.mixlist import Mixlist
    from cannlint.reading.op_precision import OpPrecision
    from cannlint.reading.operator import Operator


def is_settled(reading: Any, operators: Operators) -> bool:
    """Whether the library rules can find nothing in a regular file.

    False where it takes a rule to say.
    """
    check = _CHECKS.get(reading.kind)
    return reading.regular and not reading.facts and check is not None and check(reading, operators)


def _customize_dtypes(reading: CustomizeDtypes, operators: Operators) -> bool:
    """Every type has the dtypes that the file gives it, and no node is called like a type."""
    from cannlint.reading.dtype_line import dtypes_of

    if operators.known_among(entry.name for entry in reading.counting(is_type=False)):
        return False
    for entry in reading.counting(is_type=True):
        name, inputs, outputs = entry.name, dtypes_of(entry.inputs), dtypes_of(entry.outputs)
        if inputs and not inputs[-1] and outputs:
            inputs = inputs[:-1]  # what the comma before OutputDtype makes
        found = operators.entries(name)
        if not found or name in operators.extra or operators.missing_from(name):
            return False
        if not _takes(tuple(found.values()), tuple(inputs), tuple(outputs), bool(operators.socs)):
            return False
    return True


@lru_cache(maxsize=4096)
def _takes(
    found: tuple[Operator, ...],
    inputs: tuple[str, ...],
    outputs: tuple[str, ...],
    on_each: bool,
) -> bool:
    """Whether the operator has these dtypes: on each SoC, or on any where none is asked for.

    Of those whose kernels decide there is something to say only where all are so.
    """
    fitting = [operator for operator in found if _fits(operator, len(inputs), len(outputs))]
    taking = [operator for operator in fitting if _has_column(operator, inputs, outputs)]
    if on_each:
        return len(taking) == len(found)
    is_open = [operator.is_open for operator in found]
    return bool(taking) or (not all(is_open) and any(o.is_open for o in fitting))


def _fits(operator: Operator, inputs: int, outputs: int) -> bool:
    """Whether an operator has so many tensors, and those without a dtype are optional."""
    if inputs > len(operator.inputs) or outputs > len(operator.outputs):
        return False
    left = operator.inputs[inputs:] + operator.outputs[outputs:]
    asked = operator.inputs[:inputs] + operator.outputs[:outputs]
    return all(tensor.param_type == "optional" for tensor in left) and not any(
        tensor.param_type == "dynamic" for tensor in asked
    )


def _has_column(operator: Operator, inputs: tuple[str, ...], outputs: tuple[str, ...]) -> bool:
    """Whether a column has all these dtypes; False where the kernel decides."""
    asked = operator.inputs[: len(inputs)] + operator.outputs[: len(outputs)]
    columns = zip(*(tensor.dtypes for tensor in asked), strict=False)
    return not operator.is_open and inputs + outputs in columns


def _op_precision(reading: OpPrecision, operators: Operators) -> bool:
    """Every type has the mode that is set for it, and no mode asks for hardware.

    No node is called like a type, nor has the colons of a type's prefix in other files.
    """
    modes, names = operators.library.modes, reading.effect(is_type=False)
    if any(mode.startswith("enable_") for mode in names.values()):
        return False
    if any(":" in name for name in names) or operators.known_among(names):
        return False
    return all(
        mode in modes.get(name, ())
        and not mode.startswith("enable_")
        and name not in operators.extra
        and bool(operators.entries(name))
        and not operators.missing_from(name)
        for name, mode in reading.effect(is_type=True).items()
    )


def _keep_dtype(reading: KeepDtype, operators: Operators) -> bool:
    """Every type exists."""
    return not any(operators.missing_from(name) for name in reading.entries(is_type=True))


def _mixlist(reading: Mixlist, operators: Operators) -> bool:
    """Every operator exists and is only added to a list that it is not in."""
    return reading.accepted and all(
        update == "to-add"
        and not operators.missing_from(name)
        and operators.lists_of(name) != {list_name}
        for name, done in reading.operations.items()
        for list_name, update in done
    )


def _fusion_switch(reading: FusionSwitch, operators: Operators) -> bool:
    """Every pass is one of its group that a file can close; nothing but switches."""
    value = reading.value
    if not reading.accepted or (isinstance(value, dict) and not set(value) <= {SWITCH}):
        return False
    if operators.socs and reading.switches[UB_FUSION]:
        return False  # not every SoC has UB fusion
    passes = operators.passes
    any_group = bool(reading.records)  # the text form does not know groups
    return all(
        name != ALL and name in _plain_names(passes, "" if any_group else group)
        for group in GROUPS
        for name in reading.switches[group]
    )


@lru_cache(maxsize=8)
def _plain_names(passes: FusionPasses, group: str) -> frozenset[str]:
    """The passes of a group, or of any for "", about whose names there is nothing to say."""
    named = {name for at in GROUPS if group in ("", at) for name in passes.groups[at]}
    kept_on = (passes.forbidden_close, passes.exceptional)
    odd = (passes.documented_only, passes.obsolete, passes.ge_passes, passes.documented_as)
    return frozenset(named.difference(*kept_on, *odd, passes.closable_by_json))


_CHECKS: dict[Kind, Any] = {
    Kind.CUSTOMIZE_DTYPES: _customize_dtypes,
    Kind.OP_PRECISION: _op_precision,
    Kind.KEEP_DTYPE: _keep_dtype,
    Kind.MIXLIST: _mixlist,
    Kind.FUSION_SWITCH: _fusion_switch,
}
