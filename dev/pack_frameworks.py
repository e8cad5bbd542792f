"""Pack the facts about frameworks that cannlint ships: `python dev/pack_frameworks.py FOLDER`.

FOLDER has onnx.json, tf.json, caffe.json and passes.json as they were collected from the sources of
CANN. The conditions in them are sentences; here each sentence has the terms that cannlint tests. A
sentence that is not known stops the script, so that none is lost. The files in
lint/cannlint/graphs/frameworks/ are written anew; graphs/tables.py reads them.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

TARGET = Path(__file__).parent.parent / "lint" / "cannlint" / "graphs" / "frameworks"

REDUCED = {"absent": [1]}
SIZES = {"given": [3]}

CONDITIONS = {
    None: {},
    "keepdims = 1 (default)": {"is": {"keepdims": [1, None]}},
    "keepdims = 0": {"is": {"keepdims": [0]}},
    "kernel_shape length 1": {"length": {"kernel_shape": [1, 1]}},
    "kernel_shape length 2": {"length": {"kernel_shape": [2, 2]}},
    "kernel_shape length 3": {"length": {"kernel_shape": [3, 3]}},
    "kernel_shape length > 2": {"length": {"kernel_shape": [3, 9]}},
    "kernel_shape length >= 3": {"length": {"kernel_shape": [3, 9]}},
    "kernel_shape length 2 (or, without kernel_shape: strides/pads/dilations not of 3-D length)": {
        "length": {"kernel_shape": [2, 2]}
    },
    "kernel_shape length 1 (or 1-D strides/pads/dilations without kernel_shape)": {
        "length": {"kernel_shape": [1, 1]}
    },
    "kernel_shape length 2, not big (big as for MaxPool: Transpose, PadV2, AvgPool, Transpose)": {
        "length": {"kernel_shape": [2, 2]},
        "big": False,
    },
    "kernel_shape length 2 and not big": {"length": {"kernel_shape": [2, 2]}, "big": False},
    "kernel_shape length 2 and big: kh*kw > 255 or stride > 63 (PadV2 only when a pad != 0); "
    "newest plugins: not on Ascend950/MC62": {"length": {"kernel_shape": [2, 2]}, "big": True},
    "direction RIGHT": {"is": {"direction": ["RIGHT"]}},
    "direction LEFT": {"is": {"direction": ["LEFT"]}},
    "opset >= 11, min and max given": {"opset": [11, 99], "given": [1, 2]},
    "opset >= 11, only max given": {"opset": [11, 99], "given": [2], "absent": [1]},
    "opset >= 11, only min given": {"opset": [11, 99], "given": [1], "absent": [2]},
    "opset 8..10 (min/max are attributes)": {"opset": [8, 10]},
    "axis given": {"has": ["axis"]},
    "no axis": {"lacks": ["axis"]},
    ">= 2 inputs": {"count": [2, 9999]},
    "1 input": {"count": [1, 1]},
    "2 inputs": {"count": [2, 2]},
    "n inputs: chain of n-1": {"count": [3, 9999]},
    "3 inputs, alpha = beta = 1": {"given": [2], "is": {"alpha": [1, None], "beta": [1, None]}},
    "3 inputs, alpha or beta != 1": {"given": [2]},
    "2 inputs (alpha is dropped)": {"absent": [2]},
    "stash_type = 1 (default); Adds/Rsqrt/Cast hang off unused outputs when the ONNX node has one "
    "output": {"is": {"stash_type": [1, None]}},
    "`shape` = input 2, or Shape/Sub/Mul/Sub made from input 0": {"given": [2]},
    "opset 8..10, mode constant or edge": {
        "opset": [8, 10],
        "is": {"mode": ["constant", "edge", None]},
    },
    "opset 8..10, mode reflect": {"opset": [8, 10], "is": {"mode": ["reflect"]}},
    "dtype float or float16": {"is": {"dtype": [1, 10, None]}},
    "dtype int32": {"is": {"dtype": [6]}},
    "no axes input (opset < 18 form; opset 13+ uses this when the node has 1 input)": REDUCED,
    "2 inputs (opset >= 13 registration)": {"given": [1]},
    "opset >= 11, mode nearest, 4 inputs (4th not empty)": {
        "opset": [11, 99],
        "is": {"mode": ["nearest", None]},
        **SIZES,
    },
    "opset >= 11, mode nearest, 3 inputs (or 4th empty)": {
        "opset": [11, 99],
        "is": {"mode": ["nearest", None]},
    },
    "opset >= 11, mode linear or cubic, 4 inputs": {
        "opset": [11, 99],
        "is": {"mode": ["linear", "cubic"]},
        **SIZES,
    },
    "opset >= 11, mode linear or cubic, 3 inputs": {
        "opset": [11, 99],
        "is": {"mode": ["linear", "cubic"]},
    },
    "opset 10, mode nearest": {"opset": [10, 10], "is": {"mode": ["nearest", None]}},
    "opset 10, mode linear": {"opset": [10, 10], "is": {"mode": ["linear"]}},
    "reduction none (newest)": {"is": {"reduction": ["none", None]}},
    "reduction add (newest)": {"is": {"reduction": ["add"]}},
    "reduction max (newest)": {"is": {"reduction": ["max"]}},
    "reduction min (newest)": {"is": {"reduction": ["min"]}},
    "opset 8..9 (attributes)": {"opset": [8, 9]},
    "1 input, no `split`, no `num_outputs`": {"absent": [1], "lacks": ["split", "num_outputs"]},
    "1 input with attribute `split` or `num_outputs`": {"absent": [1]},
    "opset 8..9 (k is an attribute)": {"opset": [8, 9]},
}

# dtype, and a value: a literal, `@name` of an ONNX attribute with its default; none: not known
CONSTANTS = {
    "int32 axis": ["int32", "@axis", 0],
    "int64 seed": ["int64"],
    "int64 0": ["int64", 0],
    "float min": ["float", "@min"],
    "float max": ["float", "@max"],
    "int32 0": ["int32", 0],
    "int32 1": ["int32", 1],
    "int32 2": ["int32", 2],
    "scalar `value` (float 0 when absent)": ["@value"],
    "int64[4] input_size = 0": ["int64", [0, 0, 0, 0]],
    "int64[5] input_size = 0": ["int64", [0, 0, 0, 0, 0]],
    "int32 k": ["int32", "@k", 0],
    "dtype 0": ["@dtype"],
    "int32 [-1,2]": ["int32", [-1, 2]],
    "int32[8] paddings": ["int32", None, [8]],
    "float -65504": ["float", -65504.0],
    "[-1]": ["int64", [-1]],
    "": ["int32"],
    "int32 sample_size": ["int32", "@sample_size", 1],
    "int32 paddings": ["int32"],
    "float value": ["float", "@value", 0.0],
    "int32 shape": ["int32", "@shape"],
    "float mean": ["float", "@mean", 0.0],
    "float scale": ["float", "@scale", 1.0],
    "min": ["int32"],
    "max": ["int32"],
    "float low": ["float", "@low", 0.0],
    "float high-low": ["float"],
    "int32 axes": ["int32", "@axes", []],
    "int32 axes (attribute `axes`; empty tensor when absent)": ["int32", "@axes", []],
    "0": ["float"],
    "int64 begin": ["int64", "@starts"],
    "int64 end": ["int64", "@ends"],
    "int64 axes?": ["int64", "@axes", None],
    "int64 sizes": ["int64", "@split"],
    "int32 perm": ["int32", "@perm"],
    "float[8] 0": ["float", [0.0] * 8],
    "empty float": ["float", []],
    "float 0": ["float", 0.0],
}

OTHERS = {"shape": "#2"}  # MaxUnpool, where its output shape is given

# values of attributes of the nodes of expansions that are no literals
ATTRIBUTES = {
    "int32 (int64 on NpuArch 3510/5102)": "int32",
    "count_include_pad != 1": None,
    "input count": None,
    "output count": "@@outputs",
    "1/n": None,
    "dtype": "@dtype",
    "axis": "@axis",
    "axes": "@axes",
    "keepdims": "@keepdims",
    "noop_with_empty_axes": "@noop_with_empty_axes",
    "mode": "@mode",
    "alpha": "@alpha",
    "beta": "@beta",
    "k": "@k",
    "upper": "@upper",
    "transA": "@transA",
    "transB": "@transB",
}
LITERALS = {"int64", "float", "int32", "bool", "NCHW", "NHWC", "NCDHW", "REFLECT"}

REFUSED = {
    "select_last_index = 1": {"is": {"select_last_index": [1]}},
    "kernel_shape length other than 1, 2, 3": {"length": {"kernel_shape": [4, 99]}},
    "kernel_shape longer than 3": {"length": {"kernel_shape": [4, 99]}},
    "no `to`": {"lacks": ["to"]},
    "opset >= 11 without min and without max": {"opset": [11, 99], "absent": [1, 2]},
    "no axis attribute": {"lacks": ["axis"]},
    "no kernel_shape and no pads/strides/dilations": {
        "lacks": ["kernel_shape", "pads", "strides", "dilations"]
    },
    "no kernel_shape": {"lacks": ["kernel_shape"]},
    "empty equation": {"is": {"equation": ["", None]}},
    "no size": {"lacks": ["size"]},
    "second output (Indices)": {"outputs": 2},
    "more than one output": {"outputs": 2},
    "storage_order = 1": {"is": {"storage_order": [1]}},
    "no shape": {"lacks": ["shape"]},
    "fewer than 3 inputs (opset >= 11)": {"opset": [11, 99], "count": [0, 2]},
    "reduction mul": {"is": {"reduction": ["mul"]}},
    "no perm attribute": {"lacks": ["perm"]},
    "opset 8..9: no starts/ends": {"opset": [8, 9], "lacks": ["starts", "ends"]},
    "blocksize < 2": {"is": {"blocksize": [0, 1]}},
    "0 inputs": {"count": [0, 0]},
}
NOT_TESTED = {  # they need more than the attributes of the node say, or say what others say
    "any attribute but direction",
    "pads of odd length",
    "auto_pad other than NOTSET/VALID with 3-D (2022: other than NOTSET)",
    "output_shape shorter than the spatial rank",
    "batch_dims != 0",
    "detect_negative = 0 or detect_positive = 0",
    "even size",
    "opset 8..10: no pads attribute, odd length",
    "dtype other than float, float16, double",
    "mode other than nearest, linear, cubic",
    "mode other than nearest, linear",
    "alpha or gamma not the default",
    "`split` or `num_outputs` differs from the output count",
    "`to` of an unknown type",
}


def ranges(numbers: list[int]) -> str:
    """`8-12,14` for the numbers."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and parts[-1][1] == number - 1:
            parts[-1][1] = number
        else:
            parts.append([number, number])
    return ",".join(str(a) if a == b else f"{a}-{b}" for a, b in parts)


