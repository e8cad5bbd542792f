"""The XML formats: Checkstyle (Jenkins and many others) and JUnit (viewers of test results)."""

from __future__ import annotations

from xml.etree import ElementTree

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.run import Run
from cannlint.language import translated
from cannlint.report.interchange import shown_path, title, words_and_places
from cannlint.text.printable import printable

Cases = list[ElementTree.Element]

_CHECKSTYLE_VERSION = "4.3"
"""The last version of the format."""


def render_checkstyle(run: Run) -> str:
    """A `file` element for every file with findings, an `error` element for each finding."""
    root = ElementTree.Element("checkstyle", version=_CHECKSTYLE_VERSION)
    files: dict[str, ElementTree.Element] = {}
    for finding in run.findings:
        assert finding.source is not None
        path = shown_path(finding.source.path)
        if path not in files:
            files[path] = ElementTree.SubElement(root, "file", name=path)
        ElementTree.SubElement(files[path], "error", _attributes(finding))
    return _document(root)


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


def render_junit(run: Run) -> str:
    """A test suite for every checked file, a test case for each finding.

    Errors and warnings are failures, advice passes; what cannlint could not do is an error.
    """
    suites: dict[str, Cases] = {shown_path(path): [] for path in sorted(run.kinds)}
    for finding in run.findings:
        assert finding.source is not None
        path = shown_path(finding.source.path)
        suites.setdefault(path, []).append(_case(finding, path))
    if run.complaints:
        suites["cannlint"] = [_error(complaint) for complaint in run.complaints]
    root = ElementTree.Element("testsuites", name="cannlint")
    for name, cases in suites.items():
        suite = ElementTree.SubElement(root, "testsuite", name=name)
        suite.extend(cases or [_passed(name)])
        _add_counts(suite)
    _add_counts(root)
    return _document(root)


def _case(finding: Diagnostic, path: str) -> ElementTree.Element:
    assert finding.source is not None
    line, column = finding.source.position(finding.span.start)
    name = f"{title(finding)} {line}:{column}"
    case = ElementTree.Element("testcase", name=name, classname=path, file=path, line=str(line))
    place = f"{path}:{line}:{column}: {finding.severity.value}: {words_and_places(finding)}"
    if finding.severity is Severity.INFO:
        ElementTree.SubElement(case, "system-out").text = place
    else:
        failed = {"message": str(finding.message), "type": finding.severity.value}
        ElementTree.SubElement(case, "failure", failed).text = place
    return case


def _passed(path: str) -> ElementTree.Element:
    return ElementTree.Element(
        "testcase", name=translated("nothing to report"), classname=path, file=path
    )


def _error(complaint: str) -> ElementTree.Element:
    case = ElementTree.Element("testcase", name="run", classname="cannlint")
    ElementTree.SubElement(case, "error", message=printable(complaint), type="error")
    return case


def _add_counts(element: ElementTree.Element) -> None:
    """Add the attributes that count the tests below an element, by outcome."""
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        element.set(name, str(len(list(element.iter(tag)))))


def _document(root: ElementTree.Element) -> str:
    """An indented UTF-8 document; its texts must be printable."""
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, "unicode")
