"""`cannlint/audit/1`: every compile job of a tree."""

from __future__ import annotations

from typing import Annotated, Literal, TypedDict

from cannlint.audit.record import JobRecord
from cannlint.json_types import Count, Keywords, RuleCode
from cannlint.results.parts import Tool


class Target(TypedDict):
    """What the jobs are planned for; null is what each job has itself."""

    library: str | None
    soc: str | None


class RuleCount(TypedDict):
    """How many findings a rule has, and how many jobs have one."""

    rule: RuleCode
    name: str
    findings: Count
    jobs: Count


class UnreadableFile(TypedDict):
    """A file that could not be read."""

    file: str
    reason: str


class AuditSummary(TypedDict):
    """The number of searched files, of jobs, of jobs that change, and of findings by severity."""

    files: Count
    jobs: Count
    changing: Count
    error: Count
    warning: Count
    info: Count


class AuditReport(TypedDict):
    """What `cannlint audit --format json` prints.

    Every compile job of a tree, under every library and SoC that was asked for.
    """

    schema: Literal["cannlint/audit/1"]
    tool: Tool
    targets: Annotated[list[Target], Keywords(minItems=1)]
    jobs: list[JobRecord]
    rules: list[RuleCount]
    """The rules with findings, the most frequent first."""
    unreadable: list[UnreadableFile]
    summary: AuditSummary
