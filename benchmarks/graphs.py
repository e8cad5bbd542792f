"""How long graph files take, and how much memory: `python benchmarks/graphs.py [--megabytes N]`.

Writes a chain of operators in each form, once with as many nodes again, and reads each in a
process of its own. Ratios say whether time is linear: twice the nodes may take 2.2 times.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
GOAL = 2.2
MOST_NODES = 900_000
READ = """
import re, sys, time
from cannlint.graphs.read import read_graph
start = time.process_time()
nodes = len(read_graph(sys.argv[1]).nodes)
seconds = time.process_time() - start
peak = re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())
print(nodes, seconds, int(peak[1]) / 1024)
"""


def neutral(count: int) -> str:
    """A chain in the neutral form."""
    nodes = [{"name": "n0", "type": "Data", "inputs": [], "outputs": [{"dtype": "float"}]}]
    for number in range(1, count):
        nodes.append(
            {
                "name": f"n{number}",
                "type": "MatMulV2",
                "inputs": [{"dtype": "float", "from": [f"n{number - 1}", 0]}, None],
                "outputs": [{"dtype": "float"}],
                "attrs": {"_keep_dtype": 1},
            }
        )
    return json.dumps({"schema": "cannlint/graph/1", "nodes": nodes})


TENSOR = """      dtype: DT_FLOAT
      shape {
        dim: 16
        dim: 128
      }
      layout: "ND"
      attr {
        key: "origin_format"
        value {
          s: "ND"
        }
      }
"""


def ge_proto(count: int) -> str:
    """A chain as GE dumps it."""
    ops = [
        f'  op {{\n    name: "n{number}"\n    type: "MatMulV2"\n    input: "n{max(number - 1, 0)}'
        f':{-1 if number == 0 else 0}"\n    attr {{\n      key: "transpose_x1"\n      value {{\n'
        f"        b: false\n      }}\n    }}\n    input_desc {{\n{TENSOR}    }}\n"
        f"    output_desc {{\n{TENSOR}    }}\n  }}\n"
        for number in range(count)
    ]
    return "graph {\n" + "".join(ops) + "}\n"


def ge_onnx(count: int) -> str:
    """A chain as GE dumps it for viewers."""
    nodes = []
    for number in range(count):
        attributes = "".join(
            f'    attribute {{\n      name: "{side}_desc_{what}"\n      s: "{value}"\n'
            "      type: STRING\n    }\n"
            for side in ("input", "output")
            for what, value in (("dtype:0", "DT_FLOAT"), ("layout:0", "ND"))
        )
        source = f'    input: "n{number - 1}:0"\n' if number else ""
        nodes.append(f'  node {{\n{source}    name: "n{number}"\n    op_type: "ge:Relu"\n')
        nodes.append(f"{attributes}  }}\n")
    return "graph {\n" + "".join(nodes) + "}\n"


def atc_json(count: int) -> str:
    """A chain as ATC converts it."""
    tensor = {
        "attr": [{"key": "origin_format", "value": {"s": "ND"}}],
        "dtype": "DT_FLOAT",
        "layout": "ND",
        "shape": {"dim": [16, 128]},
    }
    ops = [
        {
            "attr": [{"key": "transpose_x1", "value": {"b": False}}],
            "input": [f"n{number - 1}:0"] if number else [],
            "input_desc": [tensor],
            "name": f"n{number}",
            "output_desc": [tensor],
            "type": "MatMulV2",
        }
        for number in range(count)
    ]
    return json.dumps({"graph": [{"name": "g", "op": ops}]}, indent=4)


def onnx(count: int) -> bytes:
    """A chain as an ONNX model."""
    sys.path.insert(0, str(ROOT / "tests"))
    from graph_files import onnx_graph, onnx_model, onnx_node, onnx_value

    nodes = [onnx_node("Relu", [f"v{i}"], [f"v{i + 1}"], f"n{i}") for i in range(count)]
    return onnx_model(onnx_graph(nodes, [onnx_value("v0", 1, 4)]))


FORMS = {
    "cannlint/graph/1": neutral,
    "ge_proto": ge_proto,
    "ge_onnx": ge_onnx,
    "atc_json": atc_json,
    "onnx": onnx,
}


def measure(path: Path) -> tuple[int, float, float]:
    """Nodes, seconds of the processor and peak mebibytes of reading a file."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "lint")}
    command = [sys.executable, "-c", READ, str(path)]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    nodes, seconds, memory = done.stdout.split()
    return int(nodes), float(seconds), float(memory)


def write(path: Path, content: str | bytes) -> Path:
    """The file with this content."""
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def linear(folder: Path, count: int) -> None:
    """Each form with a number of nodes and with twice as many, in turn; the best of five."""
    for name, chain in FORMS.items():
        paths = [write(folder / f"graph{n}", chain(n * count)) for n in (1, 2)]
        runs = [[measure(path) for path in paths] for _ in range(5)]
        small, large = (min(run[n] for run in runs) for n in (0, 1))
        ratio = large[1] / small[1]
        mark = "" if ratio <= GOAL else f"   <-- over {GOAL}"
        print(
            f"  {name:<18} {small[0]:>8,} nodes {small[1]:7.2f} s {small[2]:5.0f} MB"
            f"   twice as many: {ratio:.2f} times{mark}"
        )


def large(folder: Path, megabytes: int) -> None:
    """Each form of text at a size."""
    for name, chain in FORMS.items():
        if chain is onnx:
            continue
        count = min(megabytes * 1_000_000 * 1000 // len(chain(1000)), MOST_NODES)
        path = write(folder / "graph", chain(count))
        nodes, seconds, memory = measure(path)
        print(
            f"  {name:<18} {path.stat().st_size / 1e6:6.0f} MB {nodes:>9,} nodes"
            f" {seconds:7.1f} s {memory:6.0f} MB"
        )


def weights(folder: Path) -> None:
    """An ONNX model that is nearly all weights: they are not read."""
    sys.path.insert(0, str(ROOT / "tests"))
    from graph_files import field, onnx_graph, onnx_model, onnx_node, onnx_tensor, varint

    size = 2_000_000_000
    head = onnx_tensor("w", 1, size // 4) + varint(9 << 3 | 2) + varint(size)
    graph = onnx_graph([onnx_node("Mul", ["w", "w"], ["y"])])
    tensor = varint(5 << 3 | 2) + varint(len(head) + size) + head
    length = len(graph) + len(tensor) + size
    model = onnx_model(b"").replace(field(7, b""), b"")
    path = write(folder / "graph", model + varint(7 << 3 | 2) + varint(length) + graph + tensor)
    os.truncate(path, path.stat().st_size + size)
    nodes, seconds, memory = measure(path)
    print(f"  onnx, {size / 1e9:.0f} GB of weights: {nodes} nodes {seconds:.3f} s {memory:.0f} MB")


def main() -> None:
    """Run all of it."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--nodes", type=int, default=10_000)
    options.add_argument("--megabytes", type=int, default=200)
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print("time of the processor by nodes (the reading alone)")
        linear(Path(name), chosen.nodes)
        weights(Path(name))
        print("large files of text")
        large(Path(name), chosen.megabytes)


if __name__ == "__main__":
    main()
