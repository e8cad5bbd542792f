"""An audit as tables: findings by rule, and the jobs that targets make differ."""

from __future__ import annotations

from cannlint.language import translated
from cannlint.report.audit_json import by_rule
from cannlint.report.audit_words import CHANGES, RULES, change_words, job_place, totals
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.audit.model import Audit


def print_audit(audit: Audit) -> None:
    """Print the whole audit."""
    rules = [
        [rule["rule"], rule["name"], f"{rule['findings']:,}", f"{rule['jobs']:,}"]
        for rule in by_rule(audit)
    ]
    if rules:
        print_table(list(map(translated, RULES)), rules, 0)
        print_lines([[("", "")]])
    changes = [
        [job_place(job), *change_words(change)]
        for job in audit.changing
        for change in job["changes"]
    ]
    if changes:
        print_table([*map(translated, CHANGES), *map(str, audit.aims)], changes, 0)
        print_lines([[("", "")]])
    for path, reason in audit.unreadable:
        print_lines([[(f"{printable(path)}: {reason}", "error")]])
    print_lines([[(totals(audit), "quiet")]])
