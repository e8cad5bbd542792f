"""[[policy]] in cannlint.toml: what a project asks of the options of its jobs (CL009)."""

from __future__ import annotations

import json

import pytest

ATC = "atc --model=a.onnx --framework=5 --output=o --soc_version=Ascend910B3 {options}\n"

POLICY = """\
[[policy]]
forbid = "precision_mode"
values = ["force_fp16"]
message = "Our release models keep their precision."
"""


@pytest.fixture
def check(cannlint, tmp_path):
    """The findings of CL009 and CL001 in a folder with a configuration and some files."""

    def run(policy, files, *arguments, status=None):
        (tmp_path / "cannlint.toml").write_text(policy)
        for name, text in files.items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(text)
        result = cannlint("check", "--format", "json", *arguments, cwd=tmp_path)
        assert status is None or result.status == status, result.err
        found = json.loads(result.out)["diagnostics"]
        return [one for one in found if one["rule"] in ("CL001", "CL009")]

    return run


def place(finding):
    start = finding["range"]["start"]
    return f"{finding['file']}:{start['line']}:{start['column']}"


def script(**options):
    written = " ".join(f"--{name}={value}" for name, value in options.items())
    return ATC.format(options=written)


def test_a_finding_has_the_project_s_sentence_and_the_place_of_the_policy(check):
    [finding] = check(POLICY, {"run.sh": script(precision_mode="force_fp16")})
    assert finding["message"] == "Our release models keep their precision."
    assert finding["severity"] == "warning"
    assert finding["stage"] is None
    assert place(finding).startswith("run.sh:1:")
    assert place(finding["related"][0]) == "cannlint.toml:1:1"


def test_a_long_sentence_is_shown_whole_and_its_control_characters_are_not(check):
    sentence = "We " + "really " * 40 + "mean it."
    policy = POLICY.replace("Our release models keep their precision.", sentence + "\\u001b[31m")
    [finding] = check(policy, {"run.sh": script(precision_mode="force_fp16")})
    assert finding["message"] == sentence + "\\x1b[31m"


SCOPES = [
    ('paths = ["deploy/**"]', ["deploy/run.sh"]),
    ('paths = ["deploy/"]', ["deploy/run.sh"]),
    ('front-end = "tf2"', ["train.py"]),
    ('front-end = ["atc", "tf2"]', ["deploy/run.sh", "run.sh", "train.py"]),
    ('soc = "Ascend910B*"', ["deploy/run.sh", "run.sh"]),
    ('soc = ["Ascend310P3", "Ascend7*"]', []),
]


@pytest.mark.parametrize(("scope", "files"), SCOPES)
def test_a_policy_is_for_some_paths_front_ends_and_socs(check, scope, files):
    """The SoC of train.py is not known, so a policy for some SoCs is not for it."""
    train = "import npu_device\nnpu_device.global_options().precision_mode = 'force_fp16'\n"
    atc = script(precision_mode="force_fp16")
    found = check(POLICY + scope, {"run.sh": atc, "deploy/run.sh": atc, "train.py": train})
    assert sorted(finding["file"] for finding in found) == files


def test_the_soc_of_the_configuration_is_that_of_jobs_without_one(check):
    train = "import npu_device\nnpu_device.global_options().precision_mode = 'force_fp16'\n"
    policy = 'soc = "Ascend910B3"\n' + POLICY + 'soc = ["Ascend910B*"]\n'
    assert len(check(policy, {"train.py": train})) == 1
    assert check(policy, {"train.py": train}, "--soc", "Ascend310P3") == []


def test_values_that_are_only_known_when_the_script_runs_are_not_reported(check):
    require = '[[policy]]\nrequire = "op_precision_mode"\n'
    assert check(POLICY, {"run.sh": script(precision_mode="$MODE")}) == []
    assert check(require, {"run.sh": ATC.format(options='"$@"')}) == []
    assert len(check(require, {"run.sh": script()})) == 1
    assert check(require, {"run.sh": script(op_precision_mode="$FILE")}) == []


def test_an_option_may_have_the_name_of_the_front_end_or_of_atc(check):
    job = '[job.a]\nfront-end = "ge"\n"ge.exec.precision_mode" = "force_fp16"\n'
    assert len(check(POLICY + job, {})) == 1
    ge = POLICY.replace('"precision_mode"', '"ge.exec.precision_mode"')
    assert len(check(ge + job, {})) == 1
    assert check(ge + '[job.a]\nprecision_mode = "force_fp16"\n', {}) == []


def test_true_and_numbers_are_the_texts_of_a_command_line(check):
    files = {"run.sh": script(allow_hf32="true"), "no.sh": script(allow_hf32="false")}
    [finding] = check('[[policy]]\nforbid = "allow_hf32"\nvalues = [true]\n', files)
    assert finding["file"] == "run.sh"
    assert finding["message"] == "the project forbids `true` for `allow_hf32`"


