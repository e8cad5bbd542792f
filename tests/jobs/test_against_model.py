"""JB031 to JB035, JB371, JB372: the options of a command beside the model that it names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.api import check
from cannlint.engine.pipeline import check_paths
from cannlint.engine.run import Options
from cannlint.graphs.header import Header
from cannlint.jobs.against_model import mismatches
from cannlint.jobs.atc_commands import read_command
from graph_files import field, tf_node, tf_shape
from onnx_models import Model, two_inputs

ATC = "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3 "
OPTIONS = ["input_shape", "input_shape_range", "input_fp16_nodes", "out_nodes"]
RULES = ["JB031", "JB032", "JB033", "JB034", "JB035", "JB036", "JB371", "JB372"]


@pytest.fixture
def model() -> bytes:
    return two_inputs()


@pytest.fixture
def found(tmp_path, model):
    """What the rules about models find in a command: rule, code of CANN, text at its place."""

    def run(options: str, data: bytes = b"", command: str = ATC, name: str = "m.onnx"):
        (tmp_path / name).write_bytes(data or model)
        script = tmp_path / "run.sh"
        script.write_text(f"{command}{options}\n")
        report = check([str(script)], select=RULES)
        line = script.read_text().splitlines()[0]
        places = [(one, one["range"]) for one in report["diagnostics"]]
        return [
            (
                one["rule"],
                one["cann_code"],
                line[place["start"]["column"] - 1 : place["end"]["column"] - 1],
            )
            for one, place in places
        ]

    return run


def test_a_command_that_fits(found):
    assert found('--input_shape="images:4,3,8,8;mask:2,10" --out_nodes="Relu_1:0"') == []
    assert found('--input_shape="images:-1,3,8,8" --dynamic_batch_size="1,2"') == []
    assert found('--input_shape="images:1~4,3,8,8"') == []


@pytest.mark.parametrize(
    ("options", "code", "place"),
    [
        ('--input_shape="image:4,3,8,8;images:4,3,8,8"', "E10016", "image"),
        ('--input_shape="images:-1,3,8,8; Mask :2,10"', "E10016", "Mask"),
        ('--input_shape_range="images:[1~4,3,8,8];m:[2,10]"', "E10016", "m"),
        ('--input_shape="images:4,3,8,8;Conv_0:1"', "E10017", "Conv_0"),
        ('--input_shape="images:4,3,8,8" --input_fp16_nodes="mask;Relu_1"', "E10017", "Relu_1"),
        # an initializer becomes a constant of another name
        ('--input_shape="images:4,3,8,8;w1:4,3,3,3"', "E10016", "w1"),
    ],
)
def test_an_input_that_the_model_does_not_have(found, options, code, place):
    assert found(options) == [("JB031", code, place)]


def test_a_name_in_a_range_that_is_a_scalar_is_not_looked_up(found):
    assert found('--input_shape="images:-1,3,8,8;other:"') == []


@pytest.mark.parametrize(
    ("options", "code", "place"),
    [
        ('--input_shape="images:3,8,8"', "E11010", "3,8,8"),
        ('--input_shape="images:-1,3,8" --dynamic_batch_size="1,2"', "E11010", "-1,3,8"),
        ('--input_shape="images:-1,3,8"', "E10049", "-1,3,8"),
        ('--input_shape_range="images:[1~2,3,8]"', "E10049", "[1~2,3,8]"),
    ],
)
def test_another_number_of_dimensions(found, options, code, place):
    assert found(options) == [("JB032", code, place)]


@pytest.mark.parametrize(
    ("options", "place"),
    [
        ("", "atc"),
        ('--input_shape="mask:2,10"', "mask:2,10"),
        ('--input_shape=""', "atc"),
    ],
)
def test_an_open_size_that_nothing_sets(found, options, place):
    assert found(options) == [("JB033", "E10001", place)]


@pytest.mark.parametrize(
    ("options", "code", "place"),
    [
        # ATC looks for open sizes before names, but for gears
        ('--input_shape="image:4,3,8,8;mask:2,10"', "E10001", "image"),
        ('--input_shape="x:4,3,8,8"', "E10001", "x"),
        ('--input_shape="image:-1,3,8,8" --dynamic_dims="1;2"', "E10016", "image"),
    ],
)
def test_a_wrong_name_is_not_an_open_size_as_well(found, options, code, place):
    assert found(options) == [("JB031", code, place)]


def test_an_open_size_that_no_wrong_name_stands_for(found):
    assert found('--input_shape="mask2:2,10"') == [
        ("JB031", "E10016", "mask2"),
        ("JB033", "E10001", "mask2:2,10"),
    ]
    m = Model(13)
    first, other = m.input("first", "N", 3), m.input("other", "N", 4)
    data = m.bytes(m.add("Relu", first), m.add("Sigmoid", other))
    one_name = found('--input_shape="frist:1,3"', data)
    assert one_name == [("JB031", "E10001", "frist"), ("JB033", "E10001", "frist:1,3")]
    assert found('--input_shape="a:1,3;b:1,4"', data) == [
        ("JB031", "E10001", "a"),
        ("JB031", "E10001", "b"),
    ]


def test_an_open_size_is_told_by_the_name_that_the_model_gives_it(tmp_path):
    m = Model(13)
    (tmp_path / "m.onnx").write_bytes(m.bytes(m.add("Relu", m.input("x", "batch", 3, "", "batch"))))
    (tmp_path / "run.sh").write_text(f"{ATC}\n")
    [finding] = check([str(tmp_path / "run.sh")], select=RULES)["diagnostics"]
    assert finding["message"] == (
        "input `x` is [batch,3,?,batch], and no option gives `batch, ?` a size"
    )
    assert finding["help"] == (
        "add `x:batch,3,?,batch` to `--input_shape`, with a size in place of `batch, ?`"
    )


def test_open_sizes_of_inputs_that_are_not_listed_beside_gears(found):
    m = Model(13)
    first, other = m.input("first", "N", 3), m.input("other", "N", "M")
    data = m.bytes(m.add("Relu", first), m.add("Sigmoid", other))
    gears = '--input_shape="first:-1,3" --dynamic_{}'
    unset = [("JB033", "E10001", "first:-1,3")]
    assert found(gears.format('dims="1;2"'), data) == unset
    assert found(gears.format('batch_size="1,2"'), data) == [("JB033", "E10018", "first:-1,3")]


def test_a_batch_size_is_also_that_of_inputs_that_are_not_listed(found):
    m = Model(13)
    first, other = m.input("first", "N", 3), m.input("other", "N", 4)
    data = m.bytes(m.add("Relu", first), m.add("Sigmoid", other))
    assert found('--input_shape="first:-1,3" --dynamic_batch_size="1,2"', data) == []


def test_a_value_that_is_not_known_may_set_anything(found):
    assert found('--input_shape="$SHAPE"') == []
    assert found("$OPTIONS") == []


@pytest.mark.parametrize("shape", ["images:-1,4,8,8", "images:1~8,1~2,8,8"])
def test_a_range_without_the_size_of_the_model(found, shape):
    assert found(f'--input_shape="{shape}"') == [("JB034", "E10050", shape.partition(":")[2])]


def test_a_range_with_the_size_of_the_model_is_advice(found):
    assert found('--input_shape="images:-1,1~3,8,8"') == [("JB371", None, "-1,1~3,8,8")]


def test_another_fixed_size_is_advice(found):
    found_here = found('--input_shape="images:4,3,8,8;mask:1,10"')
    assert found_here == [("JB371", None, "1,10")]


@pytest.mark.parametrize(
    ("nodes", "code", "place"),
    [
        ("Relu1:0", "E10016", "Relu1:0"),
        ("Relu_1:0; Sigmoid_2:0", "E10016", " Sigmoid_2:0"),
        ("Conv_0", "E19999", "Conv_0"),
    ],
)
def test_outputs_that_the_model_does_not_have(found, nodes, code, place):
    options = f'--input_shape="images:4,3,8,8" --out_nodes="{nodes}"'
    assert found(options) == [("JB035", code, place)]


def test_outputs_that_the_model_has_or_may_have(found):
    shape = '--input_shape="images:4,3,8,8" --out_nodes='
    assert found(f'{shape}"Relu_1;Sigmoid_2"') == []
    # what the parser makes of one operator, and of an initializer
    assert found(f'{shape}"PartitionedCall_Conv_0_Conv2D_3:0"') == []
    assert found(f'{shape}"w1_Initializer_0:0"') == []


def test_operators_without_a_name_have_those_of_the_parser(found):
    m = Model(13)
    m.input("x", 1)
    node = field(1, "x") + field(2, "y") + field(4, "Relu")
    m.nodes.append(node)
    assert found('--out_nodes="Relu_0:0"', m.bytes("y")) == []
    assert [code for code, _, _ in found('--out_nodes="Relu_1:0"', m.bytes("y"))] == ["JB035"]


def test_several_domains(found, model):
    several = model + field(8, field(1, "ai.onnx.ml") + field(2, 2))
    shape = '--input_shape="images:4,3,8,8"'
    assert found(shape, several) == [("JB372", None, "m.onnx")]


@pytest.mark.parametrize("mode", ["1", "3", "5"])
def test_other_modes_do_not_compare(found, mode):
    assert found(f"--mode={mode} --input_shape=image:1") == []


def test_a_scalar_or_an_input_without_a_shape_takes_any_shape(found):
    m = Model(13)
    scalar = m.input("s")
    m.inputs.append(field(1, "free"))
    data = m.bytes(m.add("Add", scalar, "free"))
    assert found('--input_shape="s:1,2;free:3"', data) == []


def test_the_note_has_the_code_of_atc_where_it_gives_one(tmp_path, model):
    (tmp_path / "m.onnx").write_bytes(model)
    script = tmp_path / "run.sh"
    script.write_text(f'{ATC} --input_shape="other:4,3,8,8" --out_nodes="Relu_9:0"\n')
    for one in check([str(script)], select=RULES)["diagnostics"]:
        code = one["cann_code"]
        assert one["note"] == (f"ATC stops with {code}" if code else "ATC stops"), one


def test_a_fix_writes_the_only_name_that_may_be_meant(tmp_path, model):
    (tmp_path / "m.onnx").write_bytes(model)
    script = tmp_path / "run.sh"
    script.write_text(f'{ATC} --input_shape="Images:4,3,8,8" --out_nodes="Relu1:0"\n')
    report = check([str(script)], select=["JB031", "JB035"])
    fixes = [one["fix"] for one in report["diagnostics"]]
    assert [fix["applicability"] for fix in fixes] == ["unsafe", "unsafe"]
    assert [fix["edits"][0]["text"] for fix in fixes] == ["images", "Relu_1"]


AIPP = "aipp_op {{ aipp_mode: static related_input_rank: {} }}\n"


@pytest.mark.parametrize(
    ("text", "options", "code"),
    [
        (AIPP.format(0) + AIPP.format(1), "", None),
        ("aipp_op { aipp_mode: dynamic }", "", None),
        (AIPP.format(0) + AIPP.format(2), "", "E10052"),
        (AIPP.format(1), " --input_fp16_nodes=mask", "E10034"),
        (AIPP.format(0), " --input_fp16_nodes=mask", None),
        ('aipp_op { related_input_name: "data" related_input_rank: 7 }', "", None),
        ("aipp_op { related_input_rank: 7", "", None),
    ],
)
def test_inputs_of_an_aipp_file(found, tmp_path, text, options, code):
    (tmp_path / "aipp.cfg").write_text(text)
    options = f'--input_shape="images:4,3,8,8" --insert_op_conf=aipp.cfg{options}'
    assert found(options) == ([("JB036", code, "aipp.cfg")] if code else [])


TF = "atc --model=m.pb --framework=3 --output=o --soc_version=Ascend910B3 "


@pytest.fixture
def frozen() -> bytes:
    """Placeholders: one that Relu uses, one that nothing uses, one of no known rank."""
    nodes = [
        tf_node("input", "Placeholder", shape=tf_shape(-1, 8)),
        tf_node("lonely", "Placeholder", shape=tf_shape(-1)),
        tf_node("any", "Placeholder", shape=field(7, field(3, 1))),
        tf_node("net/block/Relu", "Relu", "input"),
        tf_node("net/Add", "Add", "net/block/Relu", "any:0"),
    ]
    return b"".join(nodes)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ('--input_shape="input:1,8"', []),
        ('--input_shape="input:-1,8" --dynamic_batch_size="1,2"', []),
        ('--input_shape="input:1,8;any:3"', []),
        ("", [("JB033", "E10001", "atc")]),
        ('--input_shape="input:0:1,8;input:1,8"', [("JB031", "E10016", "input:0")]),
        ('--input_shape="input:1"', [("JB032", "E19999", "1")]),
        ('--input_shape="input:1,8" --out_nodes="net/Add:0"', []),
        # a fusion of a scope may make a node of its name
        ('--input_shape="input:1,8" --out_nodes="net/block:0"', []),
        ('--input_shape="input:1,8" --out_nodes="net/Ad:0"', [("JB035", "E10016", "net/Ad:0")]),
    ],
)
def test_a_graph_of_tensorflow(found, frozen, options, expected):
    assert found(options, frozen, TF, "m.pb") == expected


CAFFE = "atc --model=m.prototxt --weight=m.caffemodel --framework=0 --output=o "
NET = b"""
layer { name: "data" type: "Input" top: "data"
        input_param { shape { dim: 1 dim: 3 dim: 8 dim: 8 } } }
