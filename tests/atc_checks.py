"""ATC's checks of a command line, written down a second time to compare the product with.

`codes_of` is a plain list of what the front end looks at, in its order (manual/atc.md): the first
code is what ATC stops with. Values that are refused while the line is read are the matter of
test_getopt.py.
"""

from __future__ import annotations

import os
import re

NANO = ("Ascend035", "Ascend035A", "Ascend035B")
MIXED = ("allow_mix_precision", "allow_mix_precision_fp16", "allow_mix_precision_bf16")
MIXED_V2 = ("mixed_float16", "mixed_bfloat16", "mixed_hif8")
FORMATS = {
    "0": ["NCHW", "ND"],
    "3": ["NCHW", "NHWC", "ND", "NCDHW", "NDHWC"],
    "5": ["NCHW", "ND", "NCDHW"],
}
NOT_IN_OM2 = {
    *("input_hint_shape", "om", "singleop", "check_report", "json", "virtual_type", "op_name_map"),
    *("quant_dumpable", "ac_parallel_enable", "tiling_schedule_optimize", "dump_mode"),
    *("display_model_info", "status_check", "save_original_model", "compress_weight_conf"),
    *("enable_compress_weight", "enable_attr_compression", "h2d_overlapped_with_compute"),
    *("cluster_config", "hccl_sub_comm_config", "input_shape_range"),
    "static_model_ops_lower_limit",
}
DIM = re.compile(r"\s*-?\d+\s*", re.ASCII)
BEGINS_AS_NUMBER = re.compile(r"\s*[-+]?\d", re.ASCII)
DIM_RANGE = re.compile(r"\s*[-+]?\d+\s*|\s*\+?\d+\s*~\s*\+?\d+\s*", re.ASCII)
GEARS = ("dynamic_batch_size", "dynamic_image_size", "dynamic_dims")


class Line:
    """The flags of a line, `""` where one is not set, and the files of its folder."""

    def __init__(self, flags, folder):
        self.flags = flags
        self.folder = folder

    def __getitem__(self, flag):
        return self.flags.get(flag, "")

    def bad_input(self, flag):
        """4, P-in: it is there, and its absolute path has ordinary characters only."""
        path = os.path.join(self.folder, self[flag])
        return self[flag] and (not os.path.exists(path) or bad_characters(os.path.realpath(path)))

    def bad_output(self, flag, suffix=""):
        """4, P-out: its length and its characters as they are written."""
        path = self[flag] + suffix
        return self[flag] and (len(path.encode()) >= 4096 or bad_characters(path))


def bad_characters(path):
    return not re.fullmatch(r"[A-Za-z0-9./_\-\u4e00-\u9fa5]+", path)


def codes_of(line):
    """The codes of all that ATC would stop at, in its order."""
    mode = line["mode"] or "0"
    if line["auto_tune_mode"]:
        yield "E10001"
    level = line["deterministic_level"]
    if level and (level == "0") != ((line["deterministic"] or "0") == "0"):
        yield "E10001"
    if line["singleop"]:
        yield from single_op_codes(line, mode)
        return
    yield from framework_codes(line, mode)
    if (line["soc_version"] in NANO) != (mode == "30"):
        yield "E10055"
    if mode in ("0", "3", "7", "30"):
        yield from model_codes(line, mode)
    else:
        yield from om_codes(line, mode)


def single_op_codes(line, mode):
    """With --singleop."""
    if line["display_model_info"] == "1" or line["framework"] or line["insert_op_conf"]:
        yield "E10001"
    if mode != "0":
        yield "E10001"
    if not line["output"] or not line["soc_version"]:
        yield "E10054"
    if line.bad_output("output"):
        yield "E10001"
    yield from precision_codes(line)
    yield from one_of(line, "allow_hf32", "true false", "E10005")


def framework_codes(line, mode):
    """What is needed."""
    if mode == "1" and line["framework"] == "1":
        yield "E10001"
    if line.bad_input("weight"):
        yield "E10001"
    if mode in ("0", "3", "30"):
        if not line["framework"]:
            yield "E10007"
        if line["framework"] == "0" and not line["weight"]:
            yield "E10008"


