"""What stops a job when CANN reads its model: the model itself, or options that do not fit it.

ATC reads the model when the engine has started, so this comes after what the options and the files
say (refusals.py).
"""

from __future__ import annotations

from cannlint.cann.option_names import MODEL, SHAPE
from cannlint.diagnostics import Message
from cannlint.graphs.header import causes_of
from cannlint.jobs.atc.job import AtcJob
from cannlint.jobs.atc.shapes import refused_static_shape
from cannlint.jobs.mismatch import UNSET_DIMENSION
from cannlint.resolve.provenance import Origin, of_setting
from cannlint.resolve.refusal import Refusal, bad_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.jobs.mismatch import Mismatch
    from cannlint.jobs.model import Job


def refused_by_model(job: Job) -> Iterator[Refusal]:
    """The refusals of a job whose model was looked into (jobs/model_files.py), in ATC's order."""
    yield from _refused_shape(job)
    yield from _refused_model(job)
    for mismatch in job.mismatches:
        if mismatch.is_refused and _is_of(job, mismatch):
            yield _refused_part(job, mismatch)


def _refused_shape(job: Job) -> Iterator[Refusal]:
    """A static shape that ATC cannot read, whatever the model."""
    setting = job.get(SHAPE)
    fault = refused_static_shape(job) if isinstance(job, AtcJob) else None
    if fault is not None and setting is not None:
        yield bad_value(setting, fault.code)


def _refused_model(job: Job) -> Iterator[Refusal]:
    setting = job.get(MODEL)
    if setting is None or job.header is None:
        return
    for code, why in causes_of(job.header.faults, job.release):
        message = Message.of("CANN cannot read the model: {why}", why=why)
        refusal = Refusal(MODEL, (code,) if code else (), message, of_setting(setting))
        refusal.is_of_model = True
        yield refusal


def _is_of(job: Job, mismatch: Mismatch) -> bool:
    """Whether a job still has the setting that does not fit: a plan may leave it out."""
    setting = mismatch.setting
    return setting is None or job.get(setting.option) is setting


def _refused_part(job: Job, mismatch: Mismatch) -> Refusal:
    setting = mismatch.setting
    option = setting.option if setting is not None else SHAPE
    source = setting.source if setting is not None else job.source
    codes = (mismatch.code,) if mismatch.code else ()
    is_unset = mismatch.fact == UNSET_DIMENSION
    message = Message.of(
        "{option}: sizes that the model leaves open are not set"
        if is_unset
        else "{option}: `{part}` does not fit the model",
        option=option,
        part=mismatch.asked or mismatch.name,
    )
    refusal = Refusal(option, codes, message, Origin("option", option, source, mismatch.span))
    refusal.is_of_model = is_unset
    return refusal
