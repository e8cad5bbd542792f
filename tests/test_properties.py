"""Any bytes as any kind: no exception, places inside the file, the same answer twice."""

from __future__ import annotations

import json

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cannlint.cann.dtypes import WRITTEN
from cannlint.diagnostics import Severity
from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.formats.mixlist.lookup import UNKNOWN_TYPE
from cannlint.kinds import CONFIG_KINDS, FORMATS, Kind
from cannlint.library.operators import operators
from cannlint.library.snapshot import EMBEDDED, embedded
from cannlint.report.snippet import Marked, snippet
from cannlint.rules.loading import (
    library_rules_about,
    rules_about,
)
from cannlint.text.source import Source
from cannlint.text.span import apply_edits
from cases import all_rules

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


JSON_KINDS = (Kind.MIXLIST, Kind.FUSION_SWITCH)  # tests/reading has the like for these


@pytest.mark.parametrize("kind", [kind for kind in CONFIG_KINDS if kind not in JSON_KINDS])
@given(data=FILES)
def test_a_rule_that_no_recorded_fact_concerns_finds_nothing(kind: Kind, data: bytes):
    reading = read(Source("file", data), kind)
    concerned = rules_about(kind, reading.facts)
    for rule in all_rules(kind):
        if rule not in concerned:
            assert [finding.code for finding in rule.run(reading)] == []


OPS = [
    "Relu",
    "Gelu",
    "Abs",
    "MatMulV2",
    "Conv2D",
    "Xlog1py",
    "ReduceSumD",
    "matmulv2",
    "MyOp",
    "a/b",
]
DTYPES = ["float16", "float32", "bfloat16", "int8", "int32", ""]
PASSES = [
    "SoftmaxFusionPass",
    "PassThroughFusionPass",
    "ConstantFoldingPass",
    "AutomaticUbFusion",
    "RequantFusionPass",
    "SplitConvFusionPass",
    "LayerNormV4FusionPass",
    "softmaxfusionpass",
    "MyPass",
    "ALL",
]
op_types, dtype_lists = st.sampled_from(OPS), st.lists(st.sampled_from(DTYPES), max_size=3)
prefixes = st.sampled_from(["OpType::", ""])
CANN_OPERATORS = [
    operator
    for name in ("MatMulV2", "BatchMatMul", "Conv2D", "Relu", "ConcatD", "LayerNorm", "BNInference")
    for operator in operators(()).entries(name).values()
    if operator.column_count
]
MODES = ["high_precision", "high_performance", "enable_float_32_execution", "keep_fp16"]
LISTS, UPDATES = ["white-list", "black-list", "gray-list"], ["to-add", "to-remove"]


def entry_of(op: str, inputs: list[str], outputs: list[str], prefix: str = "OpType::") -> str:
    return f"{prefix}{op}:InputDtype:{','.join(inputs)},OutputDtype:{','.join(outputs)}\n"


@st.composite
def entries_from_columns(draw: st.DrawFn) -> str:
    """An entry with the dtypes of a column of its operator, of so many tensors."""
    operator = draw(st.sampled_from(CANN_OPERATORS))
    column = draw(st.integers(0, operator.column_count - 1))
    sides = [
        [WRITTEN.get(t.dtypes[column], t.dtypes[column]) for t in tensors if t.dtypes]
        for tensors in (operator.inputs, operator.outputs)
    ]
    return entry_of(operator.op_type, *(side[: draw(st.integers(0, 6))] for side in sides))


