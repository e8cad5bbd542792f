"""A zoo of compile jobs, made of recorded ones: `python benchmarks/zoo.py DATA JOBS FOLDER`.

DATA is a folder with `vectors/atc_commands.jsonl`, recorded command lines of ATC with their files
(`command`, `files`, `expect.accepted`), and `corpus/manifest.jsonl`, config files of real projects
(`folder`, `file`, `expect.accepted`). Every one that ATC accepts becomes a job: a script and its
files in a folder of their own; they are repeated until there are so many JOBS.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import cycle, islice
from pathlib import Path

OPTIONS = {
    "customize_dtypes": "customize_dtypes",
    "fusion_switch": "fusion_switch_file",
    "keep_dtype": "keep_dtype",
    "mixlist": "modify_mixlist",
    "op_precision_ini": "op_precision_mode",
}
"""The folders of the corpus, and the option that names such a file."""

SOCS = ("Ascend910B3", "Ascend310P3", "Ascend910A")
ATC = "atc --model=m.onnx --framework=5 --output=m --soc_version={soc} --{option}={file}"
MODE = " --precision_mode=allow_mix_precision"
IN_FOLDER = 1000

Template = dict[str, bytes]
"""The files of one job, by name."""


def recorded(data: Path) -> Iterator[Template]:
    """The recorded command lines that are accepted, with the files that they name."""
    for line in (data / "vectors" / "atc_commands.jsonl").read_text("utf-8").splitlines():
        case = json.loads(line)
        if case["expect"]["accepted"]:
            files = {name: text.encode() for name, text in case["files"].items()}
            yield {**files, "run.sh": case["command"].encode() + b"\n"}


def real(data: Path) -> Iterator[Template]:
    """The config files of real projects that are accepted, each as the only one of a job."""
    lines = (data / "corpus" / "manifest.jsonl").read_text("utf-8").splitlines()
    for line, soc in zip(lines, cycle(SOCS)):
        case = json.loads(line)
        option = OPTIONS.get(case["folder"])
        if option is None or not (case["expect"] or {}).get("accepted"):
            continue
        content = (data / "corpus" / case["folder"] / case["file"]).read_bytes()
        command = ATC.format(soc=soc, option=option, file="conf.cfg")
        command += MODE if option == "modify_mixlist" else ""
        yield {"conf.cfg": content, "run.sh": command.encode() + b"\n"}


def build(data: Path, count: int, root: Path) -> None:
    """Write so many jobs."""
    templates = [*recorded(data), *real(data)]
    for number, files in enumerate(islice(cycle(templates), count)):
        folder = root / f"{number // IN_FOLDER:04}" / f"{number % IN_FOLDER:03}"
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    print(f"{count:,} jobs of {len(templates)} sorts in {root}")


def main() -> None:
    """Build what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("jobs", type=int)
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    build(options.data, options.jobs, options.folder)


if __name__ == "__main__":
    main()
