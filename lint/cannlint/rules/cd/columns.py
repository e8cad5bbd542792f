"""A customize_dtypes entry against the dtype columns of an operator (resolution.md 3.2, 3.3)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from cannlint.cann.dtypes import WRITTEN
from cannlint.reading.dtype_line import dtypes_of
from cannlint.syntax.customize_dtypes import INPUT_KEYWORD, OUTPUT_KEYWORD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.reading.operator import Operator, Tensor
    from cannlint.syntax.customize_dtypes import DtypeEntry

    Asked = list[tuple[Tensor, str]]
    """Tensors, each with the dtype that an entry asks for, or "" where it is left open."""

_DYNAMIC = "dynamic"


def dtypes_by_side(entry: DtypeEntry) -> tuple[list[str], list[str]]:
    """The items of both lists, without the position that the comma before OutputDtype makes."""
    return _by_side(entry.inputs, entry.outputs)


def _by_side(inputs_text: str | None, outputs_text: str | None) -> tuple[list[str], list[str]]:
    inputs = dtypes_of(inputs_text)
    if outputs_text is not None and inputs[-1:] == [""]:
        inputs.pop()
    return inputs, dtypes_of(outputs_text)


def countable(tensors: tuple[Tensor, ...]) -> tuple[Tensor, ...]:
    """The tensors up to the first dynamic one: what stands where behind it depends on the node."""
    for at, tensor in enumerate(tensors):
        if tensor.param_type == _DYNAMIC:
            return tensors[: at + 1]
    return tensors


@lru_cache(maxsize=1024)
def tensor_count(tensors: tuple[Tensor, ...]) -> int | None:
    """How many tensors a node has at most; None for any number."""
    is_dynamic = any(tensor.param_type == _DYNAMIC for tensor in tensors)
    return None if is_dynamic else len(tensors)


def asked_of(entry: DtypeEntry, operator: Operator) -> tuple[Asked, Asked]:
    """What an entry asks of the inputs, and of the outputs, that it has positions for."""
    return _asked(entry.inputs, entry.outputs, operator)


def _asked(
    inputs_text: str | None, outputs_text: str | None, operator: Operator
) -> tuple[Asked, Asked]:
    inputs, outputs = _by_side(inputs_text, outputs_text)
    return (
        list(zip(countable(operator.inputs), inputs, strict=False)),
        list(zip(countable(operator.outputs), outputs, strict=False)),
    )


def forgotten(entry: DtypeEntry, operator: Operator) -> tuple[Tensor, ...]:
    """The required tensors that the lists of an entry end before.

    A list that is written and empty is left open on purpose.
    """
    return _forgotten(entry.inputs, entry.outputs, operator)


@lru_cache(maxsize=4096)
def _forgotten(
    inputs_text: str | None, outputs_text: str | None, operator: Operator
) -> tuple[Tensor, ...]:
    inputs, outputs = _by_side(inputs_text, outputs_text)
    sides = ((operator.inputs, inputs, inputs_text), (operator.outputs, outputs, outputs_text))
    return tuple(
        tensor
        for tensors, given, text in sides
        for tensor in countable(tensors)[len(given) :]
        if tensor.param_type == "required" and (given or text is None)
    )


def matching(entry: DtypeEntry, operator: Operator) -> tuple[int, ...] | None:
    """The columns that have all that an entry asks for; None where the library cannot say."""
    return _matching(entry.inputs, entry.outputs, operator)


@lru_cache(maxsize=4096)
def _matching(
    inputs_text: str | None, outputs_text: str | None, operator: Operator
) -> tuple[int, ...] | None:
    """Remembered, because SoCs share operators, rules ask again, and so do files."""
    inputs, outputs = _asked(inputs_text, outputs_text, operator)
    asked = [(tensor, dtype) for tensor, dtype in inputs + outputs if dtype]
    if operator.is_open or not asked or not all(tensor.dtypes for tensor, _ in asked):
        return None
    columns = range(min(len(tensor.dtypes) for tensor, _ in asked))
    return tuple(at for at in columns if all(tensor.dtypes[at] == dtype for tensor, dtype in asked))


def nearest_columns(entry: DtypeEntry, operators: Iterable[Operator], most: int) -> list[str]:
    """The supported combinations that differ least from an entry, written as its lists.

    What more SoCs support comes first.
    """
    changes: dict[str, int] = {}
    support: Counter[str] = Counter()
    for operator in operators:
        found = dict(_written(entry, operator))
        changes |= found
        support.update(found)
    least = min(changes.values(), default=0)
    best = [text for text in changes if changes[text] == least]
    return sorted(best, key=lambda text: -support[text])[:most]


def _written(entry: DtypeEntry, operator: Operator) -> Iterator[tuple[str, int]]:
    """Each column as an entry's lists, and how many of its dtypes are others."""
    asked = asked_of(entry, operator)
    for at in range(operator.column_count):
        parts, others = [], 0
        for keyword, side in zip((INPUT_KEYWORD, OUTPUT_KEYWORD), asked, strict=True):
            named = [(tensor.dtypes[at], dtype) for tensor, dtype in side if tensor.dtypes]
            if named:  # a position left open stays open
                dtypes = [WRITTEN.get(has, has) if dtype else "" for has, dtype in named]
                parts.append(f"{keyword}:{','.join(dtypes)}")
            others += sum(1 for has, dtype in named if dtype not in ("", has))
        yield ",".join(parts), others
