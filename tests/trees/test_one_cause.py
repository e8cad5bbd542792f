"""One cause gives one finding, and its help can be followed."""

from __future__ import annotations

import json

import pytest

TF1 = 'import npu_bridge\ncustom_op.name = "NpuOptimizer"\ncustom_op.parameter_map'
TORCH = "import torch_npu\ntorch_npu.npu.set_option"
ATC = "atc --model=a.onnx --framework=5 --output=a "


@pytest.fixture
def findings(cannlint, tmp_path):
    """Check a file, and give (rule, severity, help) of each finding."""

    def check(name, text):
        (tmp_path / name).write_text(text)
        report = json.loads(cannlint("check", "--format", "json", name).out)
        return [(each["rule"], each["severity"], each["help"]) for each in report["diagnostics"]]

    return check


def rules(found):
    return [rule for rule, _, _ in found]


def test_an_option_that_is_refused_is_not_also_accepted(findings):
    mode = TF1 + '["graph_run_mode"].i = 0\ncustom_op.parameter_map'
    assert rules(findings("a.py", mode + '["auto_tune_mode"].s = b"RL"\n')) == ["JB002"]
    assert rules(findings("a.py", mode + '["hccl_timeout"].i = 600\n')) == ["JB319"]


def test_a_misspelt_precision_mode_is_the_only_finding(findings):
    soc = ATC + "--soc_version=Ascend310P3 --modify_mixlist=/data/a.json --precision_mode="
    assert rules(findings("a.sh", soc + "allow_mix_precison\n")) == ["JB002"]
    assert rules(findings("a.sh", soc + "force_fp16\n")) == ["JB303"]
    assert rules(findings("a.sh", soc + "allow_mix_precision\n")) == []


def test_a_list_of_operators_is_what_was_asked_for(findings):
    [found] = findings("a.sh", ATC + "--soc_version=Ascend310P3 --op_select_implmode=high_precision"
                       " --optypelist_for_implmode=Gelu\n")  # fmt: skip
    assert found[:2] == ("JB310", "info") and "op_precision_mode" in found[2]
    of_torch = findings(
        "a.py",
        TORCH + '({"ACL_OP_SELECT_IMPL_MODE": "high_precision",'
        ' "ACL_OPTYPELIST_FOR_IMPLMODE": "Gelu"})\n',
    )
    helps = [help for rule, _, help in of_torch if rule == "JB310"]
    assert helps == ["list every operator that needs the mode"]


def test_a_mode_alone_is_one_finding_with_the_library_too(findings):
    for mode, rule in (("high_precision", "JB313"), ("high_performance_for_all", "JB312")):
        text = ATC + f"--soc_version=Ascend310P3 --op_select_implmode={mode}\n"
        assert rules(findings("a.sh", text)) == [rule]


def test_pythons_none_is_no_mode_and_no_file_of_that_name_is_mentioned(findings):
    call = 'import npu_bridge\nrun = NPURunConfig(op_precision_mode="/a.ini", op_select_implmode='
    assert rules(findings("a.py", call + "None)\n")) == []
    assert rules(findings("a.py", call + '"high_precision")\n')) == ["JB301"]


@pytest.mark.parametrize(
    ("text", "help"),
    [
        (TF1 + '["enable_data_pre_proc"].b = True\n', "keep it as long as you need it"),
        (TF1 + '["enable_data_pre_proc"].b = False\n', "remove it: this is its default value"),
        ("NPURunConfig(enable_data_pre_proc=False)  # npu\n", "keep it as long as you need it"),
        ("NPURunConfig(enable_data_pre_proc=True)  # npu\n", "remove it: this is its default"),
    ],
)
def test_a_deprecated_option_without_successor_is_removed_only_where_that_changes_nothing(
    findings, text, help
):
    [found] = findings("a.py", text)
    assert found[0] == "JB006" and found[2].startswith(help)


def test_an_argument_that_no_place_accepts_is_to_be_removed(findings):
    [found] = findings("a.py", 'NPURunConfig(auto_tune_mode="RL,GA")  # npu\n')
    assert found == (
        "JB001",
        "error",
        "remove it: CANN 8 removed this kind of tuning; older releases have the option",
    )


@pytest.mark.parametrize("key", ["allow_hf32", "conv.allow_hf32", "matmul.allow_hf32"])
def test_hf32_of_torch_is_no_key_of_set_option(findings, key):
    [found] = findings("a.py", TORCH + f'({{"{key}": True}})\n')
    assert found[0] == "JB001" and "torch.npu.conv.allow_hf32" in found[2]
    flags = "import torch_npu\ntorch.npu.conv.allow_hf32 = True\n"
    assert findings("a.py", flags + "torch.npu.matmul.allow_hf32 = True\n") == []


def test_a_range_in_brackets_keeps_its_range(findings):
    shape = ATC + '--soc_version=Ascend310P3 --input_shape="x:{}"\n'
    [found] = findings("a.sh", shape.format("[1~32,3,224,224]"))
    assert found[0] == "JB016" and "`1~32,3,224,224`" in found[2]
    assert findings("a.sh", shape.format("1~32,3,224,224")) == []


def test_a_name_that_stands_for_a_product_is_no_mistake(findings):
    [found] = findings("a.sh", ATC + "--soc_version=AscendA310\n")
    assert found[:2] == ("JB019", "info")
    [found] = findings("a.sh", ATC + "--soc_version=AscendB310\n")
    assert found[:2] == ("JB019", "warning")


@pytest.mark.parametrize(
    ("soc", "meant"),
    [
        ("Ascend710", ["Ascend310P1", "Ascend310P3", "Ascend310P5", "Ascend310P7"]),
        ("ascend710", ["Ascend310P1", "Ascend310P3", "Ascend310P5", "Ascend310P7"]),
    ],
)
def test_a_soc_by_a_former_name(findings, soc, meant):
    [found] = findings("a.sh", ATC + f"--soc_version={soc}\n")
    assert found[0] == "JB019"
    assert [name.strip(" `,") for name in found[2].split("`")[1::2]] == meant
    for name in meant:
        assert findings("a.sh", ATC + f"--soc_version={name}\n") == []


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("SwinAttentionScoreFusionPass", "AAAAAASwinAttentionScoreFusionPass"),
        ("MatMulToMatmulV3FusionPass2", "MatMulToMatmulV3FusionPass"),
        ("ConvDequantVaddReluFusionPass", "TbeConvDequantVaddReluFusionPass"),
    ],
)
def test_a_pass_without_the_beginning_of_its_name(findings, name, meant):
    group = "UBFusion" if meant.startswith("Tbe") else "GraphFusion"

    def switch(off):
        return json.dumps({"Switch": {group: {off: "off"}}})

    [found] = findings("fusion_switch.cfg", switch(name))
    assert found[0] == "FS201" and f"`{meant}`" in found[2]
    assert "FS201" not in rules(findings("fusion_switch.cfg", switch(meant)))
