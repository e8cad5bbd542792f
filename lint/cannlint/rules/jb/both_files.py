"""Operators that are in both keep_dtype and customize_dtypes of a job."""

from __future__ import annotations

from cannlint.cann.option_names import CUSTOMIZE, KEEP
from cannlint.formats.customize_dtypes.reading import CustomizeDtypes, has_concrete_dtype
from cannlint.formats.keep_dtype.reading import KeepDtype

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from cannlint.diagnostics import Diagnostic
    from cannlint.formats.customize_dtypes.lines import DtypeEntry
    from cannlint.formats.keep_dtype.lines import KeptLine
    from cannlint.jobs.model import Job
    from cannlint.rules.rule import Rule


def named_twice(rule: Rule, job: Job) -> Iterator[Diagnostic]:
    """A finding at each entry of customize_dtypes whose operator is also in keep_dtype."""
    for reading, entry, kept, line in _in_both(job):
        yield rule.at(
            entry.key,
            "`{op}` is in keep_dtype and customize_dtypes; customize_dtypes takes precedence",
            label="takes precedence",
            help="remove `{op}` from one of the two files",
            note="keep_dtype only chooses among the combinations that customize_dtypes leaves",
            op=entry.name,
            source=reading.source,
        ).also(line.key, "has no effect on these dtypes", source=kept.source)


def keys_in_both(jobs: Iterable[Job]) -> set[tuple[str, bool]]:
    """The names and types that are in both files of a job; True marks a type."""
    return {(entry.name, entry.is_type) for job in jobs for _, entry, _, _ in _in_both(job)}


def _in_both(job: Job) -> Iterator[tuple[CustomizeDtypes, DtypeEntry, KeepDtype, KeptLine]]:
    """Each entry of customize_dtypes, and the line of keep_dtype for the same operator."""
    customize, keep = job.files.get(CUSTOMIZE), job.files.get(KEEP)
    if customize is None or keep is None:
        return
    reading, kept = customize.reading, keep.reading
    if not (isinstance(reading, CustomizeDtypes) and isinstance(kept, KeepDtype)):
        return
    lines = {
        (record.line.is_type, record.line.name): record.line
        for record in kept.records
        if record.first is None
    }
    for record in reading.records:
        entry = record.entry
        if entry is None or not record.counts or not has_concrete_dtype(entry):
            continue
        line = lines.get((entry.is_type, entry.name))
        if line is not None:
            yield reading, entry, kept, line
