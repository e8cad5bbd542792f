"""The columns of the implementations of an operator (manual/operator-libraries.md#columns)."""

from __future__ import annotations

from cannlint.cann.dtypes import width
from cannlint.formats.ops_info.operator import DYNAMIC_SKIPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from cannlint.formats.ops_info.operator import Operator, Tensor
    from cannlint.resolve.dtypes.customized import Columns
    from cannlint.resolve.provenance import Origin

_DYNAMIC_FLAGS = {"dynamicShapeSupport", "dynamicCompileStatic", "softsync"}
_SMALL_CHANNEL = "_C04"
_DYNAMIC, _OPTIONAL = "dynamic", "optional"


class Implementation:
    """The columns of one implementation: the static one, or that for unknown shapes.

    `dtypes` and `formats` have a tuple with an item a column for each tensor, inputs first; the
    formats of a tensor are empty where they are made for the node at hand. `origin` is where the
    columns come from, None for those that the library lists. `is_by_format` says that formats
    that are not known decide between columns, `has_small_channel` that some are for few channels.
    """

    __slots__ = (
        "dtypes",
        "formats",
        "has_small_channel",
        "is_by_format",
        "is_dynamic",
        "origin",
    )

    def __init__(
        self,
        dtypes: tuple[tuple[str, ...], ...],
        formats: tuple[tuple[str, ...], ...],
        is_dynamic: bool,
    ) -> None:
        self.dtypes = dtypes
        self.formats = formats
        self.is_dynamic = is_dynamic
        self.origin: Origin | None = None
        self.is_by_format = False
        self.has_small_channel = any(_SMALL_CHANNEL in form for items in formats for form in items)

    @property
    def count(self) -> int:
        """The number of columns."""
        return len(self.dtypes[0]) if self.dtypes else 0

    @property
    def is_aligned(self) -> bool:
        """Whether every tensor has as many columns.

        CANN skips columns tensor by tensor; where they differ, their order is not known.
        """
        return len({len(dtypes) for dtypes in self.dtypes}) <= 1


def implementations(operator: Operator) -> tuple[Implementation, ...]:
    """What a node may run as: which of them the config files do not tell."""
    static = Implementation(
        tuple(tensor.dtypes for tensor in operator.tensors),
        tuple(tensor.formats for tensor in operator.tensors),
        is_dynamic=False,
    )
    if not operator.flags & _DYNAMIC_FLAGS:
        return (static,)
    if all(tensor.dynamic_formats == tensor.formats for tensor in operator.tensors):
        return (static,)
    dynamic = Implementation(
        tuple(_for_unknown_shapes(tensor, tensor.dtypes) for tensor in operator.tensors),
        tuple(_for_unknown_shapes(tensor, tensor.dynamic_formats) for tensor in operator.tensors),
        is_dynamic=True,
    )
    return static, dynamic


def _for_unknown_shapes(tensor: Tensor, items: tuple[str, ...]) -> tuple[str, ...]:
    formats = tensor.dynamic_formats
    if DYNAMIC_SKIPPED not in formats:
        return items
    pairs = zip(items, formats, strict=False)
    return tuple(item for item, form in pairs if form != DYNAMIC_SKIPPED)


def is_pruned(operator: Operator) -> bool:
    """Whether CANN may drop columns that it makes: those whose tensors differ in width."""
    if operator.pattern == "kernel" or any(tensor.formats for tensor in operator.inputs):
        return False
    widths = [tuple(map(width, tensor.dtypes)) for tensor in operator.tensors if tensor.dtypes]
    return len(set(widths)) > 1


def first_choices(
    columns: Columns,
    implementation: Implementation,
    formats: Sequence[tuple[str, ...]],
    is_heavy: bool,
) -> tuple[int, ...]:
    """The columns that can come first once formats are chosen, too (step D7).

    A format filter takes out whole groups of columns with the same `formats`, those of the
    tensors present, and keeps the order; only that of the small-channel formats sorts what is left.
    """
    if len(columns) < 2 or implementation.is_by_format:
        return columns
    listed = [items for items in formats if items]
    orders = [columns]
    if is_heavy and implementation.has_small_channel:
        orders.append(tuple(sorted(columns)))
    found: dict[int, None] = {}
    for order in orders:
        groups: dict[tuple[str, ...], int] = {}
        for column in order:
            groups.setdefault(tuple([items[column] for items in listed]), column)
        found.update(dict.fromkeys(groups.values()))
    return tuple(found)


def bind(tensors: Sequence[Tensor], count: int) -> list[int] | None:
    """For each of a node's `count` tensors, by position, the number of the operator's tensor.

    A dynamic one takes what the others leave. None where the counts do not fit, and where more
    than one dynamic tensor makes it a matter of names.
    """
    dynamic = [at for at, tensor in enumerate(tensors) if tensor.param_type == _DYNAMIC]
    if count == len(tensors):
        return list(range(count))
    if count < len(tensors):
        missing = tensors[count:]
        return list(range(count)) if all(t.param_type == _OPTIONAL for t in missing) else None
    if len(dynamic) != 1:
        return None
    before, extra = dynamic[0], count - len(tensors)
    return [*range(before), *[before] * (extra + 1), *range(before + 1, len(tensors))]
