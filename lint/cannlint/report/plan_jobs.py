"""The jobs that a plan can be made of, as a table."""

from __future__ import annotations

from collections.abc import Sequence

from cannlint.language import Phrase, translated
from cannlint.planning.job import ListedJob
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table
from cannlint.text.printable import printable

HEADINGS = (Phrase("job"), Phrase("front end"), Phrase("SoC"), Phrase("model"))


def print_jobs(jobs: Sequence[ListedJob]) -> None:
    """Print a row for each job, and how to plan one."""
    rows = [
        [printable(text) for text in (job.name, job.front_end, job.soc, job.model)] for job in jobs
    ]
    print_table([translated(heading) for heading in HEADINGS], rows)
    print_lines([[(translated("make the plan of one of them with `cannlint plan JOB`"), "quiet")]])
