"""The plan of a command that CANN refuses when it reads the model: JB020, JB031 to JB037."""

from __future__ import annotations

import json

import pytest

from cannlint.api import plan
from cannlint.diagnostics import Severity
from cannlint.jobs.mismatch import Mismatch
from cannlint.rules.loading import rule_of
from cannlint.text.span import Span
from om_files import om, recorded, relu_model
from onnx_models import two_inputs

ATC = "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3 "
FITS = '--input_shape="images:1,3,8,8;mask:2,10"'
MISSPELT = '--input_shape="image:1,3,8,8;mask:2,10"'
AIPP = "aipp_op { aipp_mode: static related_input_rank: 2 }\n"


@pytest.fixture
def script(tmp_path):
    """Write a script with the options of a command, and its model."""

    def write(options: str = FITS, data: bytes = b"", comment: str = "") -> str:
        (tmp_path / "m.onnx").write_bytes(data or two_inputs())
        (tmp_path / "aipp.cfg").write_text(AIPP)
        (tmp_path / "run.sh").write_text(f"{comment}{ATC}{options}\n")
        return "run.sh"

    return write


@pytest.fixture
def planned(cannlint, script):
    """The JSON of the plan of a command; its exit status says whether CANN takes it."""

    def run(*arguments: str, **written) -> dict:
        result = cannlint("plan", script(**written), "--format", "json", *arguments)
        report = json.loads(result.out)
        assert result.status == (0 if report["job"]["accepted"] else 1)
        return report

    return run


def refusals(report):
    return [(one["option"], one["cann_codes"]) for one in report["job"]["refusals"]]


# What CANN does is in docs/manual/models.md, "The command and the model".
REFUSED = [
    ('--input_shape="images:3,8,8;mask:2,10"', "input_shape", ["E11010"], "JB032"),
    ('--input_shape="mask:2,10"', "input_shape", ["E10001"], "JB033"),
    ("", "input_shape", ["E10001"], "JB033"),
    ('--input_shape="images:-1,1~2,8,8;mask:2,10"', "input_shape", ["E10050"], "JB034"),
    ('--input_shape_range="images:[1~2,3,8]"', "input_shape_range", ["E10049"], "JB032"),
    (f"{FITS} --out_nodes=Relu1:0", "out_nodes", ["E10016"], "JB035"),
    (MISSPELT, "input_shape", ["E10001"], "JB031"),
    (f"{FITS} --input_fp16_nodes=Conv_0", "input_fp16_nodes", ["E10017"], "JB031"),
    (f"{FITS} --insert_op_conf=aipp.cfg", "insert_op_conf", ["E10052"], "JB036"),
    ('--input_shape="images:0,3,8,8;mask:2,10"', "input_shape", ["E10011"], "JB037"),
]


@pytest.mark.parametrize(("options", "option", "codes", "rule"), REFUSED)
def test_what_does_not_fit_the_model_is_refused(planned, options, option, codes, rule):
    report = planned(options=options)
    assert refusals(report) == [(option, codes)]
    [refusal] = report["job"]["refusals"]
    assert refusal["cause"].startswith(f"{rule} at run.sh:1:")
    assert report["ops"] == []


def test_what_fits_the_model_is_planned(planned):
    report = planned()
    assert report["job"]["accepted"] and len(report["ops"]) == 6


@pytest.mark.parametrize("shape", ["images:1,3,9,9;mask:2,10", "images:-1,3,8,8;mask:2,10"])
def test_advice_refuses_nothing(planned, shape):
    assert planned(options=f'--input_shape="{shape}"')["job"]["accepted"]


ABOUT_MODELS = ["JB031", "JB032", "JB033", "JB034", "JB035", "JB036", "JB371"]


@pytest.mark.parametrize("code", ABOUT_MODELS)
def test_a_plan_is_refused_for_what_is_an_error(code):
    rule = rule_of(code)
    [fact] = rule.about
    is_error = rule.severity is Severity.ERROR
    assert Mismatch(fact, None, None, Span(0, 0), "x").is_refused is is_error


def test_a_model_that_the_parser_refuses(planned):
    [first, second] = planned(data=two_inputs(19, "Loop"))["job"]["refusals"]
    assert (first["option"], first["cann_codes"]) == ("model", ["E13010"])
    assert (second["option"], second["cann_codes"]) == ("model", ["E13010"])
    assert "Loop" in second["reason"] and second["cause"].startswith("JB020 at run.sh:1:13: ")


def test_a_model_with_plugins_of_the_users_own_is_planned(planned):
    for code, is_accepted in (("JB020", True), ("JB033", False)):
        comment = f"# cannlint: ignore[{code}]\n"
        assert planned(data=two_inputs(19), comment=comment)["job"]["accepted"] is is_accepted


def test_a_table_of_the_configuration_accepts_the_plugins_too(cannlint, script, tmp_path):
    script(data=two_inputs(19))
    (tmp_path / "cannlint.toml").write_text('[[ignore]]\nrules = ["JB020"]\npaths = ["*.sh"]\n')
    assert cannlint("plan", "run.sh").status == 0
    [job] = json.loads(cannlint("audit", ".", "--format", "json").out)["jobs"]
    assert job["plans"][0]["accepted"] is True


