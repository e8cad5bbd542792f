"""JB103 to JB105: operators that the AI Core does not take, by what keeps them off it."""

from __future__ import annotations

import pytest

from cannlint.api import check
from cannlint.resolve import job_use
from graph_files import INT64
from onnx_models import Model

CODES = ["JB103", "JB104", "JB105", "JB335", "JB329"]


@pytest.fixture
def project(tmp_path):
    """A folder with a model, scripts and config files, and what is found in it."""

    class Project:
        def write(self, name: str, text: str) -> None:
            (tmp_path / name).write_text(text)

        def model(self, model: Model, output: str) -> None:
            (tmp_path / "m.onnx").write_bytes(model.bytes(output))

        def job(self, soc: str, options: str = "", name: str = "run.sh") -> None:
            command = f"atc --model=m.onnx --framework=5 --output=o --soc_version={soc}"
            self.write(name, f"{command} {options}\n")

        def found(self, **given) -> list[tuple[str, str, str]]:
            report = check([str(tmp_path)], select=CODES, **given)
            assert report["complaints"] == []
            return [
                (one["rule"], one["severity"], one["file"].rpartition("/")[2])
                for one in report["diagnostics"]
            ]

        def messages(self) -> list[str]:
            return [one["message"] for one in check([str(tmp_path)], select=CODES)["diagnostics"]]

        def help(self) -> list[str]:
            return [one["help"] for one in check([str(tmp_path)], select=CODES)["diagnostics"]]

    return Project()


@pytest.fixture
def convolutions(project):
    """A model of two convolutions, which 310P has in float16 only, and a Relu."""
    m = Model(13)
    x = m.input("x", 1, 3, 8, 8)
    conv = m.add("Conv", x, m.weight(4, 3, 3, 3), name="Conv_0", kernel_shape=[3, 3])
    conv = m.add("Conv", conv, m.weight(4, 4, 3, 3), name="Conv_1", kernel_shape=[3, 3])
    project.model(m, m.add("Relu", conv, name="Relu_2"))
    return project


def test_a_mode_that_lowers_nothing(convolutions):
    convolutions.job("Ascend310P3", "--precision_mode=must_keep_origin_dtype")
    assert convolutions.found() == [("JB103", "warning", "run.sh")]
    [message] = convolutions.messages()
    assert message.startswith("2 operators of ")
    assert message.endswith("m.onnx leave the AI Core of Ascend310P3: Conv2D ×2")
    [help] = convolutions.help()
    assert help == ("write `precision_mode=allow_fp32_to_fp16`, with which none of them leaves it")


def test_the_report_has_the_number_of_nodes_and_the_names_of_three(project, tmp_path):
    m = Model(13)
    value = m.input("x", 1, 4, 8, 8)
    for number in range(5):
        weight = m.weight(4, 4, 3, 3)
        value = m.add("Conv", value, weight, name=f"Conv_{number}", kernel_shape=[3, 3])
    project.model(m, value)
    project.job("Ascend310P3", "--precision_mode=must_keep_origin_dtype")
    [finding] = check([str(tmp_path)], select=CODES)["diagnostics"]
    assert finding["nodes"] == 5
    names = [one["message"] for one in finding["related"] if one["kind"] == "node"]
    assert names == ["Conv_0", "Conv_1", "Conv_2"]


def test_what_the_help_says_leaves_nothing_to_report(convolutions):
    convolutions.job("Ascend310P3", "--precision_mode=allow_fp32_to_fp16")
    assert convolutions.found() == []


@pytest.mark.parametrize("options", ["", "--precision_mode=force_fp16"])
def test_an_entry_of_keep_dtype_by_type_and_by_name(convolutions, options):
    convolutions.write("keep.cfg", "OpType::Conv2D\n")
    convolutions.job("Ascend310P3", f"--keep_dtype=keep.cfg {options}")
    assert convolutions.found() == [("JB103", "warning", "keep.cfg")]
    convolutions.write("keep.cfg", "Conv_1\n")
    assert convolutions.found() == [("JB103", "warning", "keep.cfg")]
    [message] = convolutions.messages()
    assert message.startswith("`Conv_1` of ")
    convolutions.write("keep.cfg", "Relu_2\n")
    assert convolutions.found() == []


def test_either_of_two_settings_is_enough_to_change(convolutions, tmp_path):
    convolutions.write("mix.json", '{"black-list": {"to-add": ["Conv2D"]}}')
    options = "--modify_mixlist=mix.json --precision_mode=allow_mix_precision"
    convolutions.job("Ascend310P3", options)
    assert convolutions.found() == [("JB103", "warning", "mix.json")]
    [finding] = check([str(tmp_path)], select=CODES)["diagnostics"]
    messages = [one["message"] for one in finding["related"]]
    assert messages == ["either is enough to change", "Conv_0", "Conv_1"]
    convolutions.write("mix.json", '{"white-list": {"to-add": ["Conv2D"]}}')
    assert convolutions.found() == []