def om_codes(line, mode):
    """Modes 1, 5 and 6."""
    if not line["om"]:
        yield "E10004"
    if mode == "5" and line["om"].split(".")[-1] != "txt":
        yield "E10001"
    if mode != "6" and not line["json"]:
        yield "E10004"
    if line.bad_input("om") or (mode != "6" and line.bad_output("json")):
        yield "E10001"
    if mode == "6" and line["framework"]:
        yield "E10057"


def model_codes(line, mode):
    """In the order of the manual."""
    layouts = FORMATS.get(line["framework"])
    if line["input_format"] and layouts and line["input_format"] not in layouts:
        yield "E10001"
    for flag in ("soc_version", "output", "model"):
        if not line[flag] and not (flag == "output" and mode == "3"):
            yield "E10054"
    if line.bad_input("model"):
        yield "E10001"
    if mode != "3" and line.bad_output("output", ".om"):
        yield "E10001"
    if mode != "3" and line["output"].endswith("/"):
        yield "E10022"
    yield from precision_codes(line)
    yield from shape_codes(line)
    if line["insert_op_conf"] and line["dynamic_dims"]:
        yield "E10001"
    if any(map(line.bad_input, ("cal_conf", "op_name_map", "insert_op_conf"))):
        yield "E10001"
    yield from compress_codes(line)
    if line.bad_input("keep_dtype"):
        yield "E10001"
    yield from switch_codes(line, mode)


def switch_codes(line, mode):
    """The end of 6.4, with the codes of 1.17."""
    if "check_report" in line.flags and not line["check_report"]:
        yield "E10004"
    if line.bad_output("check_report"):
        yield "E10001"
    yield from one_of(line, "save_original_model", "true false", "E10005")
    yield from one_of(line, "enable_single_stream", "true false", "E10005")
    yield from one_of(line, "ac_parallel_enable", "0 1", "E10006")
    yield from one_of(line, "tiling_schedule_optimize", "0 1", "E10006")
    if mode == "30" and line["display_model_info"] == "1":
        yield "E10001"
    if mode == "7" and any(flag in line.flags for flag in NOT_IN_OM2):
        yield "E10001"
    yield from one_of(line, "allow_hf32", "true false", "E10005")
    yield from one_of(line, "quant_dumpable", "0 1", "E10006")
    if line.flags.get("enable_attr_compression", "").lower() not in ("", "true", "false"):
        yield "E10005"
    yield from limit_codes(line["static_model_ops_lower_limit"])


def limit_codes(limit):
    """A whole number from -1 on, of 64 bits."""
    if limit and not re.fullmatch("-?[0-9]+", limit):
        yield None  # no code but E19999
    elif limit and not -1 <= int(limit) < 2**63:
        yield "E10001"


def one_of(line, flag, values, code):
    """The switches that may be empty."""
    if line[flag] and line[flag] not in values.split():
        yield code


def compress_codes(line):
    """Weight compression."""
    if line.bad_input("compress_weight_conf"):
        yield "E10001"
    yield from one_of(line, "enable_compress_weight", "true false", "E10005")
    if line["enable_compress_weight"] == "true" and line["compress_weight_conf"]:
        yield "E10047"


def precision_codes(line):
    """Implementation and precision modes."""
    if line["optypelist_for_implmode"] and not line["op_select_implmode"]:
        yield "E10001"
    if line.bad_input("op_precision_mode"):
        yield "E10001"
    if line.flags.get("is_weight_clip", "1") not in ("0", "1"):
        yield "E10006"
    v1, v2 = line["precision_mode"], line["precision_mode_v2"]
    if v1 and v2:
        yield "E10056"
    if line["modify_mixlist"] and v1 not in MIXED and v2 not in MIXED_V2:
        yield "E10001"


