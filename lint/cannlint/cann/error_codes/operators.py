"""What the codes of operators mean: of their checks, their tiling and their compiled code."""

from __future__ import annotations

from cannlint.language import Phrase

_INPUTS = Phrase("compare the tensors of the node with what the operator supports")
_ATTRIBUTES = Phrase("compare the attributes of the node with what the operator supports")
_SIZES = Phrase("make the tensors or the kernel smaller, or split the operator")
_CONVOLUTION = Phrase("check the shapes, pads, strides and dilations of the node")
_TUNING = Phrase("remove the results of tuning (the repository), or tune again")
_CUSTOM = Phrase("correct the custom operator; for an operator of CANN, report it to the vendor")
_OPERATOR = Phrase("replace the operator in the model, or register a custom operator")
_CONFIG = Phrase("correct the configuration file that the message names")

ROWS = (
    (
        "E50000 E50030 E60001 E60040 E70001 EZ0004",
        Phrase("an operator lacks an input or an attribute that it needs"),
        _INPUTS,
    ),
    (
        "E50001 E50009 E50035 E60006 E60030 E60101 E60107 E61000 E62002 E62003 E62304 E62501"
        " E64003 E65003 E70010 E70011 E70015 E70017 EZ0001 EZ0005 EZ0008 EZ0009 EZ0011 EZ0012"
        " EZ0014 EZ0015 EZ1007",
        Phrase("a tensor has a shape that the operator does not support"),
        _INPUTS,
    ),
    (
        "E50002 E50033 E50037 E60004 E60008 E60031 E70002 EZ0006 EZ0017 EZ0018 EZ0035",
        Phrase("a tensor has a format that the operator does not support"),
        _INPUTS,
    ),
    (
        "E50003 E50034 E60005 E60032 E60037 E70003 EZ0007 EZ0019 EZ0020 EZ1006",
        Phrase("a tensor has a dtype that the operator does not support"),
        Phrase("`cannlint library show OPERATOR` lists the dtypes; set another one, or cast"),
    ),
    (
        "E50004 E50032 E60003 E65002 E70013 EZ0021",
        Phrase("the dtypes of the tensors do not fit each other"),
        Phrase("`cannlint library show OPERATOR` lists which dtypes go together"),
    ),
    (
        "E50031 E60002 E64002 E65007 E70016 EZ0010 EZ0013 EZ0016",
        Phrase("the tensors of an operator have shapes that do not fit each other"),
        _INPUTS,
    ),
    ("E70012", Phrase("the shapes of two inputs cannot be broadcast together"), _INPUTS),
    (
        "E50036 E50038 E60007 E60009 E60102",
        Phrase("the shapes of a matrix product do not fit each other"),
        _INPUTS,
    ),
    (
        "E50039 E50059 E60010 E62503 E62504 E62505 E62506",
        Phrase("the channels or batches of a convolution do not fit its filter"),
        _CONVOLUTION,
    ),
    (
        "E50041 E50042 E50043 E50044 E50045 E50046 E50047 E50048 E60012 E60013 E60014 E60015"
        " E60016 E60017 E60018 E60019 E62004 E62005 E62507 E64005",
        Phrase("the filter, pads or strides of a convolution are too large for its input"),
        _CONVOLUTION,
    ),
    (
        "E50050 E50052 E50056 E60021 E60023 E60027 E62001 E62510 E65004",
        Phrase("a convolution has pads, dilations or an offset that the SoC does not support"),
        _CONVOLUTION,
    ),
    (
        "E50053 E50054 E60024 E60025 E62508",
        Phrase("the output of a convolution has another size than its input and filter give"),
        _CONVOLUTION,
    ),
    (
        "E50051 E50055 E60022 E60026 E60119",
        Phrase("an operator is too large for the memory of an AI Core"),
        _SIZES,
    ),
    ("E50049 E60020", Phrase("a size of an operator is larger than 64 bits"), _SIZES),
    (
        "E50012 E50029 E50040 E50057 E50058 E50060 E60000 E60011 E60028 E60029 E60033 E60038"
        " E60039 E60108 E60111 E60112 E60114 E61001 E61203 E61204 E61205 E61300 E61301 E61600"
        " E61601 E61602 E61603 E62006 E62305 E62306 E62502 E62509 E62511 E64001 E64004 E65001"
        " E65005 E65006 E70004 E70007 E70009 EZ0024 EZ0026 EZ0027 EZ0037",
        Phrase("an input or an attribute of an operator has a value that is not supported"),
        _ATTRIBUTES,
    ),
    (
        "EZ0002 EZ0003 EZ0022 EZ0023 EZ0025 EZ0038",
        Phrase("an attribute or a list of tensors has a value or a length that is not supported"),
        _ATTRIBUTES,
    ),
    ("EZ0028", Phrase("a tensor has strides that the operator does not support"), _INPUTS),
    (
        "E60113",
        Phrase("a matrix product with int8 weights does not allow `transpose_b`"),
        _ATTRIBUTES,
    ),
    (
        "E60109 E60110 E61500 E61501 E65008 E65009",
        Phrase("an operator is fused with a kind of memory that it does not support"),
        Phrase("set `--buffer_optimize=off_optimize`, or switch the fusion pass off"),
    ),
    (
        "E60035 E68085 E68086",
        Phrase("an operator does not support the fusion that was chosen for it"),
        Phrase("switch the fusion pass off in the fusion switch file"),
    ),
    (
        "E60034",
        Phrase("the name of a kernel has a character that is not allowed"),
        Phrase("use letters, digits and `_`, and begin with a letter or `_`"),
    ),
    ("E60118", Phrase("an operator does not support this SoC"), _OPERATOR),
    (
        "E60103 E60104 E60105 E60106 E60115 E60116 E60117 E62301 E62302 E62303 E64006 E64007"
        " E64008 E64009 E64010 E70018",
        Phrase("no valid way was found to cut an operator into parts (tiling)"),
        _TUNING,
    ),
    (
        "E68000 E68001 E68002 E68003 E68004 E68005 E68006 E68007 E68008 E68009 E68010 E68011"
        " E68012 E68013 E68014 E68015 E68017 E68050 E68051 E68052 E68053 E68054 E68055 E68056"
        " E68057 E68058 E68059 E68060 E68061 E68062 E68063 E68064 E68065 E68066 E68067 E68068"
        " E68069 E68070 E68071 E68072 E68073 E68074 E68075 E68076 E68077 E68078 E68079 E68080"
        " E68081 E68082 E68083 E68084 E68087 E68088 E68089",
        Phrase("the search for the best tiling of an operator failed"),
        _TUNING,
    ),
    ("E68016", Phrase("an environment variable of tuning is not set, or invalid"), _TUNING),
    ("E70005 E70006 E70008", Phrase("an attribute of an operator cannot be read or set"), _CUSTOM),
    (
        "E70014",
        Phrase("AIPP gives images of another height or width than the input of the model has"),
        Phrase("correct the sizes in the AIPP file, or `--input_shape`"),
    ),
    (
        "E76002",
        Phrase("CANN has no ONNX parser for the type of an operator"),
        _OPERATOR,
    ),
    (
        "E80001",
        Phrase("a configuration file of the operator package lacks an entry"),
        Phrase("install the operator package of this CANN release again"),
    ),
    (
        "E90000 E90001 E90002 E90003 EA0000 EB0000 EB0500 EB1000 EB3000 EB4000 EB9000",
        Phrase("the code of an operator does not compile"),
        _CUSTOM,
    ),
    (
        "EZ0029 EZ0030 EZ1003",
        Phrase("an operator cannot open a file"),
        Phrase("check that the path is right, and that the user who compiles may read it"),
    ),
    ("EZ0031 EZ0032 EZ0033 EZ0034 EZ1004", Phrase("a configuration file is invalid"), _CONFIG),
    (
        "EZ0036",
        Phrase("the graph has a node that is not valid there"),
        Phrase("look at the node that the message names in the dumped graph"),
    ),
    (
        "EZ0501",
        Phrase("the type of an operator has no registered prototype"),
        _OPERATOR,
    ),
    (
        "EZ1001",
        Phrase("a call of aclnn has a wrong argument: often a dtype, format or shape"),
        _INPUTS,
    ),
    (
        "EZ1002",
        Phrase("an environment variable that operators need is not set"),
        Phrase("run CANN's set_env.sh"),
    ),
    (
        "EZ1005",
        Phrase("the JSON file of an operator is damaged"),
        Phrase("install the operator package again, of CANN or of the custom operator"),
    ),
    (
        "EZ1008 EZ1009 EZ1014",
        Phrase("an operator failed while it ran"),
        _CUSTOM,
    ),
    ("EZ1010 EZ1012", Phrase("an argument of a call of aclnn is not allowed"), _ATTRIBUTES),
    (
        "EZ1011",
        Phrase("a call of aclnn got a null pointer"),
        Phrase("look in the program for the tensor or executor that was not made"),
    ),
    (
        "EZ1013",
        Phrase("the operator package has no compiled kernel for dynamic shapes on this SoC"),
        Phrase("install the operator package of this SoC, or check ASCEND_CUSTOM_OPP_PATH"),
    ),
    (
        "EZ2001",
        Phrase("an operator found a fault of the system"),
        Phrase("look up the fault that the message names in the log of the device"),
    ),
    (
        "EZ3002",
        Phrase("no engine of the SoC supports an operator as it is in the model"),
        Phrase("`cannlint library show OPERATOR --soc SOC` lists what it supports"),
    ),
    (
        "EZ3003",
        Phrase("no engine of the SoC supports an operator with these dtypes and formats"),
        Phrase("`cannlint library show OPERATOR --soc SOC` lists what it supports"),
    ),
    ("EZ9010", Phrase("CANN has no parser for the type of an operator"), _OPERATOR),
)
"""Codes, what CANN means by them in the release after 8.1, and what to do."""
