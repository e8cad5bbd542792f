"""Writes what is known of columns that operators choose: `python dev/record_columns.py SOURCE`.

SOURCE is a folder with two files about the release that is embedded by default: `columns.json`,
the columns that `op_select_format` of each operator gave on each SoC with what they depend on, and
`check_supported.json`, the answers of the operators' own checks. What cannlint needs of them goes
into one file of its own (lint/cannlint/library/recorded.py); the same input gives the same file,
byte by byte.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cannlint.cann.dtypes import compiler_name
from cannlint.library.recorded import BY_FORMAT, FILE, FORMAT, SMALL_CHANNEL
from cannlint.library.snapshot import VERSION, embedded
from cannlint.resolve.dtypes.features import is_feature

OUTPUT = Path(__file__).resolve().parent.parent / "lint/cannlint/library/data" / FILE

UNEXPLAINED = frozenset(
    {"AxpyV2", "CropAndResizeD", "GroupNorm", "MaxPoolGrad", "UnsortedSegmentSumD"}
)
"""Operators whose columns depend on more than is known: any of their cases may hold."""

SAME_FEATURE = {"seg_rank==1=True": "in1.rank=1", "first_layer_flag=True": "case=c04,first_layer"}
"""A condition of the source → the same one in the words of features.py."""

IMPLIED = frozenset({"c04_candidate=True"})
"""Conditions that another of SAME_FEATURE beside them includes."""

ALWAYS, DEPENDS = "always True", "depends"
"""The class of a check that accepted every node, and of one that refused some."""

UNKNOWN_SHAPE = "dynamic shape"
"""What the reason of a check says that refuses a node because of an unknown dimension."""


def main(arguments: list[str]) -> int:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("source", type=Path, help="the folder with the two files")
    parser.add_argument("-o", "--output", type=Path, default=OUTPUT, help="the file to write")
    asked = parser.parse_args(arguments)
    columns = json.loads((asked.source / "columns.json").read_text(encoding="utf-8"))
    checks = json.loads((asked.source / "check_supported.json").read_text(encoding="utf-8"))
    folders = [folder for folder in embedded(VERSION).folders if folder in columns]
    header = {
        "cannlint": FORMAT,
        "cann": VERSION,
        "folders": folders,
        "supported": _supported(checks, folders, _accepts_all),
        "supported_static": _supported(checks, folders, _refuses_unknown_shapes_only),
    }
    lines = [_json(header), *_lines(columns, folders)]
    asked.output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")
    print(f"{len(lines) - 1} entries, {asked.output.stat().st_size:,} bytes: {asked.output}")
    return 0


def _accepts_all(facts: dict[str, Any]) -> bool:
    return bool(facts.get("class") == ALWAYS)


def _refuses_unknown_shapes_only(facts: dict[str, Any]) -> bool:
    """Whether a check gave reasons, and each of them is a shape that is not known."""
    reasons = facts.get("reasons", ())
    refuses = facts.get("class") == DEPENDS and set(facts["answers"]) == {"True", "False"}
    return refuses and bool(reasons) and all(UNKNOWN_SHAPE in reason for reason in reasons)


def _supported(
    checks: dict[str, Any], folders: list[str], is_meant: Callable[[dict[str, Any]], bool]
) -> dict[str, str]:
    """Operator → a bit for each folder whose check is meant."""
    masks: dict[str, int] = {}
    for at, folder in enumerate(folders):
        for op_type, facts in checks.get(folder, {}).items():
            if is_meant(facts):
                masks[op_type] = masks.get(op_type, 0) | 1 << at
    return {op_type: f"{masks[op_type]:x}" for op_type in sorted(masks)}


def _lines(columns: dict[str, Any], folders: list[str]) -> list[str]:
    """The lines of all operators: folders with the same entry share one."""
    masks: dict[tuple[str, str], int] = {}
    for at, folder in enumerate(folders):
        for op_type, facts in columns[folder].items():
            if facts.get("columns"):
                _check_tensors(op_type, folder, facts["tensors"])
                key = op_type, _json(_entry(op_type, facts))
                masks[key] = masks.get(key, 0) | 1 << at
    return [f"{op_type}\t{masks[op_type, entry]:x}\t{entry}" for op_type, entry in sorted(masks)]


def _check_tensors(op_type: str, folder: str, names: list[str]) -> None:
    operator = embedded(VERSION).operator_in(op_type, folder)
    if operator is None or [tensor.name for tensor in operator.tensors] != names:
        raise SystemExit(f"{op_type} of {folder} is not as the library has it")


def _entry(op_type: str, facts: dict[str, Any]) -> list[Any]:
    formats = [form for column in facts["columns"] for form in column["formats"]]
    letters = BY_FORMAT if facts["dtype_choice_depends_on_format"] else ""
    letters += SMALL_CHANNEL if any("_C04" in form for form in formats) else ""
    if "cases" not in facts:
        return [letters, [[[[]], _text(column["dtypes"] for column in facts["columns"])]]]
    if op_type in UNEXPLAINED or not facts["exact"]:
        texts = dict.fromkeys(_text(case["columns"]) for case in facts["cases"])
        return [letters, [[None if len(texts) > 1 else [[]], text] for text in texts]]
    return [letters, [[_alternatives(case), _text(case["columns"])] for case in facts["cases"]]]


def _alternatives(case: dict[str, Any]) -> list[list[str]]:
    """When a case holds; the last one of an operator always does."""
    return [_conditions(conditions) for conditions in case.get("when_any", [{}])]


def _conditions(conditions: dict[str, Any]) -> list[str]:
    found: dict[str, None] = {}
    for feature, values in conditions.items():
        listed = [values] if isinstance(values, str) else values
        if feature.endswith(".dtype"):
            listed = [_dtype(dtype) for dtype in listed]
        text = f"{feature}={'|'.join(listed)}"
        if text in IMPLIED:
            continue
        text = SAME_FEATURE.get(text, text)
        if not is_feature(text.rpartition("=")[0]):
            raise SystemExit(f"cannlint does not know the feature of {text}")
        found[text] = None
    return list(found)


def _text(columns: Any) -> str:
    """Columns as text; empty where there is none, which the source has as empty dtypes."""
    return ";".join(",".join(map(_dtype, column)) for column in columns if any(column))


def _dtype(written: str) -> str:
    dtype = compiler_name(written)
    if dtype is None:
        raise SystemExit(f"unknown dtype {written!r}")
    return dtype


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
