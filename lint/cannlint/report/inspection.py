"""How CANN reads a file: as JSON and as text."""

from __future__ import annotations

from cannlint.diagnostics import Severity
from cannlint.kinds import FORMATS
from cannlint.language import said, translated
from cannlint.text.printable import display_width, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from cannlint.diagnostics import Diagnostic
    from cannlint.formats.inspection import Inspection, Inspections
    from cannlint.formats.shown import Account
    from cannlint.library.model import Library
    from cannlint.library.operators import Operators
    from cannlint.reading.base import Reading

    Line = list[tuple[str, str]]


def report(readings: Iterable[tuple[Reading, Library | None]]) -> Inspections:
    """The readings of some files, each with the library of its folder, as JSON values."""
    return {
        "schema": "cannlint/inspect/1",
        "files": [effect(reading, library) for reading, library in readings],
    }


def effect(reading: Any, library: Library | None = None) -> Inspection:
    """One entry of `files` of cannlint/inspect/1.

    The passes of a switch file start with the built-in switches of the library.
    """
    entry: Inspection = {
        "file": reading.source.path,
        "kind": reading.kind.value,
        "accepted": reading.accepted,
        "cann_codes": reading.codes,
    }
    if reading.crash:
        entry["crash"] = True
    if reading.accepted:
        FORMATS[reading.kind].add_effect(entry, reading, library)
    return entry


def text_lines(
    reading: Reading,
    operators: Operators,
    findings: Sequence[Diagnostic] = (),
) -> list[Line]:
    """The reading line by line: what has an effect, what was dropped and why; then the summary.

    The findings about an effective line are below it, because the line may still change nothing.
    For a refused file, findings without a line of their own follow at the end.
    """
    lines = [_heading(reading)]
    accounts = list(FORMATS[reading.kind].accounts(reading, operators))
    by_row = _findings_by_row(reading, accounts, findings)
    number_width = max((len(str(account.line)) for account in accounts), default=1)
    shown = [_cut(printable(account.what)) for account in accounts]
    what_width = max(map(display_width, shown), default=0)
    for account, what in zip(accounts, shown, strict=True):
        line = said("line {number}", number=f"{account.line:>{number_width}}")
        lines.append(
            [
                (f"  {line}  ", "quiet"),
                (f"{what}{' ' * (what_width - display_width(what))}  ", ""),
                (printable(account.outcome), "good" if account.counts else "warning"),
            ]
        )
        lines += [_below(str(finding.message), finding) for finding in by_row.get(account, ())]
    for finding in by_row.get(None, ()):
        number = reading.source.position(finding.span.start)[0]
        message = said("line {number}: {message}", number=number, message=str(finding.message))
        lines.append(_below(message, finding))
    lines.append([(translated("effect: "), "name"), (_summary(reading, operators), "")])
    return lines


def _heading(reading: Reading) -> Line:
    verdict = translated("accepted")
    if reading.crash:
        verdict = translated("refused: CANN crashes")
    elif reading.codes:
        verdict = said("refused: {codes}", codes=", ".join(reading.codes))
    elif not reading.accepted:
        verdict = translated("refused, without a code")
    return [
        (printable(reading.source.path), "name"),
        (f" · {reading.kind.value} · ", ""),
        (verdict, "good" if reading.accepted else "error"),
    ]


def _findings_by_row(
    reading: Reading, accounts: list[Account], findings: Sequence[Diagnostic]
) -> dict[Account | None, list[Diagnostic]]:
    """Row → the findings below it; None → the reasons for a refusal that no row shows."""
    rows: dict[int, list[Account]] = {}
    for account in accounts:
        rows.setdefault(account.line, []).append(account)
    form = FORMATS[reading.kind]
    rows_show_no_errors = form.is_json and form.has_lines  # broken JSON is read line by line
    by_row: dict[Account | None, list[Diagnostic]] = {}
    for finding in findings:
        line = reading.source.position(finding.span.start)[0]
        before = [row for row in rows.get(line, ()) if row.start <= finding.span.start]
        is_error = finding.severity is Severity.ERROR
        if before and before[-1].shows_findings and finding.severity is not Severity.INFO:
            by_row.setdefault(before[-1], []).append(finding)
        elif (
            is_error and not reading.accepted and (not accounts or (before and rows_show_no_errors))
        ):
            by_row.setdefault(before[-1] if before else None, []).append(finding)
    return {row: found[:_MAX_FINDINGS] for row, found in by_row.items()}


def _below(text: str, finding: Diagnostic) -> Line:
    return [(_INDENT, ""), (f"{finding.code} ", finding.severity.value), (text, "")]


_INDENT, _MAX_FINDINGS = " " * 10, 3
_MAX_LENGTH = 70


def _cut(text: str) -> str:
    return text if len(text) <= _MAX_LENGTH else text[: _MAX_LENGTH - 1] + "…"


def _summary(reading: Any, operators: Operators) -> str:
    if not reading.accepted:
        return translated("none: CANN stops")
    return FORMATS[reading.kind].summary(reading, operators)
