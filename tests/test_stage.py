"""Who acts on a finding: the front end that reads what is written, or the compiler after it."""

from __future__ import annotations

import pytest

from cannlint.diagnostics import Severity, Stage
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.rules.index import RUN, SUPPRESSION
from cannlint.rules.loading import rule_names, rule_of
from cases import RULE_PAGES, Input, cases_of, findings_of

TF1 = """\
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
"""
BOTH_MODES = '"precision_mode" = "force_fp16"\n"precision_mode_v2" = "fp16"\n'
MIXLIST = b'{"black-list": {"to-add": ["Add"]}}'


def stages(kind: Kind, text: str | bytes, **files: bytes) -> dict[str, str | None]:
    """Rule → the stage of what it finds in a file."""
    data = text.encode() if isinstance(text, str) else text
    named = {name.replace("_", "."): content for name, content in files.items()}
    _, found = findings_of(Input(kind, data, files=named), operators())
    return {
        finding.code: finding.stage.value if finding.stage is not None else None
        for finding in found
    }


def job(front_end: str, options: str) -> str:
    return f'[job.net]\nfront-end = "{front_end}"\n{options}'


@pytest.mark.parametrize("page", sorted(RULE_PAGES.glob("*.md")), ids=lambda page: page.stem)
def test_errors_and_warnings_have_a_stage_and_advice_has_none(page):
    own = {*RUN, *SUPPRESSION}
    own.add("CL009")  # what a project asks for: CANN takes the job
    for case in cases_of(page):
        for finding in findings_of(case.input, operators())[1]:
            has_stage = finding.severity is not Severity.INFO and finding.code not in own
            assert (finding.stage is not None) == has_stage, finding.code


@pytest.mark.parametrize("family", ["CD", "OP", "MX", "FS", "LB"])
def test_the_compiler_reads_the_files_of_a_family(family):
    for code in rule_names():
        if code.startswith(family) and rule_of(code).severity is not Severity.INFO:
            assert rule_of(code).stage is Stage.COMPILER, code


def test_the_front_end_reads_keep_dtype():
    assert stages(Kind.KEEP_DTYPE, "OpType::relu\n")["KD001"] == "front_end"
    assert stages(Kind.KEEP_DTYPE, b"conv\xff\n")["CL004"] == "front_end"
    assert (
        stages(Kind.OP_PRECISION, b"[ByOpType]\nconv\xff=high_precision\n")["CL004"] == "compiler"
    )


@pytest.mark.parametrize(
    ("text", "due"),
    [
        ('custom_op.parameter_map["precision_mode"].s = b"fp16"', "front_end"),  # the adapter
        ('custom_op.parameter_map["oo_level"].s = b"O9"', "compiler"),  # GE, with E10001
        (
            'custom_op.parameter_map["optimization_switch"].s = b"Pass=on"',
            "compiler",
        ),  # GE drops it
        ('custom_op.parameter_map["input_fusion_size"].i = -5', "front_end"),  # the adapter
    ],
)
def test_an_illegal_value_is_found_by_who_checks_the_option(text, due):
    assert stages(Kind.TF_SCRIPT, TF1 + text + "\n")["JB002"] == due


@pytest.mark.parametrize(
    ("front_end", "due"),
    [("atc", "front_end"), ("tf1", "front_end"), ("tf2", "compiler"), ("ge", "compiler")],
)
def test_options_together_are_compared_by_atc_and_the_adapter_of_tensorflow_1(front_end, due):
    assert stages(Kind.JOB, job(front_end, BOTH_MODES))["JB302"] == due


@pytest.mark.parametrize(("front_end", "due"), [("atc", "front_end"), ("tf2", "compiler")])
def test_a_mixlist_without_a_mixed_mode_is_told_by_the_same(front_end, due):
    options = '"modify_mixlist" = "mix.json"\n"precision_mode" = "force_fp16"\n'
    assert stages(Kind.JOB, job(front_end, options), mix_json=MIXLIST)["JB303"] == due


def test_unknown_names():
    assert stages(Kind.JOB, job("atc", '"precison_mode" = "x"\n'))["JB001"] == "front_end"
    assert stages(Kind.JOB, job("ge", '"precison_mode" = "x"\n'))["JB001"] == "compiler"


@pytest.mark.parametrize(
    ("option", "due"), [("op_precision_mode", "front_end"), ("customize_dtypes", "compiler")]
)
def test_atc_opens_some_of_the_files_itself(option, due):
    text = (
        f"atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend310P3 --{option}=no.x\n"
    )
    assert stages(Kind.ATC_COMMANDS, text, other_txt=b"x")["JB004"] == due


def test_a_line_is_read_by_the_front_end_and_its_options_overridden_by_the_compiler():
    text = (
        "atc --model=n.onnx --framework=5 --output=n --soc_version=Ascend310P3 loose"
        " --op_select_implmode=high_precision --op_precision_mode=a.ini\n"
    )
    found = stages(Kind.ATC_COMMANDS, text, a_ini=b"[ByOpType]\nGelu=high_precision\n")
    assert (found["JB014"], found["JB301"]) == ("front_end", "compiler")
