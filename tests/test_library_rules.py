"""The rules that need the operator library, as a user meets them: --soc, --library, extra-ops."""

from __future__ import annotations

import json

import pytest

TANH = "OpType::Tanh:InputDtype:bfloat16,OutputDtype:bfloat16\n"
SUB = "OpType::Sub:InputDtype:float16,float32,OutputDtype:float32\n"


@pytest.fixture
def found(cannlint, tmp_path):
    """Check one file; the findings of the JSON report."""

    def check(text: str, kind: str, *options: str, **environment: str):
        (tmp_path / "file.cfg").write_text(text)
        arguments = ("check", "--format", "json", "--kind", kind, *options, "file.cfg")
        result = cannlint(*arguments, ASCEND_OPP_PATH="", ASCEND_HOME_PATH="", **environment)
        assert result.status == 0, result.err
        return json.loads(result.out)["diagnostics"]

    return check


def rules(findings) -> list[str]:
    return [finding["rule"] for finding in findings]


def mixlist(*op_types: str) -> str:
    return json.dumps({"black-list": {"to-add": list(op_types)}})


def tensor(name: str, dtypes: str, param_type: str = "required") -> dict[str, str]:
    return {
        "name": name,
        "paramType": param_type,
        "dtype": dtypes,
        "format": ",".join("ND" for _ in dtypes.split(",")),
    }


@pytest.fixture
def install(tmp_path):
    """An installed CANN with two SoC folders, and MyGelu with its modes."""
    tbe = tmp_path / "cann" / "opp" / "built-in" / "op_impl" / "ai_core" / "tbe"
    gelu = {"input0": tensor("x", "float16,float"), "output0": tensor("y", "float16,float")}
    many = {"input0": tensor("x", "float16", "dynamic"), "output0": tensor("y", "float16")}
    for folder, operators in (
        ("ascend910b", {"MyGelu": gelu, "MyMany": many}),
        ("ascend310p", {"MyMany": many}),
    ):
        (tbe / "config" / folder).mkdir(parents=True)
        file = tbe / "config" / folder / f"aic-{folder}-ops-info.json"
        file.write_text(json.dumps(operators))
    (tbe / "impl_mode").mkdir()
    (tbe / "impl_mode" / "all_ops_impl_mode.ini").write_text("MyGelu=high_performance\n")
    (tmp_path / "cann" / "opp" / "version.info").write_text("Version=7.3.T1\n")
    return str(tmp_path / "cann" / "opp")


def test_a_combination_depends_on_the_soc(found):
    kind = "customize_dtypes"
    assert rules(found(TANH, kind)) == []
    assert rules(found(TANH, kind, "--soc", "Ascend910B3")) == []
    [finding] = found(TANH, kind, "--soc", "Ascend910A")
    assert finding["rule"] == "CD204" and finding["severity"] == "warning"
    assert finding["message"] == "`Tanh` has no kernel with these dtypes"
    assert finding["help"] == (
        "write `InputDtype:float16,OutputDtype:float16` or `InputDtype:float32,OutputDtype:float32`"
    )


def test_of_several_socs_the_one_that_fails_is_named(found):
    socs = ("--soc", "Ascend910B3", "--soc", "Ascend910A")
    [finding] = found(TANH, "customize_dtypes", *socs)
    assert finding["message"] == "`Tanh` has no kernel with these dtypes on ascend910"


def test_the_nearest_combination_comes_first(found):
    [finding] = found(SUB, "customize_dtypes")
    assert "float32,float32,OutputDtype:float32" in finding["help"]
    assert "float16,float32" not in finding["help"]


def test_a_type_of_other_socs_says_which(found):
    [finding] = found(mixlist("ArgMaxD"), "mixlist", "--soc", "Ascend910B3")
    assert finding["message"] == "`ArgMaxD` is not in the operator library of ascend910b"
    assert finding["help"].endswith(
        "ascend310, ascend310p, ascend610, ascend910, bs9sx1a and 3 more"
    )
    assert finding["fix"] is None
    assert found(mixlist("ArgMaxD"), "mixlist") == []


