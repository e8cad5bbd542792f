"""Make the pictures of README and docs again: docs/images, from real output.

    pip install '.[lsp,onnx]' pillow && python dev/pictures.py

Needs `chromium` for pages and, for the picture of an editor, `nvim` and `tmux`. Everything shown is
made here: a model of four encoder layers, the scripts of 300 jobs, and the files that they name.
The same programs give the same pictures. Look at them before you commit them.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from html import unescape
from pathlib import Path

import onnx
from onnx import TensorProto, helper
from PIL import Image
from rich import _export_format
from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parent.parent
IMAGES = ROOT / "docs" / "images"
CANNLINT = [sys.executable, "-m", "cannlint"]
_SVG = re.sub(r"@font-face \{\{.*?\}\}\s*", "", _export_format.CONSOLE_SVG_FORMAT, flags=re.DOTALL)
"""The form of rich without fonts from the network."""


def main() -> None:
    """Make all pictures, or those that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", choices=[*PICTURES, []], help="all if left out")
    for name in parser.parse_args().names or PICTURES:
        with tempfile.TemporaryDirectory() as folder:
            PICTURES[name](Path(folder))


def check(folder: Path) -> None:
    """A finding in the terminal, in both languages."""
    shutil.copytree(ROOT / "examples", folder / "examples")
    arguments = ["check", "examples/customize_dtypes.cfg", "--select", "CD002"]
    _terminal(folder, arguments, "check.svg")
    _terminal(folder, [*arguments, "--lang", "zh-CN"], "check.zh-CN.svg")


def plan(folder: Path) -> None:
    """The page of a plan with its ribbon, the nodes of a reason opened."""
    onnx.save(_encoder(layers=4), folder / "encoder.onnx")
    (folder / "op_precision.ini").write_text("[ByOpType]\nSoftmaxV2=high_performance\n")
    (folder / "keep.cfg").write_text("OpType::SoftmaxV2\nOpType::LayerNorm\n")
    (folder / "convert.sh").write_text(
        "atc --model=encoder.onnx --framework=5 --output=encoder --soc_version=Ascend910B3 "
        "--precision_mode=force_fp16 --keep_dtype=keep.cfg "
        "--op_precision_mode=op_precision.ini --op_select_implmode=high_precision\n"
    )
    page = _cannlint(folder, "plan", "convert.sh", "--format", "html")
    _page(folder, page, "plan.png", 1000, 1150)


def audit(folder: Path) -> None:
    """The page of an audit of 300 jobs for six targets."""
    _jobs(folder, 300)
    targets = "--soc", "Ascend910B3,Ascend310P3,Ascend910A", "--library", "8.1.RC1,9.1.0"
    page = _cannlint(folder, "audit", ".", *targets, "--format", "html")
    _page(folder, page, "audit.png", 1200, 840)


def neovim(folder: Path) -> None:
    """Findings in Neovim, as its own screen has them."""
    shutil.copy(ROOT / "examples" / "op_precision.ini", folder)
    server = ", ".join(map(repr, [*CANNLINT, "server"]))
    plugin = ROOT / "editors" / "neovim"
    (folder / "init.lua").write_text(
        f"""\
vim.opt.runtimepath:append("{plugin}")
require("cannlint").setup({{ cmd = {{ {server} }} }})
vim.opt.number = true
vim.opt.laststatus = 0
vim.opt.ruler = false
vim.opt.termguicolors = true
vim.opt.fillchars = {{ eob = " " }}
vim.cmd("highlight SignColumn guibg=NONE")
vim.opt.shortmess:append("F")
"""
    )
    editor = shlex.join(["nvim", "-u", "init.lua", "op_precision.ini"])
    screen = ["tmux", "-L", f"cannlint-{os.getpid()}"]
    size = ["-x", "150", "-y", "8"]
    subprocess.run(
        [*screen, "-f", os.devnull, "new-session", "-d", *size, editor], cwd=folder, check=True
    )
    try:
        found = _when_quiet([*screen, "capture-pane", "-e", "-p"], "CANN ignores")
    finally:
        subprocess.run([*screen, "kill-server"], check=False)
    _svg(found.rstrip("\n"), 150, "nvim op_precision.ini", "neovim.svg")


