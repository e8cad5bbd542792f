"""Each entry of the config files of a job, and what became of it in the compiled model."""

from __future__ import annotations

from cannlint.cann.option_names import CUSTOMIZE, FILE, KEEP, MIXLIST
from cannlint.reading.customize_dtypes import CustomizeDtypes
from cannlint.reading.keep_dtype import KeepDtype
from cannlint.reading.mixlist import Mixlist
from cannlint.reading.op_precision import OpPrecision
from cannlint.verify.dtype_entries import customized_entries, kept_entries, list_entries
from cannlint.verify.mode_entries import mode_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.model import Job
    from cannlint.verify.index import Index
    from cannlint.verify.outcome import Asked


def entries_of(job: Job, index: Index) -> Iterator[Asked]:
    """The entries of all files of a job but the fusion switches, in their order."""
    for option, linked in job.files.items():
        reading = linked.reading
        if option == KEEP and isinstance(reading, KeepDtype):
            yield from kept_entries(reading, index)
        elif option == CUSTOMIZE and isinstance(reading, CustomizeDtypes):
            yield from customized_entries(reading, index)
        elif option == FILE and isinstance(reading, OpPrecision):
            yield from mode_entries(reading, index)
        elif option == MIXLIST and isinstance(reading, Mixlist):
            yield from list_entries(reading, index)
