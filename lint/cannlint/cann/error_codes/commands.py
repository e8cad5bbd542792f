"""What the codes about commands, their files and the calls of programs mean."""

from __future__ import annotations

from cannlint.language import Phrase

_SINGLEOP = Phrase("correct the file of `--singleop`")
_SINGLEOP_PATH = Phrase("check that the file of `--singleop` is there, and may be read")
_PATH = Phrase("check that the path is right, and that the user who compiles may read it")
_GEARS = Phrase(
    "correct the gears: all are different and above 0, with a size for every -1 of the shapes"
)
_ORDER = Phrase("call the functions in the order of the manual")
_CALL = Phrase("check the tensors and their number in the call that runs the operator")

ROWS = (
    (
        "E10001",
        Phrase("the value of an option is not allowed, or does not fit other options"),
        None,
    ),
    ("E10002", Phrase("`--input_shape` cannot be read"), None),
    ("E10003", Phrase("the value of an option has the wrong form"), None),
    ("E10004", Phrase("the value of an option is empty"), None),
    ("E10005", Phrase("the value of an option is neither true nor false"), None),
    ("E10006", Phrase("the value of an option is neither 0 nor 1"), None),
    ("E10007", Phrase("`--framework` is missing or is not one of the supported frameworks"), None),
    ("E10008", Phrase("a Caffe model (`--framework=0`) has no `--weight`"), None),
    ("E10009", Phrase("more than one of the options for dynamic shapes is set"), None),
    ("E10010", Phrase("the value of `--log` is not a log level"), None),
    ("E10011", Phrase("a size in `--input_shape` is not a positive number"), None),
    (
        "E10012",
        Phrase("`--dynamic_batch_size` is set, but its input has no dimensions"),
        Phrase("give the input a shape that begins with -1, or leave the option out"),
    ),
    ("E10013", Phrase("a number is out of range"), None),
    ("E10014", Phrase("the value of an option is invalid"), None),
    ("E10016", Phrase("the model has no node of the name that an option gives"), None),
    ("E10017", Phrase("an option names a node that is not an input of the model"), None),
    ("E10018", Phrase("with `--dynamic_batch_size`, only the batch size may be -1"), None),
    ("E10019", Phrase("with `--dynamic_image_size`, only height and width may be -1"), None),
    ("E10020", Phrase("`--dynamic_image_size` is not a list of pairs of height and width"), None),
    ("E10021", Phrase("a path is too long"), _PATH),
    ("E10022", Phrase("a path ends without a file name"), None),
    ("E10023", Phrase("the path of `--singleop` is invalid"), _SINGLEOP_PATH),
    ("E10024", Phrase("the file of `--singleop` cannot be opened"), _SINGLEOP_PATH),
    ("E10025", Phrase("the file of `--singleop` is not valid JSON"), _SINGLEOP),
    (
        "E10031",
        Phrase("`--dynamic_batch_size` is set, but no input has -1 as its batch size"),
        None,
    ),
    ("E10032", Phrase("a JSON file cannot be read"), None),
    ("E10034", Phrase("an input has both AIPP and `--input_fp16_nodes`"), None),
    ("E10035", Phrase("an option for dynamic shapes has too few gears"), _GEARS),
    ("E10036", Phrase("an option for dynamic shapes has too many gears"), _GEARS),
    ("E10037", Phrase("the gears of a dynamic shape do not have the same number of sizes"), _GEARS),
    ("E10038", Phrase("a size in a gear is not greater than 0"), _GEARS),
    ("E10039", Phrase("an option for dynamic shapes has the same gear twice"), _GEARS),
    (
        "E10040",
        Phrase("gears are set, but the shapes of the inputs have no -1, or have a range"),
        None,
    ),
    (
        "E10041",
        Phrase("the model cannot be loaded; often `--framework` is not that of the file"),
        Phrase(
            "check that the file is whole, that `--framework` fits it (0 Caffe, 3 TensorFlow, "
            "5 ONNX), and that the weights of a large ONNX model lie beside it"
        ),
    ),
    ("E10045", Phrase("an input has more -1 than each gear of `--dynamic_dims` has sizes"), _GEARS),
    (
        "E10046",
        Phrase("the inputs have more -1 than each gear of `--dynamic_dims` has sizes"),
        _GEARS,
    ),
    ("E10047", Phrase("two options exclude each other"), None),
    ("E10048", Phrase("`--input_shape_range` cannot be read"), None),
    ("E10049", Phrase("`--input_shape` and the model differ in the number of dimensions"), None),
    ("E10050", Phrase("a size is outside the range in `--input_shape`"), None),
    ("E10051", Phrase("the value of `--job_id` is too long"), None),
    ("E10052", Phrase("the AIPP file is invalid"), None),
    ("E10053", Phrase("the command line is wrong (CANN 8.1)"), None),
    (
        "E10054",
        Phrase("a required option of ATC is missing, or a value with `;` has no quotation marks"),
        None,
    ),
    ("E10055", Phrase("an option or a function is not supported"), None),
    ("E10056", Phrase("two options cannot be set together"), None),
    ("E10057", Phrase("`--mode=6` allows `--om` only"), None),
    (
        "E10058",
        Phrase("an option is missing or empty"),
        Phrase("give the option that the message names a value"),
    ),
    (
        "E10059",
        Phrase("a graph was added with an option that has no name"),
        Phrase("look in the program for a key of the graph's options that is empty"),
    ),
    ("E10060", Phrase("the engine was started with an option that is not allowed"), None),
    ("E10061", Phrase("a value is not the expected one"), None),
    ("E10410", Phrase("a file does not exist"), _PATH),
    (
        "E10501",
        Phrase("the type of an operator has no registered prototype"),
        Phrase(
            "check that the operator package is installed and ASCEND_OPP_PATH leads to it; "
            "a custom operator needs its prototype"
        ),
    ),
    ("E10026 E10029", Phrase("the file of `--singleop` leaves a name empty"), _SINGLEOP),
    (
        "E10027 E10030",
        Phrase("the file of `--singleop` has a value that the operator does not take"),
        _SINGLEOP,
    ),
    ("E10062", Phrase("a function was called too early, too late or twice"), _ORDER),
    (
        "E10063",
        Phrase("a function of the system or of another library failed"),
        Phrase("look up the number and the text of the system error in the message"),
    ),
    (
        "E10401 E10403 E10405 E10406",
        Phrase("an operator is run with more or fewer tensors or buffers than it has"),
        _CALL,
    ),
    (
        "E10402 E10404",
        Phrase("the buffer of a tensor is smaller than its shape and dtype need"),
        _CALL,
    ),
)
"""Codes, what CANN means by them in the release after 8.1, and what to do."""
