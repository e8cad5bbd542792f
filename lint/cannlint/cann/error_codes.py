"""The error codes of CANN: what each one means, and the component that reports it.

A code is a level (E error, W warning), a component (one digit or capital letter) and a number of
four digits. Numbers from 9000 on are for internal errors.
"""

from __future__ import annotations

import re

from cannlint.language import Phrase

ERROR_CODE = re.compile(r"[EW](?:[0-9]{5}|[A-Z][0-9]{4})")
"""The form of a code."""

_MEANINGS = {
    "E10001": Phrase("the value of an option is not allowed, or does not fit other options"),
    "E10002": Phrase("`--input_shape` cannot be read"),
    "E10003": Phrase("the value of an option has the wrong form"),
    "E10004": Phrase("the value of an option is empty"),
    "E10005": Phrase("the value of an option is neither true nor false"),
    "E10006": Phrase("the value of an option is neither 0 nor 1"),
    "E10007": Phrase("`--framework` is missing or is not one of the supported frameworks"),
    "E10008": Phrase("a Caffe model (`--framework=0`) has no `--weight`"),
    "E10009": Phrase("more than one of the options for dynamic shapes is set"),
    "E10010": Phrase("the value of `--log` is not a log level"),
    "E10011": Phrase("a size in `--input_shape` is not a positive number"),
    "E10012": Phrase("`--dynamic_batch_size` is set, but its input has no dimensions"),
    "E10013": Phrase("a number is out of range"),
    "E10014": Phrase("the value of an option is invalid"),
    "E10016": Phrase("the model has no node of the name that an option gives"),
    "E10017": Phrase("an option names a node that is not an input of the model"),
    "E10018": Phrase("with `--dynamic_batch_size`, only the batch size may be -1"),
    "E10019": Phrase("with `--dynamic_image_size`, only height and width may be -1"),
    "E10020": Phrase("`--dynamic_image_size` is not a list of pairs of height and width"),
    "E10021": Phrase("a path is too long"),
    "E10022": Phrase("a path ends without a file name"),
    "E10023": Phrase("the path of `--singleop` is invalid"),
    "E10024": Phrase("the file of `--singleop` cannot be opened"),
    "E10025": Phrase("the file of `--singleop` is not valid JSON"),
    "E10031": Phrase("`--dynamic_batch_size` is set, but no input has -1 as its batch size"),
    "E10032": Phrase("a JSON file cannot be read"),
    "E10034": Phrase("an input has both AIPP and `--input_fp16_nodes`"),
    "E10035": Phrase("an option for dynamic shapes has too few gears"),
    "E10036": Phrase("an option for dynamic shapes has too many gears"),
    "E10037": Phrase("the gears of a dynamic shape do not have the same number of sizes"),
    "E10038": Phrase("a size in a gear is not greater than 0"),
    "E10039": Phrase("an option for dynamic shapes has the same gear twice"),
    "E10040": Phrase("gears are set, but the shapes of the inputs have no -1, or have a range"),
    "E10041": Phrase("the model cannot be loaded; often `--framework` is not that of the file"),
    "E10045": Phrase("an input has more -1 than each gear of `--dynamic_dims` has sizes"),
    "E10046": Phrase("the inputs have more -1 than each gear of `--dynamic_dims` has sizes"),
    "E10047": Phrase("two options exclude each other"),
    "E10048": Phrase("`--input_shape_range` cannot be read"),
    "E10049": Phrase("`--input_shape` and the model differ in the number of dimensions"),
    "E10050": Phrase("a size is outside the range in `--input_shape`"),
    "E10051": Phrase("the value of `--job_id` is too long"),
    "E10052": Phrase("the AIPP file is invalid"),
    "E10053": Phrase("the command line is wrong (CANN 8.1)"),
    "E10054": Phrase(
        "a required option of ATC is missing, or a value with `;` has no quotation marks"
    ),
    "E10055": Phrase("an option or a function is not supported"),
    "E10056": Phrase("two options cannot be set together"),
    "E10057": Phrase("`--mode=6` allows `--om` only"),
    "E10058": Phrase("an option is missing or empty"),
    "E10059": Phrase("a graph was added with an option that has no name"),
    "E10060": Phrase("the engine was started with an option that is not allowed"),
    "E10061": Phrase("a value is not the expected one"),
    "E10410": Phrase("a file does not exist"),
    "E10501": Phrase("the type of an operator has no registered prototype"),
    "E11005": Phrase("an input of a Caffe model has no shape"),
    "E11009": Phrase("CANN has no Caffe parser for the type of an operator"),
    "E11010": Phrase("the shape of an input has another number of dimensions than in the model"),
    "E11016": Phrase("an output in `--out_nodes` does not exist"),
    "E11017": Phrase("a node in `--out_nodes` does not exist"),
    "E11029": Phrase("an operator of the Caffe model is not in the weight file"),
    "E12009": Phrase("an input of a node is not in the TensorFlow graph"),
    "E12013": Phrase("a function subgraph of the TensorFlow model is missing"),
    "E13000": Phrase("a path is empty"),
    "E13001": Phrase("a file cannot be opened"),
    "E13002": Phrase("the path of a folder is too long"),
    "E13003": Phrase("a file cannot be read"),
    "E13004": Phrase("a file cannot be written"),
    "E13005": Phrase("a model file cannot be parsed"),
    "E13009": Phrase("two operators of the graph have the same name"),
    "E13010": Phrase(
        "CANN has no parser for an operator in this opset, so change the opset or the operator"
    ),
    "E13014": Phrase("a parameter of an operator is invalid"),
    "E13015": Phrase("a file is empty or too large"),
    "E13018": Phrase("a text file is not in the protobuf format"),
    "E13023": Phrase("the compiled model is too large"),
    "E13024": Phrase("the value of an environment variable is invalid"),
    "E13025": Phrase("an input tensor is invalid"),
    "E13026": Phrase("a path is invalid"),
    "E13028": Phrase("a custom fusion pass failed"),
    "E13029": Phrase("the library of a custom fusion pass cannot be loaded"),
    "E14001": Phrase("an operator has an invalid argument"),
    "E16001": Phrase("the ONNX model lacks a node that it needs"),
    "E16002": Phrase("CANN has no ONNX parser for an operator in this opset"),
    "E16004": Phrase("the ONNX model has no graph"),
    "E16005": Phrase("the ONNX model imports more than one opset domain"),
    "E20001": Phrase("an operator could not be compiled"),
    "E20002": Phrase("an environment variable is invalid"),
    "E20003": Phrase("the content of a config file is invalid"),
    "E20007": Phrase("a fusion pass failed"),
    "E20101": Phrase("an option of the engine, or the file that it names, is invalid"),
    "E20103": Phrase("a number of cores is larger than that of the SoC"),
    "E21001": Phrase("a config file cannot be opened, or is empty"),
    "E21002": Phrase("a JSON config file cannot be read, or has a wrong structure"),
    "E22001": Phrase("the result of compiling an operator is missing"),
    "E40001": Phrase("an environment variable of the operator compiler is invalid"),
    "E40003": Phrase("a JSON file of the operator compiler cannot be read"),
    "E40022": Phrase("a debug, cache or deterministic option has a value that is not allowed"),
    "E40023": Phrase("the folder for debug files or for the compile cache cannot be used"),
    "EZ3003": Phrase("no engine of the SoC supports an operator with these dtypes and formats"),
    "W11001": Phrase("an operator is not in the operator library of highest priority"),
    "W11002": Phrase("`--compress_weight_conf` names nodes that are not in the graph"),
    "W11003": Phrase("an operator lacks a part of its implementation"),
}
"""Code → what CANN means by it, in the release after 8.1."""

