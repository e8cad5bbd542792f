"""Fixes as rules give them: they come to an end, and do what they promise."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given

from cannlint.diagnostics import Diagnostic, Severity
from cannlint.engine.file_checks import check_reading
from cannlint.engine.fix import ROUNDS, FixedText, fix_text
from cannlint.engine.read import read
from cannlint.engine.units import Accepted
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.report.inspection import effect
from cannlint.rules.loading import rule_of
from cannlint.rules.rule import FixKind
from cannlint.text.source import Source
from cannlint.text.span import Edit, Span, apply_edits
from cases import RULE_PAGES, cases_of
from test_properties import FILES

PAGES = {
    page.stem: [case.input for case in cases_of(page) if case.input.kind in CONFIG_KINDS]
    for page in sorted(RULE_PAGES.glob("*.md"))
}
"""Rule pages → the config files on each."""

of_every_page = pytest.mark.parametrize("page", [page for page, inputs in PAGES.items() if inputs])
WRITES_WHAT_WAS_MEANT = frozenset(
    ("CD102", "CD103", "CD106", "CD108", "CD109", "CD111", "FS101", "FS103", "FS104", "FS105",
     "FS110", "KD101", "KD102", "KD105", "KD106", "KD108", "OP103", "OP104", "OP108", "OP109")
)  # fmt: skip
"""The rules whose safe fix changes what CANN does, to what can only have been meant: a word with
a blank or a mark that nobody sees, a comment that CANN takes for an entry."""


class Text:
    """A text of a kind that can be checked again with fixes, but for those of some rules."""

    def __init__(self, kind: Kind, without: frozenset[str] = frozenset()) -> None:
        self.kind = kind
        self.without = without

    def check(self, text: Source) -> Accepted:
        found = check_reading(read(text, self.kind), operators())
        return Accepted([finding for finding in found if finding.code not in self.without])

    def keeps_kind(self, text: Source) -> bool:
        return True


def accepted(source: Source, kind: Kind) -> Accepted:
    """What is found in a text."""
    return Text(kind).check(source)


def fixed_text(
    source: Source, kind: Kind, unsafe: bool = False, without: frozenset[str] = frozenset()
):
    """A text after its fixes, but for those of some rules."""
    text = Text(kind, without)
    return fix_text(source, text.check(source), text, unsafe)


def check_fixes(data: bytes, kind: Kind, unsafe: bool) -> None:
    source = Source("file", data)
    before = FixedText(source, accepted(source, kind))
    after = fixed_text(source, kind, unsafe)
    again = fixed_text(after.source, kind, unsafe)
    assert again.fixed == 0 and again.source.data == after.source.data
    assert before.accepted.is_refused or not after.accepted.is_refused
    for fix in [f.fix for f in after.accepted.findings if f.fix and (unsafe or f.fix.is_safe)]:
        # left is only what would have CANN refuse a text that it accepts
        text = apply_edits(after.source.text, fix.edits).encode("utf-8", "surrogateescape")
        assert not after.accepted.is_refused and accepted(Source("file", text), kind).is_refused


def check_effect(data: bytes, kind: Kind) -> None:
    source = Source("file", data)
    reading = read(source, kind)
    if reading.accepted:
        after = fixed_text(source, kind, without=WRITES_WHAT_WAS_MEANT).source
        assert effect(read(after, kind)) == effect(reading)


@of_every_page
def test_the_fixes_of_every_page_come_to_an_end(page):
    for config in PAGES[page]:
        check_fixes(config.data, config.kind, unsafe=False)
        check_fixes(config.data, config.kind, unsafe=True)


@of_every_page
def test_safe_fixes_keep_what_cann_does_or_write_what_was_meant(page):
    for config in PAGES[page]:
        check_effect(config.data, config.kind)


def test_rules_that_write_what_was_meant_have_a_safe_fix():
    for code in WRITES_WHAT_WAS_MEANT:
        assert rule_of(code).fix is FixKind.SAFE


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
def test_what_is_not_fixed_stays_byte_for_byte(kind, data):
    """The bytes around the edits, those that are not UTF-8 included."""
    source = Source("file", data)
    found = check_reading(read(source, kind), operators())
    fix = next((finding.fix for finding in found if finding.fix), None)
    if fix is not None:
        [first, *_] = sorted(fix.edits, key=lambda edit: edit.span.start)
        nothing_left = Scripted(lambda _: [])
        after = fix_text(
            source, Accepted([f for f in found if f.fix is fix]), nothing_left, unsafe=True
        )
        kept = source.text[: first.span.start].encode("utf-8", "surrogateescape")
        assert after.fixed == 1 and after.source.data.startswith(kept)


class Scripted:
    """A text in which a function finds what a test needs; `checked` are the texts it was given."""

    def __init__(self, find: Callable[[str], list[Diagnostic]]) -> None:
        self.find = find
        self.checked: list[str] = []

    def check(self, text: Source) -> Accepted:
        self.checked.append(text.text)
        return Accepted(self.find(text.text))

    def keeps_kind(self, text: Source) -> bool:
        return True

    def fixed(self, text: str) -> FixedText:
        """A text after its fixes."""
        source = Source("f", text.encode())
        return fix_text(source, Accepted(self.find(text)), self, unsafe=False)


def finding(span: Span, written: str | None, severity: Severity = Severity.WARNING) -> Diagnostic:
    """A finding with a fix that writes a text in its place."""
    it = Diagnostic("XX001", "x", severity, span, "m", {})
    return it.with_fix("t", Edit(span, written)) if written is not None else it


def test_of_fixes_that_overlap_the_first_is_taken_and_then_the_other():
    def doubled_commas(text: str) -> list[Diagnostic]:
        doubled = [at for at in range(len(text) - 1) if text[at : at + 2] == ",,"]
        return [finding(Span(at, at + 2), ",") for at in doubled]

    text = Scripted(doubled_commas)
    result = text.fixed("a,,,,b")
    assert text.checked == ["a,,b", "a,b"]
    assert result.source.text == "a,b" and result.fixed == 3


def test_a_fix_that_would_have_cann_refuse_the_file_keeps_no_other_away():
    """Of three the first and the last are taken in one round."""

    def small_letters(text: str) -> list[Diagnostic]:
        found = [
            finding(Span(at, at + 1), letter.upper())
            for at, letter in enumerate(text)
            if letter.islower()
        ]
        if "B" in text:
            found.append(finding(Span(0, 1), None, Severity.ERROR))
        return found

    result = Scripted(small_letters).fixed("bac")
    assert result.source.text == "bAC" and result.fixed == 2


def test_rounds_come_to_an_end():
    text = Scripted(lambda _: [finding(Span(0, 0), "x")])
    assert text.fixed("").source.text == "x" * ROUNDS


def test_a_round_that_would_have_cann_refuse_the_file_is_not_taken():
    def refused_with_b(text: str) -> list[Diagnostic]:
        severity = Severity.ERROR if text == "b" else Severity.WARNING
        return [finding(Span(0, 1), "b", severity)]

    left = Scripted(refused_with_b).fixed("a")
    assert left.source.text == "a" and left.fixed == 0


def test_a_refused_text_is_fixed():
    def refused_with_a(text: str) -> list[Diagnostic]:
        return [finding(Span(0, 1), "b", Severity.ERROR)] if text == "a" else []

    taken = Scripted(refused_with_a).fixed("a")
    assert taken.source.text == "b" and taken.fixed == 1
