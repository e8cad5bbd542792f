"""Small trees that look like an installed CANN."""

from __future__ import annotations

import json
from pathlib import Path

TODAY = Path("built-in/op_impl/ai_core/tbe")
FIRST = Path("op_impl/built-in/ai_core/tbe")


def tensor(name: str = "x", dtype: str = "float16,float", **fields: str) -> dict[str, str]:
    """A tensor of an ops-info entry."""
    formats = ",".join(["ND"] * len(dtype.split(",")))
    return {"name": name, "paramType": "required", "dtype": dtype, "format": formats, **fields}


def entry(dtype: str = "float16,float", **fields: dict[str, str]) -> dict[str, dict[str, str]]:
    """An ops-info entry with one input and one output."""
    return {"input0": tensor("x", dtype), "output0": tensor("y", dtype), **fields}


def write(path: Path, text: str) -> Path:
    """A file, with the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def built_in(opp: Path, folder: str = "ascend910b", *, tbe: Path = TODAY, file: str = "", **ops):
    """A library file of the release."""
    name = file or f"aic-{folder}-ops-info.json"
    return write(opp / tbe / "config" / folder / name, json.dumps(ops))


def custom(opp: Path, vendor: str, folder: str = "ascend910b", **ops):
    """A library file of a custom package."""
    path = opp / "vendors" / vendor / "op_impl/ai_core/tbe/config" / folder
    return write(path / f"aic-{folder}-ops-info.json", json.dumps(ops))


def modes(opp: Path, name: str, text: str, *, tbe: Path = TODAY):
    """A file of impl_mode."""
    return write(opp / tbe / "impl_mode" / name, text)


def platform(folder: Path, version: str, short: str, *intrinsics: str):
    """A platform file."""
    lines = ["[version]", f"SoC_version={version}", f"Short_SoC_version={short}", *intrinsics]
    return write(folder / f"{version}.ini", "\n".join(lines) + "\n")
