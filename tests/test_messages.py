"""Findings of one code that say different things: the pages of cases do not tell them apart."""

from __future__ import annotations

import pytest

from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cases import Input, findings_of

ATC = "atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend910B3 --input_shape="
TF1 = 'custom_op.name = "NpuOptimizer"\ncustom_op.parameter_map'


def messages(kind: Kind, text: str, code: str) -> list[str]:
    _, findings = findings_of(Input(kind, text.encode()), operators())
    return [str(finding.message) for finding in findings if finding.code == code]


@pytest.mark.parametrize(
    ("shape", "message"),
    [
        ("x:1,,3", "one of the sizes or shapes is empty"),
        ("x:1,99999999999999999999", "the number `99999999999999999999` is too large"),
    ],
)
def test_the_fault_of_a_static_shape(shape, message):
    assert messages(Kind.ATC_COMMANDS, f"{ATC}'{shape}'\n", "JB037") == [message]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"black-list": {"to-add": ["Relu"}}', "expected `]` to close `[`, found `}`"),
        ("}", "`}` closes no bracket"),
    ],
)
def test_a_bracket_that_closes_another_one_or_nothing(text, message):
    assert messages(Kind.MIXLIST, text, "MX001") == [message]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('["session_device_id"].i = 1 << 70', "the field `.i` takes an integer of 64 bits"),
        (
            '["session_device_id"].i = 1.5',
            "the field `.i` takes an integer, not a value of type float",
        ),
    ],
)
def test_a_number_that_a_field_cannot_hold(value, message):
    assert messages(Kind.TF_SCRIPT, TF1 + value + "\n", "JB003") == [message]


def test_a_mode_that_another_option_overrides_shows_that_option_and_no_other():
    text = (
        "custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
        f"{TF1}['jit_compile'].s = b'auto'\n"
        "custom_op.parameter_map['shape_generalization_mode'].s = b'FULL'\n"
    )
    source, findings = findings_of(Input(Kind.TF_SCRIPT, text.encode()), operators())
    [finding] = [one for one in findings if one.code == "JB351"]
    assert [source.slice(one.span) for one in finding.related] == [
        "custom_op.parameter_map['jit_compile'].s = b'auto'"
    ]


@pytest.mark.parametrize(
    ("kind", "code", "text", "help"),
    [
        (
            Kind.FUSION_SWITCH,
            "FS203",
            "SoftmaxFusionPass:on\nsoftmaxfusionpass:off\n",
            "remove it: the file already names `SoftmaxFusionPass`",
        ),
        (Kind.FUSION_SWITCH, "FS203", "softmaxfusionpass:off\n", "write `SoftmaxFusionPass`"),
        (
            Kind.FUSION_SWITCH,
            "FS202",
            '{"Switch": {"GraphFusion": {"SoftmaxFusionPass": "on"},'
            ' "UBFusion": {"SoftmaxFusionPass": "off"}}}',
            "remove it: `GraphFusion` already names it",
        ),
        (
            Kind.FUSION_SWITCH,
            "FS202",
            '{"Switch": {"UBFusion": {"SoftmaxFusionPass": "off"}}}',
            "move it to `GraphFusion`",
        ),
        (
            Kind.OP_PRECISION,
            "OP206",
            "[ByNodeName]\nOpType::=high_precision\n",
            "write an operator type below a line `[ByOpType]`",
        ),
        (
            Kind.OP_PRECISION,
            "OP206",
            "[ByNodeName]\nOpType::Tanh=high_precision\n",
            "write `Tanh` below a line `[ByOpType]`",
        ),
    ],
)
def test_a_help_names_what_can_be_written(kind, code, text, help):
    _, findings = findings_of(Input(kind, text.encode()), operators())
    assert [str(finding.help) for finding in findings if finding.code == code] == [help]
