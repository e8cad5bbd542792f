"""Caffe models: each layer of a prototxt file is one operator."""

from __future__ import annotations

import pytest

from cannlint.errors import CannlintError
from cannlint.graphs.read import read_graph

NET = """\
name: "LeNet"
layer {
  name: "data" type: "Input" top: "data"
  input_param { shape: { dim: 1 dim: 1 dim: 28 dim: 28 } }
}
layer {
  name: "conv1"
  type: "Convolution"
  bottom: "data"
  top: "conv1"
  convolution_param { num_output: 20 kernel_size: 5 stride: 1 }
}
layer { name: "relu1" type: "ReLU" bottom: "conv1" top: "conv1" }
layer {
  name: "ip1" type: "InnerProduct" bottom: "conv1" top: "ip1"
  inner_product_param { num_output: 10 bias_term: false }
}
layer { name: "loss" type: "SoftmaxWithLoss" bottom: "ip1" top: "loss" include { phase: TRAIN } }
layer { name: "prob" type: "Softmax" bottom: "ip1" top: "prob" }
"""


@pytest.fixture
def graph_of(tmp_path):
    def read(text: str):
        path = tmp_path / "net.prototxt"
        path.write_text(text)
        return read_graph(str(path))

    return read


def test_each_layer_is_one_operator_with_its_weights(graph_of):
    graph = graph_of(NET)
    assert graph.format == "caffe"
    assert [(node.name, node.op_type) for node in graph.nodes] == [
        ("data", "Data"),
        ("conv1_weights_0", "Const"),
        ("conv1_weights_1", "Const"),
        ("conv1", "Conv2D"),
        ("relu1", "LeakyRelu"),
        ("ip1_weights_0", "Const"),
        ("ip1", "FullyConnection"),
        ("prob", "SoftmaxV2"),
    ]
    by_name = {node.name: node for node in graph.nodes}
    assert by_name["data"].outputs[0].shape == (1, 1, 28, 28)
    assert by_name["relu1"].inputs[0].producer == ("conv1", 0)
    assert by_name["ip1"].inputs[0].producer == ("relu1", 0)
    assert graph.outputs == [("prob", 0)]
    assert graph.notes == []


def test_inputs_may_be_declared_by_the_net(graph_of):
    text = 'input: "x"\ninput_dim: 1\ninput_dim: 3\ninput_dim: 8\ninput_dim: 8\n'
    graph = graph_of(text + 'layer { name: "t" type: "TanH" bottom: "x" top: "y" }\n')
    assert [(node.name, node.outputs[0].shape) for node in graph.nodes] == [
        ("x", (1, 3, 8, 8)),
        ("t", (1, 3, 8, 8)),
    ]


def test_a_layer_that_no_plugin_registers_is_a_fault(graph_of):
    graph = graph_of(NET + 'layer { name: "mine" type: "MyLayer" bottom: "prob" top: "z" }\n')
    assert [(fault.code, fault.message.text(str)) for fault in graph.faults] == [
        ("E11009", "no plugin of CANN registers the Caffe layer MyLayer")
    ]
    assert graph.notes == ["no plugin of CANN registers the Caffe layers MyLayer; ATC stops"]


@pytest.mark.parametrize("text", ["layer {\n}\n", 'layer {\n name: "x"\n'])
def test_what_has_no_layers_is_no_model(graph_of, text):
    with pytest.raises(CannlintError):
        graph_of(text)


def test_an_input_without_a_blob_is_an_operator_without_outputs(graph_of):
    graph = graph_of(NET.replace('type: "Input" top: "data"', 'type: "Input"'))
    [data] = [node for node in graph.nodes if node.op_type == "Data" and node.name == "data"]
    assert data.outputs == []
