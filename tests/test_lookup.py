"""What a look-up in the operator library records about the parts of a file."""

from __future__ import annotations

import json

import pytest

from cannlint.engine.read import read
from cannlint.formats.customize_dtypes.lookup import (
    COLUMNS_BY_KERNEL,
    EXTRA_POSITION,
    NO_SUCH_COLUMN,
    TOO_FEW_POSITIONS,
    TOO_MANY_POSITIONS,
    TYPE_AS_NODE_NAME,
    UNKNOWN_TYPE,
)
from cannlint.formats.fusion_switch.lookup import (
    ALL_OFF_LEAVES_ON,
    ALL_ON_LEAVES_OFF,
    OBSOLETE_PASS,
    PASS_IN_OTHER_CASE,
    PASS_OF_GRAPH_ENGINE,
    PASS_OF_OTHER_GROUP,
    PASS_STAYS_ON,
    UB_FUSION_WITHOUT_HARDWARE,
    UNKNOWN_PASS,
)
from cannlint.formats.mixlist.lookup import ALREADY_IN_LIST, NOT_IN_LIST, ONLY_REMOVED
from cannlint.formats.op_precision.lookup import (
    MODE_NEEDS_HF32,
    MODE_NOT_LISTED,
    NO_MODES,
    NODE_NAME_AS_TYPE,
)
from cannlint.kinds import FORMATS, LIBRARY_KINDS, Kind
from cannlint.library.operators import operators
from cannlint.text.source import Source


def facts_of(kind: Kind, text: str, *socs: str, extra: frozenset[str] = frozenset()):
    """Fact → how many parts of the file it was recorded about."""
    lookups = FORMATS[kind].look_up(
        read(Source("file", text.encode()), kind), operators(socs, None, extra)
    )
    return {fact: len(parts) for fact, parts in lookups.facts.items()}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Kind.CUSTOMIZE_DTYPES, "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"),
        (Kind.CUSTOMIZE_DTYPES, "conv1/Relu:InputDtype:int8\n"),
        (Kind.OP_PRECISION, "Gelu=high_precision\n[ByNodeName]\nlayer1/Gelu=keep_fp16\n"),
        (Kind.KEEP_DTYPE, "OpType::Relu\nconv1/Relu\n"),
        (Kind.MIXLIST, '{"white-list": {"to-add": ["Xlog1py"]}}'),
        (Kind.FUSION_SWITCH, "SoftmaxFusionPass:off\n"),
        (Kind.FUSION_SWITCH, '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}}}'),
    ],
)
def test_nothing_is_recorded_about_what_the_library_has(kind, text):
    assert facts_of(kind, text) == {}
    assert facts_of(kind, text, "Ascend910B3") == {}


@pytest.mark.parametrize(
    ("entry", "facts"),
    [
        ("OpType::Gellu:InputDtype:float16", {UNKNOWN_TYPE}),
        ("Relu:InputDtype:float16,OutputDtype:float16", {TYPE_AS_NODE_NAME}),
        ("OpType::Relu:InputDtype:float16,float16,OutputDtype:float16", {TOO_MANY_POSITIONS}),
        ("OpType::Cast:InputDtype:float16", {TOO_FEW_POSITIONS}),
        ("OpType::Tanh:InputDtype:int8,OutputDtype:int8", {NO_SUCH_COLUMN}),
        ("OpType::Relu:InputDtype:float16,OutputDtype:float16,", {EXTRA_POSITION}),
        ("OpType::Add:InputDtype:float16,float16,OutputDtype:float16", set()),
        ("OpType::Add:InputDtype:float16,float16,OutputDtype:int8", {NO_SUCH_COLUMN}),
        (
            "OpType::MaxPoolGrad:InputDtype:float16,float16,float16,OutputDtype:float32",
            {COLUMNS_BY_KERNEL},
        ),
    ],
)
def test_entries_of_customize_dtypes(entry, facts):
    assert set(facts_of(Kind.CUSTOMIZE_DTYPES, f"{entry}\n")) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("Gellu=high_precision", {UNKNOWN_TYPE}),
        ("layer1/Gelu=high_precision", {NODE_NAME_AS_TYPE}),
        ("Gelu=super_performance", {MODE_NOT_LISTED}),
        ("Relu=high_precision", {NO_MODES}),
        ("[ByNodeName]\nGelu=high_precision", {TYPE_AS_NODE_NAME}),
        ("[ByNodeName]\nOpType::MyOwn=high_precision", {TYPE_AS_NODE_NAME}),
    ],
)
def test_entries_of_op_precision(text, facts):
    assert set(facts_of(Kind.OP_PRECISION, f"{text}\n")) == facts


