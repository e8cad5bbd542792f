"""Whatever the job and the want: a way that is written gives what it promises.

The plan of the folder that was written is made anew, and what it says is compared with the want
here, without the code that the suggestion comes from; check finds no error in the folder.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cannlint.cann.dtypes import compiler_name
from cannlint.config.file import settings_at
from cannlint.config.search import forget_configurations
from cannlint.errors import CannlintError
from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import spec_of
from cannlint.planning.plan import plan_of
from cannlint.suggest.job_file import Writing
from strategies import examples
from suggest.written import errors_in_folder, graph_file, job_folder, request_of, suggested

MODES = {
    "precision_mode": (
        *("force_fp16", "force_fp32", "allow_mix_precision", "allow_fp32_to_fp16"),
        *("must_keep_origin_dtype", "allow_mix_precision_bf16"),
    ),
    "precision_mode_v2": ("fp16", "origin", "mixed_float16", "cube_fp16in_fp32out"),
}
FILES = {
    "keep_dtype": ("", "relu\n", "OpType::Relu\nlast", "OpType::Gelu\r\n"),
    "customize_dtypes": (
        "OpType::Relu:InputDtype:float16,OutputDtype:float16\n",
        "relu:InputDtype:float32,OutputDtype:float32",
        "OpType::Add:InputDtype:float16,float16,OutputDtype:float16\r\n"
        "add:InputDtype:float32,float32,OutputDtype:float32\r\n",
    ),
    "op_precision_mode": (
        "Gelu=high_precision\n",
        "[ByNodeName]\nsoftmax=high_performance\n[ByOpType]\nGelu=high_performance",
        "# c\r\n[ByOpType]\r\nGelu=high_precision\r\n",
    ),
    "modify_mixlist": (
        '{"black-list": {"to-add": ["Gelu"]}}',
        '{\n  "white-list": {\n    "to-add": [\n      "Add",\n      "Relu"\n    ]\n  }\n}',
        "{}",
    ),
}
NAMES = ("relu", "last", "Relu", "softmax", "SoftmaxV2", "gelu", "Gelu", "add", "*", "?elu")
VALUES = ("float32", "float16", "bfloat16", "keep", "high_precision", "high_performance")


@st.composite
def jobs(draw):
    """A front end with options and files that it has, of a SoC."""
    front_end = draw(st.sampled_from(["atc", "atc", "ge", "tf1", "tf2", "mindspore"]))
    mode = draw(st.sampled_from([*MODES]))
    options = {mode: draw(st.sampled_from(MODES[mode]))}
    if draw(st.booleans()):
        options["op_select_implmode"] = draw(st.sampled_from(["high_precision"]))
    files = {
        name: draw(st.sampled_from(texts)) for name, texts in FILES.items() if draw(st.booleans())
    }
    if "mix" not in options[mode]:
        files.pop("modify_mixlist", None)
    known = {name for name in (*options, *files) if spec_of(FrontEnd(front_end), name)}
    return (
        front_end,
        {name: value for name, value in options.items() if name in known},
        {name: text for name, text in files.items() if name in known},
        draw(st.sampled_from(["Ascend910B3", "Ascend310P3"])),
        draw(st.sampled_from(["float", "float", "float16"])),
    )


wants = st.builds("{}={}".format, st.sampled_from(NAMES), st.sampled_from(VALUES))


def forget():
    settings_at.cache_clear()
    forget_configurations()


def write_job(folder, job):
    front_end, options, files, soc, dtype = job
    for path in folder.iterdir():
        path.unlink()
    graph_file(folder, dtype=dtype)
    job_folder(folder, options, files, front_end, soc)
    forget()


def fulfils(row, value, dtype) -> bool:
    """Whether a row of a plan has what a want asks for; all tensors of these operators are float.

    `dtype` is that of the model.
    """
    if value.startswith("high"):
        return row.mode.value == value
    wanted = compiler_name(dtype if value == "keep" else value)
    has = {compiler_name(one) for one in (*row.dtypes.inputs, *row.dtypes.outputs)}
    return row.dtypes.status == "determined" and has == {wanted}


@examples(60)
@given(jobs(), wants)
def test_a_written_way_gives_what_is_wanted(tmp_path_factory, job, want):
    folder = tmp_path_factory.mktemp("job")
    before = os.getcwd()
    os.chdir(folder)
    try:
        _try_ways(folder, job, want)
    finally:
        os.chdir(before)


def _try_ways(folder, job, want):
    write_job(folder, job)
    try:
        found = suggested(want)
    except CannlintError:
        assume(False)
    [one] = found.found
    nodes = {row.node for row, _ in (*one.goals, *one.met)}
    for outcome in one.ways:
        if outcome.status != "confirmed":
            continue
        write_job(folder, job)
        writing = Writing(outcome.draft)
        assert not writing.is_by_hand
        writing.write()
        forget()
        plan = plan_of(request_of())
        assert plan.accepted
        value = want.partition("=")[2]
        assert [
            row.node for row in plan.rows if row.node in nodes and not fulfils(row, value, job[-1])
        ] == []
        assert errors_in_folder() == []


@pytest.mark.parametrize("want", ["Relu=float32", "softmax=high_precision", "gelu=keep"])
def test_all_that_is_written_together(folder, want):
    """Two wants, written at once: both are so afterwards."""
    graph_file(folder)
    job_folder(folder, {"precision_mode": "force_fp16"})
    found = suggested(want, "add=float32")
    Writing(found.together.draft).write()
    assert [one.status for one in suggested(want, "add=float32").found] == ["already so"] * 2
    assert errors_in_folder() == []
