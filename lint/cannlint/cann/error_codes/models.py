"""What the codes about models, graphs and their files mean."""

from __future__ import annotations

from cannlint.language import Phrase

_PATH = Phrase("check that the path is right, and that the user who compiles may read it")
_OUT_NODES = Phrase("correct `--out_nodes`: `cannlint check` compares it with the model")
_ENVIRONMENT = Phrase("correct the environment variable that the message names")
_PASS = Phrase(
    "switch the pass off in the fusion switch file; of a custom pass, look for the cause in the log"
)
_CALL = Phrase("check the tensors and their number in the call that runs the operator")
_CAFFE = Phrase("correct the Caffe model")

ROWS = (
    (
        "E11005",
        Phrase("an input of a Caffe model has no shape"),
        Phrase("give the input a shape with `--input_shape`, or in the model"),
    ),
    ("E11009", Phrase("CANN has no Caffe parser for the type of an operator"), None),
    (
        "E11010",
        Phrase("the shape of an input has another number of dimensions than in the model"),
        None,
    ),
    ("E11016", Phrase("an output in `--out_nodes` does not exist"), _OUT_NODES),
    ("E11017", Phrase("a node in `--out_nodes` does not exist"), _OUT_NODES),
    (
        "E11029",
        Phrase("an operator of the Caffe model is not in the weight file"),
        Phrase("check that the model and the weight file belong together"),
    ),
    (
        "E12009",
        Phrase("an input of a node is not in the TensorFlow graph"),
        Phrase("freeze the TensorFlow model again, with all nodes that its outputs need"),
    ),
    (
        "E12013",
        Phrase("a function subgraph of the TensorFlow model is missing"),
        Phrase("put the file with the functions beside the model"),
    ),
    ("E13000", Phrase("a path is empty"), _PATH),
    ("E13001", Phrase("a file cannot be opened"), _PATH),
    ("E13002", Phrase("the path of a folder is too long"), _PATH),
    ("E13003", Phrase("a file cannot be read"), _PATH),
    (
        "E13004",
        Phrase("a file cannot be written"),
        Phrase(
            "check that the folder is there, that it may be written, and that the disk is not full"
        ),
    ),
    (
        "E13005",
        Phrase("a model file cannot be parsed"),
        Phrase("check that the file is whole and of the framework that `--framework` says"),
    ),
    (
        "E13009",
        Phrase("two operators of the graph have the same name"),
        Phrase("give each node of the model a name of its own"),
    ),
    (
        "E13010",
        Phrase(
            "CANN has no parser for an operator in this opset, so change the opset or the operator"
        ),
        None,
    ),
    (
        "E13014",
        Phrase("a parameter of an operator is invalid"),
        Phrase("correct the attribute or the tensor of the operator that the message names"),
    ),
    ("E13015", Phrase("a file is empty or too large"), _PATH),
    (
        "E13018",
        Phrase("a text file is not in the protobuf format"),
        Phrase("check that the file is one of protobuf in text form, and whole"),
    ),
    (
        "E13023",
        Phrase("the compiled model is too large"),
        Phrase("make the model smaller, or keep weights outside of it with `--external_weight=1`"),
    ),
    ("E13024", Phrase("the value of an environment variable is invalid"), _ENVIRONMENT),
    ("E13025", Phrase("an input tensor is invalid"), _CALL),
    ("E13026", Phrase("a path is invalid"), None),
    ("E13028", Phrase("a custom fusion pass failed"), _PASS),
    (
        "E13029",
        Phrase("the library of a custom fusion pass cannot be loaded"),
        Phrase("check the path of the library, its architecture, and the libraries that it needs"),
    ),
    (
        "E14001",
        Phrase("an operator has an invalid argument"),
        Phrase("compare the inputs, outputs and attributes of the operator with its prototype"),
    ),
    ("E16001", Phrase("the ONNX model lacks a node that it needs"), None),
    ("E16002", Phrase("CANN has no ONNX parser for an operator in this opset"), None),
    (
        "E16004",
        Phrase("the ONNX model has no graph"),
        Phrase("export the model again: the file has no graph"),
    ),
    ("E16005", Phrase("the ONNX model imports more than one opset domain"), None),
    (
        "W11001",
        Phrase("an operator is not in the operator library of highest priority"),
        Phrase(
            "nothing is needed if another library has it; otherwise see the message for the reason"
        ),
    ),
    (
        "W11002",
        Phrase("`--compress_weight_conf` names nodes that are not in the graph"),
        Phrase("correct the names in the file, or remove them"),
    ),
    (
        "W11003",
        Phrase("an operator lacks a part of its implementation"),
        Phrase("add the part that the message names, such as the tiling, to the custom operator"),
    ),
    ("E11001", Phrase("the Caffe model has both `input_dim` and `input_shape`"), _CAFFE),
    ("E11003 E11004", Phrase("the Caffe model has not one shape for each of its inputs"), _CAFFE),
    (
        "E11008",
        Phrase("the Caffe model has a DetectionOutput, which CANN does not support"),
        Phrase("replace it with FSRDetectionOutput or SSDDetectionOutput"),
    ),
    (
        "E11012 E11014 E11015",
        Phrase("a layer of the Caffe model names a blob that no layer makes"),
        _CAFFE,
    ),
    (
        "E11018",
        Phrase("the name of a layer has a character that CANN does not allow"),
        Phrase("use letters, digits, `-`, `.`, `_` and `/`"),
    ),
    (
        "E11021 E11023",
        Phrase("the Caffe model uses `layers`, a form that CANN does not read"),
        Phrase("convert it to the form with `layer`, by Caffe's upgrade_net_proto tools"),
    ),
    (
        "E11022 E11024",
        Phrase("the Caffe file has no `layer`"),
        Phrase("check that --model and --weight name the files of a Caffe model"),
    ),
    ("E11027", Phrase("an input of a node has a size of 0"), _CAFFE),
    ("E11032", Phrase("a field of the Caffe model has a value that CANN does not read"), _CAFFE),
    (
        "E11033",
        Phrase("a blob of the weight file has another size than its shape says"),
        Phrase("check that the model and the weight file belong together"),
    ),
    (
        "E11035 E11036 E11037",
        Phrase("an input layer has not exactly one output, or the output of another one"),
        _CAFFE,
    ),
    (
        "E12004",
        Phrase("the prototype of an operator names an input that the operator does not have"),
        Phrase("correct the plugin of the custom operator"),
    ),
    (
        "E12029",
        Phrase("the TensorFlow model calls functions, and graph_def_library.pbtxt is missing"),
        Phrase("put the file with the functions beside the model"),
    ),
    ("E13006", Phrase("a file is of another type than expected"), _PATH),
    (
        "E13027",
        Phrase("another machine cannot be reached"),
        Phrase("check the address, the port and the token in the configuration"),
    ),
    (
        "E13030",
        Phrase("the function of a custom fusion pass is not found"),
        Phrase("check how the pass is registered"),
    ),
    ("E13031", Phrase("an output tensor is invalid"), _CALL),
    (
        "E14002",
        Phrase("an operator lacks an attribute that it needs"),
        Phrase("set the attribute that the message names"),
    ),
)
"""Codes, what CANN means by them in the release after 8.1, and what to do."""
