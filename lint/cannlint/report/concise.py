"""One line for each finding, for editors and grep."""

from __future__ import annotations

from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from cannlint.engine.run import Run


def lines(run: Run) -> Iterator[str]:
    """`path:line:column: severity code message`, with `[*]` where there is a fix."""
    for finding in run.findings:
        assert finding.source is not None
        line, column = finding.source.position(finding.span.start)
        fixable = " [*]" if finding.fix is not None else ""
        yield (
            f"{printable(finding.source.path)}:{line}:{column}: {finding.severity.value} "
            f"{finding.code} {finding.message}{fixable}"
        )
