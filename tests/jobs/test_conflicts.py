"""Options of one job that do not go together: each row of manual/options.md."""

from __future__ import annotations

import json

import pytest

from cannlint.engine.file_checks import check_reading
from cannlint.engine.read import read
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.resolve.refusals import choose_precision, refusals
from cannlint.text.source import Source
from cases import Input, findings_of

ATC = "atc --framework=5 --model=net.onnx --output=net --soc_version=Ascend910B3 "
TF1 = """\
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
"""
TF2 = "import npu_device as npu\n"
MIXLIST = '{"black-list": {"to-add": ["Add"]}}'
RELU = "OpType::Relu:InputDtype:float16,OutputDtype:float16\n"


def found(kind: Kind, text: str, **files: str) -> set[tuple[str, ...]]:
    """What is found in a job and its files: (code, severity), and CANN's code where it stops.

    Advice on op_select_implmode itself, and on other options that are alone, is left out.
    """
    named = {name.replace("_", "."): data.encode() for name, data in files.items()}
    given = Input(kind, text.encode(), files=named)
    _, findings = findings_of(given, operators())
    return {
        tuple(filter(None, (finding.code, finding.severity.value, finding.cann_code)))
        for finding in findings
        if finding.code
        not in ("JB006", "JB012", "JB311", "JB312", "JB313", "JB317", "JB319", "JB341")
    }


def atc(options: str, **files: str) -> set[tuple[str, ...]]:
    return found(Kind.ATC_COMMANDS, ATC + options + "\n", **files)


def job(front_end: str, **options: object) -> set[tuple[str, ...]]:
    """A job of cannlint.toml; options that are tuples are files: (name, content)."""
    files = {value[0]: value[1] for value in options.values() if isinstance(value, tuple)}
    lines = [f'front-end = "{front_end}"']
    for key, value in options.items():
        text = value[0] if isinstance(value, tuple) else value
        lines.append(f'"{key}" = {json.dumps(text)}')
    named = {name.replace(".", "_"): data for name, data in files.items()}
    return found(Kind.JOB, "[job.net]\n" + "\n".join(lines) + "\n", **named)


def tf1(**options: object) -> set[tuple[str, ...]]:
    text = TF1
    for key, value in options.items():
        field = "b" if isinstance(value, bool) else "i" if isinstance(value, int) else "s"
        written = value.encode() if isinstance(value, str) else value
        text += f'custom_op.parameter_map["{key}"].{field} = {written!r}\n'
    return found(Kind.TF_SCRIPT, text)


def tf2(**options: object) -> set[tuple[str, ...]]:
    lines = (f"npu.global_options().{key} = {value!r}\n" for key, value in options.items())
    return found(Kind.TF_SCRIPT, TF2 + "".join(lines))


def test_x1a_both_precision_modes_on_the_command_line():
    both = atc("--precision_mode=force_fp16 --precision_mode_v2=fp16")
    assert both == {("JB302", "error", "E10056")}


