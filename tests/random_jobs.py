"""Random compile jobs of every front end: a model, config files, and options with any values."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import strategies as st

from cannlint.jobs.settings import FrontEnd
from cannlint.jobs.tables import options_of
from onnx_models import Model

MODES = {
    "precision_mode": (
        *("force_fp16", "force_fp32", "allow_fp32_to_fp16", "must_keep_origin_dtype"),
        *("allow_mix_precision", "allow_mix_precision_bf16", "cube_fp16in_fp32out", "no_mode"),
    ),
    "precision_mode_v2": ("fp16", "origin", "mixed_float16", "cube_fp16in_fp32out"),
}
SOCS = ("Ascend310P3", "Ascend310B4", "Ascend310", "Ascend910A", "Ascend910B3", "Ascend910_9391")
RELEASES = (None, None, "8.5.0", "9.0.0", "9.1.0")
TYPES = (
    "Conv2D",
    "Relu",
    "MatMulV2",
    "BatchMatMulV2",
    "SoftmaxV2",
    "Add",
    "Cast",
    "Conv2DTranspose",
    "ReduceSum",
)
NAMES = ("conv", "relu", "last", "none")
DTYPES = ("float16", "float32", "bfloat16", "int64", "")
IMPL_MODES = ("high_precision", "high_performance", "enable_float_32_execution", "fast")
IN_CONFIGURATIONS = (
    *(FrontEnd.ATC, FrontEnd.GE, FrontEnd.TF1, FrontEnd.TF2, FrontEnd.TORCH, FrontEnd.TORCHAIR),
    *(FrontEnd.NPUGRAPH_EX, FrontEnd.ONNXRUNTIME, FrontEnd.ACL, FrontEnd.MINDSPORE),
)
"""The front ends whose jobs may stand in cannlint.toml."""

OPTIMIZER = """\
import tensorflow as tf
config = tf.compat.v1.ConfigProto()
custom_op = config.graph_options.rewrite_options.custom_optimizers.add()
custom_op.name = "NpuOptimizer"
custom_op.parameter_map["use_off_line"].b = True
"""
PROGRAM = """\
#include "ge_ir_build.h"
int main() {
  std::map<ge::AscendString, ge::AscendString> options = {
"""
TRAINING = """\
runner_config:
  epochs: 1
context:
  mode: 0
  device_target: "Ascend"
  ascend_config:
    jit_compile: True
"""


def _lines(form: str, options: Mapping[str, str]) -> str:
    return "".join(
        form.format(key=key, value=json.dumps(value), bare=value) for key, value in options.items()
    )


SCRIPTS: dict[FrontEnd, tuple[str, Callable[[Mapping[str, str]], str]]] = {
    FrontEnd.ATC: (
        "run.sh",
        lambda options: (
            "atc --model=m.onnx --framework=5 --output=o" + _lines(" --{key}={bare}", options)
        ),
    ),
    FrontEnd.TF1: (
        "train.py",
        lambda options: (
            OPTIMIZER + _lines('custom_op.parameter_map["{key}"].s = {value}.encode()\n', options)
        ),
    ),
    FrontEnd.TF2: (
        "train.py",
        lambda options: (
            "import npu_device\n"
            + _lines("npu_device.global_options().{key} = {value}\n", options)
            + "npu_device.open().as_default()"
        ),
    ),
    FrontEnd.TORCH: (
        "train.py",
        lambda options: f"import torch\nimport torch_npu\ntorch.npu.set_option({dict(options)})",
    ),
    FrontEnd.TORCHAIR: (
        "infer.py",
        lambda options: (
            "import torch_npu, torchair\nconfig = torchair.CompilerConfig()\n"
            + _lines("config.{key} = {value}\n", options)
            + "backend = torchair.get_npu_backend(compiler_config=config)"
        ),
    ),
    FrontEnd.MINDSPORE: (
        "train.py",
        lambda options: (
            "import mindspore as ms\n"
            f'ms.set_context(device_target="Ascend", ascend_config={dict(options)})'
        ),
    ),
    FrontEnd.ONNXRUNTIME: (
        "infer.py",
        lambda options: (
            "import onnxruntime as ort\n"
            'ort.InferenceSession("m.onnx", '
            f'providers=[("CANNExecutionProvider", {dict(options)})])'
        ),
    ),
    FrontEnd.MSLITE: (
        "lite.cfg",
        lambda options: "[ascend_context]\n" + _lines("{key}={bare}\n", options),
    ),
    FrontEnd.MINDFORMERS: (
        "train.yaml",
        lambda options: TRAINING + _lines("    {key}: {value}\n", options),
    ),
    FrontEnd.ACLGRPH: (
        "build.cpp",
        lambda options: (
            PROGRAM
            + _lines('      {{"{key}", {value}}},\n', options)
            + "  };\n  return ge::aclgrphBuildInitialize(options);\n}"
        ),
    ),
}
"""The file of a job that stands in a script, and its text."""

NOT_TO_DRAW = frozenset(("model", "weight", "framework", "output", "soc_version", "graph", "mode"))
"""Options of a job that are as `written` has them."""


def _convolutions(m: Model) -> str:
    x = m.input("x", 1, 3, 8, 8)
    conv = m.add("Conv", x, m.weight(4, 3, 3, 3), name="conv", kernel_shape=[3, 3])
    other = m.add("Conv", conv, m.weight(4, 4, 3, 3), kernel_shape=[3, 3])
    return m.add("Relu", other, name="last")


def _products(m: Model) -> str:
    x = m.input("x", 2, 4, 8)
    product = m.add("MatMul", x, m.weight(8, 8), name="relu")
    added = m.add("Add", product, m.weight(8))
    return m.add("Softmax", added, name="last", axis=-1)


def _transposed(m: Model) -> str:
    x = m.input("x", 1, 4, 8, 8)
    wide = m.add("ConvTranspose", x, m.weight(4, 4, 2, 2), name="conv", kernel_shape=[2, 2])
    return m.add("Relu", m.add("Add", wide, wide), name="last")


def _reduced(m: Model) -> str:
    x = m.input("x", 1, 4, 8, 8)
    sums = m.add("ReduceMax", m.add("Relu", x, name="relu"), axes=[1])
    return m.add("Sigmoid", m.add("Cast", sums, to=10), name="last")


def _of_any_batch(m: Model) -> str:
    x = m.input("x", "n", 4, 8, 8)
    return m.add("Add", m.add("Relu", x, name="relu"), x, name="last")


MODELS = (_convolutions, _products, _transposed, _reduced, _of_any_batch)


@dataclass
class RandomJob:
    """A job: `files` has the text of the config file of each option, `options` other values.

    `library` is the release that it is checked for, None for the one that is taken by default.
    """

    front_end: FrontEnd = FrontEnd.ATC
    model: int = 0
    soc: str = "Ascend910B3"
    options: dict[str, str] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)
    library: str | None = None
    is_script: bool = True
    """Whether it is in a script; else in cannlint.toml."""


@st.composite
def _files(draw) -> dict[str, str]:
    """Config files of a job by its options, some of them refused."""
    entry = st.sampled_from([*(f"OpType::{one}" for one in TYPES), *NAMES])
    found = {}
    if draw(st.booleans()):
        found["keep_dtype"] = "\n".join(draw(st.lists(entry, min_size=1, max_size=3)))
    if draw(st.booleans()):
        dtypes = st.sampled_from(DTYPES)
        lines = draw(st.lists(st.tuples(entry, dtypes, dtypes), min_size=1, max_size=3))
        found["customize_dtypes"] = "\n".join(
            f"{key}:InputDtype:{first},OutputDtype:{last}" for key, first, last in lines
        )
    if draw(st.booleans()):
        listed = draw(st.sampled_from(["black-list", "white-list", "gray-list"]))
        update = draw(st.sampled_from(["to-add", "to-remove"]))
        types = draw(st.lists(st.sampled_from(TYPES), min_size=1, max_size=2, unique=True))
        quoted = ", ".join(f'"{one}"' for one in types)
        found["modify_mixlist"] = f'{{"{listed}": {{"{update}": [{quoted}]}}}}'
    if draw(st.integers(0, 3)) == 0:
        modes = st.tuples(st.sampled_from(TYPES), st.sampled_from(IMPL_MODES))
        lines = draw(st.lists(modes, min_size=1, max_size=2))
        found["op_precision_mode"] = "\n".join(f"{op}={mode}" for op, mode in lines)
    if draw(st.integers(0, 3)) == 0:
        names = st.sampled_from(["SoftmaxFusionPass", "ConvReluFusionPass", "NoSuchPass"])
        found["fusion_switch_file"] = f"{draw(names)}:{draw(st.sampled_from(['on', 'off', 'no']))}"
    return found


KEYS_OF = {FrontEnd.ACLGRPH: FrontEnd.GE, FrontEnd.MINDFORMERS: FrontEnd.MINDSPORE}
"""The front ends whose scripts have the keys of another one."""


def _keys(front_end: FrontEnd) -> dict[str, str]:
    """Option → its key; of several the shortest, which belongs to no other function."""
    rows = options_of(KEYS_OF.get(front_end, front_end)).items()
    return {spec.option: key for key, spec in sorted(rows, key=lambda row: -len(row[0]))}


def _values(front_end: FrontEnd) -> dict[str, tuple[str, ...]]:
    """Option → values to draw, legal and not, of the options that name no file."""
    keys = _keys(front_end)
    return {
        key: (*(spec.values or ("1", "0", "true", "False")), "nonsense", "-1")
        for key, spec in options_of(KEYS_OF.get(front_end, front_end)).items()
        if key == keys[spec.option]
        and spec.file is None
        and spec.option not in NOT_TO_DRAW
        and spec.option not in MODES
    }


PLACES = (
    *((front_end, False) for front_end in IN_CONFIGURATIONS),
    *((front_end, True) for front_end in SCRIPTS),
)


@st.composite
def random_jobs(draw) -> RandomJob:
    """A job of any front end."""
    front_end, is_script = draw(st.sampled_from(PLACES))
    known = _keys(front_end)
    job = RandomJob(front_end, draw(st.integers(0, len(MODELS) - 1)), is_script=is_script)
    job.soc = draw(st.sampled_from(SOCS))
    modes = [one for one in MODES if one in known]
    has_options = is_script and front_end is not FrontEnd.ATC  # without one there is no job
    mode = draw(st.sampled_from(modes if has_options and modes else [None, *modes]))
    if mode is not None:
        job.options[known[mode]] = draw(st.sampled_from(MODES[mode]))
    needs_option = has_options and not modes
    if needs_option or draw(st.integers(0, 2)) == 0:
        values = _values(front_end)
        keys = st.lists(st.sampled_from(sorted(values)), min_size=needs_option, max_size=2)
        for key in draw(keys):
            job.options[key] = draw(st.sampled_from(values[key]))
    drawn = draw(_files()).items() if front_end is not FrontEnd.ACLGRPH else ()
    job.files = {option: text for option, text in drawn if option in known}
    # aclgrphBuildInitialize takes no files, and later releases have no operators for Ascend310
    job.library = draw(st.sampled_from(RELEASES)) if job.soc != "Ascend310" else None
    return job


def written(folder: Path, job: RandomJob) -> tuple[str, str | None]:
    """Write a job with its files into a folder.

    What `plan` calls it, and the model to give to every command, None where the job names it.
    """
    m = Model(13)
    (folder / "m.onnx").write_bytes(m.bytes(MODELS[job.model](m)))
    options = {**job.options}
    for option, text in job.files.items():
        name = f"{option}.{'json' if option == 'modify_mixlist' else 'cfg'}"
        (folder / name).write_text(f"{text}\n")
        options[_keys(job.front_end)[option]] = name
    head = f'soc = ["{job.soc}"]\n' + (f'library = "{job.library}"\n' if job.library else "")
    if job.is_script:
        if job.front_end is FrontEnd.ATC:
            options = {"soc_version": job.soc, **options}
        name, text_of = SCRIPTS[job.front_end]
        (folder / name).write_text(f"{text_of(options)}\n")
        (folder / "cannlint.toml").write_text(head)
        return name, None if job.front_end is FrontEnd.ATC else "m.onnx"
    rows = {"front-end": job.front_end.value, **options, "graph": "m.onnx"}
    lines = "".join(f"{json.dumps(key)} = {json.dumps(value)}\n" for key, value in rows.items())
    (folder / "cannlint.toml").write_text(f"{head}[job.net]\n{lines}")
    return "net", None
