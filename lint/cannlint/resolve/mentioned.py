"""The operators that the options and files of a job name."""

from __future__ import annotations

from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.mixlist import Mixlist
from cannlint.reading.op_precision import OpPrecision
from cannlint.resolve.mode_options import LIST
from cannlint.text.source import C_BLANKS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from cannlint.jobs.model import Job
    from cannlint.reading.base import Reading
    from cannlint.resolve.plan import Wanted


def mentioned(job: Job) -> tuple[list[str], list[str]]:
    """The operator types and the node names that a job names, each once, in order."""
    types: list[str] = []
    names: list[str] = []
    for linked in job.files.values():
        types += _keys(linked.reading, True)
        names += _keys(linked.reading, False)
    listed = (item.strip(C_BLANKS) for item in (job.value(LIST) or "").split(","))
    types += filter(None, listed)
    return list(dict.fromkeys(types)), list(dict.fromkeys(names))


def _keys(reading: Reading, is_type: bool) -> Iterable[str]:
    """The keys of one sort that count in a file."""
    if isinstance(reading, (OpPrecision, CustomizeDtypes)):
        return reading.effect(is_type)
    if isinstance(reading, KeepDtype):
        return reading.entries(is_type)
    if isinstance(reading, Mixlist) and is_type and reading.accepted:
        return reading.operations
    return ()


def unplaced(names: list[str], wanted: Wanted) -> list[str]:
    """The names that nothing gives a type: there is no graph, and they are not asked for."""
    if wanted.graph is not None:
        return []
    asked = {name for _, name in wanted.nodes}
    return [name for name in names if name not in asked]
