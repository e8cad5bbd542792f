"""Suggestions as tables: for each want the ways to get it, then what to write."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from cannlint.jobs.settings import FrontEnd
from cannlint.language import said, translated
from cannlint.report import suggest_words as words
from cannlint.report.plan_words import circumstances, job_name
from cannlint.report.styles import print_lines, width_of
from cannlint.report.tables import NO_LIMIT, aligned
from cannlint.suggest.goal import MET
from cannlint.suggest.search import Suggestion, Suggestions
from cannlint.suggest.trial import Outcome
from cannlint.text.printable import display_width

_MOST_LINES = 20
"""The lines of files that are shown; --diff and the JSON have all."""


def print_suggestions(of: Suggestions, every: bool) -> None:
    """Print the ways of each want; those that were tried and do not work only if `every`."""
    job = [(translated("Job: "), ""), (job_name(of.plan), "name")]
    print_lines([job, [(" · ".join(circumstances(of.plan)), "quiet")]])
    for found in of.found:
        _print_want(found, of.plan.job.front_end, every)
    _print_choice(of)


def _print_want(found: Suggestion, front_end: FrontEnd, every: bool) -> None:
    style = words.STYLES[found.status]
    print_lines([[("", "")], [(words.heading(found, front_end), style)]])
    state = words.state(found)
    print_lines([[(state, "quiet")]] if state else [])
    print_lines([[("! ", "error"), (line, "")] for line in words.reasons(found)])
    if found.want.left_out:
        print_lines([[("! ", "warning"), (words.without_number(found.want.left_out), "")]])
    _print_ways(found.ways)
    for number, outcome in enumerate(found.ways, 1):
        print_lines([[("! ", s), (text, "")] for s, text in words.clashes(outcome, number)])
    if found.goals and not found.ways:
        print_lines([[(translated("no way works; --all shows what was tried, and why not"), "")]])
    if every:
        _print_tried(found.tried)


def _print_ways(ways: Sequence[Outcome]) -> None:
    """Print the ways as a table where it fits; else each on two lines, so that no name breaks."""
    rows = [
        [
            str(number),
            words.what(outcome),
            words.result(outcome),
            words.others(outcome),
            words.casts(outcome),
        ]
        for number, outcome in enumerate(ways, 1)
    ]
    if _print_table(words.HEADINGS, rows):
        return
    for number, outcome in enumerate(ways, 1):
        effect = [("", ""), (words.effect(outcome), "quiet")]
        way = [(str(number), "name"), (words.what(outcome), "")]
        print_lines(aligned([way, effect], indent=""))


def _print_tried(ways: Sequence[Outcome]) -> None:
    rows = [[words.tried_text(one), words.reason(one)] for one in ways]
    if not _print_table(words.TRIED_HEADINGS, rows):
        print_lines([[(f"– {': '.join(row)}", "quiet")] for row in rows])


def _print_table(headings: Sequence[str], rows: list[list[str]]) -> bool:
    """Print aligned columns, unless they are too wide for the terminal."""
    if not rows:
        return True
    titles = [translated(title) for title in headings]
    cells = [[(cell, "") for cell in row] for row in (titles, *rows)]
    lines = aligned(cells, indent="", room=NO_LIMIT)
    widths = [sum(display_width(text) for text, _ in line) for line in lines]
    if sys.stdout.isatty() and max(widths) > width_of(sys.stdout):
        return False
    print_lines([[(text, "name") for text, _ in lines[0]], *lines[1:]])
    return True


def _print_choice(of: Suggestions) -> None:
    """What to write for the ways that are chosen."""
    if of.together is None:
        return
    lines = list(words.to_write(of.together.draft))
    title = translated("to write:")
    is_met = of.together.status is MET
    if len(of.chosen) > 1 or (len(of.found) > 1 and not is_met):
        outcome = words.result(of.together)
        title = said("to write, the chosen ways together ({outcome}):", outcome=outcome)
    print_lines([[("", "")], [(title, "name")]])
    print_lines([[(f"  {line}", "source")] for line in lines[:_MOST_LINES]])
    if len(lines) > _MOST_LINES:
        more = said("  {number:,} more lines (--diff)", number=len(lines) - _MOST_LINES)
        print_lines([[(more, "quiet")]])
    if is_met:
        hint = translated("--diff shows the change, --write makes it, --way N takes another way")
        print_lines([[(hint, "quiet")]])
