"""What the help of a finding about an option tells its reader to write."""

from __future__ import annotations

import json

import pytest

OPTIMIZER = 'import npu_bridge\ncustom_op.name = "NpuOptimizer"\ncustom_op.parameter_map'


@pytest.mark.parametrize(
    ("code", "script", "help"),
    [
        ("JB001", '["profiling_config"].s = b"{}"', "set it in `NPURunConfig` instead"),
        ("JB002", '["graph_run_mode"].i = 2', "write an integer of at most 1"),
        ("JB002", '["graph_max_parallel_model_num"].i = 0', "write an integer of at least 1"),
        ("JB002", '["input_fusion_size"].i = -1', "write an integer from 0 to 33554432"),
        ("JB002", '["local_device_list"].s = b"0,1,"', "write it like 0,1"),
        ("JB003", '["deterministic"].b = True', 'assign an integer to `["deterministic"].i`'),
        ("JB003", '["hcom_parallel"].s = True', 'assign True or False to `["hcom_parallel"].b`'),
    ],
)
def test_a_script_of_the_tensorflow_adapter(cannlint, tmp_path, code, script, help):
    (tmp_path / "train.py").write_text(OPTIMIZER + script + "\n")
    [finding] = json.loads(cannlint("check", "--format", "json", "train.py").out)["diagnostics"]
    assert (finding["rule"], finding["help"]) == (code, help)


@pytest.mark.parametrize(
    ("call", "help"),
    [("enable_dump=True", "`DumpConfig`"), ("use_off_line=True", "`parameter_map`")],
)
def test_an_argument_that_belongs_elsewhere(cannlint, tmp_path, call, help):
    (tmp_path / "train.py").write_text(f"import npu_bridge\nrun = NPURunConfig({call})\n")
    [finding] = json.loads(cannlint("check", "--format", "json", "train.py").out)["diagnostics"]
    assert finding["message"] == f"`NPURunConfig` has no option `{call.partition('=')[0]}`"
    assert finding["help"] == f"set it in {help} instead"


@pytest.mark.parametrize(
    ("flag", "help"),
    [("--help", "remove it"), ("-h2d=1", "write the flag with two dashes, or remove it")],
)
def test_a_flag_that_only_prints_the_usage(cannlint, tmp_path, flag, help):
    (tmp_path / "run.sh").write_text(f"atc --model=a.onnx --framework=5 {flag}\n")
    found = json.loads(cannlint("check", "--format", "json", "run.sh").out)["diagnostics"]
    assert [each["help"] for each in found if each["rule"] == "JB014"] == [help]


@pytest.mark.parametrize(
    ("line", "help", "is_fixed"),
    [
        ("debug.fx_summary.enabled = True", "remove it, or set one of: skip_compile, type", False),
        ("debug.graph_dump.typ = 'txt'", "write `type`", True),
        ("debug.graph_dump.typ = True", "write `type`", False),
    ],
)
def test_no_fix_writes_what_the_next_run_refuses(cannlint, tmp_path, line, help, is_fixed):
    script = f"import torchair\nconfig = torchair.CompilerConfig()\nconfig.{line}\n"
    (tmp_path / "run.py").write_text(script)
    [finding] = json.loads(cannlint("check", "--format", "json", "run.py").out)["diagnostics"]
    assert (finding["rule"], finding["help"]) == ("JB001", help)
    assert (finding["fix"] is not None) is is_fixed


@pytest.mark.parametrize(
    ("setting", "help"),
    [
        ("torchair.CompilerConfig().oo_level = 'O2'", "write `ge_config.oo_level`"),
        ("torchair.CompilerConfig().type = 'txt'", "remove it"),  # two groups have a `type`
        ("torch_npu.npu.set_option({'op_debug_level': 1})", "write `ACL_OP_DEBUG_LEVEL`"),
        (
            "npu_device.global_options().profiling_mode = True",
            "write `profiling_config.enable_profiling`",
        ),
    ],
)
def test_the_only_option_whose_last_part_or_name_in_cann_is_the_unknown_one(
    cannlint, tmp_path, setting, help
):
    (tmp_path / "run.py").write_text(f"import {setting.partition('.')[0]}\n{setting}\n")
    [finding] = json.loads(cannlint("check", "--format", "json", "run.py").out)["diagnostics"]
    assert (finding["rule"], finding["help"]) == ("JB001", help)
