"""Findings as JSON and back: every report would say the same of them."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.diagnostics import Diagnostic, Message, Phrase, Severity
from cannlint.engine.run import Run
from cannlint.library.operators import operators
from cannlint.parallel.records import finding_of, record_of
from cannlint.report.full import lines
from cannlint.report.json_report import report
from cannlint.text.source import Source
from cannlint.text.span import Edit, Span
from cases import RULE_PAGES, Case, cases_of, findings_of

PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
"""Two halves that JSON takes for one character: no text that is read has them side by side."""

TEXTS = st.text(st.characters() | st.characters(categories=["Cs"])).filter(
    lambda text: not PAIR.search(text)
)
VALUES = st.recursive(
    TEXTS | st.integers() | st.none() | st.booleans() | TEXTS.map(Phrase),
    lambda inner: st.tuples(TEXTS, TEXTS) | st.builds(Message.of, st.just("{a} of it"), a=inner),
    max_leaves=4,
)


def there_and_back(findings: list[Diagnostic], home: Source) -> list[Diagnostic]:
    others = {finding.source.path: finding.source for finding in findings if finding.source}
    for finding in findings:
        others |= {label.source.path: label.source for label in finding.related if label.source}
    text = json.dumps([record_of(finding, home) for finding in findings])
    return [finding_of(record, home, others.__getitem__) for record in json.loads(text)]


def reported(findings: list[Diagnostic]) -> object:
    run = Run()
    run.findings = findings
    return report(run), list(lines(run, 100))


@pytest.mark.parametrize(
    "case",
    [case for page in sorted(RULE_PAGES.glob("*.md")) for case in cases_of(page)],
    ids=lambda case: case.name,
)
def test_findings_of_every_rule_come_back_as_they_were(case: Case):
    source, findings = findings_of(case.input, operators(case.input.socs))
    assert reported(there_and_back(findings, source)) == reported(findings)


@given(TEXTS, st.dictionaries(st.sampled_from("abc"), VALUES), TEXTS)
def test_any_values_come_back(data, values, edit):
    home = Source("a.cfg", data.encode("utf-8", "surrogatepass"))
    finding = Diagnostic("CD001", "a-name", Severity.INFO, Span(0, 1), "of {a}", values)
    finding.source = home
    finding.help = Message("with other values {x}", {"x": "y"})
    finding.mend("put it there", Edit(Span(0, 0), edit), safe=False)
    [back] = there_and_back([finding], home)
    assert {k: str(v) for k, v in back.values.items()} == {k: str(v) for k, v in values.items()}
    assert list(map(type, back.values.values())) == list(map(type, values.values()))
    assert str(back.help) == "with other values y"
    assert back.fix is not None and back.fix.edits == finding.fix.edits
