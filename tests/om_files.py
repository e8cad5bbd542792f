"""Small compiled models, written: the same one as .om with each table, compressed, or as JSON."""

from __future__ import annotations

import json
import struct
from dataclasses import dataclass, field
from typing import Any

from graph_files import field as wire

DTYPES = {"float": 1, "float16": 2, "int8": 3, "int32": 7, "int64": 8, "bfloat16": 27}
NAMES = {
    "float": "DT_FLOAT",
    "float16": "DT_FLOAT16",
    "bfloat16": "DT_BF16",
    "int8": "DT_INT8",
    "int32": "DT_INT32",
    "int64": "DT_INT64",
}
BASE = 127


@dataclass
class Desc:
    """A tensor: the dtype it has, and the one that it had in the model."""

    dtype: str | None = None
    origin: str | None = None
    attrs: dict[str, Any] = field(default_factory=dict)

    def all_attrs(self) -> dict[str, Any]:
        origin = {"origin_data_type": NAMES[self.origin]} if self.origin else {}
        return {**origin, **self.attrs}


@dataclass
class Op:
    """An operator; `links` are its inputs as `name:index`."""

    name: str
    op_type: str
    links: list[str] = field(default_factory=list)
    inputs: list[Desc] = field(default_factory=list)
    outputs: list[Desc] = field(default_factory=list)
    attrs: dict[str, Any] = field(default_factory=dict)


class Plain:
    """Attributes as they are."""

    def key(self, name: str) -> bytes:
        return name.encode()

    def value(self, name: str, value: Any) -> Any:
        return value


