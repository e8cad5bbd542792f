"""JUnit's XML: each file a suite, each finding a failed test, for what shows test results."""

from __future__ import annotations

from xml.etree import ElementTree

from cannlint.diagnostics import Severity
from cannlint.language import translated
from cannlint.report.places import shown_path
from cannlint.report.wording import title, words_and_places
from cannlint.report.xml_document import document
from cannlint.text.printable import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from cannlint.diagnostics import Diagnostic
    from cannlint.engine.run import Run

    Cases = list[ElementTree.Element]


def render(run: Run) -> str:
    """Every checked file as a suite; advice passes, what could not be done is an error."""
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
        _count(suite)
    _count(root)
    return document(root)


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


def _count(element: ElementTree.Element) -> None:
    """Say in an element how many tests are in it, and how they ended."""
    for name, tag in (("tests", "testcase"), ("failures", "failure"), ("errors", "error")):
        element.set(name, str(len(list(element.iter(tag)))))