def test_hardware_is_looked_up_for_the_socs_asked_for():
    text = "Conv2D=enable_hi_float_32_execution\n"
    assert facts_of(Kind.OP_PRECISION, text) == {}
    assert facts_of(Kind.OP_PRECISION, text, "Ascend910B3") == {}
    assert facts_of(Kind.OP_PRECISION, text, "Ascend910A") == {MODE_NEEDS_HF32: 1}


@pytest.mark.parametrize(
    ("list_name", "update", "facts"),
    [
        ("black-list", "to-add", {ALREADY_IN_LIST}),
        ("white-list", "to-add", set()),
        ("white-list", "to-remove", {NOT_IN_LIST}),
        ("black-list", "to-remove", {ONLY_REMOVED}),
    ],
)
def test_an_operator_of_the_black_list(list_name, update, facts):
    text = json.dumps({list_name: {update: ["Xlog1py"]}})
    assert set(facts_of(Kind.MIXLIST, text)) == facts


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("MyOwnPass:off", {UNKNOWN_PASS}),
        ("softmaxFusionPass:off", {PASS_IN_OTHER_CASE}),
        ("ConstantFoldingPass:off", {PASS_OF_GRAPH_ENGINE}),
        ("RequantFusionPass:off", {OBSOLETE_PASS}),
        ("EinsumPass:off", {PASS_STAYS_ON}),
        ("EinsumPass:on", set()),
        ("ALL:off", {ALL_OFF_LEAVES_ON}),
        ("ALL:on", {ALL_ON_LEAVES_OFF}),
        ('{"Switch": {"GraphFusion": {"TbeMatmulFixPipeFusionPass": "off"}}}',
         {PASS_OF_OTHER_GROUP}),
    ],
)  # fmt: skip
def test_passes_of_a_fusion_switch(text, facts):
    assert set(facts_of(Kind.FUSION_SWITCH, f"{text}\n")) == facts


def test_ub_fusion_is_looked_up_for_the_socs_asked_for():
    text = '{"Switch": {"UBFusion": {"TbeMatmulFixPipeFusionPass": "off"}}}'
    assert facts_of(Kind.FUSION_SWITCH, text, "Ascend910B3") == {}
    found = facts_of(Kind.FUSION_SWITCH, text, "Ascend950PR_9589")
    assert found == {UB_FUSION_WITHOUT_HARDWARE: 1}


def test_nothing_is_recorded_about_operators_of_the_user():
    entry = "OpType::Relu:InputDtype:int8,int8,OutputDtype:int8\n"
    assert facts_of(Kind.CUSTOMIZE_DTYPES, entry) != {}
    assert facts_of(Kind.CUSTOMIZE_DTYPES, entry, extra=frozenset({"Relu"})) == {}


def test_each_part_is_recorded_once():
    text = "OpType::Gellu:InputDtype:float16\nOpType::Gellu:InputDtype:float16\nOpType::Foo\n"
    assert facts_of(Kind.CUSTOMIZE_DTYPES, text) == {UNKNOWN_TYPE: 1}
    assert facts_of(Kind.KEEP_DTYPE, "OpType::Foo\nOpType::Bar\n") == {UNKNOWN_TYPE: 2}


@pytest.mark.parametrize("kind", LIBRARY_KINDS)
def test_the_files_of_a_library_are_not_looked_up_in_it(kind):
    assert facts_of(kind, "{}") == {}
