"""A verification as tables: what was asked for, operators, and numbers."""

from __future__ import annotations

from cannlint.language import said, translated
from cannlint.report import verify_words as words
from cannlint.report.styles import print_lines
from cannlint.report.tables import print_table, table
from cannlint.verify.verification import Verification

_MOST_CASTS = 20


def print_verification(of: Verification, every: bool) -> None:
    """Print the whole; operators that nothing was asked of and that agree only if `every`."""
    print_lines([[(line, "quiet")] for line in words.circumstances(of)])
    print_lines([[("! ", style), (text, "")] for style, text in words.remarks(of)])
    _print_asked(of)
    rows = [
        [
            words.operator_text(each),
            words.operator_asked(each),
            words.planned_text(each),
            words.compiled_text(each),
            words.verdict_text(each),
        ]
        for each in words.shown(of, every)
    ]
    if rows:
        print_table([translated(heading) for heading in words.OPERATOR_HEADINGS], rows)
        print_lines([[("", "")]])
    hidden = len(of.operators) - len(rows)
    if hidden:
        template = "{number:,} more operators: nothing is asked of them, and none differs (--all)"
        print_lines([[(said(template, number=hidden), "quiet")]])
    casts = words.caused_casts(of)
    print_lines([[(words.cast_text(cast), "")] for cast in casts[:_MOST_CASTS]])
    if len(casts) > _MOST_CASTS:
        more = said("{number:,} more casts", number=len(casts) - _MOST_CASTS)
        print_lines([[(more, "quiet")]])
    print_lines([[(line, "")] for line in words.totals(of)])


def _print_asked(of: Verification) -> None:
    headings = [translated(heading) for heading in words.ASKED_HEADINGS]
    cells = [
        [
            (words.asked_text(asked), ""),
            (words.outcome_text(asked), words.outcome_style(asked)),
            (words.asked_operators(asked), "quiet"),
        ]
        for asked in of.asked
    ]
    if cells:
        print_lines([[("", "")], *table(headings, cells), [("", "")]])
