"""Hostile names, and a project in which files, nodes, types, tensors and values have them."""

from __future__ import annotations

import json
import re
from pathlib import Path

from graph_files import onnx_graph, onnx_model, onnx_node, onnx_value
from installs import built_in, entry

NAMES = (
    "::stop-commands::tok",
    " ::error::x",
    "##[command]x",
    "##vso[task.x]",
    "<img src=x onerror=x>",
    "[Click](https://x.example)",
    "![i](https://x.example)",
    "=1+1",
    "@x",
    "\x1b[31mx",
    "a\u202eb",
    "`x` [y](z)",
)
SOC = "Ascend910B3"
PLAIN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]")
"""What a terminal does not print as it is; \r and tabs among it."""


def write_project(folder: Path) -> Path:
    """Write a project in which strangers gave all names."""
    (folder / ".git").mkdir()
    lines = [f"{name}:InputDtype:{name}\nOpType::{name}:InputDtype:float16\n\n" for name in NAMES]
    for name in NAMES:
        safe = name.replace("/", "\u2215")
        (folder / safe).mkdir()
        (folder / safe / "customize_dtypes.cfg").write_text("".join(lines))
        (folder / safe / "mixlist.json").write_text(
            json.dumps({"black-list": {"to-add": [*NAMES]}, name: {}})
        )
    commands = [
        f"atc --model=m.onnx --framework=5 --output='{name}' --soc_version={SOC} --x='{name}' "
        f"--precision_mode='{name}' --customize_dtypes='{name}/customize_dtypes.cfg'\n"
        for name in NAMES
    ]
    (folder / "run.sh").write_text("".join(commands))
    (folder / "cannlint.toml").write_text(
        "".join(f"[job.{json.dumps(name)}]\nsoc_version = '{SOC}'\n" for name in NAMES)
    )
    nodes = [onnx_node("Relu", ["x"], [f"y{at}"], name=name) for at, name in enumerate(NAMES)]
    nodes += [onnx_node(name, ["x"], [f"z{at}"], name=f"n{at}") for at, name in enumerate(NAMES)]
    graph = onnx_graph(nodes, inputs=[onnx_value("x", 1, 4)])
    (folder / "m.onnx").write_bytes(onnx_model(graph))
    operators = {}
    for at, name in enumerate(NAMES):
        made = entry(f"float16,{name}")
        made["input0"]["name"] = name
        operators[f"Op{at}"] = operators[name] = made
    built_in(folder / "opp", **operators)
    return folder
