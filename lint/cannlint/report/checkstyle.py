"""Checkstyle's XML, which Jenkins and many other programs read."""

from __future__ import annotations

from xml.etree import ElementTree

from cannlint.report.places import shown_path
from cannlint.report.wording import words_and_places
from cannlint.report.xml_document import document

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import Run

_VERSION = "4.3"
"""The version of the format; it has not changed since."""


def render(run: Run) -> str:
    """A document with an element for every file that has findings."""
    root = ElementTree.Element("checkstyle", version=_VERSION)
    files: dict[str, ElementTree.Element] = {}
    for finding in run.findings:
        assert finding.source is not None
        path = shown_path(finding.source.path)
        if path not in files:
            files[path] = ElementTree.SubElement(root, "file", name=path)
        ElementTree.SubElement(files[path], "error", _attributes(finding))
    return document(root)


def _attributes(finding: Diagnostic) -> dict[str, str]:
    assert finding.source is not None
    line, column = finding.source.position(finding.span.start)
    return {
        "line": str(line),
        "column": str(column),
        "severity": finding.severity.value,
        "message": words_and_places(finding),
        "source": f"cannlint.{finding.code}",
    }
