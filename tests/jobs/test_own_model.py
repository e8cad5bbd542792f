"""The model that a command names, taken for its config files without being asked."""

from __future__ import annotations

import pytest

from cannlint.api import check
from onnx_models import Model

ATC = "atc --model=m.onnx --framework=5 --output=o --soc_version=Ascend910B3 "


@pytest.fixture
def project(tmp_path):
    """A model of a Conv and a Relu, and the findings of some rules in a script with its files."""

    class Project:
        def model(self, data: bytes = b"") -> None:
            m = Model(13)
            x = m.input("x", 1, 3, 8, 8)
            conv = m.add("Conv", x, m.weight(4, 3, 3, 3), name="Conv_0", kernel_shape=[3, 3])
            (tmp_path / "m.onnx").write_bytes(data or m.bytes(m.add("Relu", conv, name="Relu_1")))

        def write(self, name: str, text: str) -> None:
            (tmp_path / name).write_text(text)

        def found(self, options: str, select: list[str], **given):
            (tmp_path / "run.sh").write_text(f"{ATC}{options}\n")
            report = check([str(tmp_path)], select=select, **given)
            assert report["complaints"] == []
            return [
                (one["rule"], one["severity"], one["range"]["start"]["line"])
                for one in report["diagnostics"]
            ]

    return Project()


NAMES = [
    ("keep_dtype", "Relu_1\nRelu_2\n", "KD201"),
    ("customize_dtypes", "Relu_1:InputDtype:float16\nRelu_2:InputDtype:float16\n", "CD201"),
    (
        "op_precision_mode",
        "[ByNodeName]\nRelu_1=high_precision\nRelu_2=high_precision\n",
        "OP201",
    ),
]


@pytest.mark.parametrize(("option", "text", "rule"), NAMES)
def test_names_in_config_files_are_looked_up(project, option, text, rule):
    project.model()
    project.write("names.cfg", text)
    line = text.splitlines().index(next(x for x in text.splitlines() if "Relu_2" in x)) + 1
    options = f"--{option}=names.cfg"
    assert project.found(options, [rule]) == [(rule, "warning", line)]
    assert project.found(options, [rule], no_model=True) == []


def test_a_name_that_the_parser_makes_is_not_unknown(project):
    m = Model(13)
    x = m.input("x", 4, 8)
    gemm = m.add("Gemm", x, m.weight(8, 4), m.weight(4), name="Gemm_0")
    project.model(m.bytes(m.add("Relu", gemm, name="Relu_1")))
    # the second as the parsers of 2022 have it
    made = ("PartitionedCall_Gemm_0_MatMulV2_7", "PartitionedCall_Relu_1_Relu_9")
    project.write("keep.cfg", "\n".join(["Gemm_0", *made, ""]))
    assert project.found("--keep_dtype=keep.cfg", ["KD201"]) == []


@pytest.mark.parametrize("data", [b"\x08\x07\x3a\xff", b"no model", b"\x00" * 100])
def test_a_model_that_cannot_be_read_is_left(project, data):
    project.model(data)
    project.write("keep.cfg", "Relu_2\n")
    assert project.found("--keep_dtype=keep.cfg", ["KD201", "JB0"]) == []


def test_a_large_model_is_planned_only_if_asked_for(project, monkeypatch):
    monkeypatch.setattr("cannlint.jobs.model_files._MOST_PLANNED", 1)
    project.model()
    project.write("keep.cfg", "Relu_2\n")
    assert project.found("--keep_dtype=keep.cfg", ["KD201"]) == []


def test_constants_beyond_float16_of_the_model_of_a_command(project):
    m = Model(13)
    x = m.input("x", 1, 4)
    added = m.add("Add", x, m.constant(1e-12), name="Add_0")
    project.model(m.bytes(added))
    assert project.found("", ["JB356"]) == [("JB356", "info", 1)]
    assert project.found("--precision_mode=force_fp32", ["JB356"]) == []
    assert project.found("", ["JB356"], no_model=True) == []


def test_no_model_leaves_the_shapes(project):
    project.model()
    options = '--input_shape="y:1"'
    assert project.found(options, ["JB031"]) == [("JB031", "error", 1)]
    assert project.found(options, ["JB031"], no_model=True) == []