_INTERNAL = Phrase("an internal error; the lines around it in the log say more")

_OLD, _NEW = "E190", "E130"
"""E19000 to E19099 of CANN 8.1 are E13000 to E13099 later."""

_COMPONENTS = (
    ("1", Phrase("GE, the graph engine")),
    ("2", Phrase("FE, the fusion engine")),
    ("3", Phrase("the AI CPU operators")),
    ("4", Phrase("TEFusion, the operator compiler")),
    ("5678", Phrase("the AI Core operators")),
    ("9AB", Phrase("TBE, which builds operators")),
    ("E", Phrase("the runtime")),
    ("H", Phrase("ACL, the API of applications")),
    ("IJ", Phrase("HCCL, the communication between devices")),
    ("K", Phrase("profiling")),
    ("L", Phrase("the driver")),
    ("Z", Phrase("operators of all engines")),
)
"""The second characters of codes → the component."""


def newest_code(code: str) -> str:
    """The code that later releases use for the same."""
    return _NEW + code.removeprefix(_OLD) if code.startswith(_OLD) else code


def meaning_of(code: str) -> Phrase | None:
    """What CANN means by a code; None if it is not known."""
    found = _MEANINGS.get(newest_code(code))
    return _INTERNAL if found is None and code[2] == "9" else found


def component_of(code: str) -> Phrase | None:
    """The component that reports a code; None if it is not known."""
    return next((name for letters, name in _COMPONENTS if code[1] in letters), None)


def is_error(code: str) -> bool:
    """Whether a code is of an error, not of a warning."""
    return code.startswith("E")


def known_error_codes() -> list[str]:
    """The codes that have a meaning here, without those of internal errors."""
    return list(_MEANINGS)
