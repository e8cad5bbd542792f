"""From the result of an accuracy comparison to the nodes that are too far off."""

from __future__ import annotations

import pytest

from cannlint.errors import CannlintError
from cannlint.suggest.comparison import Limit, read_comparison

HEAD = (
    "Index,OpType,NPUDump,DataType,GroundTruth,DataType,TensorIndex,CosineSimilarity,"
    "MaxAbsoluteError"
)
COSINE = [Limit("cosine=0.99", True)]


def nodes(tmp_path, *rows, limits=COSINE, head=HEAD, **options):
    path = tmp_path / "compare.csv"
    lines = "\n".join([head, *rows]) + "\n"
    path.write_bytes(lines.encode() if isinstance(lines, str) else lines)
    return [operator[0][0] for operator in read_comparison(str(path), limits, **options).beyond]


def row(npu, truth, tensor, cosine, error="0.1"):
    return f"1,Conv2D,{npu},float16,{truth},float32,{tensor},{cosine},{error}"


def test_nodes_below_a_limit(tmp_path):
    rows = [row("a", "A", "a:output:0", "0.5"), row("b", "B", "b:output:0", "0.999")]
    assert nodes(tmp_path, *rows) == ["a"]


def test_nodes_above_a_limit(tmp_path):
    rows = [row("a", "A", "a:output:0", "1", "3"), row("b", "B", "b:output:0", "1", "0.1")]
    limits = [Limit("max-error=1", False)]
    assert nodes(tmp_path, *rows, limits=limits) == ["a"]
    assert nodes(tmp_path, *rows, limits=[*COSINE, *limits]) == ["a"]


def test_a_measure_may_be_the_name_of_a_column(tmp_path):
    rows = [row("a", "A", "a:output:0", "0.5")]
    assert nodes(tmp_path, *rows, limits=[Limit("cosinesimilarity=0.9", True)]) == ["a"]


@pytest.mark.parametrize("value", ["NaN", "", "nan", "-", "x"])
def test_what_is_no_number_is_not_beyond_a_limit(tmp_path, value):
    assert nodes(tmp_path, row("a", "A", "a:output:0", value)) == []


def test_nodes_without_a_number_are_known_unless_another_measure_is_beyond(tmp_path):
    """NaN is no small error: the output of the operator has NaN, or is not compared."""
    rows = [
        row("a", "A", "a:output:0", "NaN", "3"),
        row("b", "B", "b:output:0", "NaN", "0.1"),
        row("b", "B", "b:output:1", "NaN", "0.1"),
        row("c", "C", "c:output:0", "0.999", "0.1"),
        row("d", "D", "d:input:0", "NaN", "0.1"),
        row("*", "*", "e:output:0", "NaN", "0.1"),
    ]
    path = tmp_path / "c.csv"
    path.write_text("\n".join([HEAD, *rows]) + "\n")
    found = read_comparison(str(path), [*COSINE, Limit("max-error=1", False)])
    assert found.beyond == [(("a",), ("A",))]
    assert found.unknown == [(("b",), ("B",))]


def test_an_infinite_error_is_beyond_a_limit(tmp_path):
    rows = [row("a", "A", "a:output:0", "1", "inf")]
    assert nodes(tmp_path, *rows, limits=[Limit("max-error=1", False)]) == ["a"]


def test_rows_about_inputs_are_left_out(tmp_path):
    """What an operator gets wrong it got from the one before it."""
    assert nodes(tmp_path, row("a", "A", "a:input:0", "0.1")) == []


def test_a_node_comes_once(tmp_path):
    rows = [row("a", "A", f"a:output:{at}", "0.1") for at in range(3)]
    assert nodes(tmp_path, *rows) == ["a"]


def test_a_fused_operator_has_the_names_of_all_that_are_in_it(tmp_path):
    """The compiled model has one operator, the original one two: either name finds it."""
    path = tmp_path / "c.csv"
    path.write_text(f"{HEAD}\n{row('a_b', chr(34) + 'a,b' + chr(34), 'a_b:output:0', '0.1')}\n")
    assert read_comparison(str(path), COSINE).beyond == [(("a_b",), ("a,b",), ("a", "b"))]


def test_an_operator_that_only_one_side_has(tmp_path):
    assert nodes(tmp_path, row("*", "A", "A:output:0", "0.1")) == ["A"]
    assert nodes(tmp_path, row("*", "*", "x:output:0", "0.1")) == []