@pytest.mark.parametrize(
    ("wrong", "meant"),
    [
        ("MatMu1V2", "MatMulV2"),
        ("matmulv2", "MatMulV2"),
        ("Loglp", "Log1p"),
        ("StrideSliceD", "StridedSliceD"),
        ("LayerNormXbackpropV2", "LayerNormXBackpropV2"),
        ("Softmax", "SoftmaxV2"),
        ("ReudceSumD", "ReduceSumD"),
    ],
)
def test_a_misspelt_type_gets_the_one_that_was_meant(found, wrong, meant):
    [finding] = found(mixlist(wrong), "mixlist")
    assert finding["rule"] == "MX201" and finding["help"] == f"write `{meant}`"
    assert finding["fix"]["applicability"] == "unsafe"
    assert finding["fix"]["edits"][0]["text"] == f'"{meant}"'


@pytest.mark.parametrize("name", ["Conv1D", "Conv", "Size", "Print", "Log2", "Silu"])
def test_no_far_fetched_suggestion(found, name):
    [finding] = found(mixlist(name), "mixlist")
    assert finding["rule"] == "MX201" and finding["fix"] is None


def test_a_suggestion_is_one_that_the_soc_has(found):
    assert found(mixlist("ArgMaxd"), "mixlist")[0]["fix"] is not None
    [finding] = found(mixlist("ArgMaxd"), "mixlist", "--soc", "Ascend910B3")
    assert finding["fix"] is None


@pytest.mark.parametrize(
    ("kind", "text", "code"),
    [
        ("mixlist", mixlist("MyOwnOp"), "MX201"),
        ("keep_dtype", "OpType::MyOwnOp\n", "KD201"),
        ("op_precision", "MyOwnOp=high_precision\n", "OP201"),
        ("customize_dtypes", "OpType::MyOwnOp:InputDtype:float16\n", "CD201"),
    ],
)
def test_operators_of_the_user_are_known(found, tmp_path, kind, text, code):
    assert rules(found(text, kind)) == [code]
    (tmp_path / "cannlint.toml").write_text('extra-ops = ["MyOwnOp"]\n')
    assert found(text, kind) == []


def test_nothing_is_said_about_the_tensors_and_modes_of_a_replaced_operator(found, tmp_path):
    (tmp_path / "cannlint.toml").write_text('extra-ops = ["Sub", "Relu", "Gelu"]\n')
    assert found(SUB, "customize_dtypes") == []
    assert found("Relu=high_precision\nGelu=keep_fp16\n", "op_precision") == []


def test_an_incomplete_library_calls_nothing_unknown(found):
    options = ("--library", "9.1.0")
    files = {
        "mixlist": mixlist("NobodysOp"),
        "keep_dtype": "OpType::NobodysOp\n",
        "op_precision": "NobodysOp=high_precision\n",
        "customize_dtypes": "OpType::NobodysOp:InputDtype:float16,OutputDtype:float16\n",
    }
    for kind, text in files.items():
        [finding] = found(text, kind, *options)
        assert (finding["severity"], finding["fix"]) == ("info", None)
        assert "that are known" in finding["message"]
    options = ("--library", "9.1.0", "--soc", "Ascend950PR_9579")
    assert found("OpType::Conv2DCompress\n", "keep_dtype", *options) == []  # other SoCs have it


def test_what_an_incomplete_library_has_is_judged(found):
    for soc in ("Ascend950PR_9579", "ascend950"):
        options = ("--library", "9.1.0", "--soc", soc)
        [finding] = found(SUB, "customize_dtypes", *options)
        assert finding["rule"] == "CD204"
    assert rules(found("Gelu=super_performance\n", "op_precision", "--library", "9.1.0")) == [
        "OP202"
    ]


