"""The record of one job of an audit, as each process writes it down and the JSON shows it."""

from __future__ import annotations

from typing import Annotated, TypedDict

from cannlint.cann.mixlist import LISTS
from cannlint.diagnostics import Severity
from cannlint.jobs.settings import FrontEnd
from cannlint.json_types import CannCode, Count, FromOne, Keywords, RuleCode
from cannlint.resolve.outcome import STATUSES
from cannlint.resolve.plan_difference import FIELDS

FINDING, ACCEPTED = "finding", "accepted"
"""What may change besides the fields of a plan."""


class FindingRecord(TypedDict):
    """A finding in a job, or in a file that the job names."""

    rule: RuleCode
    name: str
    severity: Annotated[str, Severity]
    cann_code: CannCode | None
    message: str
    file: str
    line: FromOne
    column: FromOne
    targets: Annotated[list[Count], Keywords(minItems=1, uniqueItems=True)]
    """The targets it is found under, as indices."""


class PlanRecord(TypedDict):
    """The plan of a job under a target."""

    accepted: bool | None
    """Null if no plan can be made; `reason` says why."""
    cann_codes: list[CannCode]
    operators: Count
    reason: str | None


class DtypesRecord(TypedDict):
    """The dtypes of an operator under a target."""

    status: Annotated[str, STATUSES]
    reason: str | None
    inputs: list[str | None]
    outputs: list[str | None]


class ModeRecord(TypedDict):
    """The implementation mode of an operator under a target."""

    value: str | None
    reason: str | None


Value = bool | DtypesRecord | ModeRecord | Annotated[str, LISTS] | None
"""What a target gives; None if it is unknown, or there is no such operator."""


class Change(TypedDict):
    """What is not the same under all targets.

    `what` is `finding` (whether a rule reports it), `accepted`, or a field of the plan of an
    operator: `dtypes`, `impl_mode` and `colour` have values of their own, the others are true or
    false.
    """

    what: Annotated[str, (FINDING, ACCEPTED, *FIELDS)]
    of: str | None
    """The rule, or the operator type; null for `accepted`."""
    values: Annotated[list[Value], Keywords(minItems=1)]
    """One value for each target."""


class JobRecord(TypedDict):
    """A job of an audit."""

    file: str
    line: FromOne
    column: FromOne
    name: str | None
    front_end: Annotated[str, FrontEnd]
    files: list[str]
    """The config files that the job names and that were found."""
    findings: list[FindingRecord]
    plans: Annotated[list[PlanRecord], Keywords(minItems=1)]
    """One for each target."""
    changes: list[Change]
    """Empty for most jobs."""