def shape_codes(line):
    """How --input_shape becomes a range."""
    shape, gears = line["input_shape"], [flag for flag in GEARS if line[flag]]
    ranges = line["input_shape_range"]
    if ranges:
        shape = ""
    elif gears and "~" in shape:
        yield "E10040"
    elif not gears and ("~" in shape or "-1" in shape):
        yield from ranged_shape_codes(shape)
        return
    if gears and line["input_hint_shape"]:
        yield "E10001"
    if len(gears) + bool(ranges) > 1:
        yield "E10009"
    if gears:
        yield from gear_codes(line, shape, gears[0])
    elif ":" in ranges:
        yield from range_codes(ranges)


def ranged_shape_codes(shape):
    """A shape with -1 or ~: digits, commas, blanks; by names all of the inputs or none."""
    named = ":" in shape
    ranges = []
    for part in shape.split(";"):
        name, _, dims = part.rpartition(":")
        if named and not name:
            yield "E10002"
        if dims.strip("0123456789 ,~-"):
            yield "E10002"
        if dims:
            ranges.append(f"{name}:[{dims}]")
    if named and ranges:
        yield from range_codes(";".join(ranges))


def range_codes(ranges):
    """name:[1~4,3] of each input."""
    for part in ranges.split(";"):
        _, colon, dims = part.rpartition(":")
        if not colon or not re.fullmatch(r"\[[^][]*\]", dims):
            yield "E10048"
        for dim in dims[1:-1].split(","):
            if not DIM_RANGE.fullmatch(dim) or any(int(end) >= 2**63 for end in dim.split("~")):
                yield "E10048"


def gear_codes(line, shape, flag):
    """The shapes of a model with gears, then the gears themselves."""
    if not shape:
        yield "E10004"
    shapes = {}
    for part in shape.split(";"):
        name, colon, dims = part.rpartition(":")
        if not colon:
            yield "E10002"
        for dim in dims.split(",") if dims else []:
            yield from dim_codes(dim)
        shapes.setdefault(name.strip(), [int(dim) for dim in dims.split(",")] if dims else [])
    dims = [shapes[name] for name in sorted(shapes)]
    if flag == "dynamic_batch_size":
        yield from batch_codes(dims, line[flag])
    elif flag == "dynamic_image_size":
        yield from image_codes(dims, line[flag], layout_of(line))
    else:
        yield from dims_codes(dims, line[flag])


def dim_codes(dim):
    """What the C library's stol reads of it, and whether more follows."""
    if "." in dim:
        yield "E10002"
    elif not BEGINS_AS_NUMBER.match(dim):
        yield "E10014"
    elif not DIM.fullmatch(dim):
        yield "E10002"
    elif not -(2**63) <= int(dim) < 2**63:
        yield "E10013"


def layout_of(line):
    return line["input_format"] or ("NHWC" if line["framework"] == "3" else "NCHW")


def batch_codes(shapes, gears):
    batches, late = 0, []
    for dims in shapes:
        if not dims:
            yield from (*late, "E10012")
        elif dims[0] == -1 and min(dims[1:], default=0) >= 0:
            batches += 1
        elif dims[0] == -1:
            late.append("E10018")  # told, and forgotten where another input has a batch
    if not batches:
        yield from (*late, "E10031")
    if gears.strip("0123456789,"):
        yield from (*late, "E10003")


def image_codes(shapes, gears, layout):
    sides = {"NCHW": [2, 3], "NHWC": [1, 2]}.get(layout)
    images = [dims for dims in shapes if -1 in dims]
    for dims in images:
        if len(dims) == 4 and sides is None:
            yield "E10003"
        if len(dims) != 4 or [at for at in range(4) if dims[at] == -1] != sides:
            yield "E10019"
    if not images:
        yield "E10019"
    if gears.strip("0123456789, ;"):
        yield "E10003"
    if any(gear.count(",") != 1 for gear in gears.removesuffix(";").split(";")):
        yield "E10020"


def dims_codes(shapes, gears):
    free = sum(dims.count(-1) for dims in shapes)
    if not free:
        yield "E10001"
    gears = gears.removesuffix(";")
    if not gears:
        yield "E10058"
    for gear in gears.split(";"):
        if len(gear.split(",")) != free:
            yield "E10003"
        if gear.strip("0123456789,") or re.search("[^0-9,]", gear):
            yield "E10001"