def test_a_command_line_is_checked_too(cannlint, tmp_path):
    (tmp_path / "cannlint.toml").write_text(POLICY)
    command = script(precision_mode="force_fp16").split()
    result = cannlint("check", "--format", "concise", "--", *command, cwd=tmp_path)
    assert "warning CL009 Our release models keep their precision." in result.out


def test_the_exit_status_follows_fail_on(check):
    files = {"run.sh": script(precision_mode="force_fp16")}
    check(POLICY, files, "--select", "CL009", status=0)
    check(POLICY, files, "--select", "CL009", "--fail-on", "warning", status=1)
    advice = POLICY + 'severity = "info"\n'
    [finding] = check(advice, files, "--select", "CL009", "--fail-on", "warning", status=0)
    assert finding["severity"] == "info"


def test_findings_are_selected_and_suppressed_as_others(check):
    files = {"run.sh": script(precision_mode="force_fp16")}
    assert check(POLICY, files, "--ignore", "CL009") == []
    ignored = '[[ignore]]\nrules = ["CL009"]\npaths = ["run.sh"]\n'
    assert check(POLICY + ignored, files) == []
    comment = {"run.sh": "# cannlint: ignore[CL009] an experiment\n" + files["run.sh"]}
    assert check(POLICY, comment) == []


WRONG = {
    'forbid = "precison_mode"': "2:1 unknown option `precison_mode`; did you mean "
    "`precision_mode`?",
    'front-end = "torchair"\nforbid = "keep_dtype"': "3:1 unknown option `keep_dtype` of torchair",
    'forbid = "precision_mode"\nvalues = ["force_fp61"]': "3:1 `precision_mode` has no value "
    "`force_fp61`; did you mean `force_fp16`?",
    'allow = "precision_mode"': "2:1 `allow` needs `values`: the values that the option may have",
    'values = ["a"]': "1:1 a policy needs one of `forbid`, `require` and `allow`, with the name of "
    "an option",
    'forbid = "model"\nrequire = "output"': "3:1 a policy needs one of `forbid`, `require` and "
    "`allow`, with the name of an option",
    'forbid = "model"\nfront-end = "atcc"': "3:1 `policy.0.front-end` must be the name of a front "
    "end, such as atc or tf2, or a list of names",
    'forbid = "model"\nseverity = "error"': "3:1 `policy.0.severity` must be one of warning, info",
    'forbid = "model"\nvalues = []': "3:1 `policy.0.values` must be a non-empty value",
    'forbid = "model"\nfrobid = "output"': "3:1 unknown setting `frobid`",
}


@pytest.mark.parametrize("table", WRONG)
def test_a_wrong_policy_is_an_error_of_the_configuration_at_its_place(check, table):
    expected = WRONG[table]
    for arguments in ((), ("run.sh",)):
        [finding] = check("[[policy]]\n" + table, {"run.sh": script()}, *arguments, status=2)
        assert finding["rule"] == "CL001"
        shown = f"{place(finding).removeprefix('cannlint.toml:')} {finding['message']}"
        assert shown.startswith(expected)


def test_a_wrong_policy_of_a_folder_elsewhere_is_one_error(cannlint, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "cannlint.toml").write_text('[[policy]]\nforbid = "precision_mod"\n')
    there = str(tmp_path / "there")
    result = cannlint("check", "--format", "concise", there, cwd=tmp_path / "here")
    assert result.out.count("CL001") == 1


def test_policies_in_a_pyproject(cannlint, tmp_path):
    text = POLICY.replace("[[policy]]", "[[tool.cannlint.policy]]")
    (tmp_path / "pyproject.toml").write_text(text)
    (tmp_path / "run.sh").write_text(script(precision_mode="force_fp16"))
    result = cannlint("check", "--format", "json", cwd=tmp_path)
    [finding] = [one for one in json.loads(result.out)["diagnostics"] if one["rule"] == "CL009"]
    assert place(finding["related"][0]) == "pyproject.toml:1:1"


def test_there_are_bounds(check):
    files = {"run.sh": script()}
    [finding] = check(POLICY * 201, files, status=2)
    assert finding["message"] == "there are more than 200 [[policy]] tables"
    many = POLICY + f"paths = {json.dumps(['a'] * 2_000)}\n"
    [finding] = check(many, files, status=2)
    assert "more than 2,000 patterns" in finding["message"]
    [finding] = check(POLICY.replace("precision.", "precision." * 100), files, status=2)
    assert finding["message"] == "`message` must have at most 400 characters"
