"""Fixes as rules give them: they come to an end, and do what they promise."""

from __future__ import annotations

import pytest
from hypothesis import example, given

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.checks import check_reading, read
from cannlint.engine.fixing import ROUNDS, Mended, mend
from cannlint.engine.run import Seen
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.report.inspection import effect
from cannlint.rules.loading import module_of, rule_modules
from cannlint.rules.rule import FixKind
from cannlint.text.source import Source
from cannlint.text.span import Edit, Span, apply_edits
from cases import RULE_PAGES, cases_of
from test_properties import FILES

CASES = [
    case
    for page in sorted(RULE_PAGES.glob("*.md"))
    for case in cases_of(page)
    if case.input.kind in CONFIG_KINDS
]
WRITES_WHAT_WAS_MEANT = frozenset(
    ("CD102", "CD103", "CD106", "CD108", "CD109", "CD111", "FS101", "FS103", "FS104", "FS105",
     "FS110", "KD101", "KD102", "KD105", "KD106", "KD108", "OP103", "OP104", "OP108", "OP109")
)  # fmt: skip
"""The rules whose safe fix changes what CANN does, to what can only have been meant: a word with
a blank or a mark that nobody sees, a comment that CANN takes for an entry."""


def seen(source: Source, kind: Kind, without: frozenset[str] = frozenset()) -> Seen:
    """What is found in a text, but by some rules."""
    found = check_reading(read(source, kind), operators())
    return Seen([finding for finding in found if finding.code not in without])


def mended(source: Source, kind: Kind, unsafe: bool = False, without: frozenset[str] = frozenset()):
    """A text after its fixes, but for those of some rules."""
    return mend(source, seen(source, kind, without), lambda text: seen(text, kind, without), unsafe)


def check_fixes(data: bytes, kind: Kind, unsafe: bool) -> None:
    source = Source("file", data)
    before = Mended(source, seen(source, kind))
    after = mended(source, kind, unsafe)
    again = mended(after.source, kind, unsafe)
    assert again.fixed == 0 and again.source.data == after.source.data
    assert before.seen.is_refused or not after.seen.is_refused
    for fix in [f.fix for f in after.seen.findings if f.fix and (unsafe or f.fix.is_safe)]:
        # left is only what would have CANN refuse a text that it accepts
        text = apply_edits(after.source.text, fix.edits).encode("utf-8", "surrogateescape")
        assert not after.seen.is_refused and seen(Source("file", text), kind).is_refused


def check_effect(data: bytes, kind: Kind) -> None:
    source = Source("file", data)
    reading = read(source, kind)
    if reading.accepted:
        after = mended(source, kind, without=WRITES_WHAT_WAS_MEANT).source
        assert effect(read(after, kind)) == effect(reading)


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_fixes_of_every_page_come_to_an_end(case, unsafe):
    check_fixes(case.input.data, case.input.kind, unsafe)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_safe_fixes_keep_what_cann_does_or_write_what_was_meant(case):
    check_effect(case.input.data, case.input.kind)


def test_rules_that_write_what_was_meant_have_a_safe_fix():
    for code in WRITES_WHAT_WAS_MEANT:
        assert module_of(rule_modules()[code]).RULE.fix is FixKind.SAFE


@pytest.mark.parametrize("unsafe", [False, True])
@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
@example(data=b"oat32\r#OpType::Relu::InputDtype:float32")  # the line that a fix makes is refused
@example(data=b"OpType::A:nputDtype:fl\nOpType:Sub:InputDtype:float16")  # one of two is refused
@example(data=b'{"Switch": {"GraphFusion": {"A": "on"=}}}')  # no comma is missing before `=`
def test_the_fixes_of_any_file_come_to_an_end(kind, data, unsafe):
    check_fixes(data, kind, unsafe)


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
def test_safe_fixes_of_any_file_keep_what_cann_does(kind, data):
    check_effect(data, kind)


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
def test_what_is_not_mended_stays_byte_for_byte(kind, data):
    """The bytes around the edits, those that are not UTF-8 included."""
    source = Source("file", data)
    found = check_reading(read(source, kind), operators())
    fix = next((finding.fix for finding in found if finding.fix), None)
    if fix is not None:
        [first, *_] = sorted(fix.edits, key=lambda edit: edit.span.start)
        after = mend(source, Seen([f for f in found if f.fix is fix]), lambda _: Seen([]), True)
        kept = source.text[: first.span.start].encode("utf-8", "surrogateescape")
        assert after.fixed == 1 and after.source.data.startswith(kept)


def test_of_fixes_that_overlap_the_first_is_taken_and_then_the_other():
    def found(text: str) -> list[Diagnostic]:
        doubled = [at for at in range(len(text) - 1) if text[at : at + 2] == ",,"]
        return [finding(Span(at, at + 2)) for at in doubled]

    def finding(span: Span) -> Diagnostic:
        it = Diagnostic("XX001", "x", Severity.WARNING, span, "m", {})
        return it.mend("t", Edit(span, ","))

    examined = []

    def examine(source: Source) -> Seen:
        examined.append(source.text)
        return Seen(found(source.text))

    result = mend(Source("f", b"a,,,,b"), Seen(found("a,,,,b")), examine, unsafe=False)
    assert examined == ["a,,b", "a,b"] and result.source.text == "a,b" and result.fixed == 3


def test_a_fix_that_would_have_cann_refuse_the_file_keeps_no_other_away():
    """Of three the first and the last are taken in one round."""

    def examine(source: Source) -> Seen:
        found = []
        for at, letter in enumerate(source.text):
            if letter.islower():
                it = Diagnostic("XX001", "x", Severity.WARNING, Span(at, at + 1), "m", {})
                found.append(it.mend("t", Edit(Span(at, at + 1), letter.upper())))
        if "B" in source.text:
            found.append(Diagnostic("XX002", "x", Severity.ERROR, Span(0, 1), "m", {}))
        return Seen(found)

    result = mend(Source("f", b"bac"), examine(Source("f", b"bac")), examine, unsafe=False)
    assert result.source.text == "bAC" and result.fixed == 2


def test_rounds_come_to_an_end():
    def examine(source: Source) -> Seen:
        it = Diagnostic("XX001", "x", Severity.WARNING, Span(0, 0), "m", {})
        return Seen([it.mend("t", Edit(Span(0, 0), "x"))])

    source = Source("f", b"")
    assert mend(source, examine(source), examine, unsafe=False).source.text == "x" * ROUNDS


def test_a_round_that_would_have_cann_refuse_the_file_is_not_taken():
    def finding(severity: Severity) -> Seen:
        it = Diagnostic("XX001", "x", severity, Span(0, 1), "m", {})
        return Seen([it.mend("t", Edit(Span(0, 1), "b"))])

    source = Source("f", b"a")
    refused = mend(source, finding(Severity.WARNING), lambda _: finding(Severity.ERROR), False)
    assert refused.source is source and refused.fixed == 0
    taken = mend(source, finding(Severity.ERROR), lambda _: Seen([]), False)
    assert taken.source.text == "b" and taken.fixed == 1