PICTURES = {"check": check, "plan": plan, "audit": audit, "neovim": neovim}


def _when_quiet(command: list[str], word: str) -> str:
    """The output of a command, when it has a word and is the same twice."""
    seen = ""
    for _ in range(60):
        time.sleep(0.5)
        now = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        if word in now and now == seen:
            return now
        seen = now
    raise SystemExit(f"{word} did not appear:\n{seen}")


def _cannlint(folder: Path, *arguments: str, **environment: str) -> str:
    kept = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    kept |= {"PYTHONPATH": str(ROOT / "lint"), "LANG": "C.UTF-8", **environment}
    process = subprocess.run(
        [*CANNLINT, *arguments], cwd=folder, env=kept, capture_output=True, text=True, check=False
    )
    if process.returncode not in (0, 1):
        raise SystemExit(process.stderr)
    return process.stdout


def _terminal(folder: Path, arguments: list[str], name: str) -> None:
    """A command and its output in colour, 100 columns wide."""
    shown = _cannlint(folder, *arguments, FORCE_COLOR="1", COLUMNS="100", TERM="xterm-256color")
    command = shlex.join(["cannlint", *arguments])
    _svg(f"$ {command}\n{shown.rstrip()}", 100, "cannlint", name)


def _svg(ansi: str, columns: int, title: str, name: str) -> None:
    with open(os.devnull, "w") as nowhere:
        console = Console(record=True, width=columns, file=nowhere, force_terminal=True)
        console.print(Text.from_ansi(ansi), soft_wrap=True)
    drawn = console.export_svg(title=title, code_format=_SVG, unique_id="cannlint")
    drawn = _LENGTH.sub(_wide, drawn)
    (IMAGES / name).write_text(re.sub(r"[ \t]+$", "", drawn, flags=re.M).rstrip() + "\n")


_LENGTH = re.compile(r'(<text[^>]* textLength=")([^"]*)("[^>]*>)([^<]*)')


def _wide(match: re.Match[str]) -> str:
    """A text with the length of its cells: rich counts a Chinese character as one."""
    before, length, after, text = match.groups()
    characters = unescape(text)
    return f"{before}{float(length) * cell_len(characters) / len(characters):g}{after}{text}"


def _page(folder: Path, page: str, name: str, width: int, height: int) -> None:
    """A page as Chromium shows it, in at most 64 colours."""
    (folder / "page.html").write_text(page)
    raw = folder / "page.png"
    options = ["--headless", "--no-sandbox", "--hide-scrollbars", "--disable-gpu"]
    size = [f"--window-size={width},{height}", f"--screenshot={raw}"]
    address = (folder / "page.html").as_uri()
    subprocess.run(["chromium", *options, *size, address], check=True, capture_output=True)
    with Image.open(raw) as image:
        few = image.convert("RGB").quantize(64, dither=Image.Dither.NONE)
        few.save(IMAGES / name, optimize=True)


