"""The texts and table rows of an audit, for reports for people."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cannlint.audit.changes import is_certain
from cannlint.audit.model import REFUSED, UNPLANNED, WARNED, Audit
from cannlint.audit.record import Change, FindingRecord, JobRecord
from cannlint.diagnostics import Severity
from cannlint.language import Phrase, counted, enumerated, said, translated
from cannlint.report.plan_words import NOTHING, bare, pair
from cannlint.report.summary import number_of
from cannlint.text.printable import printable

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
"""Texts for False and True, by sort of change."""

_UNKNOWN = {"finding": Phrase("unknown"), "accepted": Phrase("no plan")}
"""Texts for None, which means unknown."""

_NEXT_STEPS = Phrase(
    "run `cannlint rule CODE` to explain a rule, `cannlint check FILE` to "
    "show the findings of a file with fixes"
)

_OUTCOMES = {
    "undetermined": Phrase("undetermined"),
    "refused": Phrase("leaves the AI Core"),
    "fails": Phrase("fails to compile"),
}


_HOW_COUNTED = Phrase(
    "findings are counted for each job, with the files that it names; `cannlint check` counts each "
    "file once, also files that no job names, and says repeated advice once"
)
_NO_JOBS = Phrase("no compile jobs found; run `cannlint check` to check config files without a job")


def next_steps(audit: Audit) -> str | None:
    """What to do next; None if there are no findings."""
    if audit.tally.findings:
        return translated(_NEXT_STEPS)
    return translated(_NO_JOBS) if not audit.tally.jobs else None


def how_counted(audit: Audit) -> str | None:
    """Why the numbers differ from those of `check`; None if there are no findings."""
    return translated(_HOW_COUNTED) if audit.tally.findings else None


def root_of(audit: Audit) -> str | None:
    """The folder that paths are relative to; None for several."""
    return audit.roots[0] if len(audit.roots) == 1 else None


def _short(audit: Audit, path: str) -> str:
    """A path in the audited folder, relative to it."""
    root = root_of(audit)
    folder = os.path.join(root, "") if root is not None else ""
    return path[len(folder) :] if folder and path.startswith(folder) else path


def job_place(audit: Audit, job: JobRecord) -> str:
    """File and line of a job, with its name if it has one."""
    name = f" {job['name']}" if job["name"] is not None else ""
    return printable(f"{_short(audit, job['file'])}:{job['line']}{name}")


def change_words(change: Change) -> list[str]:
    """A change as cells: item, property, and the value for each target."""
    of = printable(change["of"] or translated("the job"))
    return [
        of,
        translated(_WORDS[change["what"]]),
        *(_value(change["what"], v) for v in change["values"]),
    ]


def _value(what: str, value: Any) -> str:
    if value is None:
        return translated(_UNKNOWN[what]) if what in _UNKNOWN else NOTHING
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
    """The summary of an audit."""
    counts = {severity.value: audit.tally.severities[severity.value] for severity in Severity}
    found = [number_of(severity, number) for severity, number in counts.items() if number]
    searched = said("{files} searched", files=counted(audit.files, "file"))
    size = enumerated([searched, counted(audit.tally.jobs, "job")])
    what = enumerated(found) or translated("nothing to report")
    sentence = said("{files}: {counts}", files=size, counts=what)
    several = len(audit.targets) > 1
    return translated("; ").join([sentence, changing(audit)]) if several else sentence


def changing(audit: Audit) -> str:
    """How many jobs differ, e.g. `1 job differs between targets`."""
    number = audit.tally.differing
    sentence = said(
        "{jobs} differs between targets" if number == 1 else "{jobs} differ between targets",
        jobs=counted(number, "job"),
    )
    possible = audit.tally.changing - number
    if not possible:
        return sentence
    rest = said("{number:,} more may differ", number=possible)
    return enumerated([sentence, rest])


def target_rows(audit: Audit) -> tuple[list[str], list[list[str]]]:
    """Headings, and for each target the outcomes of its jobs."""
    headings = [
        *map(
            translated,
            (
                Phrase("target"),
                Phrase("refused"),
                Phrase("with warnings"),
                Phrase("no plan"),
            ),
        )
    ]
    rows = [
        [str(target), *(f"{counts[name]:,}" for name in (REFUSED, WARNED, UNPLANNED))]
        for target, counts in zip(audit.targets, audit.tally.targets, strict=True)
    ]
    return headings, rows


def rule_rows(audit: Audit) -> tuple[list[str], list[list[str]]]:
    """Headings, and for each rule the number of findings and of jobs with them."""
    headings = [
        *map(translated, (Phrase("rule"), Phrase("name"), Phrase("findings"), Phrase("jobs")))
    ]
    rows = [
        [rule, name, f"{findings:,}", f"{jobs:,}"]
        for rule, name, findings, jobs in audit.tally.by_rule()
    ]
    return headings, rows


def common_change_rows(audit: Audit, most: int) -> tuple[list[str], list[list[str]]]:
    """Headings, and the changes with the most jobs."""
    headings = [
        *map(translated, (Phrase("jobs"), Phrase("item"), Phrase("property"))),
        *map(str, audit.targets),
    ]
    changes = audit.tally.most_frequent_changes()[:most]
    return headings, [[f"{jobs:,}", *change_words(change)] for change, jobs in changes]


def changing_job_rows(audit: Audit, most: int) -> tuple[list[str], list[list[str]]]:
    """Headings, and the changes of the first jobs that differ between targets."""
    headings = [
        *map(translated, (Phrase("job"), Phrase("item"), Phrase("property"))),
        *map(str, audit.targets),
    ]
    rows = [
        [job_place(audit, job), *change_words(change)]
        for job in audit.first_differing(most)
        for change in job["changes"]
        if is_certain(change)
    ]
    return headings, rows


@dataclass(eq=False, slots=True)
class FindingRow:
    """A finding of a job: its severity, and the cells of its row."""

    severity: str
    cells: list[str]


def error_rows(audit: Audit, most: int) -> list[FindingRow]:
    """The errors of the first jobs with errors."""
    return _finding_rows(audit, audit.first_refused(most), ("error",))


def remark_rows(audit: Audit, most: int) -> list[FindingRow]:
    """The other findings of the first jobs with any."""
    return _finding_rows(audit, audit.first_remarked(most), ("warning", "info"))


def finding_headings(audit: Audit) -> list[str]:
    """The headings of the cells of findings; targets only if there are several."""
    phrases = [Phrase("place"), Phrase("rule"), Phrase("message"), Phrase("job")]
    several = [Phrase("targets")] if len(audit.targets) > 1 else []
    return [*map(translated, [*phrases, *several])]


def _finding_rows(
    audit: Audit, jobs: Iterable[JobRecord], severities: Sequence[str]
) -> list[FindingRow]:
    """A row for each finding; those of the jobs of one place, as a loop makes them, are one."""
    found = Counter(
        (finding["severity"], *_finding_cells(audit, job, finding))
        for job in jobs
        for finding in job["findings"]
        if finding["severity"] in severities
    )
    rows: list[FindingRow] = []
    for (severity, *cells), number in found.items():
        if number > 1:
            cells[_JOB] = " ".join(filter(None, (cells[_JOB], f"×{number:,}")))
        rows.append(FindingRow(severity, cells))
    return rows


_JOB = 3
"""The cell of a finding that names its job, or says how many jobs of its place have it."""


def _finding_cells(audit: Audit, job: JobRecord, finding: FindingRecord) -> list[str]:
    """The cells of a finding; the job only if the place does not name it."""
    place = f"{_short(audit, finding['file'])}:{finding['line']}:{finding['column']}"
    is_of_job = finding["file"] == job["file"] and job["name"] is None
    return [
        printable(place),
        f"{finding['severity']} {finding['rule']}",
        printable(finding["message"]),
        "" if is_of_job else job_place(audit, job),
        *([_targets(audit, finding["targets"])] if len(audit.targets) > 1 else []),
    ]


def _targets(audit: Audit, numbers: Sequence[int]) -> str:
    """The targets with a finding."""
    if len(numbers) == len(audit.targets) > 1:
        return translated("all")
    return ", ".join(str(audit.targets[number]) for number in numbers)


def left_out(total: int, most: int) -> str | None:
    """The sentence about a list that is cut; None if it is complete."""
    if total <= most:
        return None
    return said(
        "the first {most:,} of {total:,}; use --format json to list all", most=most, total=total
    )
