"""The rules against their pages in tests/rules, and their docstrings against themselves."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

import cannlint
from cannlint.diagnostics import Diagnostic, Severity
from cannlint.facts import READ
from cannlint.library.operators import operators
from cannlint.rules.loading import module_of, rule_modules
from cannlint.rules.registry import ANY_FILE, JOB_LIBRARY_RULES, JOB_RULES, PLAN_RULES, RULES
from cannlint.rules.registry import LIBRARY_RULES as LIBRARY
from cannlint.text.span import apply_edits
from cases import RULE_PAGES, Case, Input, blocks, cases_of, findings_of, inputs_of, shown

CODES = sorted(rule_modules())
NOT_OF_ONE_FILE = (
    *("CL001", "CL002", "CL003", "CL005", "JB015", "JB017", "JB020", "JB356"),
    *("JB031", "JB032", "JB033", "JB034", "JB035", "JB036", "JB371", "JB372"),
    *("LB002", "LB004", "LB006"),
)
FILE_RULES = [code for code in CODES if code not in NOT_OF_ONE_FILE]
LIBRARY_RULES = {
    name.rsplit(".", 1)[1][:5].upper()
    for names in (*LIBRARY.values(), *PLAN_RULES.values(), JOB_LIBRARY_RULES)
    for name in names
    if not any(name in of_kind for of_kind in RULES.values())
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


@pytest.mark.parametrize(
    "case",
    [case for page in sorted(RULE_PAGES.glob("*.md")) for case in cases_of(page)],
    ids=lambda case: case.name,
)
def test_page(case: Case):
    source, findings = check(case.input, case.name[:5])
    assert [shown(source, finding) for finding in findings] == case.findings
    assert all(texts_of(finding) for finding in findings)
    if case.fixed is not None:
        assert apply_fixes(case.input, case.name[:5]) == case.fixed


@pytest.mark.parametrize("code", FILE_RULES)
def test_every_rule_has_a_page_with_a_hit_and_a_miss(code):
    cases = list(cases_of(RULE_PAGES / f"{code}.md"))
    hits = [any(f" {code}" in line for line in case.findings) for case in cases]
    assert any(hits) and not all(hits)


@pytest.mark.parametrize("code", FILE_RULES)
def test_docstring_examples(code):
    module = module_of(rule_modules()[code])
    sections = dict(section.split("\n", 1) for section in (module.__doc__ or "").split("\n## ")[1:])
    [(_, bad)] = inputs_of(list(blocks(sections["Example"])))
    assert code in {finding.code for finding in check(bad, code)[1]}
    for _, good in inputs_of(list(blocks(sections["Write instead"]))):
        _, findings = check(good, code)
        assert [f.code for f in findings if f.severity is not Severity.INFO or f.code == code] == []
    assert "What CANN does" in sections
    assert "\nSource: " in module.__doc__


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


def test_the_registry_lists_every_rule_file():
    folder = Path(module_of("rule").__file__).parent
    files = {f"{path.parent.name}.{path.stem}" for path in folder.glob("*/[a-z][a-z][0-9]*_*.py")}
    assert set(rule_modules().values()) == files


def test_every_fact_concerns_a_rule():
    """A fact that no rule is about would be recorded for nothing."""
    tables = [*RULES.values(), *LIBRARY.values(), ANY_FILE, JOB_RULES, JOB_LIBRARY_RULES]
    concerned = {fact for rules in tables for facts in rules.values() for fact in facts}
    assert declared_facts() - concerned <= {READ}


def declared_facts() -> set[str]:
    """The facts that the modules of the package declare, each beside the class of its parts."""
    declaration = re.compile(r'^[A-Z_0-9]+: Fact\[.*\] = Fact\("(.+)"\)$', re.MULTILINE)
    texts = [path.read_text("utf-8") for path in Path(cannlint.__file__).parent.rglob("*.py")]
    return {fact for text in texts for fact in declaration.findall(text)}


@pytest.mark.parametrize("code", CODES)
def test_metadata(code):
    module = module_of(rule_modules()[code])
    rule = module.RULE
    assert rule.code == code
    stem = module.__name__.rsplit(".", 1)[1]
    assert stem == f"{code.lower()}_{rule.name.replace('-', '_')}"
    summary = module.__doc__.splitlines()[0]
    assert summary.endswith(".") and len(summary) <= 100
