"""What the vendor's pages show, and what the compiler makes of it."""

from __future__ import annotations

import pytest

from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cases import Input, findings_of

LINE = "atc --framework=5 --model=net.onnx --output=net --soc_version={soc} "


def found(kind: Kind, text: str, soc: str = "Ascend910B3") -> dict[str, tuple[str, str | None]]:
    """Rule → severity and CANN's code; advice is left out."""
    _, findings = findings_of(Input(kind, text.encode()), operators((soc,)))
    return {
        finding.code: (finding.severity.value, finding.cann_code)
        for finding in findings
        if finding.severity.value != "info"
    }


def atc(options: str, soc: str = "Ascend910B3") -> dict[str, tuple[str, str | None]]:
    return found(Kind.ATC_COMMANDS, LINE.format(soc=soc) + options + "\n", soc)


def ge(**options: str) -> dict[str, tuple[str, str | None]]:
    lines = (f'"{key}" = "{value}"\n' for key, value in options.items())
    return found(Kind.JOB, '[job.net]\nfront-end = "ge"\n' + "".join(lines))


def tf1(*lines: str) -> dict[str, tuple[str, str | None]]:
    start = "custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
    start += 'custom_op.name = "NpuOptimizer"\n'
    return found(Kind.TF_SCRIPT, start + "".join(f"custom_op.{line}\n" for line in lines))


MIXLIST_PAGE = """\
{
  "black-list": {             // what is not to be lowered
     "to-remove": [           // becomes gray
     "Xlog1py"
     ],
     "to-add": [              // becomes black
     "Matmul",
     "Cast"
     ]
  }
}
"""


def test_the_sample_of_the_mixlist_has_comments_that_json_does_not_know():
    assert found(Kind.MIXLIST, MIXLIST_PAGE)["MX002"] == ("error", "E21002")


def test_the_sample_with_two_lists_lacks_a_comma():
    text = '{"black-list": {"to-add": ["Cast"]} "white-list": {"to-remove": ["Conv2D"]}}'
    assert found(Kind.MIXLIST, text)["MX001"] == ("error", "E21002")


def test_the_sample_of_customize_dtypes_has_lines_with_a_hash():
    text = "# by name\nop1::InputDtype:float16,OutputDtype:float16\n"
    assert found(Kind.CUSTOMIZE_DTYPES, text)["CD003"] == ("error", "E20101")


@pytest.mark.parametrize(
    "line",
    [
        "fp32_vars/Relu::InputDtype:float16,OutputDtype:int8",
        "OpType::Relu:InputDtype:float16,OutputDtype:int8",
    ],
)
def test_the_entries_that_the_page_shows_are_read(line):
    assert not any(
        kind == "error" for kind, _ in found(Kind.CUSTOMIZE_DTYPES, line + "\n").values()
    )


def test_the_sample_of_keep_dtype_has_lines_that_are_names():
    assert found(Kind.KEEP_DTYPE, "# types\nOpType::SoftmaxV2\n") == {"KD101": ("warning", None)}


def test_norm_class_is_a_mode_though_no_page_has_it():
    assert "OP101" not in found(Kind.OP_PRECISION, "Gelu=norm_class\n")


def test_allow_hf32_is_not_reserved():
    assert atc("--precision_mode=must_keep_origin_dtype --allow_hf32=true") == {}


def test_allow_hf32_has_other_values_in_ge_than_in_atc():
    assert atc("--precision_mode_v2=origin --allow_hf32=10")["JB002"] == ("error", "E10005")
    assert ge(**{"ge.exec.precision_mode_v2": "origin", "ge.exec.allow_hf32": "true"}) == {}


def test_the_platform_of_310b_has_hf32_though_the_page_excludes_it():
    assert atc("--precision_mode_v2=origin --allow_hf32=true", "Ascend310B1") == {}
    assert "JB007" in atc("--precision_mode_v2=origin --allow_hf32=true", "Ascend310P3")


def test_values_that_the_error_text_leaves_out_are_taken():
    assert atc("--buffer_optimize=l1_optimize") == {}
    assert atc("--external_weight=2") == {}
    assert atc("--external_weight=3")["JB002"] == ("error", "E10006")


def test_a_level_of_debugging_that_the_page_forbids_beside_oom_is_taken():
    assert atc("--op_debug_level=2 --op_debug_config=/etc/oom.cfg") == {}


