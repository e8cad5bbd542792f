"""Turns release branches into the data of a release: `python dev/release_branches.py --help`.

    python dev/release_branches.py FOLDER PLATFORM 9.1.0 ops-nn@9.1.0 ops-math@9.1.0 ge@9.1.0

Each source is a git directory and a branch, tag or commit of it. What they have goes to FOLDER, in
the layout that dev/release_libraries.py reads; then that command writes the embedded file, if the
release is in EMBEDDED (lint/cannlint/library/snapshot.py). Of the branches are taken:

* `*_def.cpp`: the definitions of operators. Each is compiled with dev/op_def, and run: it prints
  its dtypes, formats and flags for each SoC. That needs g++.
* `all_ops_impl_mode.ini`: the modes of operators.
* `platform_config/<SoC version>.ini`: the SoCs. In PLATFORM are those of the newest release.

A definition that cannot be compiled is named, and left out.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import release_libraries
from cannlint.library.snapshot import EMBEDDED

STUB = Path(__file__).resolve().parent / "op_def/op_def_registry.h"
_COMPILER = ("g++", "-std=c++17", "-O0", "-w")
CONFIG = "built-in/op_impl/ai_core/tbe/config"

_DEFINITION = "_def.cpp"
_MODES = "all_ops_impl_mode.ini"
_PLATFORM = re.compile(r"(?:^|/)platform_config/([^/]+)\.ini$")
_NAME = re.compile(r"\bge::(DT|FORMAT)_(\w+)")
_QUOTED_INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*"[^"\n]*"', re.MULTILINE)
_DTYPES = {"FLOAT": "float32", "BF16": "bfloat16"}
"""What ops-info files call a dtype, where that is not its name in small letters."""

Json = dict[str, Any]


def main(arguments: list[str]) -> int:
    """Write the data of one release."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path, help="where the data of all releases is")
    parser.add_argument("platform", type=Path, help="a folder with the newest platform files")
    parser.add_argument("release", help="the name of the release, such as 9.1.0")
    parser.add_argument("sources", nargs="+", metavar="GIT@BRANCH", help="git directory, branch")
    parser.add_argument("-o", "--output", type=Path, help="the embedded file to write")
    asked = parser.parse_args(arguments)
    files = dict(_files(asked.sources))
    definitions = {name: data for name, data in files.items() if name.endswith(_DEFINITION)}
    failed = write_operators(asked.folder / "opp-open" / asked.release, definitions)
    for name in failed:
        print(f"cannot be compiled: {name}", file=sys.stderr)
    print(f"{len(definitions)} definitions, {len(failed)} of them could not be compiled")
    _add_modes(asked.folder, asked.release, files)
    _add_socs(asked.folder, asked.release, files)
    if asked.release not in EMBEDDED:
        print(f"add {asked.release} to EMBEDDED in lint/cannlint/library/snapshot.py, run it again")
        return 0
    output = ["-o", str(asked.output)] if asked.output is not None else []
    return release_libraries.main([str(asked.folder), str(asked.platform), *output])


def _files(sources: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    """The files of the branches that are of use, by source and path."""
    for source in sources:
        folder, _, branch = source.rpartition("@")
        command = ["git", "-C", folder, "archive", branch]
        archive = subprocess.run(command, check=True, capture_output=True).stdout
        with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            for member in tar:
                name = f"{folder}/{member.name}"
                is_used = name.endswith((_DEFINITION, f"/{_MODES}")) or _PLATFORM.search(name)
                content = tar.extractfile(member) if member.isfile() and is_used else None
                if content is not None:
                    yield name, content.read()


def write_operators(opp: Path, definitions: dict[str, bytes]) -> list[str]:
    """Write the ops-info files of all definitions; return those that cannot be compiled."""
    by_soc: dict[str, Json] = {}
    failed = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as pool:
        header = _header(Path(folder), definitions.values())
        found = pool.map(lambda definition: _run(definition, header), definitions.values())
        for name, lines in zip(definitions, found, strict=True):
            if lines is None:
                failed.append(name)
            for line in lines or ():
                said = json.loads(line)
                by_soc.setdefault(said["soc"], {})[said["op"]] = said["entry"]
    shutil.rmtree(opp, ignore_errors=True)
    for soc, operators in sorted(by_soc.items()):
        path = opp / CONFIG / soc / f"aic-{soc}-ops-info-open.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(operators, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    return failed


def _header(folder: Path, definitions: Iterable[bytes]) -> Path:
    """The header of all definitions, compiled once, with the names that they use."""
    names = {found for text in definitions for found in _NAME.findall(_text(text))}
    (folder / "names.inc").write_text("\n".join(_constants(names)), encoding="utf-8")
    header = folder / STUB.name
    shutil.copyfile(STUB, header)
    subprocess.run([*_COMPILER, str(header)], check=True)
    return header


def _run(definition: bytes, header: Path) -> list[str] | None:
    """What a definition prints, a line for each SoC; None if it cannot be compiled."""
    with tempfile.TemporaryDirectory() as folder:
        source, program = Path(folder, "definition.cpp"), Path(folder, "definition")
        text = _QUOTED_INCLUDE.sub("", _text(definition)) + "\nint main() { return 0; }\n"
        source.write_text(text, encoding="utf-8")
        command = [*_COMPILER, "-include", str(header), str(source), "-o", str(program)]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
        ran = subprocess.run([str(program)], capture_output=True, text=True, timeout=60)
        return ran.stdout.splitlines() if ran.returncode == 0 else None


def _text(definition: bytes) -> str:
    return definition.decode("utf-8", "replace")


def _constants(names: Iterable[tuple[str, str]]) -> Iterator[str]:
    """The constants of namespace ge that definitions use."""
    for kind, name in sorted(names):
        shown = _DTYPES.get(name, name.lower()) if kind == "DT" else name
        made = "DataType" if kind == "DT" else "Format"
        yield f'static const {made} {kind}_{name} = {{"{shown}"}};'


def _add_modes(folder: Path, release: str, files: dict[str, bytes]) -> None:
    """Add the modes of the release, where a branch has them."""
    listed = [data for name, data in files.items() if name.endswith(f"/{_MODES}")]
    modes = {}
    for data in listed:
        for line in data.decode("utf-8").splitlines():
            op_type, equals, names = line.partition("=")
            if equals and not line.startswith(("#", "[")):
                modes[op_type.strip()] = names.strip()
    path = folder / "impl_modes_open_by_release.json"
    known = _json_in(path)
    if listed:
        path.write_text(json.dumps({**known, release: modes}, indent=1) + "\n", encoding="utf-8")
    elif release not in known:
        raise SystemExit(f"no branch has {_MODES}: write the modes of {release} into {path}")


def _add_socs(folder: Path, release: str, files: dict[str, bytes]) -> None:
    """Add the release to the SoCs whose platform files the branches have."""
    here = {found[1] for name in files if (found := _PLATFORM.search(name)) is not None}
    path = folder / "socs_by_release.json"
    known = _json_in(path)
    if here:
        for soc in {*known, *here}:
            others = [one for one in known.get(soc, ()) if one != release]
            known[soc] = sorted({*others, release}, key=_order) if soc in here else others
        text = json.dumps(dict(sorted(known.items())), indent=1) + "\n"
        path.write_text(text, encoding="utf-8")
    elif not any(release in releases for releases in known.values()):
        raise SystemExit(f"no branch has platform_config: write the SoCs of {release} into {path}")


def _order(release: str) -> tuple[int, str]:
    return EMBEDDED.index(release) if release in EMBEDDED else len(EMBEDDED), release


def _json_in(path: Path) -> Json:
    found: Json = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
