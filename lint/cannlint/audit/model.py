"""The targets of an audit, its counts, and its records on disk until they are printed."""

from __future__ import annotations

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice

from cannlint.audit.changes import is_certain
from cannlint.audit.record import Change, JobRecord
from cannlint.engine.run import Options
from cannlint.errors import CannlintError
from cannlint.language import translated

REFUSED = "refused"
WARNED = "warned"
UNPLANNED = "unplanned"
CLEAN = "clean"


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


def outcome(job: JobRecord, target: int) -> str:
    """The outcome of a job for one target that matters most: without a plan, little is known."""
    outcomes = _outcomes(job, target)
    return next((each for each in (REFUSED, UNPLANNED, WARNED) if each in outcomes), CLEAN)


class Spool:
    """Lines of JSON in a temporary file without a name, which is removed with the process.

    Raises CannlintError if the disk is full.
    """

    def __init__(self) -> None:
        with _errors_as_cannlint_errors():  # the file stays open as long as the audit exists
            self._file = tempfile.TemporaryFile("w+", encoding="ascii", newline="\n")  # noqa: SIM115

    def close(self) -> None:
        """Remove the file."""
        self._file.close()

    def add(self, lines: Iterable[str]) -> None:
        """Add records: one line of ASCII JSON per job."""
        with _errors_as_cannlint_errors():
            self._file.writelines(f"{line}\n" for line in lines)

    def lines(self) -> Iterator[str]:
        """The JSON of each job, in order; only one reader at a time."""
        with _errors_as_cannlint_errors():
            self._file.seek(0)  # also flushes
        for line in self._file:
            yield line.rstrip("\n")

    def records(self) -> Iterator[JobRecord]:
        """The record of each job."""
        return map(json.loads, self.lines())


@contextmanager
def _errors_as_cannlint_errors() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        reason = (error.strerror or "cannot be written").lower()
        raise CannlintError(
            "cannot write the temporary file of the audit (its folder is set by TMPDIR): {reason}",
            reason=reason,
        ) from None


@dataclass(eq=False, slots=True)
class AuditTarget:
    """A target of an audit: a library and a SoC; None means that of the job itself."""

    library: str | None
    soc: str | None

    def __str__(self) -> str:
        return " ".join(filter(None, (self.library, self.soc))) or translated("as configured")


@dataclass(eq=False, slots=True)
class Part:
    """The results of some files: their number, their jobs, and the counts.

    `lines` has one line of JSON per job. `unreadable` are (path, reason).
    """

    files: int
    tally: Tally
    lines: list[str] = field(init=False, default_factory=list)
    unreadable: list[tuple[str, str]] = field(init=False, default_factory=list)


def is_part(found: object, targets: int) -> bool:
    """Whether something is a part of an audit with so many targets."""
    if not isinstance(found, Part) or not isinstance(found.tally, Tally):
        return False
    lines = found.lines if isinstance(found.lines, list) else [None]
    return len(found.tally.targets) == targets and all(isinstance(line, str) for line in lines)


@dataclass(eq=False, slots=True)
class Audit:
    """The results of an audit of `roots`; the jobs are in the order of their files.

    The records of the jobs are on disk, because there may be more than fit in memory. `files` is
    the number of files searched for jobs. `unreadable` are (path, reason), including config files
    that jobs name.
    """

    roots: Sequence[str]
    targets: list[AuditTarget]
    options: Options
    tally: Tally
    spool: Spool
    files: int = field(init=False, default=0)
    unreadable: dict[tuple[str, str], None] = field(init=False, default_factory=dict)

    def take(self, part: Part) -> None:
        """Add the results of the next files."""
        self.files += part.files
        self.tally.add(part.tally)
        self.spool.add(part.lines)
        self.unreadable.update(dict.fromkeys(part.unreadable))

    def first_differing(self, most: int) -> Iterator[JobRecord]:
        """The first jobs that are known to differ between targets."""
        differing = (job for job in self.spool.records() if any(map(is_certain, job["changes"])))
        return islice(differing, min(most, self.tally.differing))

    def first_refused(self, most: int) -> Iterator[JobRecord]:
        """The first jobs with errors."""
        refused = (job for job in self.spool.records() if "error" in _severities(job))
        return islice(refused, min(most, self.tally.refused))

    def first_remarked(self, most: int) -> Iterator[JobRecord]:
        """The first jobs with warnings or infos."""
        remarked = (job for job in self.spool.records() if _severities(job) - {"error"})
        return islice(remarked, min(most, self.tally.remarked))


def _severities(job: JobRecord) -> set[str]:
    return {finding["severity"] for finding in job["findings"]}
