"""`cannlint plan` behind its command line: plan, report, exit status."""

from __future__ import annotations

import sys

from cannlint.cli.exits import EXIT_CLEAN, EXIT_FINDINGS
from cannlint.errors import CannlintError
from cannlint.planning.plan import plan_of, two_plans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.planning.request import Request
    from cannlint.resolve.plan import Plan


def run_plan(request: Request, format: str, why: bool, diff: str | None) -> int:
    """Make the plan, print it, and give the exit status."""
    if diff is not None:
        return _run_difference(*two_plans(request, diff), format)
    plan = plan_of(request)
    _print(plan, format, why)
    return EXIT_CLEAN if plan.accepted else EXIT_FINDINGS


def _print(plan: Plan, format: str, why: bool) -> None:
    if format == "json":
        from cannlint.report import plan_json

        sys.stdout.write(plan_json.text(plan))
    elif format == "csv":
        from cannlint.report import plan_csv

        sys.stdout.write(plan_csv.text(plan))
    elif format == "html":
        from cannlint.report import plan_html

        sys.stdout.write(plan_html.text(plan))
    elif why:
        from cannlint.report import plan_why
        from cannlint.report.styles import print_lines

        print_lines(plan_why.lines(plan))
    else:
        from cannlint.report import plan_table

        plan_table.print_plan(plan)


def _run_difference(old: Plan, new: Plan, format: str) -> int:
    from cannlint.report import plan_diff
    from cannlint.resolve.plan_difference import PlanDifference

    difference = PlanDifference(old, new)
    if format == "json":
        sys.stdout.write(plan_diff.text(difference))
    elif format == "table":
        plan_diff.print_difference(difference)
    else:
        raise CannlintError("--diff has the formats table and json")
    return EXIT_CLEAN if old.accepted and new.accepted else EXIT_FINDINGS
