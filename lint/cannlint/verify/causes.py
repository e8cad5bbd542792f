"""Which entries of config files give operators other dtypes than they would have without."""

from __future__ import annotations

from cannlint.cann.option_names import CUSTOMIZE, KEEP, MIXLIST
from cannlint.library.snapshot import fusion_passes
from cannlint.resolve.plan import without

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from cannlint.resolve.plan import Plan
    from cannlint.resolve.rows import Row
    from cannlint.verify.outcome import Asked

_OPTIONS = (KEEP, CUSTOMIZE, MIXLIST)
"""The options whose files decide dtypes."""


def causes_of(plan: Plan, entries: Sequence[Asked]) -> dict[str, list[Asked]]:
    """Name of an operator → the entries because of which it has its dtypes.

    An entry counts where the operator was compiled as it asks, and where the plan without its
    file has other dtypes.
    """
    found: dict[str, list[Asked]] = {}
    for option in _OPTIONS:
        own = [entry for entry in entries if entry.option == option and entry.done]
        changed = {*_changed(plan, option)} if own else set()
        for entry in own:
            for kernel in entry.done:
                if kernel.node.name in changed:
                    found.setdefault(kernel.node.name, []).append(entry)
    return found


def _changed(plan: Plan, option: str) -> Iterator[str]:
    """The nodes that have other dtypes without the file of an option."""
    others = {row.node: row for row in without(plan, option, fusion_passes()).rows}
    for row in plan.rows:
        other = others.get(row.node)
        if row.node is not None and other is not None and _dtypes(row) != _dtypes(other):
            yield row.node


def _dtypes(row: Row) -> tuple[object, ...]:
    dtypes = row.dtypes
    return dtypes.status, dtypes.inputs, dtypes.outputs, dtypes.candidates
