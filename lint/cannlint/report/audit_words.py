"""An audit in words, for the reports that people read."""

from __future__ import annotations

from cannlint.diagnostics import Severity
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.plan_words import NOTHING, bare, pair
from cannlint.report.summary import number_of
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.audit.model import Audit, JobRecord

_WORDS = {
    "finding": Phrase("finding"),
    "accepted": "CANN",
    "present": Phrase("operator"),
    "dtypes": Phrase("dtypes"),
    "impl_mode": Phrase("implementation"),
    "colour": Phrase("list"),
    "keep_dtype": "keep_dtype",
}
_STATES = {
    "finding": ("–", Phrase("found")),
    "accepted": (Phrase("refuses"), Phrase("accepts")),
    "present": ("–", Phrase("in the plan")),
    "keep_dtype": ("–", Phrase("kept")),
}
"""What False and True are of each sort of change."""

_OUTCOMES = {
    "undetermined": Phrase("undetermined"),
    "refused": Phrase("leaves the AI Core"),
    "fails": Phrase("fails to compile"),
}


RULES = (Phrase("rule"), Phrase("name"), Phrase("findings"), Phrase("jobs"))
CHANGES = (Phrase("job"), Phrase("of"), Phrase("what"))
"""The headings of the tables of rules and of changes; the targets come after the latter."""


def job_place(job: JobRecord) -> str:
    """Where a job is written, with its name where it has one."""
    name = f" {job['name']}" if job["name"] is not None else ""
    return printable(f"{job['file']}:{job['line']}{name}")


def change_words(change: dict[str, Any]) -> list[str]:
    """A change as cells: of what, what, and its value under each target."""
    of = printable(change["of"] or translated("the job"))
    return [
        of,
        translated(_WORDS[change["what"]]),
        *(_value(change["what"], v) for v in change["values"]),
    ]


def _value(what: str, value: Any) -> str:
    if value is None:
        return translated("no plan") if what == "accepted" else NOTHING
    if what in _STATES:
        return translated(_STATES[what][value])
    if what == "dtypes":
        return _dtypes(value)
    if what == "impl_mode":
        if value["reason"] is not None:
            return translated("unknown")
        return printable(value["value"] or NOTHING)
    return printable(bare(value))


def _dtypes(value: dict[str, Any]) -> str:
    if value["status"] == "determined":
        return pair(value["inputs"], value["outputs"])
    return translated(_OUTCOMES[value["status"]])


def totals(audit: Audit) -> str:
    """The sentence that sums an audit up."""
    counts = {severity: audit.count_of(severity.value) for severity in Severity}
    found = [number_of(severity, number) for severity, number in counts.items() if number]
    size = enumerated([counted(audit.files, "file"), counted(len(audit.jobs), "job")])
    what = enumerated(found) or translated("nothing to report")
    sentence = said("{files}: {counts}", files=size, counts=what)
    several = len(audit.aims) > 1
    return translated("; ").join([sentence, changing(audit)]) if several else sentence


def changing(audit: Audit) -> str:
    """How many jobs differ, e.g. `1 job is not the same under all targets`."""
    return said(
        "{jobs} is not the same under all targets"
        if len(audit.changing) == 1
        else "{jobs} are not the same under all targets",
        jobs=counted(len(audit.changing), "job"),
    )