def test_x1b_both_precision_modes_in_the_options_of_ge():
    options = {"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "fp16"}
    assert job("ge", **options) == {("JB302", "error", "E10056")}


def job_of_ge(level: str | None, **options: str) -> JobsReading:
    """One job whose options are given to GE at a level: as a whole, to a session, to a graph."""
    lines = "".join(f'"{key.replace("__", ".")}" = "{value}"\n' for key, value in options.items())
    reading = read(
        Source("cannlint.toml", f'[job.net]\nfront-end = "ge"\n{lines}'.encode()), Kind.JOB
    )
    for setting in reading.jobs[0].settings:
        setting.level = level
    return reading


def of_a_graph(**options: str) -> set[tuple[str, ...]]:
    """What is found in the options of one graph, where GE compares nothing."""
    found_there = check_reading(job_of_ge("graph", **options))
    return {(finding.code, finding.severity.value) for finding in found_there}


def test_x1c_the_second_form_is_lost_in_the_options_of_a_graph():
    both = of_a_graph(ge__exec__precision_mode="force_fp16", ge__exec__precision_mode_v2="fp16")
    assert both == {("JB302", "warning")}


def test_x2b_a_mixlist_without_effect_in_the_options_of_a_graph():
    assert of_a_graph(ge__exec__modify_mixlist="ops.json") == {("JB303", "warning")}


@pytest.mark.parametrize(("level", "due"), [("global", ["modify_mixlist"]), ("graph", [])])
def test_x2c_a_plan_is_refused_for_a_mixlist_only_where_ge_compares_it(level, due):
    [made] = job_of_ge(level, ge__exec__modify_mixlist="ops.json").jobs
    refused = refusals(made, None, choose_precision(made, None))
    assert [refusal.option for refusal in refused] == due


@pytest.mark.parametrize("level", ["global", "session", "graph"])
def test_atc_compares_what_its_file_of_raw_options_sets_at_any_level(cannlint, tmp_path, level):
    options = {"ge.exec.precision_mode": "force_fp16", "ge.exec.precision_mode_v2": "fp16"}
    raw = {"compile options": {level: options}}
    (tmp_path / "raw.json").write_text(json.dumps(raw))
    (tmp_path / "net.onnx").touch()
    result = cannlint(
        "check", "--format", "concise", "--", *(ATC + "--raw_ge_options=raw.json").split()
    )
    assert "error JB302" in result.out


def test_x1f_mindspore_sets_a_mode_for_every_graph():
    text = """\
import mindspore as ms
ms.set_context(ascend_config={
    "precision_mode": "force_fp32",
    "ge_options": {"session": {"ge.exec.precision_mode_v2": "origin"}},
})
"""
    assert ("JB302", "warning", "E10056") not in found(Kind.TORCH_MINDSPORE_SCRIPT, text)
    assert ("JB302", "warning") in {row[:2] for row in found(Kind.TORCH_MINDSPORE_SCRIPT, text)}


def test_x1d_both_precision_modes_in_tensorflow_1():
    assert tf1(precision_mode="force_fp16", precision_mode_v2="fp16") == {("JB302", "error")}


def test_x1e_both_precision_modes_in_tensorflow_2():
    assert tf2(precision_mode="force_fp16", precision_mode_v2="fp16") == {
        ("JB302", "error", "E10056")
    }


@pytest.mark.parametrize(
    "mode",
    [
        "",
        "--precision_mode=force_fp16",
        "--precision_mode_v2=origin",
        "--precision_mode_v2=cube_hif8",
    ],
)
def test_x2_a_mixlist_without_a_mixed_mode(mode):
    refused = atc(f"{mode} --modify_mixlist=ops.json", ops_json=MIXLIST)
    assert ("JB303", "error", "E10001") in refused and not {("MX301", "error", "E10001")} & refused


@pytest.mark.parametrize(
    "mode",
    [
        "--precision_mode=allow_mix_precision",
        "--precision_mode=allow_mix_precision_fp16",
        "--precision_mode=allow_mix_precision_bf16",
        "--precision_mode_v2=mixed_float16",
        "--precision_mode_v2=mixed_bfloat16",
    ],
)
def test_x2_a_mixlist_with_a_mixed_mode(mode):
    assert atc(f"{mode} --modify_mixlist=ops.json", ops_json=MIXLIST) == set()


def test_x2c_a_mixlist_without_a_mixed_mode_in_tensorflow_1():
    assert tf1(modify_mixlist="/etc/ops_info.json") == {("JB303", "error")}
    mixed = tf1(precision_mode_v2="mixed_float16", modify_mixlist="/etc/ops_info.json")
    assert mixed == set()


def test_x3_a_list_of_operators_without_a_mode():
    assert atc("--optypelist_for_implmode=Gelu") == {("JB008", "error", "E10001")}
    assert tf1(optypelist_for_implmode="Gelu") == {("JB008", "error")}


@pytest.mark.parametrize(
    "other", ["--op_select_implmode=high_precision", "--op_select_implmode=high_precision_for_all"]
)
@pytest.mark.parametrize("listed", ["", " --optypelist_for_implmode=Gelu"])
def test_x4_a_file_of_modes_beside_a_selected_mode(other, listed):
    options = f"{other}{listed} --op_precision_mode=net.ini"
    assert atc(options, net_ini="Gelu=high_precision\n") == {("JB301", "warning")}


def test_x5_a_mode_for_all_ignores_the_list():
    options = "--op_select_implmode=high_precision_for_all --optypelist_for_implmode=Gelu"
    assert atc(options) == {("JB304", "warning")}


def test_x6_allow_hf32_beats_entries_by_type():
    options = "--precision_mode_v2=origin --op_precision_mode=net.ini"
    ini = "MatMulV2=enable_hi_float_32_execution\n[ByNodeName]\na/b=high_precision\n"
    assert atc(f"{options} --allow_hf32=false", net_ini=ini) == {("OP301", "warning")}
    assert atc(f"{options} --allow_hf32=true", net_ini=ini) == set()
    assert atc(options, net_ini=ini) == set()


def test_x6b_allow_hf32_beats_a_selected_mode():
    options = "--precision_mode_v2=origin --op_select_implmode=high_performance_for_all"
    assert atc(f"{options} --allow_hf32=false") == {("JB323", "warning")}
    assert atc(f"{options} --allow_hf32=true") == set()


def test_x6c_tensorflow_2_always_gives_allow_hf32():
    file = ("net.ini", "MatMulV2=high_precision\n")
    assert ("OP301", "warning") in job("tf2", op_precision_mode=file)
    assert ("OP301", "warning") not in job("tf1", op_precision_mode=file)


def test_x7_keep_dtype_with_a_mode_that_keeps_everything():
    kept = {"keep_cfg": "OpType::Relu\n"}
    redundant = atc("--keep_dtype=keep.cfg --precision_mode=must_keep_origin_dtype", **kept)
    assert redundant == {("JB306", "info")}
    assert atc("--keep_dtype=keep.cfg --precision_mode=force_fp16", **kept) == set()
    assert atc("--keep_dtype=keep.cfg", **kept) == {("KD302", "info")}


def test_x8_customize_dtypes_beats_keep_dtype():
    options = "--precision_mode=force_fp16 --keep_dtype=keep.cfg --customize_dtypes=types.cfg"
    assert atc(options, keep_cfg="OpType::Relu\n", types_cfg=RELU) == {("JB305", "warning")}
    assert atc(options, keep_cfg="OpType::Add\n", types_cfg=RELU) == set()


def test_x8b_customize_dtypes_beats_every_precision_mode():
    mode = {"precision_mode": "must_keep_origin_dtype"}
    assert tf1(**mode, customize_dtypes="/etc/types.cfg") == {("JB324", "info")}
    assert atc("--precision_mode=must_keep_origin_dtype --customize_dtypes=/etc/x.cfg") == set()


@pytest.mark.parametrize(
    "debug", ["op_debug_level=1", "op_debug_level=3", "op_debug_config=/etc/x.cfg"]
)
def test_x9_debugging_turns_the_compile_cache_off(debug):
    for mode in ("enable", "force"):
        assert atc(f"--{debug} --op_compiler_cache_mode={mode}") == {("JB308", "warning")}
    assert atc(f"--{debug} --op_compiler_cache_mode=disable") == set()
    assert atc("--op_debug_level=0 --op_compiler_cache_mode=enable") == set()


def test_x9b_the_file_of_debugging_beats_the_option():
    both = job("ge", op_debug_config="/etc/x.cfg", op_debug_option="oom")
    assert both == {("JB325", "warning")}


def test_x10_weights_compressed_twice():
    options = "--enable_compress_weight=true --compress_weight_conf=w.cfg"
    assert ("JB315", "error", "E10047") in atc(options)


def test_x10b_tensorflow_1_aborts_for_both_keys_whatever_their_values():
    both = tf1(enable_compress_weight=False, compress_weight_conf="/etc/w.cfg")
    assert ("JB315", "error") in both


@pytest.mark.parametrize("pair", [(0, 1), (1, 0), (0, 3)])
def test_x11_deterministic_and_its_level(pair):
    options = "--deterministic={} --deterministic_level={}"
    assert atc(options.format(*pair)) == {("JB320", "error", "E10001")}
    assert atc(options.format(1, 2)) == atc(options.format(0, 0)) == set()
    assert atc("--deterministic=1") == set()


def test_x12_aipp_with_dynamic_dimensions():
    options = '--insert_op_conf=a.cfg --input_shape="x:-1,3" --input_format=ND --dynamic_dims="1;2"'
    assert ("error", "E10001") in {entry[1:] for entry in atc(options)}


def test_x13_two_ways_of_dynamic_shapes():
    options = '--input_shape="x:-1,3,-1,-1" --dynamic_batch_size=1,2 --dynamic_image_size="8,8;9,9"'
    assert "E10009" in {entry[-1] for entry in atc(options)}


def test_x14_a_caffe_model_without_weights():
    line = "atc --framework=0 --model=net.prototxt --output=net --soc_version=Ascend910B3\n"
    assert ("JB013", "error", "E10008") in found(Kind.ATC_COMMANDS, line)


def test_x15_mode_30_is_for_ascend035():
    assert "E10055" in {entry[-1] for entry in atc("--mode=30")}


def test_x16_mode_7_has_no_single_operators():
    assert ("error", "E10001") in {entry[1:] for entry in atc("--mode=7 --dump_mode=0")}


def test_x17_mode_6_has_no_framework():
    line = "atc --mode=6 --om=net.om --framework=5\n"
    assert "E10057" in {entry[-1] for entry in found(Kind.ATC_COMMANDS, line)}


def test_x18_single_operators_refuse_the_options_of_a_model():
    line = "atc --singleop=op.json --output=out --soc_version=Ascend910B3 --framework=5\n"
    assert ("error", "E10001") in {entry[1:] for entry in found(Kind.ATC_COMMANDS, line)}


def test_x18b_single_operators_ignore_others():
    line = "atc --singleop=op.json --output=out --soc_version=Ascend910B3 --keep_dtype=keep.cfg\n"
    assert ("JB318", "warning") in found(Kind.ATC_COMMANDS, line)


def test_x19_level_o1_turns_the_small_channel_off():
    assert atc("--oo_level=O1 --enable_small_channel=1") == {("JB309", "warning")}
    assert atc("--oo_level=O3 --enable_small_channel=1") == set()


def test_x19b_level_o1_closes_what_the_file_opens():
    file = '{"Switch": {"GraphFusion": {"AAMatMulNzToNdFusionPass": "on"}}}'
    options = "--fusion_switch_file=switch.cfg --oo_level="
    assert ("JB314", "warning") in atc(f"{options}O1", switch_cfg=file)
    assert ("JB314", "warning") not in atc(f"{options}O3", switch_cfg=file)


def test_x20_optimization_switch_beats_the_file():
    file = '{"Switch": {"GraphFusion": {"AAMatMulNzToNdFusionPass": "off"}}}'
    options = "--fusion_switch_file=switch.cfg --optimization_switch=AAMatMulNzToNdFusionPass:"
    assert ("JB314", "warning") in atc(f"{options}on", switch_cfg=file)
    assert ("JB314", "warning") not in atc(f"{options}off", switch_cfg=file)


def test_x20b_a_pass_that_stays_on():
    file = '{"Switch": {"GraphFusion": {"ZSplitVFusionPass": "off"}}}'
    assert ("FS204", "warning") in atc("--fusion_switch_file=switch.cfg", switch_cfg=file)


def test_x21_tensorflow_2_loses_the_last_switch():
    assert tf2(optimization_switch="AddNFusionPass:off") == {("JB326", "warning")}
    assert tf2(optimization_switch="AddNFusionPass:off;") == set()


def test_x22_inference_forces_the_small_channel():
    assert ("JB309", "warning") in tf1(graph_run_mode=0, enable_small_channel=0)
    assert ("JB309", "warning") not in tf1(graph_run_mode=1, enable_small_channel=0)


def test_x23_the_command_line_beats_the_file_of_raw_options(cannlint, tmp_path):
    raw = {"global": {"ge.exec.precision_mode": "force_fp32"}}
    (tmp_path / "raw.json").write_text(json.dumps({"compile options": raw}))
    (tmp_path / "net.onnx").write_text("")
    line = (ATC + "--precision_mode=force_fp16 --raw_ge_options=raw.json").split()
    found = json.loads(cannlint("check", "--format", "json", "--", *line).out)["diagnostics"]
    assert {(finding["rule"], finding["severity"]) for finding in found} == {
        ("JB011", "warning"),
        ("JB341", "info"),
    }


def test_x24_input_format_ends_the_check_of_build_options():
    options = {"input_format": "NCHW", "ge.oo.constantFolding": "true"}
    assert job("ge", **options) == {("JB328", "info")}


def test_x25_gears_are_all_or_none():
    assert ("JB008", "error") in tf1(input_shape="x:-1,3")


def test_x26_two_dumps_at_once():
    both = tf1(enable_dump=True, enable_dump_debug=True, dump_path="/tmp/dump")
    assert ("JB316", "error", "E10001") in both


def test_x27_options_of_the_other_torchair_mode():
    options = {"ge_config.oo_level": "O1"}
    assert job("torchair", mode="reduce-overhead", **options) == {("JB333", "warning")}
    assert job("torchair", mode="max-autotune", **options) == set()


@pytest.mark.parametrize("mode", ["precision_mode=force_fp32", "precision_mode_v2=origin"])
def test_x28_modes_that_are_not_for_quantised_models(mode):
    line = ATC.replace("net.onnx", "net_deploy_model.onnx") + f"--{mode}\n"
    assert found(Kind.ATC_COMMANDS, line) == {("JB329", "info")}