def operand(text: str, made: set[str]) -> str | list[object]:
    """An input of a node of an expansion; alternatives are a list of operands.

    `made` are the nodes of the expansion.
    """
    if " | " in text:
        return ["|", *(operand(part, made) for part in text.split(" | "))]
    if text.startswith("c:"):
        return ["=", *CONSTANTS[text[2:]]]
    if text in CONSTANTS:  # the second alternative of `#1 | c:float 0` may be without its `c:`
        return ["=", *CONSTANTS[text]]
    if not text.startswith("#") and text.partition(":")[0] not in made:
        return OTHERS[text]
    return text


def attribute(value: object) -> object:
    """An attribute of a node of an expansion."""
    if isinstance(value, str) and value not in LITERALS:
        return ATTRIBUTES[value]
    return value


def variant(raw: dict[str, object]) -> dict[str, object]:
    """One of the graphs that an operator is expanded to."""
    nodes = []
    made = {node["id"] for node in raw["nodes"]}
    for node in raw["nodes"]:
        attrs = {k: attribute(v) for k, v in node.get("attr", {}).items()}
        attrs = {k: v for k, v in attrs.items() if v is not None}
        nodes.append(
            [
                node["id"],
                node["type"],
                [operand(x, made) for x in node["in"]],
                *([attrs] if attrs else []),
            ]
        )
    found: dict[str, object] = {"n": nodes, "r": raw["out"]}
    condition = CONDITIONS[raw.get("when")]
    if condition:
        found["if"] = condition
    if raw["node_names"] == "kept":
        found["kept"] = 1
    if raw.get("when") == "n inputs: chain of n-1":
        found["chain"] = 1
    return found


