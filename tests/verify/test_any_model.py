"""Whatever a model has in it: a verification, or one sentence; in time that grows with its size."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cannlint.errors import CannlintError
from cannlint.planning.request import Request
from cannlint.report import verify_csv, verify_html, verify_json
from cannlint.verify.fusion_result import read_fusion_result
from cannlint.verify.kernels import KernelNames
from cannlint.verify.verification import verify
from om_files import AICORE, LOWERED, Op, om, om_json, recorded, relu_model
from strategies import broken
from verify.test_entries import fused_model
from work import grows_as_its_input

pytestmark = pytest.mark.slow  # many broken models

FUSED = fused_model("te_fused_op_relu_ascend_quant_0123456789abcdef_1__kernel0")
MODELS = [
    om(relu_model(_op_impl_mode_enum=4), recorded("--precision_mode=allow_mix_precision")),
    om(relu_model(), recorded("--keep_dtype=k.cfg"), wide=True, compressed=True),
    om(FUSED, recorded()),
    om_json(FUSED, recorded()),
]


def request() -> Request:
    made = Request()
    made.isolated = True
    return made


def verified_or_sentence(path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        found = verify(str(path), request())
    except CannlintError as error:
        assert "\n" not in str(error)
        return
    assert "".join(verify_json.lines(found)).endswith("}\n")
    assert verify_csv.text(found) and verify_html.text(found, every=True)


@given(st.sampled_from(MODELS).flatmap(broken))
def test_a_broken_model_is_verified_or_one_sentence(tmp_path_factory, data):
    verified_or_sentence(tmp_path_factory.getbasetemp() / "broken.om", data)


@pytest.mark.parametrize("number", range(len(MODELS)))
def test_one_changed_byte(tmp_path, number):
    data = MODELS[number]
    for at in range(0, len(data), 101):
        verified_or_sentence(tmp_path / "m.om", data[:at] + b"\xff" + data[at + 1 :])


NAMES = KernelNames(["Abs", "Add", "Mul", "MatMul", "BNInferenceD", "Conv2D", "Cast", "TransData"])


@pytest.mark.parametrize(
    ("kernel", "op_type", "types"),
    [
        ("te_relu_0123456789abcdef0__kernel0", "Relu", ("Relu",)),
        ("te_fused_op_abs_mul_mul_add_2bd70059907934ee_0", "Abs", ("Abs", "Mul", "Mul", "Add")),
        ("te_fused_op_mat_mul_mul_0078469a4ab07a02_0", "MatMulV2", ("MatMulV2", "Mul")),
        ("te_fused_op_bninference_d_add_b6fe2fe60171fda0_1", "X", ("BNInferenceD", "Add")),
        ("te_fused_op_conv2d_fix_pipe_b6fe2fe60171fda0", "Conv2D", ("Conv2D", "FixPipe")),
        ("te_fused_op_cast_trans_data_abs_b6fe2fe60171fda0", "Abs", ("Cast", "TransData", "Abs")),
        ("te_fused_op_strange_b6fe2fe60171fda0", "Abs", ("Abs",)),
        ("", "Abs", ("Abs",)),
    ],
)
def test_the_operators_that_a_kernel_names(kernel, op_type, types):
    assert NAMES.types_of(kernel, op_type) == types


@given(st.text("abdelmu_0123456789", max_size=60))
def test_any_name_of_a_kernel(words):
    assert len(NAMES.types_of(f"te_fused_op_{words}_0123456789abcdef", "Abs")) >= 1


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "{}", "1", '{"a": {"match_times": "1"}}', "[" * 5_000, '["graph_fusion"]'],
)
def test_what_is_no_fusion_result_is_one_sentence(tmp_path, text):
    path = tmp_path / "fusion_result.json"
    path.write_text(text)
    with pytest.raises(CannlintError, match=r"not a fusion_result\.json"):
        read_fusion_result(str(path))


def test_strange_numbers_of_times_are_none(tmp_path):
    path = tmp_path / "fusion_result.json"
    times = '{"match_times": %s, "effect_times": %s}'
    values = [("1e9", "null"), ('"9999999999999"', "-3"), ("true", '"2"'), ("7", "[]")]
    passes = ", ".join(f'"P{at}": {times % pair}' for at, pair in enumerate(values))
    path.write_text(f'{{"graph_fusion": {{{passes}, "Q": 1}}}}')
    assert [*read_fusion_result(str(path)).times.values()] == [(0, 0), (0, 0), (0, 2), (7, 0)]


def chain(length: int) -> bytes:
    """Casts and TransData of CANN in one chain, all behind one another, and Relus behind each."""
    ops = relu_model()[:1]
    before = "x"
    for number in range(length):
        inserted = Op(f"trans_Cast_{number}", "Cast", [f"{before}:0"], [LOWERED], [LOWERED], AICORE)
        layout = Op(
            f"trans_TransData_{number}", "TransData", [f"{inserted.name}:0"], [LOWERED], [LOWERED]
        )
        relu = Op(f"relu{number}", "Relu", [f"{layout.name}:0"], [LOWERED], [LOWERED], AICORE)
        ops += [inserted, layout, relu]
        before = layout.name
    return om(ops, recorded())


def test_the_work_grows_with_the_size_of_the_model(tmp_path):
    def run(length: int) -> None:
        verify(str(tmp_path / f"{length}.om"), request())

    for length in (60, 4 * 60):
        (tmp_path / f"{length}.om").write_bytes(chain(length))
    assert grows_as_its_input(run, 60)


def test_a_loop_of_casts_ends(tmp_path):
    ops = relu_model()
    ops[1].links = ["trans_Cast_2:0"]
    ops[3].links = ["trans_Cast_0:0"]
    verified_or_sentence(tmp_path / "m.om", om(ops, recorded()))
