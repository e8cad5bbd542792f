"""The files in which `editing.py` types: what people write by hand or by a script, with faults."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import graphs

Write = Callable[[Path, int], tuple[Path, str]]
"""A folder and a number of lines → the file written, and the editor's name of its language."""

LINES = (
    "layer{}/conv::InputDtype:float16,float16,OutputDtype:float16",
    "node{}:InputDtype:float16,OutputDtype:float32",
    "block{}/add::InputDtype:float16,OutputDtype:bfloat16",
)
FAULT = "OpType::Relu{}:InputDtype:fp16"
TYPES = ("MatMulV2", "Gelu", "Tanh", "SoftmaxV2", "ReduceMean", "Conv2D", "LayerNorm", "Relu")
MODES = ("high_precision", "high_performance")
JOB = """soc = "Ascend910B3"
[job.net]
precision_mode = "force_fp16"
soc_version = "Ascend910B3"
customize_dtypes = "customize_dtypes.cfg"
"""
GRAPH_NODES = 10_000
COMMAND = """\
# model {0}
atc --model=net{0}.onnx --framework=5 --output=out{0} \\
    --soc_version=Ascend910B3 \\
    --precision_mode={1}
"""


def _written(folder: Path, name: str, text: str, language: str) -> tuple[Path, str]:
    file = folder / name
    file.write_text(text)
    return file, language


def _dtypes(count: int, apart: int) -> str:
    """Entries of which one in so many has a fault."""
    lines = (
        FAULT.format(at) if at % apart == apart - 1 else LINES[at % len(LINES)].format(at)
        for at in range(count)
    )
    return "\n".join(lines) + "\n"


def customize_dtypes(folder: Path, count: int) -> tuple[Path, str]:
    """A file on its own, with a fault in one line of 500."""
    text = _dtypes(count, 500)
    return _written(folder, "customize_dtypes.cfg", text, "cann-customize-dtypes")


def customize_dtypes_in_job(folder: Path, count: int) -> tuple[Path, str]:
    """A file that a job of cannlint.toml names, with a fault in one line of 50."""
    (folder / "cannlint.toml").write_text(JOB)
    text = _dtypes(count, 50)
    return _written(folder, "customize_dtypes.cfg", text, "cann-customize-dtypes")


def customize_dtypes_with_graph(folder: Path, count: int) -> tuple[Path, str]:
    """A file of the nodes of a graph that the job has."""
    (folder / "cannlint.toml").write_text(JOB + 'graph = "net.json"\n')
    graph = graphs.neutral(GRAPH_NODES)
    (folder / "net.json").write_text(graph)
    names = [node["name"] for node in json.loads(graph)["nodes"]]
    text = "".join(
        f"{names[at % len(names)]}:InputDtype:float32,OutputDtype:float16\n" for at in range(count)
    )
    return _written(folder, "customize_dtypes.cfg", text, "cann-customize-dtypes")


def op_precision(folder: Path, count: int) -> tuple[Path, str]:
    """Modes of nodes, a mode that there is not in one line of 500."""
    lines = [f"; {count} lines", "[ByNodeName]"]
    lines += (
        f"encoder/layer_{at}/Gelu={'fast' if at % 500 == 499 else MODES[at % len(MODES)]}"
        for at in range(count - len(lines))
    )
    return _written(folder, "op_precision.ini", "\n".join(lines) + "\n", "cann-op-precision")


def keep_dtype(folder: Path, count: int) -> tuple[Path, str]:
    """Names of nodes and types, a type that there is not in one line of 500."""
    lines = (
        f"OpType::Gelu{at}"
        if at % 500 == 499
        else f"OpType::{TYPES[at % len(TYPES)]}"
        if at < len(TYPES)
        else f"encoder/layer_{at}/Gelu"
        for at in range(count)
    )
    return _written(folder, "keep_dtype.cfg", "\n".join(lines) + "\n", "cann-keep-dtype")