class Compressed(Plain):
    """Attributes by their numbers in tables, and texts by theirs."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self.texts: list[str] = []
        self.coded: set[str] = set()

    def key(self, name: str) -> bytes:
        if name not in self.names:
            self.names.append(name)
        index, digit = divmod(self.names.index(name), BASE)
        digits = [digit]
        while index:
            index, digit = divmod(index, BASE)
            digits.append(digit)
        return b"\0" + bytes(digit + 1 for digit in digits)

    def value(self, name: str, value: Any) -> Any:
        if isinstance(value, list) and value and isinstance(value[0], str):
            return [self.value(name, item) for item in value]
        if not isinstance(value, str):
            return value
        self.coded.add(name)
        if value not in self.texts:
            self.texts.append(value)
        return self.texts.index(value)

    def tables(self) -> dict[str, Any]:
        return {
            "om_compress_version": 1,
            "attr_name_enum": self.names,
            "attr_value_enum": self.texts,
            "attrs_use_string_value": [name in self.coded for name in self.names],
        }


def value(of: Any) -> bytes:
    if isinstance(of, bool):
        return wire(5, int(of))
    if isinstance(of, int):
        return varint(3 << 3) + varint(of)
    if isinstance(of, str):
        return wire(2, of)
    if of and isinstance(of[0], bool):
        return wire(1, wire(5, bytes(map(int, of))) + wire(20, 4))
    if of and isinstance(of[0], int):
        return wire(1, wire(3, b"".join(map(varint, of))) + wire(20, 2))
    return wire(1, b"".join(wire(2, item) for item in of) + wire(20, 1))


def varint(number: int) -> bytes:
    out = b""
    number %= 1 << 64
    while number > 0x7F:
        out += bytes([number & 0x7F | 0x80])
        number >>= 7
    return out + bytes([number])


def attr(number: int, name: str, of: Any, coder: Plain) -> bytes:
    return wire(number, wire(1, coder.key(name)) + wire(2, value(coder.value(name, of))))


def tensor(desc: Desc, coder: Plain) -> bytes:
    attrs = b"".join(attr(5, *item, coder) for item in desc.all_attrs().items())
    return wire(2, DTYPES.get(desc.dtype or "", 0)) + wire(4, "ND") + attrs


def op(of: Op, coder: Plain) -> bytes:
    return b"".join(
        [
            wire(1, of.name) + wire(2, of.op_type),
            *(wire(5, link) for link in of.links),
            *(attr(10, *item, coder) for item in of.attrs.items()),
            *(wire(33, tensor(desc, coder)) for desc in of.inputs),
            *(wire(34, tensor(desc, coder)) for desc in of.outputs),
        ]
    )


def model_def(ops: list[Op], attrs: dict[str, Any], compressed: bool = False) -> bytes:
    coder = Compressed() if compressed else Plain()
    graph = wire(1, "g") + b"".join(wire(6, op(of, coder)) for of in ops)
    tables = coder.tables() if isinstance(coder, Compressed) else {}
    own = b"".join(attr(11, *item, Plain()) for item in {**attrs, **tables}.items())
    return wire(1, "m") + wire(7, graph) + own


def header(models: int = 1, encrypted: bool = False) -> bytes:
    head = bytearray(256)
    head[:4], head[80] = b"IMOD", int(encrypted)
    struct.pack_into("<I", head, 156, models)
    return bytes(head)


def partitions(model: bytes, wide: bool = False, others: bytes = b"weights!") -> bytes:
    """The table, a ModelDef and weights; with 32-bit or 64-bit numbers."""
    rows = [(0, 0, len(model)), (1, len(model), len(others))]
    number = "Q" if wide else "I"
    table = struct.pack(f"<{number}", len(rows))
    for row in rows:
        table += struct.pack(f"<3{number}", *row)
    return table + model + others


def om(ops: list[Op], attrs: dict[str, Any], wide: bool = False, compressed: bool = False) -> bytes:
    return header() + partitions(model_def(ops, attrs, compressed), wide)


def om_json(ops: list[Op], attrs: dict[str, Any]) -> bytes:
    """What `atc --mode=1` writes of the same model."""

    def entries(of: dict[str, Any]) -> list[dict[str, Any]]:
        return [{"key": name, "value": json_value(item)} for name, item in of.items()]

    def json_value(of: Any) -> dict[str, Any]:
        if isinstance(of, bool):
            return {"b": of}
        if isinstance(of, int):
            return {"i": of}
        if isinstance(of, str):
            return {"s": of}
        kind = "i" if of and isinstance(of[0], int) else "s"
        return {"list": {kind: of, "val_type": 1}}

    def desc(of: Desc) -> dict[str, Any]:
        return {"dtype": NAMES.get(of.dtype or "", "DT_UNDEFINED"), "attr": entries(of.all_attrs())}

    graph = [
        {
            "name": of.name,
            "type": of.op_type,
            "input": of.links,
            "attr": entries(of.attrs),
            "input_desc": [desc(item) for item in of.inputs],
            "output_desc": [desc(item) for item in of.outputs],
        }
        for of in ops
    ]
    document = {"attr": entries(attrs), "graph": [{"name": "g", "op": graph}], "name": "m"}
    return json.dumps(document).encode()


COMMAND = "/usr/local/Ascend/ascend-toolkit/8.0.0/bin/atc.bin --model=/root/m.onnx --framework=5 "
AICORE = {"_ge_attr_op_kernel_lib_name": "AIcoreEngine", "_lxfusion_engine_name": "AIcoreEngine"}
LOCAL = {"_ge_attr_op_kernel_lib_name": "DNN_VM_GE_LOCAL_OP_STORE"}


def recorded(options: str = "", soc: str = "Ascend310P3") -> dict[str, Any]:
    """What the compiler writes about a whole model."""
    return {
        "atc_cmdline": f"{COMMAND}--output=m --soc_version={soc} {options}".strip(),
        "soc_version": soc,
        "atc_version": "7.6.0.1.220",
        "opp_version": "7.6.0.1.220",
        "framework_type": "Onnx",
    }


LOWERED = Desc("float16", "float")


def relu_model(**attrs: Any) -> list[Op]:
    """Data, a Cast to float16, a Relu, a Cast back, NetOutput: float32 lowered, as CANN does it."""
    names = {"_datadump_original_op_names": ["relu"]}
    return [
        Op("x", "Data", [], [Desc("float", "float")], [Desc("float", "float")], {**LOCAL}),
        Op("trans_Cast_0", "Cast", ["x:0"], [Desc("float")], [LOWERED], {**AICORE, "dst_type": 1}),
        Op(
            "relu",
            "Relu",
            ["trans_Cast_0:0"],
            [LOWERED],
            [LOWERED],
            {**AICORE, **names, "_kernelname": "te_relu_0123456789abcdef0__kernel0", **attrs},
        ),
        Op("trans_Cast_2", "Cast", ["relu:0"], [LOWERED], [Desc("float", "float")], {**AICORE}),
        Op("out", "NetOutput", ["trans_Cast_2:0"], [Desc("float", "float")], [], {**LOCAL}),
    ]
