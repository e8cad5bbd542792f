"""The rules against their pages in tests/rules, and their docstrings against themselves."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

import cannlint
import rule_index
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import READ
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import descriptions
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.rules.loading import docstring_of, module_of, rule_names, rule_of
from cannlint.rules.rule import JobRule, Rule, Subject
from cannlint.text.source import Source
from cannlint.text.span import Span, apply_edits
from cases import RULE_PAGES, Case, Input, blocks, cases_of, findings_of, inputs_of, shown

CODES = sorted(rule_names())
NOT_OF_ONE_FILE = (
    *("CL001", "CL002", "CL003", "CL005", "JB015", "JB017", "JB020"),
    *("JB103", "JB104", "JB105", "JB356"),
    *("JB031", "JB032", "JB033", "JB034", "JB035", "JB036", "JB371", "JB372"),
    *("LB002", "LB004", "LB006"),
)
FILE_RULES = [code for code in CODES if code not in NOT_OF_ONE_FILE]
LIBRARY_RULES = {
    code for code in CODES if rule_of(code).needs_library or rule_of(code).subject is Subject.PLANS
}


def check(given: Input, code: str):
    """The findings on a page of `code`; only pages of library rules know the library."""
    return findings_of(given, operators(given.socs) if code in LIBRARY_RULES else None)


def apply_fixes(given: Input, code: str) -> bytes:
    source, findings = check(given, code)
    fixable = [f for f in findings if f.code == code and f.fix and f.source is source]
    edits = {edit for f in fixable for edit in f.fix.edits}
    return apply_edits(source.text, edits).encode("utf-8", "surrogateescape")


def texts_of(finding: Diagnostic) -> list[str]:
    """All texts of a finding, filled in."""
    texts = [finding.message, finding.label, finding.help, finding.note]
    texts += [label.message for label in finding.related]
    return [str(text) for text in texts if text is not None]


def _is_whole(text: str) -> bool:
    """Whether nothing is missing in a text, such as the code that CANN stops with."""
    return bool(text) and not re.search(
        r"\bwith(?: code)? *(?:$|[,;]|\.(?!\w))|^[ ,;]|``(?!`)", text
    )


def _places_beside(finding: Diagnostic) -> list[tuple[Source, Span]]:
    return [(label.source or finding.source, label.span) for label in finding.related]


@pytest.mark.parametrize(
    "case",
    [case for page in sorted(RULE_PAGES.glob("*.md")) for case in cases_of(page)],
    ids=lambda case: case.name,
)
def test_page(case: Case):
    source, findings = check(case.input, case.name[:5])
    assert [shown(source, finding) for finding in findings] == case.findings
    for finding in findings:
        assert all(_is_whole(text) for text in texts_of(finding)), texts_of(finding)
        assert (finding.source, finding.span) not in _places_beside(finding)
    if case.fixed is not None:
        assert apply_fixes(case.input, case.name[:5]) == case.fixed


@pytest.mark.parametrize("code", FILE_RULES)
def test_every_rule_has_a_page_with_a_hit_and_a_miss(code):
    cases = list(cases_of(RULE_PAGES / f"{code}.md"))
    hits = [any(f" {code}" in line for line in case.findings) for case in cases]
    assert any(hits) and not all(hits)


@pytest.mark.parametrize("code", FILE_RULES)
def test_docstring_examples(code):
    documentation = docstring_of(code)
    sections = dict(section.split("\n", 1) for section in documentation.split("\n## ")[1:])
    [(_, bad)] = inputs_of(list(blocks(sections["Example"])))
    assert code in {finding.code for finding in check(bad, code)[1]}
    for _, good in inputs_of(list(blocks(sections["Write instead"]))):
        _, findings = check(good, code)
        assert [f.code for f in findings if f.severity is not Severity.INFO or f.code == code] == []
    assert "What CANN does" in sections
    assert "\nSource: " in documentation


READ_ONLY_THEN = ("JB001", "JB002")
"""Rules about options that nobody looks at before they are mended, and then may have faults."""


@pytest.mark.parametrize("code", FILE_RULES)
def test_fixes_mend_without_harm(code):
    """After a rule's fixes its findings with a fix are gone and no other has come."""
    for case in cases_of(RULE_PAGES / f"{code}.md"):
        source, before = check(case.input, code)
        fixed = apply_fixes(case.input, code)
        _, after = check(replace(case.input, data=fixed), code)
        fixable = [f for f in before if f.code == code and f.fix and f.source is source]
        if fixable:
            assert not any(f.code == code and f.fix for f in after)
            new = {f.code for f in after} - {f.code for f in before}
            assert not new or code in READ_ONLY_THEN, f"{case.name}: the fix brings {new}"


def test_the_index_is_current():
    """The index spares imports: a rule that is not in it is never asked."""
    assert rule_index.INDEX.read_text("utf-8") == rule_index.text()


def test_every_fact_concerns_a_rule():
    """A fact that no rule is about would be recorded for nothing."""
    concerned = {fact for code in CODES for fact in rule_of(code).about}
    assert declared_facts() - concerned <= {READ}


@pytest.mark.parametrize("kind_of_rule", [Rule, JobRule])
def test_a_rule_that_names_no_fact_is_an_error(kind_of_rule):
    with pytest.raises(ValueError, match="CD999 names no fact"):
        kind_of_rule("CD999", "some-name", Severity.ERROR, tuple(Kind))


def test_a_rule_is_about_what_exists():
    """Facts, and for a rule about jobs also options and front ends."""
    of_jobs = {*descriptions(), *(end.value for end in FrontEnd)}
    for code in CODES:
        rule = rule_of(code)
        known = of_jobs if rule.subject is Subject.JOB else set()
        assert set(rule.about) <= declared_facts() | known, code


@cache
def declared_facts() -> set[str]:
    """The facts that the modules of the package declare, each beside the class of its parts."""
    declaration = re.compile(r'^[A-Z_0-9]+: Fact\[.*\] = Fact\("(.+)"\)$', re.MULTILINE)
    texts = [path.read_text("utf-8") for path in Path(cannlint.__file__).parent.rglob("*.py")]
    return {fact for text in texts for fact in declaration.findall(text)}


@pytest.mark.parametrize("code", CODES)
def test_metadata(code):
    rule = rule_of(code)
    assert rule.code == code
    folder, stem = module_of(code).__name__.split(".")[-2:]
    if folder != "hygiene":  # where a file is the same check of several formats
        assert stem == f"{code.lower()}_{rule.name.replace('-', '_')}"
    summary = docstring_of(code).strip().splitlines()[0]
    assert summary.endswith(".") and len(summary) <= 100
