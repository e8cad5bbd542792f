"""The operators that the options and files of a job name."""

from __future__ import annotations

from cannlint.cann.option_names import LIST
from cannlint.diagnostics import WITHHELD
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.mixlist import Mixlist
from cannlint.reading.op_precision import OpPrecision
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading
    from cannlint.resolve.target import Target


def mentioned(job: Job, target: Target) -> list[str]:
    """The operator types that a job names, each once, in order.

    Of a file outside of the project they are those that CANN knows: other words stay there.
    """
    types: list[str] = []
    for linked in job.files.values():
        found = _keys(linked.reading, True)
        types += filter(target.stores, found) if linked.reading.source.is_outside else found
    listed = (item.strip(C_BLANKS) for item in (job.value(LIST) or "").split(","))
    types += filter(None, listed)
    return list(dict.fromkeys(types))


def _keys(reading: Reading, is_type: bool) -> Iterable[str]:
    """The keys of one sort that count in a file."""
    if isinstance(reading, (OpPrecision, CustomizeDtypes)):
        return reading.effect(is_type)
    if isinstance(reading, KeepDtype):
        return reading.entries(is_type)
    if isinstance(reading, Mixlist) and is_type and reading.accepted:
        return reading.operations
    return ()


def node_names(job: Job) -> Iterator[str]:
    """The names of nodes that the files of a job have."""
    for linked in job.files.values():
        yield from _keys(linked.reading, False)


def unplaced(job: Job, asked: Collection[str]) -> list[str]:
    """The node names of a job without a graph that nothing gives a type: they are not `asked` for.

    The names in a file outside of the project are not shown, only that there are some.
    """
    names: list[str] = []
    for linked in job.files.values():
        left = [name for name in _keys(linked.reading, False) if name not in asked]
        names += left[:1] and [WITHHELD] if linked.reading.source.is_outside else left
    return list(dict.fromkeys(names))
