"""What is counted of an audit's jobs: parts are counted where they are audited, and add up."""

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
    """Counts of jobs, and of what was found in them.

    `changing` are the jobs that are not the same under every aim, and `differing` those of them
    of which that is known: for the others, something cannot be told under some aims. `refused` are
    those with errors, `remarked` those with other findings.
    `severities` counts findings by severity, `findings` by (rule, name), and `jobs_of` the jobs
    that a rule has found something in. `targets` has for each aim how many jobs CANN refuses,
    how many it accepts with a warning, and how many have no plan. `changes` counts the jobs of
    each certain change, which is known by its JSON.
    """

    __slots__ = (
        "changes", "changing", "differing", "findings", "jobs", "jobs_of", "refused", "remarked",
        "severities", "targets",
    )  # fmt: skip

    def __init__(self, aims: int) -> None:
        self.jobs = 0
        self.changing = 0
        self.differing = 0
        self.refused = 0
        self.remarked = 0
        self.severities: Counter[str] = Counter()
        self.findings: Counter[tuple[str, str]] = Counter()
        self.jobs_of: Counter[str] = Counter()
        self.targets: list[Counter[str]] = [Counter() for _ in range(aims)]
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
        """Each rule, its name, its findings and the jobs that have any; the most frequent first."""
        rows = [
            (rule, name, count, self.jobs_of[rule]) for (rule, name), count in self.findings.items()
        ]
        return sorted(rows, key=lambda row: (-row[2], row[0]))

    def most_frequent_changes(self) -> list[tuple[Change, int]]:
        """Each change and how many jobs have it; the most frequent first."""
        rows = sorted(self.changes.items(), key=lambda row: (-row[1], row[0]))
        return [(json.loads(change), count) for change, count in rows]


def _outcomes(job: JobRecord, aim: int) -> list[str]:
    """What becomes of a job under one of the aims."""
    severities = {f["severity"] for f in job["findings"] if aim in f["targets"]}
    accepted = job["plans"][aim]["accepted"]
    if "error" in severities or accepted is False:
        outcomes = [REFUSED]
    else:
        outcomes = [WARNED] if "warning" in severities else []
    return [*outcomes, UNPLANNED] if accepted is None else outcomes
