"""Any bytes as any kind: no exception, places inside the file, the same answer twice."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.diagnostics import Severity
from cannlint.engine import check_reading, read, reading_module
from cannlint.kinds import CONFIG_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.report.inspection import effect, text_lines
from cannlint.report.snippet import Marked, snippet
from cannlint.text.source import Source
from cannlint.text.span import apply_edits

FRAGMENTS = [
    "OpType::", "OpType:", "Relu", "a/b", "节点", "\ufeff", "\0", ":", "::", ",", " ", "\t", "\r",
    "\n", "\r\n", "#", ";", "//", "InputDtype", "OutputDtype", "InputDtype:", "float16", "fp16",
    "=", "high_precision", "high_precision_for_all", "[ByNodeName]", "[ByOpType]", "[Foo]", "{",
    "}", "[", "]", '"', "'", "“", "Switch", '"Switch":', '"GraphFusion":', '"black-list":',
    '"to-add":', '"to-remove":', '"white-list":', '["Relu"]', '"on"', '"off "', ":on", ":off",
    "ALL", "null", "true", "1", "-", "1e999", '"Priority":', '"Top":', '"999"',
    '"ExceptionalPassOfO1Level":', "\\", "\\u", "\\ud800", "/*", "*/", "x" * 1023,
]  # fmt: skip

TEXTS = st.lists(st.sampled_from(FRAGMENTS) | st.text(max_size=3), max_size=30).map("".join)
FILES = st.one_of(
    TEXTS.map(lambda text: text.encode("utf-8", "surrogatepass")), st.binary(max_size=200)
)


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
@example(data=b"")
@example(data=b"\xff\xfe{\0}\0")
@example(data=b"[" * 5000)
@example(data=b'{"a":' * 5000)
def test_any_bytes(kind: Kind, data: bytes):
    source = Source("file", data)
    reading = read(source, kind)
    findings = check_reading(reading, operators())
    for finding in findings:
        for span in [finding.span, *(label.span for label in finding.related)]:
            assert 0 <= span.start <= span.end <= len(source.text)
        texts = [finding.message, finding.label, finding.help, finding.note]
        assert all("\n" not in str(text) for text in texts if text)
        marks = [Marked(finding.span, "x", "^", "error")]
        assert list(snippet(source, marks, 3, 80))
        if finding.fix is not None:
            apply_edits(source.text, finding.fix.edits)
    again = check_reading(read(Source("file", data), kind), operators())
    assert [(f.code, f.span, str(f.message)) for f in again] == [
        (f.code, f.span, str(f.message)) for f in findings
    ]


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
def test_an_error_exactly_when_cann_refuses(kind: Kind, data: bytes):
    reading = read(Source("file", data), kind)
    errors = {f.code for f in check_reading(reading) if f.severity is Severity.ERROR}
    if reading.accepted:
        assert errors <= {"CD007"}  # read without complaint, then the compile fails
    else:
        assert errors


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
def test_both_paths_read_the_same(kind: Kind, data: bytes):
    module = reading_module(kind)
    fast, slow = (module.read(Source("file", data), fast=fast) for fast in (True, False))
    assert effect(fast) == effect(slow)
    assert [(row.line, row.what, row.outcome) for row in module.account(fast)] == [
        (row.line, row.what, row.outcome) for row in module.account(slow)
    ]
    assert text_lines(fast, list(module.account(fast)))
    assert fast.regular == slow.regular


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=FILES)
def test_no_rule_finds_anything_in_a_regular_file(kind: Kind, data: bytes):
    """What lets a clean run skip the rules: they are run here all the same."""
    from cannlint.rules.registry import rules_for

    reading = read(Source("file", data), kind)
    if reading.regular and reading.source.bad_byte is None:
        assert [finding.code for rule in rules_for(kind) for finding in rule.run(reading)] == []
