"""Without a chosen release: what holds in some releases only is advice that names them."""

from __future__ import annotations

import json

import pytest

from cannlint.library.snapshot import embedded

OLD, NEW = embedded("8.1.RC1"), embedded("9.1.0")
NEW_OPERATORS = sorted(
    name
    for name in NEW.names()
    if NEW.operator_in(name, "ascend910b") is not None
    and "ascend910b" in NEW.opened_in(name)
    and not OLD.operator(name)
)
"""Those of the open sources of 9.1.0 for ascend910b that 8.1.RC1 has nowhere."""

FILES = {
    "customize_dtypes": lambda names: "".join(
        f"OpType::{name}:InputDtype:{_first_dtypes(name)}\n" for name in names
    ),
    "op_precision": lambda names: "".join(f"{name}=high_precision\n" for name in names),
    "mixlist": lambda names: json.dumps({"black-list": {"to-add": names}}),
    "keep_dtype": lambda names: "".join(f"OpType::{name}\n" for name in names),
}
UNKNOWN = {
    "customize_dtypes": "CD201",
    "op_precision": "OP201",
    "mixlist": "MX201",
    "keep_dtype": "KD201",
}


def _first_dtypes(name: str) -> str:
    operator = NEW.operator_in(name, "ascend910b")
    inputs = operator.columns()[0][0] if operator.column_count else ()
    return (
        {"float": "float32", "bf16": "bfloat16"}.get(inputs[0], inputs[0]) if inputs else "float16"
    )


@pytest.fixture
def found(cannlint, tmp_path):
    def run(kind: str, text: str, *options: str):
        (tmp_path / "file").write_text(text)
        result = cannlint("check", "--kind", kind, "--format", "json", *options, "file")
        return json.loads(result.out)["diagnostics"]

    return run


def test_there_are_121_of_them():
    assert len(NEW_OPERATORS) == 121


@pytest.mark.parametrize("kind", FILES)
def test_an_operator_of_a_later_release_is_advice_without_a_release(found, kind):
    findings = found(kind, FILES[kind](NEW_OPERATORS))
    assert {finding["severity"] for finding in findings} == {"info"}
    unknown = [finding for finding in findings if finding["rule"] == UNKNOWN[kind]]
    assert len(unknown) == 121
    assert all(finding["fix"] is None for finding in unknown)
    assert all(finding["releases"][0] == "8.1.RC1" for finding in unknown)


@pytest.mark.parametrize("kind", FILES)
def test_it_is_known_in_its_release_and_unknown_in_the_other(found, kind):
    text = FILES[kind](NEW_OPERATORS)
    assert not [one for one in found(kind, text, "--library", "9.1.0") if one["rule"][2:] == "201"]
    old = found(kind, text, "--library", "8.1.RC1")
    unknown = [finding for finding in old if finding["rule"] == UNKNOWN[kind]]
    assert len(unknown) == 121
    assert {finding["severity"] for finding in unknown} == {"warning"}
    assert all(finding["releases"] is None for finding in unknown)


def test_the_releases_are_named(found):
    [finding] = found("keep_dtype", "OpType::AdaLayerNorm\n")
    assert finding["message"] == "`AdaLayerNorm` is not in 8.1.RC1; it is in 8.5.0 and later"
    [finding] = found("keep_dtype", "OpType::Trilu\n", "--soc", "Ascend910B3")
    assert finding["severity"] == "info"


def test_a_type_of_no_release_is_a_warning(found):
    [finding] = found("keep_dtype", "OpType::Gellu\n")
    assert (finding["severity"], finding["releases"]) == ("warning", None)
    assert finding["fix"] is not None


def test_of_a_composite_it_is_not_certain(found):
    [finding] = found("keep_dtype", "OpType::Gellu\n", "--library", "9.1.0")
    assert (finding["severity"], finding["fix"]) == ("info", None)
    assert "not among the operators of CANN 9.1.0 that are known" in finding["message"]
    [finding] = found("keep_dtype", "OpType::Gellu\n", "--library", "9.0.0", "--soc", "Ascend910B3")
    assert finding["severity"] == "warning"  # all operators of ascend910b are known