def test_hf32_needs_hardware_on_one_of_the_socs(found):
    text = "Conv2D=enable_hi_float_32_execution\n"
    assert found(text, "op_precision") == []
    assert found(text, "op_precision", "--soc", "Ascend910B3") == []
    [finding] = found(text, "op_precision", "--soc", "Ascend310P3")
    assert finding["rule"] == "OP204"
    socs = ("--soc", "Ascend310P3", "--soc", "Ascend910A")
    [finding] = found(text, "op_precision", *socs)
    assert "none of Ascend310P3, Ascend910A has" in finding["message"]
    assert found(text, "op_precision", *socs, "--soc", "Ascend910B3") == []


def test_a_node_needs_the_hardware_as_well(found):
    """In a file with nothing else to say about it, too."""
    text = "[ByNodeName]\nconv1/Conv2D=enable_hi_float_32_execution\n"
    assert rules(found(text, "op_precision", "--soc", "Ascend310P3")) == ["OP204"]
    assert rules(found(text, "op_precision", "--soc", "Ascend910B3")) == []


def test_an_install_is_the_library(found, install):
    options = ("--library", install)
    [finding] = found(mixlist("Relu", "MyMany", "MyGelu"), "mixlist", *options)
    assert finding["rule"] == "MX201" and "`Relu`" in finding["message"]
    entry = "OpType::MyGelu:InputDtype:float16,float16,OutputDtype:float32\n"
    assert rules(found(entry, "customize_dtypes", *options)) == ["CD204", "CD202"]
    entry = "OpType::MyMany:InputDtype:float16,float16,float16,OutputDtype:float16\n"
    assert found(entry, "customize_dtypes", *options) == []
    modes = found("MyGelu=high_precision\nMyMany=high_precision\n", "op_precision", *options)
    assert rules(modes) == ["OP202", "OP203"]


def test_an_install_has_each_soc_by_its_folder(found, install):
    options = ("--library", install, "--soc", "ascend310p")
    [finding] = found("OpType::MyGelu\nOpType::MyMany\n", "keep_dtype", *options)
    assert finding["message"] == "`MyGelu` is not in the operator library of ascend310p"
    assert finding["help"].endswith("SoCs that have it: ascend910b")


def test_the_note_says_where_the_knowledge_comes_from(cannlint, tmp_path):
    (tmp_path / "ops_info.json").write_text(mixlist("MatMu1V2"))
    out = cannlint("check", "--soc", "Ascend910B3", "ops_info.json", COLUMNS="200").out
    assert "from CANN 8.1.RC1, Ascend910B3" in out


def test_runs_of_the_operators_say_what_no_node_supports(found):
    line = "OpType::MatMulV2:InputDtype:bfloat16,bfloat16,OutputDtype:float32\n"
    (finding,) = found(line, "customize_dtypes", "--soc", "Ascend910B3")
    assert finding["rule"] == "CD204"
    assert finding["help"] == "write `InputDtype:bfloat16,bfloat16,OutputDtype:bfloat16`"
    assert finding["note"].endswith("from runs of op_select_format of CANN 8.1.RC1")


def test_what_only_some_nodes_support_is_not_certain(found):
    """Mixed dtypes are for an Add with an unknown dimension: what is suggested is for all."""
    line = "OpType::Add:InputDtype:{},OutputDtype:float32\n"
    options = ("customize_dtypes", "--soc", "Ascend910B3")
    (finding,) = found(line.format("float16,float32"), *options)
    assert finding["rule"] == "CD205"
    assert "for some shapes, formats or attributes only" in finding["note"]
    (finding,) = found(line.format("float16,int8"), *options)
    assert finding["rule"] == "CD204"
    assert "float32,float32,OutputDtype:float32" in finding["help"]
    assert "float16,float32" not in finding["help"]


def test_operators_that_were_not_run_decide_themselves(found):
    line = "OpType::DynamicRNN:InputDtype:float16,float16,float16\n"
    findings = found(line, "customize_dtypes", "--soc", "Ascend910B3")
    assert "the kernel decides while compiling" in findings[-1]["note"]