def test_the_table_says_what_is_refused_and_what_to_do(cannlint, script):
    result = cannlint("plan", script(data=two_inputs(19)))
    assert result.status == 1
    assert "refused, E13010: CANN cannot read the model: " in result.out
    assert "! to see how to fix this: cannlint check run.sh\n" in result.out
    assert result.out.count("registered for the opsets") == 1  # the rule says the same


@pytest.mark.parametrize("options", [one[0] for one in REFUSED[:-1]])
def test_no_model_looks_at_no_model(planned, options):
    assert planned("--no-model", options=options)["job"]["accepted"]


@pytest.mark.parametrize("data", [b"\x08\x07\x3a\xff", b"no model"])
def test_a_model_that_cannot_be_read_refuses_nothing(planned, data):
    assert planned("--op", "Relu", options="", data=data)["job"]["accepted"]


def test_an_option_for_the_plan_counts(cannlint, script):
    options = ("-O", "input_shape=images:1,3,8,8;mask:2,10")
    assert cannlint("plan", script(MISSPELT), *options).status == 0
    assert cannlint("plan", script(), "-O", "out_nodes=Relu1:0").status == 1


def test_a_command_line(cannlint, script):
    script()
    command = (*ATC.split(), "--input_shape=images:3,8,8;mask:2,10")
    result = cannlint("plan", "--", *command)
    assert result.status == 1
    assert "refused, E11010: JB032 at " in result.out


def test_a_job_of_a_configuration(cannlint, script, tmp_path):
    script()
    text = '[job.net]\nmodel = "m.onnx"\nframework = 5\nsoc_version = "Ascend910B3"\n'
    (tmp_path / "cannlint.toml").write_text(text)
    assert cannlint("plan", "net").status == 0  # it need not have all options
    (tmp_path / "cannlint.toml").write_text(text + 'out_nodes = "Relu1:0"\n')
    result = cannlint("plan", "net")
    assert result.status == 1 and "JB035 at cannlint.toml:5:" in result.out


@pytest.mark.parametrize("options", [one[0] for one in REFUSED])
def test_assume_fixed_plans_without_it(planned, options):
    report = planned("--assume-fixed", options=options)
    assert not report["job"]["accepted"] and len(report["ops"]) == 6


def test_assume_fixed_leaves_out_the_option_at_fault_only(planned):
    report = planned("--assume-fixed", options=f"{FITS} --out_nodes=Relu1:0")
    assert [part["text"] for part in report["job"]["left_out"]] == ["--out_nodes=Relu1:0"]
    for options, data in (("", b""), (FITS, two_inputs(19))):  # nothing in the job is wrong
        report = planned("--assume-fixed", options=options, data=data)
        assert report["job"]["left_out"] == []


def test_suggest_does_not_begin(cannlint, script):
    asked = ("suggest", "Relu=float32", "--job", script(MISSPELT))
    result = cannlint(*asked)
    assert result.status == 2 and "CANN refuses the job (E" in result.err
    assert cannlint(*asked, "--no-model").status == 0


def test_bisect_does_not_begin(cannlint, script, tmp_path):
    result = cannlint("bisect", "start", "--job", script(MISSPELT))
    assert result.status == 2 and "CANN refuses the job (E" in result.err
    assert not (tmp_path / "cannlint-bisect.json").exists()


def test_an_audit_counts_it_as_refused(cannlint, script):
    script(MISSPELT)
    report = json.loads(cannlint("audit", ".", "--format", "json").out)
    [job] = report["jobs"]
    [made] = job["plans"]
    assert made["accepted"] is False and made["cann_codes"]


def test_verify_refuses_a_given_job_and_not_what_cann_has_compiled(cannlint, script, tmp_path):
    """The model beside a compiled one may have changed since."""
    script()
    options = f"--model=m.onnx {MISSPELT}".replace('"', "")
    (tmp_path / "o.om").write_bytes(om(relu_model(), recorded(options)))
    report = json.loads(cannlint("verify", "o.om", "--format", "json").out)
    assert "image:1" in report["model"]["command"] and report["job"]["accepted"]
    script(MISSPELT)
    result = cannlint("verify", "o.om", "run.sh", "--format", "json")
    assert result.status == 1 and not json.loads(result.out)["job"]["accepted"]


def test_the_api_says_so(script, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert plan(script(MISSPELT))["job"]["accepted"] is False
    assert plan("run.sh", no_model=True)["job"]["accepted"] is True


def test_names_of_a_model_outside_of_the_project_are_not_told(cannlint, tmp_path):
    (tmp_path / "m.onnx").write_bytes(two_inputs())
    (tmp_path / "project" / ".git").mkdir(parents=True)
    there = ATC.replace("m.onnx", str(tmp_path / "m.onnx"))
    (tmp_path / "project" / "run.sh").write_text(f"{there}{MISSPELT}\n")
    report = json.loads(
        cannlint("plan", "run.sh", "--format", "json", cwd=tmp_path / "project").out
    )
    assert "images" not in json.dumps(report["job"])
    assert not report["job"]["accepted"]
