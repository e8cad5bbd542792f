"""Plans refuse what check reports as an error, option by option and in pairs."""

from __future__ import annotations

import pytest

from cannlint.diagnostics import Severity
from cannlint.engine.job_checks import check_jobs
from cannlint.engine.read import read
from cannlint.jobs.jobs_reading import JobsReading
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from cannlint.kinds import Kind
from cannlint.library.operators import operators
from cannlint.library.snapshot import embedded
from cannlint.resolve.plan import make_plan
from cannlint.resolve.target import Target
from cannlint.resolve.wanted import Wanted
from cannlint.text.source import Source
from jobs_in_words import OF_JOBS, SOC, WITHOUT_HF32, plan

NOT_LEGAL = ("bad", "-1", "99", "", "a:1,2;b:-1")
WITHOUT_A_CODE = "-"


def both_say(front_end, options, soc=SOC):
    """The codes of check's errors, and those of the plan's refusals, for one job."""
    lines = [f'{option} = "{value}"' for option, value in options.items()]
    text = "\n".join(["[job.a]", f'front-end = "{front_end}"', *lines])
    return both_say_of(Source("cannlint.toml", text.encode()), Kind.JOB, soc)


def both_say_of(source, kind, soc=SOC):
    """The same for the job of a file."""
    [made] = read(source, kind).jobs
    found = check_jobs(JobsReading(source, kind, [made]), operators((soc,)))
    errors = [finding for finding in found if finding.severity is Severity.ERROR]
    planned = make_plan(made, Target(embedded("8.1.RC1"), soc), Wanted())
    refused = [codes for one in planned.refusals for codes in one.codes or (WITHOUT_A_CODE,)]
    return {finding.cann_code or WITHOUT_A_CODE for finding in errors}, set(refused)


@pytest.mark.parametrize(
    "front_end",
    [pytest.param(one, marks=[] if one is FrontEnd.ATC else pytest.mark.slow) for one in OF_JOBS],
)
def test_each_option_with_values_that_are_not_legal(front_end):
    names = {spec.option: key for key, spec in options_of(front_end).items()}
    for key in names.values():
        for value in NOT_LEGAL:
            checked, planned = both_say(front_end.value, {f'"{key}"': value})
            assert checked == planned, (key, value)


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"deterministic_level": "1"}, "E10001"),
        ({"deterministic_level": "0", "deterministic": "1"}, "E10001"),
        ({"deterministic_level": "2", "deterministic": "1"}, None),
        ({"deterministic": "1"}, None),
        ({"aicore_num": "21"}, "E10001"),
        ({"aicore_num": "20|99"}, None),
        ({"enable_compress_weight": "true", "compress_weight_conf": "c.cfg"}, "E10047"),
        ({"enable_compress_weight": "false", "compress_weight_conf": "c.cfg"}, None),
        ({"dynamic_dims": "1,2", "input_shape": "a:-1,-1"}, "E10035"),
        ({"dynamic_dims": "1,2;3", "input_shape": "a:-1,-1"}, "E10001"),
        ({"dynamic_dims": "1,2;3,4", "input_shape": "a:-1,-1"}, None),
        ({"op_select_implmode": "bad", "op_precision_mode": ""}, "E20101"),
        ({"precision_mode": "force_fp16", "precision_mode_v2": "fp16"}, "E10056"),
        ({"allow_hf32": "bad"}, "E20101"),
    ],
)
def test_jobs_of_ge(options, code):
    expected = {code} if code else set()
    assert both_say("ge", options) == (expected, expected)


def test_ge_does_not_look_at_hf32_on_a_soc_without_it():
    assert both_say("ge", {"allow_hf32": "bad"}, WITHOUT_HF32) == (set(), set())


@pytest.mark.parametrize(
    ("options", "is_refused"),
    [
        ({"dump_path": ""}, False),  # nobody reads it without a switch
        ({"dump_path": "", "enable_dump": "true"}, True),
        ({"enable_dump": "true", "dump_path": "d", "dump_step": "5-2"}, True),
        ({"enable_dump": "true", "dump_path": "d", "dump_step": "2-5"}, False),
        ({"dynamic_input": "true", "compile_dynamic_mode": "true"}, True),
        ({"enable_compress_weight": "false", "compress_weight_conf": "c.cfg"}, True),
    ],
)
def test_sessions_of_tensorflow_1(options, is_refused):
    expected = {WITHOUT_A_CODE} if is_refused else set()
    assert both_say("tf1", options) == (expected, expected)


@pytest.mark.parametrize(
    ("setting", "is_refused"),
    [
        ('["precision_mode"].b = True', True),  # read as an empty text, which is refused
        ('["jit_compile"].b = True', True),  # its type is checked
        ('["deterministic"].b = True', False),  # read as 0
        ('["precision_mode"].s = b"force_fp16"', False),
    ],
)
def test_fields_of_a_parameter_map(setting, is_refused):
    text = f"""from npu_bridge.npu_init import *
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map{setting}
"""
    expected = {WITHOUT_A_CODE} if is_refused else set()
    found = both_say_of(Source("run.py", text.encode()), Kind.TF_SCRIPT)
    assert found == (expected, expected)


def test_the_switch_of_the_level_is_not_known_for_torch_npu():
    assert both_say("torch", {"deterministic_level": "2"}) == (set(), set())


def test_a_plan_says_how_many_cores_are_too_many():
    [refusal] = plan({"aicore_num": "21"}).refusals
    assert str(refusal.message) == "Ascend910B3 has fewer than 21 AI Cores"


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ("nonsense", "E10001"),
        ('{"training_trace": "off"}', "E10001"),
        ('{"fp_point": 1}', "E10001"),
        ('{"output": "/tmp", "training_trace": "on"}', None),
        ('{"other": 1}', None),
    ],
)
@pytest.mark.parametrize("is_on", [True, False])
def test_the_json_of_profiling_is_looked_at_where_profiling_is_on(value, code, is_on):
    options = {
        '"profiling_config.enable_profiling"': str(is_on).lower(),
        '"profiling_config.profiling_options"': value.replace('"', '\\"'),
    }
    expected = {code} if code is not None and is_on else set()
    assert both_say("tf2", options) == (expected, expected)
