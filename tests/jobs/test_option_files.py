"""Config files of front ends: what makes a file one, its jobs, and the plans of these."""

from __future__ import annotations

import json

import pytest

from cannlint.discovery.detect import kind_of
from cannlint.jobs.mindformers_yaml import read as read_yaml
from cannlint.jobs.mslite_config import read
from cannlint.jobs.yaml_block import nodes_of
from cannlint.kinds import Kind
from cannlint.text.source import Source
from work import grows_as_its_input

CONVERT = b"""\
[ascend_context]
precision_mode=preferred_optimal
[acl_init_options]
ge.socVersion=Ascend910B3
[acl_build_options]
ge.exec.precision_mode=force_fp32
ge.exec.modify_mixlist=mix.json
"""


def job_of(text: bytes):
    [job] = read(Source("convert.ini", text)).jobs
    return job


def plan(cannlint, *arguments: str) -> dict:
    return json.loads(cannlint("plan", *arguments, "--format", "json").out)


@pytest.mark.parametrize(
    "text",
    [
        b"[ascend_context]\nprecision_mode=enforce_fp32\n",
        b"[ acl_option_cfg_param]\na=b\n",
        b"\xef\xbb\xbf[ge_graph_options]\na=b\n",
        b"[common]\nprecision_mode = enforce_origin\n",
        b"[common_quant_param]\nquant_type=FULL_QUANT\n",
        b"[ascend_context]\nprecision_mode\n",
    ],
)
def test_an_ini_file_of_mindspore_lite_is_told_by_its_content(text):
    assert kind_of("any.cfg", text) is Kind.MSLITE_CONFIG


@pytest.mark.parametrize(
    "text",
    [
        b"[registry]\nplugin_path=a.so\n",
        b"[context]\nascend=1\n",
        b"[tool:pytest]\naddopts = -q\n",
        b"[ByOpType]\nGelu=high_precision\n",
        b'{"[ascend_context]": "="}',
        b"precision_mode=force_fp32\n",
    ],
)
def test_other_files_are_none(text):
    assert kind_of("any.ini", text) is not Kind.MSLITE_CONFIG


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        (b"context:\n  ascend_config:\n    precision_mode: x\n", True),
        (b"run_mode: train\n\ncontext: # of MindSpore\n\n# words\n  mode: 0\n", True),
        (b"context:\n  mode: 0\n", False),
        (b"context:\n  cluster: a\ncurrent-context: b\nrun_mode: c\n", False),
        (b"run_mode: a\nmodel:\n  context:\n    jit_config:\n      jit_level: O0\n", False),
        (b"context: {mode: 0}\nother:\n  jit_config:\n", False),
    ],
)
def test_a_yaml_file_of_mindformers_is_told_by_its_context(text, is_one):
    assert (kind_of("a.yaml", text) is Kind.MINDFORMERS_YAML) is is_one


def test_the_section_of_mindspore_lite_wins_and_its_names_stand_for_those_of_cann():
    job = job_of(CONVERT)
    assert job.value("precision_mode") == "allow_mix_precision"
    assert job.get("precision_mode").via == "ascend_context"
    assert job.value("soc_version") == "Ascend910B3"


def test_what_stands_in_no_section_or_in_an_unread_one_is_not_set():
    job = job_of(
        b"precision_mode=enforce_fp16\n[ge_graph_options]\nge.exec.precision_mode=force_fp32\n"
        b"[ascend_context]\ninput_format=NCHW\n"
    )
    assert job.value("precision_mode") is None


def test_the_graph_of_an_ini_file_is_planned_with_its_files(cannlint, tmp_path):
    (tmp_path / "convert.ini").write_bytes(CONVERT)
    (tmp_path / "mix.json").write_text('{"black-list": {"to-add": ["MatMulV2"]}}')
    told = plan(cannlint, str(tmp_path / "convert.ini"), "--op", "MatMulV2")
    assert told["job"]["front_end"] == "mslite"
    assert told["job"]["accepted"]
    assert told["ops"][0]["colour"]["value"] == "black-list"
    assert told["ops"][0]["dtypes"]["inputs"][0] == "float"


def test_without_a_mode_mindspore_lite_compiles_for_inference(cannlint):
    asked = ("--front-end", "mslite", "--op", "Relu", "--soc", "Ascend910B3")
    assert plan(cannlint, *asked)["ops"][0]["dtypes"]["inputs"] == ["float16"]
    kept = plan(cannlint, *asked, "-O", "precision_mode=enforce_fp32")
    assert kept["ops"][0]["dtypes"]["inputs"] == ["float"]


def test_the_file_of_a_yaml_file_is_planned(cannlint, tmp_path):
    (tmp_path / "a.yaml").write_text("context:\n  ascend_config:\n    op_precision_mode: op.ini\n")
    (tmp_path / "op.ini").write_text("Gelu=high_precision\n")
    told = plan(cannlint, str(tmp_path / "a.yaml"), "--op", "Gelu", "--soc", "Ascend910B3")
    assert told["ops"][0]["impl_mode"]["value"] == "high_precision"


def test_yaml_has_types_of_its_own():
    text = "a: on\nb: 'on'\nc: 0x1F\nd: 1.5\ne: ~\nf: no way\ng: [1]\nh:\n  i: -1\nj:\n- k: 1\n"
    nodes = nodes_of(Source("a.yaml", text.encode()))
    assert [(node.key, node.type) for node in nodes] == [
        ("a", "bool"),
        ("b", "str"),
        ("c", "int"),
        ("d", "float"),
        ("e", "none"),
        ("f", "str"),
        ("g", None),
        ("h", "dict"),
        ("j", "list"),
    ]
    assert [child.value for child in nodes[7].children] == ["-1"]


def test_what_spans_lines_hides_what_is_in_it():
    text = b"context:\n  a: |\n    jit_config:\n      jit_level: O9\n  mode: 0\n"
    [job] = read_yaml(Source("a.yaml", text)).jobs
    assert [setting.key for setting in job.settings] == ["a", "mode"]


@pytest.mark.parametrize("line", ["a=b\n", "[ge_graph_options]\n", "=====\n", "   \n"])
def test_the_work_for_an_ini_file_grows_as_the_file(line):
    text = line.encode()
    assert grows_as_its_input(
        lambda size: read(Source("a.ini", b"[ascend_context]\n" + text * size)), 100
    )
