"""An audit in words, for the reports that people read."""

from __future__ import annotations

from cannlint.report.library_names import count_of
from cannlint.report.plan_words import NOTHING, bare, pair
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from cannlint.audit.model import Audit, JobRecord

_WORDS = {
    "finding": "finding",
    "accepted": "CANN",
    "present": "operator",
    "dtypes": "dtypes",
    "impl_mode": "implementation",
    "colour": "list",
    "keep_dtype": "keep_dtype",
}
_STATES = {
    "finding": ("–", "found"),
    "accepted": ("refuses", "accepts"),
    "present": ("–", "in the plan"),
    "keep_dtype": ("–", "kept"),
}
"""What False and True are of each sort of change."""

_OUTCOMES = {
    "undetermined": "undetermined",
    "refused": "leaves the AI Core",
    "fails": "fails to compile",
}


def job_place(job: JobRecord) -> str:
    """Where a job is written, with its name where it has one."""
    name = f" {job['name']}" if job["name"] is not None else ""
    return printable(f"{job['file']}:{job['line']}{name}")


def change_words(change: dict[str, Any]) -> list[str]:
    """A change as cells: of what, what, and its value under each target."""
    of = printable(change["of"] or "the job")
    return [of, _WORDS[change["what"]], *(_value(change["what"], v) for v in change["values"])]


def _value(what: str, value: Any) -> str:
    if value is None:
        return "no plan" if what == "accepted" else NOTHING
    if what in _STATES:
        return _STATES[what][value]
    if what == "dtypes":
        return _dtypes(value)
    if what == "impl_mode":
        return "unknown" if value["reason"] is not None else printable(value["value"] or NOTHING)
    return printable(bare(value))


def _dtypes(value: dict[str, Any]) -> str:
    if value["status"] == "determined":
        return pair(value["inputs"], value["outputs"])
    return _OUTCOMES[value["status"]]


def totals(audit: Audit) -> str:
    """The sentence that sums an audit up."""
    counts = [(audit.count_of(severity), severity) for severity in ("error", "warning", "info")]
    found = ", ".join(count_of(number, severity) for number, severity in counts if number)
    size = f"{count_of(audit.files, 'file')}, {count_of(len(audit.jobs), 'job')}"
    sentence = f"{size}: {found or 'nothing to report'}"
    return f"{sentence}; {changing(audit)}" if len(audit.aims) > 1 else sentence


def changing(audit: Audit) -> str:
    """How many jobs differ, e.g. `1 job is not the same under all targets`."""
    verb = "is" if len(audit.changing) == 1 else "are"
    return f"{count_of(len(audit.changing), 'job')} {verb} not the same under all targets"