def test_two_dumps_that_the_page_forbids_are_refused_by_the_session():
    both = tf1(
        'parameter_map["enable_dump"].b = True',
        'parameter_map["enable_dump_debug"].b = True',
        'parameter_map["dump_path"].s = b"/tmp/dump"',
    )
    assert both["JB316"] == ("error", "E10001")


def test_paths_of_customize_dtypes_may_have_a_colon():
    assert atc("--precision_mode=force_fp16 --customize_dtypes=/etc/a:b.cfg") == {}
    assert "JB005" in atc("--precision_mode=force_fp16 --keep_dtype=/etc/a:b.cfg")


def test_the_modes_of_the_page_of_op_select_implmode():
    for mode in ("high_precision", "high_performance"):
        assert atc(f"--op_select_implmode={mode}") == {}
        assert atc(f"--op_select_implmode={mode}_for_all") == {}


def test_the_page_advises_a_list_for_new_operators_and_then_the_file_is_not_loaded():
    options = "--op_select_implmode=high_precision --optypelist_for_implmode=Gelu"
    assert atc(options) == {}  # JB310 is advice: the job does what is written


def test_an_operator_with_one_implementation_runs_that_one():
    options = "--op_select_implmode=high_performance --optypelist_for_implmode=Relu"
    assert atc(options)["JB322"] == ("warning", None)


@pytest.mark.parametrize(
    "mode",
    [
        "force_fp32", "cube_fp16in_fp32out", "force_fp16", "allow_fp32_to_fp16",
        "must_keep_origin_dtype", "allow_mix_precision", "allow_mix_precision_fp16",
    ],
)  # fmt: skip
def test_the_modes_of_the_page_of_precision_mode(mode):
    assert atc(f"--precision_mode={mode}") == {}


FUSION_MISTAKES = {
    "a comma before the closing bracket": (
        '{"Switch": {"GraphFusion": {"ConvToFullyConnectionFusionPass": "off",}}}',
        "FS003", "E20003",
    ),
    "an explanation behind the value": (
        "RequantFusionPass:off  // for quantised models\n", "FS007 FS006", "E20003"
    ),
    "the placeholder line": ("AFusionPass:off\n....\n", "FS007", "E20003"),
    "a fragment without its braces": (
        '"Switch": {"GraphFusion": {"ALL": "off"}},\n', "FS011", "E21001"
    ),
    "comments in JSON": (
        '{"Switch": {  # all of it\n"GraphFusion": {"ALL": "off"}}}', "FS002", "E20003"
    ),
    "a key for remarks": (
        '{"_comment": "off", "Switch": {"GraphFusion": {"ALL": "off"}}}', "FS004", "E21002"
    ),
    "a priority of the built-in file": (
        '{"Priority": {"GraphFusion": {"Top": {"AFusionPass": "4001"}}}}', "FS009",
        "E21002",
    ),
    "the form of optimization_switch": ("A:off;B:off\n", "FS006 FS007", "E20003"),
}  # fmt: skip


@pytest.mark.parametrize("text, rules, code", FUSION_MISTAKES.values(), ids=FUSION_MISTAKES)
def test_mistakes_in_a_fusion_switch_file_that_end_the_compile(text, rules, code):
    errors = {rule: code for rule, (kind, code) in found(Kind.FUSION_SWITCH, text).items()
              if kind == "error"}  # fmt: skip
    assert errors and set(errors) <= set(rules.split()) and set(errors.values()) == {code}


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ('{"Switch": {"GraphFusion": {"ALL": "off"}, "UBFusion": {"ALL": "off"}}}', "FS205"),
        ('{"Switch": {"GraphFusion": {"ALL": "on"}}}', "FS207"),
        ("RequantFusionPass:off\n", "FS206"),
        ('{"Switch": {"GraphFusion": {"AdamApplyOneFusionPasss": "off"}}}', "FS201"),
        ('{"Switch": {"GraphFusion": {"ZSplitVFusionPass": "off"}}}', "FS204"),
        ('{"Switch": {"GraphFusion": {"ConstantFoldingPass": "off"}}}', "FS208"),
    ],
)
def test_mistakes_in_a_fusion_switch_file_that_have_no_effect(text, rule):
    _, findings = findings_of(Input(Kind.FUSION_SWITCH, text.encode()), operators())
    codes = {finding.code: finding.severity.value for finding in findings}
    assert rule in codes and "error" not in codes.values()