layer { name: "conv1" type: "Convolution" bottom: "data" top: "conv1"
        convolution_param { num_output: 4 kernel_size: 3 } }
"""


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ('--input_shape="data:4,3,9,9"', []),
        ('--input_shape="data:4,3"', []),  # the parser takes any static shape
        ('--input_shape="data:-1,3,8"', [("JB032", "E10049", "-1,3,8")]),
        ('--input_shape="data0:1,3,8,8"', [("JB031", "E10016", "data0")]),
        ('--out_nodes="conv:0"', [("JB035", "E10016", "conv:0")]),
        ('--out_nodes="conv1:0"', []),
    ],
)
def test_a_net_of_caffe(found, options, expected):
    options = f"--soc_version=Ascend910B3 {options}"
    assert found(options, NET, CAFFE, "m.prototxt") == expected


def test_a_layer_that_no_plugin_registers(tmp_path):
    (tmp_path / "m.prototxt").write_bytes(NET + b'layer { name: "o" type: "NoSuch" top: "o" }\n')
    script = tmp_path / "run.sh"
    script.write_text(f"{CAFFE} --soc_version=Ascend910B3\n")
    [finding] = check([str(script)], select=["JB020"])["diagnostics"]
    assert (finding["rule"], finding["cann_code"]) == ("JB020", "E11009")


class TestWhereTheModelIs:
    """Which model is read, and what is told of one that is not in the project."""

    @pytest.fixture
    def project(self, tmp_path, model):
        (tmp_path / "project" / ".git").mkdir(parents=True)
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / "elsewhere" / "m.onnx").write_bytes(model)
        return tmp_path / "project"

    def findings(self, script, text):
        script.parent.mkdir(exist_ok=True)
        script.write_text(text)
        return check([str(script)], select=RULES)["diagnostics"]

    def test_in_a_folder_above_the_script(self, project, model):
        (project / "m.onnx").write_bytes(model)
        found = self.findings(project / "scripts" / "run.sh", f"{ATC}\n")
        assert [one["rule"] for one in found] == ["JB033"]

    def test_after_a_change_to_a_folder_that_is_not_known(self, project, model):
        (project / "m.onnx").write_bytes(model)
        assert self.findings(project / "run.sh", f'cd "$WORK"\n{ATC}\n') == []

    def test_a_link_that_leads_out_of_the_project(self, project):
        (project / "m.onnx").symlink_to("../elsewhere/m.onnx")
        (project / "models").symlink_to("../elsewhere")
        assert self.findings(project / "run.sh", f"{ATC}\n") == []
        there = ATC.replace("m.onnx", "models/m.onnx")
        assert self.findings(project / "run.sh", f"{there}\n") == []

    def test_the_names_of_a_model_outside_are_not_told(self, project):
        there = ATC.replace("m.onnx", str(project.parent / "elsewhere" / "m.onnx"))
        options = '--input_shape="image:1,3,8" --out_nodes="Relu1:0"'
        found = self.findings(project / "run.sh", f"{there} {options}\n")
        assert [one["rule"] for one in found] == ["JB031", "JB035"]
        told = str([(one["message"], one["help"], one["fix"]) for one in found])
        assert not any(name in told for name in ("images", "mask", "Relu_1", "3,8,8"))

    def test_of_a_command_that_runs_here_all_is_told(self, project, monkeypatch):
        monkeypatch.chdir(project)
        options = Options()
        options.select = ("JB031",)
        there = str(project.parent / "elsewhere" / "m.onnx")
        options.command = (*ATC.replace("m.onnx", there).split(), "--input_shape=Images:1,3,8,8")
        [finding] = check_paths([], options).findings
        assert str(finding.help) == "write `images`"

    def test_the_model_of_a_job_in_a_configuration(self, project, model):
        (project / "m.onnx").write_bytes(model)
        text = '[job.net]\nmodel = "m.onnx"\nframework = 5\ninput_shape = "image:1,3,8,8"\n'
        found = self.findings(project / "cannlint.toml", text)
        assert [(one["rule"], one["range"]["start"]["line"]) for one in found] == [("JB031", 4)]


@given(st.text(alphabet="images:;,-1~[] 3m", max_size=30), st.sampled_from(OPTIONS))
def test_any_value_has_mismatches_at_its_place(value, option):
    header = Header("5", {"images": (-1, 3), "m": (1,)})
    header.nodes = frozenset({"images", "m", "s"})
    [job] = read_command(["atc", f"--{option}={value}", "--dynamic_dims=1"], "/").jobs
    for mismatch in mismatches(job, header):
        text = job.source.text[mismatch.span.start : mismatch.span.end]
        assert text or not value.strip()
