"""Operator libraries too large to be located: read as others, refused at the first fault."""

from __future__ import annotations

import pytest

from cannlint.formats.ops_info.reading import LONGEST, read
from cannlint.text.source import Source

RELU = """{"Relu": {
  "input0": {"name": "x", "paramType": "required", "dtype": "float16,float"},
  "output0": {"name": "y", "paramType": "required", "dtype": "float16,float"},
  "precision_reduce": {"flag": "FLAG"}
}"""


def small_and_large(text: str):
    small, large = (read(Source("file", t.encode())) for t in (text, text + " " * LONGEST))
    assert large.is_large and not small.is_large
    return small, large


def test_a_large_library_has_the_same_operators():
    for reading in small_and_large(RELU.replace("FLAG", "true") + "}"):
        assert reading.accepted and reading.slip is None
        relu = reading.operators["Relu"]
        assert relu.default_list == "white-list"
        assert [tensor.dtypes for tensor in relu.tensors] == [("float16", "float")] * 2


def test_a_large_library_has_the_same_faults():
    for reading in small_and_large(RELU.replace("FLAG", "maybe") + "}"):
        assert not reading.accepted and reading.slip is None
        assert [fault.path for fault in reading.faults] == [("Relu", "precision_reduce", "flag")]


@pytest.mark.parametrize("end", [",}", "]", ', "Gelu": {"input0": {"name": []}}}', ' "\udcff"}'])
def test_a_large_text_that_is_no_library_has_no_operators(end):
    text = RELU.replace("FLAG", "true") + end
    data = text.encode("utf-8", "surrogateescape") + b" " * LONGEST
    reading = read(Source("file", data))
    assert not reading.accepted and not reading.operators
    assert reading.slip is not None and reading.slip.start >= len(RELU)


def test_tensors_come_by_their_numbers_of_any_length():
    tensor = '{"name": "NUMBER", "paramType": "required"}'
    numbers = ("10", "9" * 5000, "2", "002", "0")
    inputs = ", ".join(f'"input{n}": {tensor.replace("NUMBER", n)}' for n in numbers)
    reading = read(Source("file", f'{{"Relu": {{{inputs}}}}}'.encode()))
    names = [found.name for found in reading.operators["Relu"].inputs]
    assert names == ["0", "2", "002", "10", "9" * 5000]