def test_a_list_that_moves_is_advice(found):
    """LayerNormV4 is in the white list of 8.1.RC1, and in the gray list of 9.0.0."""
    text = '{"white-list": {"to-add": ["LayerNormV4"]}}'
    soc = ("--soc", "Ascend910B3")
    [finding] = found("mixlist", text, *soc)
    assert finding["severity"] == "info" and "9.0.0" not in finding["releases"]
    assert finding["fix"] is None and "not in 8.5.0, 9.0.0" in finding["note"]
    assert not found("mixlist", text, *soc, "--library", "9.0.0")


def test_a_plan_marks_what_other_releases_have_otherwise(cannlint):
    asked = ("--op", "LayerNormV4", "--op", "Abs", "--soc", "Ascend910B3", "--isolated")
    rows = json.loads(cannlint("plan", *asked, "--format", "json").out)["ops"]
    differs = {row["type"]: row.get("differs_in") for row in rows}
    assert differs == {"LayerNormV4": ["8.5.0", "9.0.0", "9.1.0", "9.2.0-beta.2"], "Abs": None}
    assert "1 operator with other dtypes, modes or another list in" in cannlint("plan", *asked).out
    chosen = cannlint("plan", *asked, "--library", "8.1.RC1", "--format", "json").out
    assert not any("differs_in" in row for row in json.loads(chosen)["ops"])


def test_a_typo_in_a_composite_names_what_is_near(cannlint, tmp_path):
    """The type may be one that nobody knows: the near one is named, and no fix writes it."""
    (tmp_path / "cd.cfg").write_text("OpType::Conv2DD:InputDtype:float16\n")
    result = cannlint("check", "--isolated", "--library", "9.1.0", "cd.cfg")
    assert "info[CD201]" in result.out and "did you mean `Conv2D`?" in result.out
    assert "fixable" not in result.out


OF_JOBS = [
    ("--external_weight=2", "JB341", ["8.1.RC1", "8.5.0"]),
    ("--mode=7", "JB341", ["8.1.RC1", "8.5.0", "9.0.0"]),
    ("--jit_compile=1", "JB341", ["8.1.RC1", "8.5.0", "9.0.0", "9.1.0"]),
    ("--host_env_os=windows", "JB002", ["9.2.0-beta.2"]),
    ("--opt=Relu", "JB001", ["9.2.0-beta.2"]),
    ("--soc_version=Ascend310", "JB019", ["8.5.0", "9.0.0", "9.1.0", "9.2.0-beta.2"]),
    ("--soc_version=Ascend950PR_9599", "JB019", ["8.1.RC1", "8.5.0"]),
    ("--framework=0 --weight=w --soc_version=Ascend910B3", "JB350", ["8.1.RC1", "8.5.0"]),
]


@pytest.mark.parametrize(("options", "rule", "releases"), OF_JOBS)
def test_a_finding_about_a_job_names_the_releases_that_it_is_true_of(
    cannlint, options, rule, releases
):
    line = ["--model=m", "--framework=5", "--output=o", "--soc_version=Ascend910B3"]
    found = cannlint("check", "--format", "json", "--", "atc", *line, *options.split())
    about = [one for one in json.loads(found.out)["diagnostics"] if one["rule"] == rule]
    assert [(one["severity"], one["releases"]) for one in about] == [("info", releases)]
    for release in ("8.1.RC1", "8.5.0", "9.0.0", "9.1.0", "9.2.0-beta.2"):
        here = cannlint(
            "check", "--format", "json", "--library", release, "--", "atc", *line, *options.split()
        )
        told = [one for one in json.loads(here.out)["diagnostics"] if one["severity"] != "info"]
        others = {"JB341": ("JB001", "JB002")}.get(rule, (rule,))
        assert any(one["rule"] in others for one in told) == (release in releases), release
        assert all(one["releases"] is None for one in told)