def _encoder(layers: int, width: int = 64) -> onnx.ModelProto:
    """An encoder of a transformer as exporters name its nodes: attention, norms and a GELU."""
    nodes, weights = [], []

    def weight(name: str, *shape: int) -> str:
        size = 1
        for each in shape:
            size *= each
        weights.append(helper.make_tensor(name, TensorProto.FLOAT, shape, [0.01] * size))
        return name

    def node(scope: str, op_type: str, inputs: list[str], **attributes: object) -> str:
        name = f"{scope}/{op_type}"
        count = sum(each.name.split(":")[0] == name for each in nodes)
        name = f"{name}_{count}" if any(each.name == name for each in nodes) else name
        nodes.append(helper.make_node(op_type, inputs, [f"{name}_out"], name, **attributes))
        return f"{name}_out"

    def dense(scope: str, value: str, inner: int, outer: int) -> str:
        product = node(scope, "MatMul", [value, weight(f"{scope}.w", inner, outer)])
        return node(scope, "Add", [product, weight(f"{scope}.b", outer)])

    def norm(scope: str, value: str) -> str:
        scales = [weight(f"{scope}.w", width), weight(f"{scope}.b", width)]
        return node(scope, "LayerNormalization", [value, *scales], axis=-1)

    value = "hidden"
    for layer in range(layers):
        scope = f"/encoder/layer.{layer}"
        attention = f"{scope}/attention"
        query, key, values = (
            dense(f"{attention}/{part}", value, width, width) for part in ("query", "key", "value")
        )
        turned = node(f"{attention}/key", "Transpose", [key], perm=[0, 2, 1])
        scores = node(attention, "MatMul", [query, turned])
        scores = node(attention, "Mul", [scores, weight(f"{attention}.scale", 1)])
        scores = node(attention, "Softmax", [scores], axis=-1)
        mixed = node(f"{attention}/context", "MatMul", [scores, values])
        mixed = dense(f"{attention}/output", mixed, width, width)
        value = norm(f"{attention}/norm", node(f"{attention}/output", "Sum", [mixed, value]))
        inner = node(f"{scope}/mlp", "Sigmoid", [dense(f"{scope}/mlp/fc1", value, width, width)])
        outer = dense(f"{scope}/mlp/fc2", inner, width, width)
        value = norm(f"{scope}/mlp/norm", node(f"{scope}/mlp/fc2", "Sum", [outer, value]))
    shape = [1, 128, width]
    graph = helper.make_graph(
        nodes,
        "encoder",
        [helper.make_tensor_value_info("hidden", TensorProto.FLOAT, shape)],
        [helper.make_tensor_value_info(value, TensorProto.FLOAT, shape)],
        weights,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


_CONFIGS = {
    "relu.cfg": "OpType::Relu:InputDtype:float16,OutputDtype:float16\n",
    "bf16.cfg": "OpType::MatMulV2:InputDtype:bfloat16,bfloat16,OutputDtype:bfloat16\n",
    "slice.cfg": "OpType::SliceV2:InputDtype:float16,OutputDtype:float16\n",
    "mode.ini": "[ByOpType]\nGelu=high_precision\n",
    "typo.ini": "[ByOpType]\nGelu=high_precision\nTanh=high_preformance\n",
}
_OPTIONS = {
    "": 30,
    "--customize_dtypes=relu.cfg": 20,
    "--op_precision_mode=mode.ini": 10,
    "--customize_dtypes=bf16.cfg": 6,
    "--precision_mode_v2=mixed_bfloat16": 6,
    "--precision_mode=allow_mix_precision_bf16": 5,
    "--customize_dtypes=slice.cfg": 5,
    "--op_precision_mode=typo.ini": 4,
    "--external_weight=2": 3,
    "--precision_mode=allow_mix_precison": 2,
}
"""What the jobs of the audit set, and how often."""


def _jobs(folder: Path, number: int) -> None:
    """Scripts as four teams have them, each with some of the options."""
    teams = ("vision", "nlp", "audio", "ranking")
    chosen = random.Random(1)
    for team in teams:
        (folder / team).mkdir()
        for name, text in _CONFIGS.items():
            (folder / team / name).write_text(text)
    for at in range(number):
        options = chosen.choices([*_OPTIONS], [*_OPTIONS.values()], k=2)
        command = ["atc", f"--model=m{at}.onnx", "--framework=5", f"--output=m{at}"]
        words = [*command, "--soc_version=Ascend910B3", *filter(None, dict.fromkeys(options))]
        script = folder / teams[at * len(teams) // number] / f"convert_{at:03}.sh"
        script.write_text(" ".join(words) + "\n")


if __name__ == "__main__":
    main()