SOUND_LISTS = st.builds(
    lambda name, update, ops: {name: {update: ops}},
    st.sampled_from(LISTS),
    st.sampled_from(UPDATES),
    st.lists(op_types, max_size=2, unique=True),
)
SOUND_SWITCHES = st.builds(
    lambda group, passes: {group: passes},
    st.sampled_from(["GraphFusion", "UBFusion"]),
    st.dictionaries(st.sampled_from(PASSES), st.sampled_from(["on", "off"]), max_size=2),
)
SOUND_FILES = {
    Kind.CUSTOMIZE_DTYPES: st.builds(entry_of, op_types, dtype_lists, dtype_lists, prefixes)
    | entries_from_columns(),
    Kind.OP_PRECISION: st.builds(
        "{}{}={}\n".format,
        st.sampled_from(["", "[ByOpType]\n", "[ByNodeName]\n"]),
        op_types,
        st.sampled_from(MODES),
    ),
    Kind.KEEP_DTYPE: st.builds("{}{}\n".format, prefixes, op_types),
    Kind.MIXLIST: SOUND_LISTS.map(json.dumps),
    Kind.FUSION_SWITCH: st.one_of(
        st.builds(
            lambda top, switches: json.dumps({top: switches}),
            st.sampled_from(["Switch", "Switch", "Priority"]),
            SOUND_SWITCHES,
        ),
        st.builds("{}:{}\n".format, st.sampled_from(PASSES), st.sampled_from(["on", "off"])),
    ),
}


OPERATOR_SETS = st.builds(
    operators,
    st.sampled_from([(), ("Ascend910B3",), ("Ascend310P3", "Ascend910B"), ("Ascend950PR_9599",)]),
    st.sampled_from(EMBEDDED).map(embedded),
    st.sampled_from([frozenset(), frozenset({"MyOp", "Relu"})]),
)


@pytest.mark.parametrize("kind", CONFIG_KINDS)
@given(data=st.data())
def test_a_library_rule_that_no_recorded_fact_concerns_finds_nothing(
    kind: Kind, data: st.DataObject
):
    """What lets a run skip a library rule: all are run here all the same."""
    reading = read(Source("file", data.draw(SOUND_FILES[kind]).encode()), kind)
    lookups = FORMATS[reading.kind].look_up(reading, data.draw(OPERATOR_SETS))
    concerned = library_rules_about(kind, lookups.facts)
    for rule in all_rules(kind, needs_library=True):
        if rule not in concerned:
            assert [finding.code for finding in rule.run(reading, lookups)] == []


@given(data=st.data())
def test_a_library_rule_that_is_run_has_something_to_say(data: st.DataObject):
    """In a file without slips: a fact is not recorded in passing."""
    kind = data.draw(st.sampled_from(CONFIG_KINDS))
    reading = read(Source("file", data.draw(SOUND_FILES[kind]).encode()), kind)
    lookups = FORMATS[reading.kind].look_up(reading, data.draw(OPERATOR_SETS))
    for rule in library_rules_about(kind, lookups.facts if not reading.facts else ()):
        assert list(rule.run(reading, lookups)) != []


@given(passes=SOUND_SWITCHES, known=OPERATOR_SETS)
def test_a_pass_is_looked_up_alike_with_and_without_its_place(passes, known):
    """A second section has the names looked up where they stand."""
    alone = read(Source("file", json.dumps({"Switch": passes}).encode()), Kind.FUSION_SWITCH)
    beside = {"Switch": passes, "Priority": {}}
    placed = read(Source("file", json.dumps(beside).encode()), Kind.FUSION_SWITCH)
    assert set(FORMATS[alone.kind].look_up(alone, known).facts) == set(
        FORMATS[placed.kind].look_up(placed, known).facts
    )


@given(lists=SOUND_LISTS, known=OPERATOR_SETS)
def test_a_type_is_looked_up_alike_with_and_without_its_place(lists, known):
    """An operator that no library has lets all others be looked up where they stand."""
    [(name, updates)] = lists.items()
    beside = {name: {update: [*ops, "NoSuchOp"] for update, ops in updates.items()}}
    alone, placed = (
        facts_by_type(read(Source("file", json.dumps(value).encode()), Kind.MIXLIST), known)
        for value in (lists, beside)
    )
    placed.pop("NoSuchOp", None)
    assert alone == placed


def facts_by_type(reading, known) -> dict[str, set[str]]:
    """Operator type → the facts about it and its operations."""
    found: dict[str, set[str]] = {}
    for fact, parts in FORMATS[reading.kind].look_up(reading, known).facts.items():
        for part in parts:
            mention = part[1][0] if fact == UNKNOWN_TYPE else getattr(part, "mention", part)
            found.setdefault(mention.op_type, set()).add(fact)
    return found