def test_a_key_of_ge_names_its_releases_too(cannlint, tmp_path):
    """LoadBalance needs a number in 9.2; 8.5 and 9.0 know only `cv` (docs/manual/options.md)."""
    (tmp_path / "cannlint.toml").write_text(
        '[job.a]\nfront-end = "ge"\n"ge.autoMultistreamParallelMode" = "LoadBalance"\n'
    )
    report = json.loads(cannlint("check", "--format", "json", ".").out)
    [one] = [one for one in report["diagnostics"] if one["rule"] == "JB002"]
    assert one["severity"] == "info" and one["releases"] == ["9.2.0-beta.2"]


def test_a_fusion_pass_of_a_later_release_is_advice_in_every_older_one(cannlint, tmp_path):
    """A pass of 9.1.0, and one of 9.2.0: by the open sources of the releases."""
    (tmp_path / "switch.cfg").write_text("BucketizeFusionPass:off\nSoftmaxGradExtFusionPass:off\n")

    def found(*options: str):
        arguments = ["--kind", "fusion_switch", "--format", "json", *options, "switch.cfg"]
        report = json.loads(cannlint("check", *arguments).out)
        return [
            (one["range"]["start"]["line"], one["severity"], one["releases"])
            for one in report["diagnostics"]
            if one["rule"] == "FS210"
        ]

    first_three = ["8.1.RC1", "8.5.0", "9.0.0"]
    assert found() == [(1, "info", first_three), (2, "info", [*first_three, "9.1.0"])]
    assert found("--library", "9.0.0") == [(1, "info", None), (2, "info", None)]
    assert found("--library", "9.1.0") == [(2, "info", None)]
    assert found("--library", "9.2.0-beta.2") == []


def test_a_plan_marks_passes_that_may_not_be_there(cannlint, tmp_path):
    (tmp_path / "switch.cfg").write_text(
        "BucketizeFusionPass:off\nMyPass:off\nReluFusionPass:off\n"
    )
    options = ["--soc", "Ascend910B3", "-O", "fusion_switch_file=switch.cfg", "--op", "Relu"]
    old, new = (cannlint("plan", *options, "--library", one).out for one in ("8.5.0", "9.1.0"))
    assert "BucketizeFusionPass (from 9.1.0 on) (switch.cfg:1:1), " in old
    assert "BucketizeFusionPass (switch.cfg:1:1), MyPass (unknown) (switch.cfg:2:1), Relu" in new


def test_show_says_since_when_a_pass_is_known(cannlint):
    shown = cannlint("library", "show", "--pass", "BucketizeFusionPass", "--format", "json")
    assert json.loads(shown.out)["since"] == "9.1.0"
    lines = cannlint("library", "show", "--pass", "BucketizeFusionPass").out.splitlines()
    assert [line.split()[0] for line in lines[1:4]] == ["group", "known", "built-in"]
    assert lines[2].split() == ["known", "since", "9.1.0"]
    older = cannlint("library", "show", "--pass", "ReluFusionPass", "--format", "json")
    assert json.loads(older.out)["since"] is None


@pytest.mark.parametrize(("release", "codes"), [("8.5.0", ["E10001"]), ("9.0.0", [])])
def test_a_plan_has_the_code_of_options_that_a_release_refuses_together(cannlint, release, codes):
    options = ["--front-end", "atc", "-O", "framework=0", "-O", "soc_version=Ascend910B3"]
    plan = cannlint("plan", *options, "--library", release, "--format", "json")
    job = json.loads(plan.out)["job"]
    assert (job["accepted"], job["cann_codes"]) == (not codes, codes)


@pytest.mark.parametrize(("release", "code"), [("8.5.0", "E19999"), ("9.0.0", "E10001")])
def test_gears_of_another_number_of_sizes_have_the_code_of_the_release(
    cannlint, tmp_path, release, code
):
    (tmp_path / "cannlint.toml").write_text(
        '[job.a]\nfront-end = "tf1"\ninput_shape = "x:-1,2"\ndynamic_dims = "1,1;2,2"\n'
        "dynamic_node_type = 0\n"
    )
    found = cannlint("check", "--format", "json", "--library", release, ".")
    told = [one for one in json.loads(found.out)["diagnostics"] if one["rule"] == "JB009"]
    assert {one["cann_code"] for one in told} == {code}