def onnx_operator(raw: dict[str, object]) -> dict[str, object]:
    """The entry of an ONNX operator."""
    found: dict[str, object] = {"o": ranges(raw["opsets"])}
    before = [opset for opset in raw["opsets"] or () if opset <= 15]
    earlier = raw.get("opsets_2022", [] if raw.get("new_since_2022") else before)
    if earlier != before:
        found["e"] = ranges(earlier)
    if raw.get("domains"):
        found["d"] = raw["domains"]
    if raw.get("only_in"):  # newer plugins of it could not be read
        found["unsure"] = 1
    refused = [reason for reason in raw.get("refused", []) if reason not in NOT_TESTED]
    if refused:
        found["no"] = [[reason, REFUSED[reason]] for reason in refused]
    to = raw["to"]
    if isinstance(to, str):
        found["to"] = to
    elif "by_opset" in to:
        found["to"] = {kind: ranges(opsets) for kind, opsets in to["by_opset"].items()}
    elif isinstance(to["graph"], list):
        found["x"] = [variant(one) for one in to["graph"]]
        if "plain" in to and not raw.get("conflict"):
            found["to"] = {kind: ranges(opsets) for kind, opsets in to["plain"].items()}
    return found


def other_framework(raw: dict[str, dict[str, object]]) -> dict[str, list[str]]:
    """Operators by the type that they become; several types are no certain one."""
    found: dict[str, list[str]] = {}
    for name, entry in sorted(raw.items()):
        to = entry["to"]
        expands = entry.get("expands") or not isinstance(to, str)
        found.setdefault("" if expands else to.partition(" ")[0], []).append(name)
    return {
        kind: "=" if names == [kind] else names for kind, names in sorted(found.items())
    }  # `=`: of the same name


def const_to_attr(raw: list[dict[str, object]]) -> dict[str, object]:
    """The operators whose constant inputs become attributes, and as what."""
    [found] = [one for one in raw if one["name"] == "ConstToAttrPass"]
    return {
        row["from"]: [row["to"], row["inputs_to_attrs"]]
        for row in found["table"]
        if row["needs_D_op_supported"] or row["inputs_to_attrs"]
    }


def write(name: str, value: object) -> None:
    """Write a table, and say how long it is."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    (TARGET / name).write_text(text + "\n", encoding="utf-8")
    print(f"{name}: {len(text):,} characters")


def main() -> None:
    """Pack every table."""
    folder = Path(sys.argv[1])
    facts = {
        name: json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
        for name in ("onnx", "tf", "caffe", "passes")
    }
    onnx = facts["onnx"]
    write(
        "onnx.json",
        {
            "nowhere": onnx["not_registered_anywhere"],
            "ops": {name: onnx_operator(raw) for name, raw in onnx["ops"].items()},
        },
    )
    for name in ("tf", "caffe"):
        write(f"{name}.json", other_framework(facts[name]["ops"]))
    write("const_to_attr.json", const_to_attr(facts["passes"]["passes"]))


if __name__ == "__main__":
    main()
