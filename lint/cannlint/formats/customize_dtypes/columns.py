"""The lists of a customize_dtypes entry against an operator (manual/customize-dtypes.md#effect).

`lists` are the texts of an entry's input list and output list, None where it has no such keyword.
"""

from __future__ import annotations

from functools import lru_cache

from cannlint.formats.customize_dtypes.faults import dtypes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.formats.ops_info.operator import Operator, Tensor

    Lists = tuple[str | None, str | None]
    Asked = list[tuple[Tensor, str]]
    """Tensors, each with the dtype that an entry asks for, or "" where it is left open."""

_DYNAMIC = "dynamic"


def dtypes_by_side(lists: Lists) -> tuple[list[str], list[str]]:
    """The items of both lists, without the position that the comma before OutputDtype makes."""
    inputs, outputs = map(dtypes_of, lists)
    if lists[1] is not None and inputs[-1:] == [""]:
        inputs.pop()
    return inputs, outputs


def names_dtype(lists: Lists) -> bool:
    """Whether any position of the lists names a dtype."""
    return any(map(any, dtypes_by_side(lists)))


@lru_cache(maxsize=1024)
def tensor_count(tensors: tuple[Tensor, ...]) -> int | None:
    """How many tensors a node has at most; None for any number."""
    is_dynamic = any(tensor.param_type == _DYNAMIC for tensor in tensors)
    return None if is_dynamic else len(tensors)


def asked_of(lists: Lists, operator: Operator) -> tuple[Asked, Asked]:
    """What an entry asks of the inputs, and of the outputs, that it has positions for."""
    inputs, outputs = dtypes_by_side(lists)
    return (
        list(zip(_countable(operator.inputs), inputs, strict=False)),
        list(zip(_countable(operator.outputs), outputs, strict=False)),
    )


def _countable(tensors: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """The tensors up to the first dynamic one: the positions behind it depend on the node."""
    for at, tensor in enumerate(tensors):
        if tensor.param_type == _DYNAMIC:
            return tensors[: at + 1]
    return tensors


@lru_cache(maxsize=4096)
def matching(lists: Lists, operator: Operator) -> tuple[int, ...] | None:
    """The columns that have all that an entry asks for; None where the library cannot say.

    Remembered, because SoCs share operators, and files have the same lists.
    """
    inputs, outputs = asked_of(lists, operator)
    asked = [(tensor, dtype) for tensor, dtype in inputs + outputs if dtype]
    if operator.is_open or not asked or not all(tensor.dtypes for tensor, _ in asked):
        return None
    columns = range(min(len(tensor.dtypes) for tensor, _ in asked))
    return tuple(at for at in columns if all(tensor.dtypes[at] == dtype for tensor, dtype in asked))


@lru_cache(maxsize=4096)
def left_open(lists: Lists, operator: Operator) -> tuple[Tensor, ...]:
    """The required tensors without a position, unless the given dtypes decide all of them."""
    left = _without_position(lists, operator)
    columns = matching(lists, operator)
    if columns is None:
        return left
    return left if any(_varies(tensor, columns) for tensor in left) else ()


def _without_position(lists: Lists, operator: Operator) -> tuple[Tensor, ...]:
    """The required tensors that the lists end before.

    A list that is written and empty is left open on purpose.
    """
    sides = zip((operator.inputs, operator.outputs), dtypes_by_side(lists), lists, strict=True)
    return tuple(
        tensor
        for tensors, given, text in sides
        for tensor in _countable(tensors)[len(given) :]
        if tensor.param_type == "required" and (given or text is None)
    )


def _varies(tensor: Tensor, columns: tuple[int, ...]) -> bool:
    return len({tensor.dtypes[at] for at in columns if at < len(tensor.dtypes)}) > 1


def constrains(lists: Lists, operator: Operator) -> bool:
    """Whether a tensor of the operator gets a dtype."""
    sides = zip((operator.inputs, operator.outputs), dtypes_by_side(lists), strict=True)
    return any(any(dtypes[: tensor_count(tensors)]) for tensors, dtypes in sides)


def is_undecidable(lists: Lists, operator: Operator) -> bool:
    """Whether the kernel decides while compiling, and a tensor of the operator gets a dtype."""
    if not operator.is_open and not depends_on_node(lists, operator):
        return False
    inputs, outputs = asked_of(lists, operator)
    return any(dtype for _, dtype in inputs + outputs)


def depends_on_node(lists: Lists, operator: Operator) -> bool:
    """Whether an operator has the dtypes of an entry for some shapes, formats or attributes only.

    That is known of operators whose columns were recorded.
    """
    by_case = getattr(operator, "by_case", ())
    return len({bool(matching(lists, one)) for one in by_case}) > 1