def test_two_settings_that_both_have_to_go(convolutions, tmp_path):
    convolutions.write("mix.json", '{"black-list": {"to-add": ["Conv2D"]}}')
    convolutions.write("keep.cfg", "OpType::Conv2D\n")
    options = "--modify_mixlist=mix.json --precision_mode=allow_mix_precision"
    convolutions.job("Ascend310P3", f"{options} --keep_dtype=keep.cfg")
    assert convolutions.found() == [("JB103", "warning", "keep.cfg")]
    [finding] = check([str(tmp_path)], select=CODES)["diagnostics"]
    messages = [one["message"] for one in finding["related"]]
    assert messages == ["and this: both have to go", "Conv_0", "Conv_1"]


def test_a_soc_with_float32_convolutions(convolutions):
    convolutions.job("Ascend910B3", "--precision_mode=must_keep_origin_dtype")
    assert convolutions.found() == []


def test_a_model_without_convolutions_is_no_matter_for_the_mode(project):
    m = Model(13)
    x = m.input("x", 1, 3, 8, 8)
    project.model(m, m.add("Softmax", m.add("Mul", x, x), axis=-1))
    project.job("Ascend310P3", "--precision_mode=must_keep_origin_dtype")
    assert project.found() == []
    assert project.found(no_model=True) == [("JB335", "info", "run.sh")]


@pytest.mark.parametrize(
    ("op_type", "missing"), [("Mul", "no kernel for the dtypes"), ("NonZero", "no operator")]
)
def test_what_the_model_alone_brings_about_stands_at_the_model(project, op_type, missing):
    """The AI Core of Ascend310 multiplies no int64, and has no NonZero at all."""
    m = Model(13)
    x = m.input("x", 1, 4, 8, 8, dtype=INT64)
    inputs = (x, m.input("y", 1, 4, 8, 8, dtype=INT64)) if op_type == "Mul" else (x,)
    project.model(m, m.add(op_type, *inputs, name="T"))
    project.write("keep.cfg", "T\n")
    for options in ("", "--keep_dtype=keep.cfg"):
        project.job("Ascend310", options)
        assert project.found() == [("JB104", "warning", "run.sh")]
        [message] = project.messages()
        assert missing in message and message.endswith(f": {op_type}")


def test_sizes_that_stay_unknown_on_a_soc_without_kernels_for_them(project):
    m = Model(13)
    x = m.input("x", "n", 3, 8, 8)
    project.model(m, m.add("Relu", x, name="Relu_0"))
    project.job("Ascend310", '--input_shape="x:-1,3,8,8"')
    assert project.found() == [("JB105", "warning", "run.sh")]
    project.job("Ascend310", '--input_shape="x:-1,3,8,8" --dynamic_batch_size=1,2')
    assert project.found() == []
    project.job("Ascend310", '--input_shape="x:1,3,8,8"')
    assert project.found() == []
    project.job("Ascend310P3", '--input_shape="x:-1,3,8,8"')
    assert project.found() == []


def test_a_job_whose_sizes_nobody_sets_is_refused_for_that_alone(project):
    m = Model(13)
    x = m.input("x", "n", 3, 8, 8)
    project.model(m, m.add("Relu", x, name="Relu_0"))
    project.job("Ascend310")
    assert project.found() == []


def test_options_that_a_script_adds_may_rescue_operators(convolutions):
    convolutions.job("Ascend310P3", "--precision_mode=must_keep_origin_dtype $MORE")
    assert [code for code, *_ in convolutions.found()] == ["JB335"]


@pytest.mark.parametrize(("op_type", "found"), [("AscendQuant", True), ("Relu", False)])
def test_a_quantised_model_is_known_by_its_operators(project, op_type, found):
    project.write(
        "g.json",
        '{"schema": "cannlint/graph/1", "nodes": ['
        '{"name": "x", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]},'
        f'{{"name": "q", "type": "{op_type}", "inputs": [{{"dtype": "float", "from": ["x", 0]}}],'
        ' "outputs": [{"dtype": "int8"}]}]}',
    )
    project.write(
        "cannlint.toml",
        '[job.net]\nmodel = "net_quant.onnx"\nsoc_version = "Ascend910B3"\n'
        'precision_mode = "force_fp32"\ngraph = "g.json"\n',
    )
    assert (("JB329", "info", "cannlint.toml") in project.found()) is found


def test_jobs_that_are_the_same_are_planned_once(convolutions, monkeypatch):
    plans = []
    make = job_use.plan_of_graph
    monkeypatch.setattr(job_use, "plan_of_graph", lambda *a, **k: plans.append(a) or make(*a, **k))
    for number in range(5):
        convolutions.job("Ascend310P3", name=f"run{number}.sh")
        convolutions.job("Ascend310P3", "--precision_mode=force_fp16", name=f"forced{number}.sh")
    assert convolutions.found() == []
    assert len(plans) == 2


def test_a_job_without_a_model_at_hand_costs_no_plan(project, monkeypatch):
    monkeypatch.setattr(job_use, "plan_of_graph", lambda *a, **k: pytest.fail("a plan is made"))
    project.job("Ascend310P3", "--precision_mode=allow_mix_precision")
    assert project.found() == []
