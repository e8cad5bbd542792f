"""What makes a finding the same one in the next run, after lines above it have come or gone."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from cannlint.report.places import repository_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import Run


def fingerprints(run: Run) -> list[str]:
    """For each finding a hash of its rule, file and line, and its number among equal ones.

    The hash takes the line's text without the blanks around it, and what of it the finding is
    about; never its number, nor the message, which another release or language words otherwise.
    """
    seen: Counter[str] = Counter()
    found = []
    for finding in run.findings:
        digest = _digest(finding)
        seen[digest] += 1
        found.append(f"{digest}:{seen[digest]}")
    return found


def _digest(finding: Diagnostic) -> str:
    source = finding.source
    assert source is not None
    start, end = source.line_span(source.position(finding.span.start)[0])
    parts = [
        finding.code,
        repository_path(source.path) or source.path,
        source.text[start:end].strip(),
        source.text[finding.span.start : min(finding.span.end, end)].strip(),
    ]
    return sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]
