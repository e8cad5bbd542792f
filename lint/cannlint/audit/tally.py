"""The counts of an audit. Each process counts its own jobs; the counts are then added."""

from __future__ import annotations

import json
from collections import Counter

from cannlint.audit.changes import is_certain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.audit.changes import Change, JobRecord

REFUSED = "refused"
WARNED = "warned"
UNPLANNED = "unplanned"


class Tally:
    """The counts of jobs and of their findings.

    * `differing`: jobs that are known to differ between targets; `changing`: these, and jobs that
      may differ, because something is unknown for some targets
    * `refused`: jobs with errors; `remarked`: jobs with other findings
    * `severities`, `findings`: findings by severity, and by (rule, name)
    * `jobs_of`: jobs with findings of a rule, by rule
    * `targets`: for each target the number of jobs that CANN refuses, of jobs with warnings, and of
      jobs without a plan
    * `changes`: jobs with each certain change; the key is the JSON of the change
    """

    __slots__ = (
        "changes", "changing", "differing", "findings", "jobs", "jobs_of", "refused", "remarked",
        "severities", "targets",
    )  # fmt: skip

    def __init__(self, targets: int) -> None:
        self.jobs = 0
        self.changing = 0
        self.differing = 0
        self.refused = 0
        self.remarked = 0
        self.severities: Counter[str] = Counter()
        self.findings: Counter[tuple[str, str]] = Counter()
        self.jobs_of: Counter[str] = Counter()
        self.targets: list[Counter[str]] = [Counter() for _ in range(targets)]
        self.changes: Counter[str] = Counter()

    def count(self, job: JobRecord) -> None:
        """Count one more job."""
        found = job["findings"]
        self.jobs += 1
        certain = {json.dumps(change) for change in job["changes"] if is_certain(change)}
        self.changing += bool(job["changes"])
        self.differing += bool(certain)
        self.refused += any(finding["severity"] == "error" for finding in found)
        self.remarked += any(finding["severity"] != "error" for finding in found)
        self.severities.update(finding["severity"] for finding in found)
        self.findings.update((finding["rule"], finding["name"]) for finding in found)
        self.jobs_of.update({finding["rule"] for finding in found})
        self.changes.update(certain)
        for number, counts in enumerate(self.targets):
            counts.update(_outcomes(job, number))

    def add(self, other: Tally) -> None:
        """Add the counts of other jobs."""
        self.jobs += other.jobs
        self.changing += other.changing
        self.differing += other.differing
        self.refused += other.refused
        self.remarked += other.remarked
        self.severities += other.severities
        self.findings += other.findings
        self.jobs_of += other.jobs_of
        self.changes.update(other.changes)
        for counts, others in zip(self.targets, other.targets, strict=True):
            counts.update(others)

    def by_rule(self) -> list[tuple[str, str, int, int]]:
        """For each rule: code, name, number of findings, number of jobs; most frequent first."""
        rows = [
            (rule, name, count, self.jobs_of[rule]) for (rule, name), count in self.findings.items()
        ]
        return sorted(rows, key=lambda row: (-row[2], row[0]))

    def most_frequent_changes(self) -> list[tuple[Change, int]]:
        """Each change with its number of jobs; most frequent first."""
        rows = sorted(self.changes.items(), key=lambda row: (-row[1], row[0]))
        return [(json.loads(change), count) for change, count in rows]


def _outcomes(job: JobRecord, target: int) -> list[str]:
    """The outcomes of a job for one target."""
    severities = {f["severity"] for f in job["findings"] if target in f["targets"]}
    accepted = job["plans"][target]["accepted"]
    if "error" in severities or accepted is False:
        outcomes = [REFUSED]
    else:
        outcomes = [WARNED] if "warning" in severities else []
    return [*outcomes, UNPLANNED] if accepted is None else outcomes