def test_a_broken_library_is_named_and_calls_no_operator_unknown(cannlint, tmp_path, install):
    tbe = tmp_path / "cann/opp/built-in/op_impl/ai_core/tbe"
    broken = tbe / "config/ascend910b/aic-ascend910b-ops-info-nn.json"
    broken.write_text('{"MyTanh": {"input0"')
    (tmp_path / "file.cfg").write_text("OpType::MyTanh:InputDtype:float16\n")
    options = ("--kind", "customize_dtypes", "--library", install, "--format", "concise")
    result = cannlint("check", *options, "file.cfg")
    assert result.status == 0 and "CD201" not in result.out
    assert f"{broken}: CANN cannot load this library file" in result.err
    broken.unlink()
    assert "CD201" in cannlint("check", *options, "file.cfg").out


def test_every_broken_library_of_a_run_is_named(cannlint, tmp_path, install):
    tbe = tmp_path / "cann/opp/built-in/op_impl/ai_core/tbe"
    (tbe / "config/ascend910b/aic-ascend910b-ops-info-nn.json").write_text("{")
    settings = {"a": f"opp = {json.dumps(install)}\n", "b": 'library = "8.1.RC1"\n'}
    for folder, setting in settings.items():
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "cannlint.toml").write_text(setting)
        (tmp_path / folder / "file.cfg").write_text("OpType::MyTanh:InputDtype:float16\n")
    result = cannlint("check", "--format", "concise", "a/file.cfg", "b/file.cfg")
    assert [line.split(" ")[0] for line in result.out.splitlines()[:1]] == ["b/file.cfg:1:9:"]
    assert result.err.count("CANN cannot load this library file") == 1


ALL_OFF = '{"Switch": {"GraphFusion": {"ALL": "off", "LayerNormV4FusionPass": "off"}}}'


@pytest.mark.parametrize(
    ("library", "count", "opened"),
    [
        ("8.1.RC1", 88, "write their names: LayerNormGradV3FusionPass, GridSampler3DFusionPass;"),
        ("9.0.0", 92, "GridSampler3DFusionPass, FusedInferAttentionScoreQuantFusionPass, Incre"),
    ],
)
def test_what_all_off_leaves_on_is_the_library_s(found, library, count, opened):
    """9.0.0 has three more passes on by itself, and forces on more than 8.1.RC1 keeps."""
    all_off = found(ALL_OFF, "fusion_switch", "--library", library)[0]
    assert all_off["rule"] == "FS205"
    assert f"does not turn off {count} passes" in all_off["message"]
    assert opened in all_off["help"] and all_off["note"].startswith(f"in CANN {library}, ")


def test_a_pass_that_the_library_forces_on_cannot_be_turned_off(found):
    text = '{"Switch": {"GraphFusion": {"LayerNormV4FusionPass": "off"}}}'
    assert rules(found(text, "fusion_switch")) == []
    (forced,) = found(text, "fusion_switch", "--library", "9.0.0")
    assert forced["rule"] == "FS204"
    assert forced["note"].startswith(
        "ExceptionalPassOfO1Level in the fusion_config.json of CANN 9.0.0"
    )


def test_the_name_of_a_node_is_told_from_an_unknown_type(found):
    (finding,) = found(mixlist("layer1/MyRelu"), "mixlist")
    assert finding["rule"] == "MX201"
    assert finding["help"].endswith("`layer1/MyRelu` looks like the name of one")
    (finding,) = found(mixlist("MyRelu"), "mixlist")
    assert "extra-ops" in finding["help"]


def test_a_mode_of_an_operator_that_the_list_beside_the_file_lacks(cannlint, tmp_path):
    (tmp_path / "high_precision.ini").write_text("Abs=high_precision\nGelu=high_precision\n")
    arguments = ("check", "--kind", "impl_mode", "--format", "concise", "high_precision.ini")
    assert cannlint(*arguments).out.startswith("1 file checked, nothing to report")
    (tmp_path / "all_ops_impl_mode.ini").write_text("Abs=high_performance,high_precision\n")
    [finding, *_] = cannlint(*arguments).out.splitlines()
    assert finding.startswith("high_precision.ini:2:1: info LB004 `Gelu` is not in ")
