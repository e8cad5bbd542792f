"""A finding in words, for the reports that have one text for each."""

from __future__ import annotations

from cannlint.language import said
from cannlint.report.places import shown_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic


def title(finding: Diagnostic) -> str:
    """Code and name of the rule."""
    return f"{finding.code} {finding.name}"


def words(finding: Diagnostic) -> str:
    """What is wrong; on lines of their own, what to do and what CANN does."""
    lines = [str(finding.message)]
    if finding.help is not None:
        lines.append(said("help: {text}", text=finding.help))
    if finding.note is not None:
        lines.append(said("note: {text}", text=finding.note))
    return "\n".join(lines)


def words_and_places(finding: Diagnostic) -> str:
    """The same with the further places of a finding, for formats that have no field for them."""
    lines = [words(finding)]
    for label in finding.related:
        source = label.source or finding.source
        assert source is not None
        line, column = source.position(label.span.start)
        place = f"{shown_path(source.path)}:{line}:{column}"
        lines.append(said("see {place}: {text}", place=place, text=label.message))
    return "\n".join(lines)