def test_a_byte_order_mark_and_other_line_ends(tmp_path):
    path = tmp_path / "c.csv"
    text = f"{HEAD}\r\n{row('a', 'A', 'a:output:0', '0.1')}\r\n"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert [operator[0] for operator in read_comparison(str(path), COSINE).beyond] == [("a",)]


OF_MSPROBE = (
    "NPU Name,Bench Name,NPU Dtype,Bench Dtype,NPU Tensor Shape,Bench Tensor Shape,Cosine,EucDist,"
    "MaxAbsErr,MaxRelativeErr,One Thousandth Err Ratio,Five Thousandths Err Ratio,Err_message"
)


def row_of_msprobe(npu, bench, cosine, error="0.1"):
    return f'{npu},{bench},float16,float32,"[2, 2]","[2, 2]",{cosine},1,{error},0.1,0.9,1,'


def test_the_columns_of_msprobe(tmp_path):
    """Rows are tensors: of an operator the outputs count, and the name ends before them."""
    rows = [
        row_of_msprobe("conv1.forward.input.0", "Conv_1.forward.input.0", "0.1"),
        row_of_msprobe("conv1.forward.output.0", "Conv_1.forward.output.0", "0.5"),
        row_of_msprobe("conv1.forward.parameters.weight", "N/A", "0.1"),
        row_of_msprobe("relu.output.0", "Relu_1.output.0", "0.999", "3"),
        row_of_msprobe("/head/Add", "/head/Add", "0.3"),
        row_of_msprobe("mul.output.0", "N/A", "unsupported", "unsupported"),
    ]
    assert nodes(tmp_path, *rows, head=OF_MSPROBE) == ["conv1", "/head/Add"]
    limits = [Limit("max-error=1", False)]
    assert nodes(tmp_path, *rows, head=OF_MSPROBE, limits=limits) == ["relu"]
    found = read_comparison(str(tmp_path / "compare.csv"), COSINE)
    assert found.beyond[0] == (("conv1",), ("Conv_1",))
    assert found.unknown == [(("mul",),)]


def test_the_columns_of_msprobe_for_torchair(tmp_path):
    rows = ["conv1.forward.output.0,0.5", "relu.output.0,1.0"]
    assert nodes(tmp_path, *rows, head="API Name,Cosine") == ["conv1"]


def test_a_table_of_excel(tmp_path):
    (tmp_path / "compare.xlsx").write_bytes(b"PK\x03\x04")
    with pytest.raises(CannlintError, match="save it as CSV"):
        read_comparison(str(tmp_path / "compare.xlsx"), COSINE)


def test_other_columns(tmp_path):
    rows = ["conv,0.2", "relu,0.9999"]
    head = "layer,similarity"
    limits = [Limit("similarity=0.9", True)]
    assert nodes(tmp_path, *rows, head=head, limits=limits, node_column="layer") == ["conv"]


@pytest.mark.parametrize(
    ("head", "sentence"),
    [
        ("NPUDump,CosineSimilarty", "has no column CosineSimilarity: did you mean"),
        ("OpType,CosineSimilarity", "has no column NPUDump; it has OpType, CosineSimilarity"),
        ("", "has no column CosineSimilarity"),
    ],
)
def test_a_file_without_the_columns(tmp_path, head, sentence):
    with pytest.raises(CannlintError) as caught:
        nodes(tmp_path, "a,0.1", head=head)
    assert sentence in str(caught.value)


@pytest.mark.parametrize("text", ["cosine", "=0.9", "cosine=x", "cosine=nan"])
def test_a_limit_that_is_none(text):
    with pytest.raises(CannlintError, match="is not MEASURE=NUMBER"):
        Limit(text, True)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00" * 1000,
        b"\xff\xfe\x00" * 50,
        HEAD.encode() + b'\n"' + b"a" * 2_000_000,
        HEAD.encode() + b"\n" + b'"' * 5001,
        HEAD.encode() + b"\n" + b"," * 100_000,
        b"\r".join([HEAD.encode(), b"x"]),
    ],
)
def test_any_bytes_are_nodes_or_one_sentence(tmp_path, data):
    path = tmp_path / "c.csv"
    path.write_bytes(data)
    try:
        read_comparison(str(path), COSINE)
    except CannlintError as error:
        assert "\n" not in str(error)
