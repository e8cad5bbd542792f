"""Compiled models: both tables, compressed attributes, several models, and broken files."""

from __future__ import annotations

import os
import struct

import pytest

from cannlint.errors import CannlintError
from cannlint.graphs.read import SIZE_LIMIT, read_graph
from om_files import Desc, header, model_def, om, om_json, partitions, recorded, relu_model
from om_files import wire as field

FORMS = {
    "32-bit": om(relu_model(), recorded()),
    "64-bit": om(relu_model(), recorded(), wide=True),
    "compressed": om(relu_model(), recorded(), wide=True, compressed=True),
    "json": om_json(relu_model(), recorded()),
}


@pytest.fixture
def read(tmp_path):
    def read(data: bytes):
        path = tmp_path / "m.om"
        path.write_bytes(data)
        return read_graph(str(path))

    return read


def test_the_header_of_an_old_release_has_no_number_of_models(read):
    old = bytearray(FORMS["32-bit"])
    old[8:12] = (0x10000000).to_bytes(4, "little")
    old[156:176] = b"1.11.z.0".ljust(20, b"\0")
    assert [node.name for node in read(bytes(old)).nodes][:2] == ["x", "trans_Cast_0"]


def fault(read, data: bytes) -> str:
    with pytest.raises(CannlintError) as caught:
        read(data)
    return str(caught.value)


@pytest.mark.parametrize("form", FORMS)
def test_each_form_gives_the_same_graph(read, form):
    graph = read(FORMS[form])
    assert graph.format == ("atc_json" if form == "json" else "om")
    assert [(node.name, node.op_type) for node in graph.nodes] == [
        ("x", "Data"),
        ("trans_Cast_0", "Cast"),
        ("relu", "Relu"),
        ("trans_Cast_2", "Cast"),
        ("out", "NetOutput"),
    ]
    relu = graph.nodes[2]
    assert (relu.engine, relu.origin_names) == ("AIcoreEngine", ("relu",))
    assert relu.attrs["_kernelname"] == "te_relu_0123456789abcdef0__kernel0"
    [tensor] = relu.inputs
    assert (tensor.dtype, tensor.producer) == ("float16", ("trans_Cast_0", 0))
    assert tensor.attrs == {"origin_data_type": "DT_FLOAT"}
    assert graph.model_attrs["soc_version"] == "Ascend310P3"
    assert graph.model_attrs["atc_cmdline"].startswith("/usr/local/Ascend")
    assert "this is a compiled model" in graph.notes[0]


def test_names_beyond_the_first_digit_are_found(read):
    """130 names: the number of the last has two digits to the base 127."""
    many = {f"attr_{number}": number for number in range(130)}
    graph = read(om(relu_model(**many), recorded(), compressed=True))
    relu = graph.nodes[2]
    assert [relu.attrs[name] for name in many] == [*range(130)]


def test_numbers_of_both_signs_and_lists_are_read(read):
    attrs = {"axis": -1, "pads": [0, 1, -1], "keep_dims": True, "mode": "same"}
    for compressed in (False, True):
        graph = read(om(relu_model(**attrs), recorded(), compressed=compressed))
        assert {name: graph.nodes[2].attrs[name] for name in attrs} == attrs


def test_shapes_and_formats_are_the_original_ones(read):
    ops = relu_model()
    recorded_shape = {"origin_shape": [1, -1], "origin_format": "NCHW"}
    ops[2].inputs = [Desc("float16", "float", recorded_shape)]
    for data in (
        om(ops, recorded()),
        om(ops, recorded(), compressed=True),
        om_json(ops, recorded()),
    ):
        [tensor] = read(data).nodes[2].inputs
        assert (tensor.shape, tensor.format) == ((1, -1), "NCHW")


def test_a_file_with_several_models_has_the_nodes_of_all(read):
    model = model_def(relu_model(), recorded())
    for wide in (False, True):
        graph = read(header(models=2) + partitions(model, wide) + partitions(model, wide))
        assert len(graph.nodes) == 10
        assert [node.in_subgraph for node in graph.nodes if node.op_type == "Relu"] == [False, True]


def test_an_encrypted_model_is_said_to_be_one(read):
    data = header(encrypted=True) + b"\x8f" * 1000
    assert "an encrypted compiled model; compile without encryption to read it" in fault(read, data)


def test_weights_are_not_read(read):
    """The end of the file is cut off, behind the description of the model."""
    data = FORMS["64-bit"]
    assert len(read(data[:-8]).nodes) == 5


def test_a_model_may_have_weights_of_any_size(tmp_path):
    """The file is sparse: its end takes no room on the disk."""
    path = tmp_path / "large.om"
    path.write_bytes(FORMS["64-bit"])
    os.truncate(path, SIZE_LIMIT + 1)
    assert len(read_graph(str(path)).nodes) == 5
    path.write_bytes(FORMS["json"])
    os.truncate(path, SIZE_LIMIT + 1)
    with pytest.raises(CannlintError, match="files larger than 2,147,483,648 bytes are not read"):
        read_graph(str(path))


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (header()[:100], "it has 100 bytes, which is less than its header"),
        (header(), "it has 256 bytes, which is less than its header"),
        (header() + b"\xff" * 100, "there is no table of partitions for model 1 of 1 at byte 256"),
        (header() + bytes(100), "there is no table of partitions for model 1 of 1 at byte 256"),
        (header(models=2) + partitions(model_def([], {})), "no table of partitions for model 2 of"),
        (header(models=9_999) + bytes(9), "more than 1,000 models in one file"),
        (header() + partitions(b"\x3a\xff\xff\xff\xff\x0f"), "the part that begins at byte 284"),
        (header() + partitions(field(7, field(1, "g"))), "a compiled model without operators"),
    ],
)
def test_a_broken_model_is_one_sentence(read, data, sentence):
    assert sentence in fault(read, data)


def test_a_description_beyond_the_end_of_the_file_is_told(read):
    table = struct.pack("<I3I", 1, 0, 1 << 31, 1 << 31)
    assert "the description of the model ends at byte 4,294,967,568, and the file at byte 272" in (
        fault(read, header() + table)
    )


def test_a_name_that_the_table_does_not_have_is_left_out(read):
    data = om(relu_model(), recorded(), compressed=True)
    assert data.count(b"\0\1\x12") == 5  # the key of the first name, in front of its value
    graph = read(data.replace(b"\0\1\x12", b"\0\x7f\x12"))
    assert graph.nodes[0].engine is None
    assert any("5 attributes are left out" in note for note in graph.notes)


def test_a_short_file_that_stands_for_much_text_is_refused(read, monkeypatch):
    monkeypatch.setattr("cannlint.graphs.om_model.MOST_CHARACTERS", 100)
    assert "more than 100 characters of text, which is the limit" in fault(
        read, FORMS["compressed"]
    )
