"""The files that the benchmarks run over."""

from __future__ import annotations

import json
from pathlib import Path

ENTRIES = [
    "OpType::MatMulV2:InputDtype:float16,float16,float32,OutputDtype:float32",
    "OpType::BatchMatMul:InputDtype:float16,float16,OutputDtype:float32",
    "bert/encoder/layer_0/Relu::InputDtype:float16,OutputDtype:float16",
]
SCHEMA = {"type": "object", "additionalProperties": {"type": "string", "enum": ["on", "off"]}}
SWITCH = {"Switch": {"GraphFusion": {"SoftmaxFusionPass": "off"}, "UBFusion": {}}}
TEMPLATE = """AWSTemplateFormatVersion: "2010-09-09"
Resources:
  Bucket:
    Type: AWS::S3::Bucket
    Properties:
      BucketName: {name}
"""


def clean(folder: Path) -> None:
    """One clean file for each tool, those of cannlint and yamllint of one size."""
    (folder / "a.cfg").write_text("\n".join(ENTRIES) + "\n")
    size = (folder / "a.cfg").stat().st_size
    lines = ["---"]
    while sum(map(len, lines)) + len(lines) < size:
        lines.append(f"key_{len(lines)}: value")
    (folder / "a.yaml").write_text("\n".join(lines) + "\n")
    (folder / "fusion.json").write_text(json.dumps(SWITCH) + "\n")
    (folder / "a.json").write_text('{"a": "on"}\n')
    (folder / "a.py").write_text("x = 1\n")
    (folder / "template.yaml").write_text(TEMPLATE.format(name="logs"))
    (folder / "schema.json").write_text(json.dumps(SCHEMA))


def faulty(folder: Path) -> None:
    """One file with findings for each tool."""
    (folder / "bad.cfg").write_text(ENTRIES[0] + "\n\n" + ENTRIES[0].replace("float16", "fp16"))
    (folder / "bad_switch.cfg").write_text('{"Switch": {"GraphFusion": {"a": "on", "b": "of"}}}\n')
    (folder / "bad.yaml").write_text("a:  1\nb : 2\na: [1,2]\n")
    (folder / "bad.json").write_text('{"a": "on", "b": "of", "c": 1}\n')
    (folder / "bad.py").write_text("import os\nx = y\n")
    (folder / "template.yaml").write_text(TEMPLATE.format(name="[1]") + "      Nmae: x\n")
    (folder / "schema.json").write_text(json.dumps(SCHEMA))


def script(folder: Path) -> None:
    """A script with one command of atc."""
    command = "atc --model=net.onnx --framework=5 --output=net --soc_version=Ascend910B3"
    (folder / "convert.sh").write_text(f"{command} --precision_mode=force_fp16\n")


def thousand(folder: Path) -> None:
    """A thousand small files of each kind, in a folder for each tool."""
    write = {
        "conf": _config,
        "yaml": lambda n: (f"f{n}.yaml", "---\n" + "key: value\n" * 10),
        "json": lambda n: (f"f{n}.json", '{"a": "on"}\n'),
        "templates": lambda n: (f"t{n}.yaml", TEMPLATE.format(name=f"logs-{n}")),
        "py20": lambda n: (f"m{n}.py", _module(20)),
        "py200": lambda n: (f"m{n}.py", _module(200)),
    }
    for name, text_of in write.items():
        (folder / name).mkdir()
        for number in range(1000):
            file, text = text_of(number)
            (folder / name / file).write_text(text)
    (folder / "schema.json").write_text(json.dumps(SCHEMA))


def _config(number: int) -> tuple[str, str]:
    return [
        (f"c{number}.cfg", "\n".join(ENTRIES) + "\n"),
        (f"p{number}.ini", "[ByOpType]\nGelu=high_precision\nTanh=high_performance\n"),
        (f"s{number}.cfg", json.dumps(SWITCH, indent=2) + "\n"),
        (f"keep_dtype.{number}.cfg", "OpType::ReduceMean\nbert/encoder/layer_0/Pow\n"),
    ][number % 4]


def _module(lines: int) -> str:
    """A Python module of ordinary functions, five lines each."""
    return "\n".join(
        f"def f{n}(a: int, b: str) -> str:\n    if a > {n}:\n        return b * a\n"
        f'    return f"{{a}}-{{b}}"\n\n'
        for n in range(lines // 5)
    )


def large(folder: Path, lines: int) -> None:
    """A customize_dtypes file of so many entries, and one in which every second name is padded."""
    (folder / "large.cfg").write_text(
        "".join(
            f"model/layer_{n}/Relu::InputDtype:float16,OutputDtype:float16\n" for n in range(lines)
        )
    )
    (folder / "odd.cfg").write_text(
        "".join(
            f"model/layer_{n}/Relu{' ' * (n % 2)}::InputDtype:float16,OutputDtype:float16\n"
            for n in range(lines)
        )
    )