def mixlist(folder: Path, count: int) -> tuple[Path, str]:
    """An operator on a line, of which one in 500 exists."""
    names = [f"My{at}" if at % 500 else TYPES[at // 500 % len(TYPES)] for at in range(count - 6)]
    text = json.dumps({"black-list": {"to-add": names}}, indent=2) + "\n"
    return _written(folder, "ops_info.json", text, "cann-mixlist")


def fusion_switch(folder: Path, count: int) -> tuple[Path, str]:
    """A pass on a line, with a switch that is none in one of 500."""
    groups = {
        "GraphFusion": {
            f"Pass{at}FusionPass": "of" if at % 500 == 499 else "off" for at in range(count - 6)
        }
    }
    text = json.dumps({"Switch": groups}, indent=2) + "\n"
    return _written(folder, "fusion_switch.cfg", text, "cann-fusion-switch")


def atc_script(folder: Path, count: int) -> tuple[Path, str]:
    """A command on four lines, with a precision mode that is none in one of 20."""
    commands = (
        COMMAND.format(at, "fp8" if at % 20 == 19 else "force_fp16") for at in range(count // 4)
    )
    return _written(folder, "convert.sh", "".join(commands), "shellscript")


def page(folder: Path, count: int) -> tuple[Path, str]:
    """A page with a command in a fence, on eight lines with the text around it."""
    fences = (
        f"## Model {at}\n\n```bash\n"
        + COMMAND.format(at, "fp8" if at % 20 == 19 else "force_fp16").partition("\n")[2]
        + "```\n"
        for at in range(count // 8)
    )
    return _written(folder, "README.md", "".join(fences), "markdown")


def configuration(folder: Path, count: int) -> tuple[Path, str]:
    """A job on four lines, with a precision mode that is none in one of 20."""
    jobs = (
        f'[job.net{at}]\nprecision_mode = "{"fp8" if at % 20 == 19 else "force_fp16"}"\n'
        f'soc_version = "Ascend910B3"\n\n'
        for at in range(count // 4)
    )
    return _written(folder, "cannlint.toml", "".join(jobs), "toml")


def tensorflow_script(folder: Path, count: int) -> tuple[Path, str]:
    """A session with its options in a function of eight lines."""
    functions = (
        f"def run_{at}(graph):\n"
        "    config = tf.ConfigProto()\n"
        "    custom_op = config.graph_options.rewrite_options.custom_optimizers.add()\n"
        '    custom_op.name = "NpuOptimizer"\n'
        '    custom_op.parameter_map["precision_mode"].s = '
        f'tf.compat.as_bytes("{"fp8" if at % 20 == 19 else "force_fp16"}")\n'
        "    with tf.Session(config=config) as session:\n"
        "        session.run(graph)\n\n"
        for at in range(count // 8)
    )
    text = "import tensorflow as tf\nfrom npu_bridge.npu_init import *\n\n" + "".join(functions)
    return _written(folder, "train.py", text, "python")


def torch_script(folder: Path, count: int) -> tuple[Path, str]:
    """Options of torch_npu, one of them unknown in 20, between other code."""
    functions = (
        f"def step_{at}(model, batch):\n"
        f'    torch.npu.set_option({{"{"ACL_NONE" if at % 20 == 19 else "ACL_PRECISION_MODE"}": '
        '"must_keep_origin_dtype"})\n'
        "    loss = model(batch)\n"
        "    return loss.sum()\n"
        for at in range(count // 4)
    )
    text = "import torch\nimport torch_npu\n" + "".join(functions)
    return _written(folder, "train.py", text, "python")


def mode_file(folder: Path, count: int) -> tuple[Path, str]:
    """An implementation mode of a type on a line, of which one in 500 is none."""
    lines = (f"Op{at}={'fast' if at % 500 == 499 else MODES[at % 2]}" for at in range(count))
    return _written(folder, "high_precision.ini", "\n".join(lines) + "\n", "ini")


def unknown_names(folder: Path, count: int) -> tuple[Path, str]:
    """Entries for types that no library has."""
    lines = (f"OpType::Conv{at}D:InputDtype:float16,OutputDtype:float16" for at in range(count))
    return _written(
        folder, "customize_dtypes.cfg", "\n".join(lines) + "\n", "cann-customize-dtypes"
    )
